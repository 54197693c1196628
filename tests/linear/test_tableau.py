"""Pivots on an exact tableau: the same minimum by every rule, also where steps are degenerate."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InvalidValue
from assay.linear.tableau import Tableau

SMALL = st.integers(-4, 4)


def tableau(rows, bounds, cost):
    """Minimise cost.x for rows x + slack = bounds, with the slack as the first basis."""
    n, m = len(cost), len(rows)
    lines = [
        [*map(fmpq, row), *(fmpq(int(i == k)) for k in range(m)), fmpq(b)]
        for i, (row, b) in enumerate(zip(rows, bounds, strict=True))
    ]
    return Tableau(lines, [*map(fmpq, cost), *[fmpq(0)] * (m + 1)], [n + i for i in range(m)])


def least_by_corners(rows, bounds, cost):
    """The least cost over 0 <= x <= 5 and the rows, for two variables, over all corners."""
    lines = [*zip(rows, bounds, strict=True), ((-1, 0), 0), ((0, -1), 0), ((1, 0), 5), ((0, 1), 5)]
    best = None
    for ((a, b), e), ((c, d), f) in combinations(lines, 2):
        if (det := a * d - b * c) == 0:
            continue
        x, y = Fraction(e * d - b * f, det), Fraction(a * f - e * c, det)
        if all(p * x + q * y <= r for (p, q), r in lines):
            value = Fraction(cost[0] * x + cost[1] * y)
            best = value if best is None else min(best, value)
    return fmpq(best.numerator, best.denominator)


@given(
    st.lists(st.tuples(SMALL, SMALL), max_size=4).flatmap(
        lambda rows: st.tuples(
            st.just(rows), st.lists(st.integers(0, 6), min_size=len(rows), max_size=len(rows))
        )
    ),
    st.tuples(SMALL, SMALL),
    st.sampled_from([-1, 0, 20]),
)
def test_the_minimum_is_that_of_the_corners(constraints, cost, patience):
    rows, bounds = constraints
    box = tableau([*rows, (1, 0), (0, 1)], [*bounds, 5, 5], cost)
    box.minimise(range(len(rows) + 4), lambda _: False, patience)
    assert -box.cost[-1] == least_by_corners(rows, bounds, cost)


def test_no_minimum_is_said():
    with pytest.raises(InvalidValue, match="no minimum"):
        tableau([(-1, 0)], [1], (-1, -1)).minimise(range(3), lambda _: False)


def test_it_stops_when_told_to():
    steps = []
    box = tableau([(1, 0), (0, 1)], [5, 5], (-1, -2))
    box.minimise(range(4), lambda done: steps.append(done) or done == 1)
    assert steps == [0, 1]
    assert -box.cost[-1] == -10


def test_blands_rule_ends_where_the_steepest_one_turns_in_circles():
    """Beale's example of a cycle, 1955."""
    rows = [
        [fmpq(1, 4), fmpq(-60), fmpq(-1, 25), fmpq(9)],
        [fmpq(1, 2), fmpq(-90), fmpq(-1, 50), fmpq(3)],
        [fmpq(0), fmpq(0), fmpq(1), fmpq(0)],
    ]
    for patience in (-1, 20):
        box = tableau(rows, [0, 0, 1], (fmpq(-3, 4), fmpq(150), fmpq(-1, 50), fmpq(6)))
        box.minimise(range(7), lambda done: done > 100, patience)
        assert -box.cost[-1] == fmpq(-1, 20)

"""Sensitivities of matrix mechanisms, against all sets of steps."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations, pairwise

import pytest

from assay.accounting.participation import Participation
from assay.accounting.strategies import RowStrategy, ToeplitzStrategy, TreeStrategy
from assay.errors import BudgetExceeded, InvalidType, InvalidValue


def brute_force(rows, given):
    """The largest sum of products of columns over all sets of steps that are possible."""
    steps = len(rows[0])
    gram = [[sum(row[s] * row[t] for row in rows) for t in range(steps)] for s in range(steps)]
    best = Fraction(0)
    for count in range(1, given.most + 1):
        for chosen in combinations(range(steps), count):
            if all(b - a >= given.separation for a, b in pairwise(chosen)):
                best = max(best, sum(gram[s][t] for s in chosen for t in chosen))
    return best


def tree(steps):
    """A row for each dyadic interval within 0, ..., steps - 1."""
    return [
        [Fraction(j << level <= t < (j + 1) << level) for t in range(steps)]
        for level in range(steps.bit_length())
        for j in range(steps >> level)
    ]


def toeplitz(coefficients, steps):
    return [
        [coefficients[i - j] if 0 <= i - j < len(coefficients) else Fraction(0) for j in range(steps)]
        for i in range(steps)
    ]


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("kind", ["rows", "tree", "toeplitz", "falling"])
def test_against_all_sets_of_steps(kind, seed):
    source = random.Random(seed)
    steps = source.randint(1, 11)
    given = Participation(source.randint(1, 4), source.randint(1, 5))
    coefficients = [Fraction(source.randint(1, 6), 2) for _ in range(source.randint(1, steps))]
    if kind == "rows":
        band = source.randint(1, steps)
        rows = [
            [Fraction(source.randint(0, 4), 3) if 0 <= i - j < band else Fraction(0) for j in range(steps)]
            for i in range(steps)
        ]
        found = RowStrategy.of(rows)
    elif kind == "tree":
        rows, found = tree(steps), TreeStrategy(steps)
    else:
        coefficients = sorted(coefficients, reverse=True) if kind == "falling" else coefficients
        rows, found = toeplitz(coefficients, steps), ToeplitzStrategy.of(coefficients, steps)
        assert RowStrategy.of(rows).band == found.band
        assert RowStrategy.of(rows).largest_column == found.largest_column
    assert found.sensitivity_squared(given) == brute_force(rows, given)


@pytest.mark.parametrize("seed", range(10))
def test_no_contributions_move_further(seed):
    """Random scalars and signs in place of equal contributions."""
    source = random.Random(seed)
    rows = [[Fraction(source.randint(0, 3)) for _ in range(6)] for _ in range(5)]
    most = RowStrategy.of(rows).sensitivity_squared(Participation(3, 2))
    for _ in range(200):
        chosen = source.choice(
            [s for s in combinations(range(6), 3) if all(b - a >= 2 for a, b in pairwise(s))]
        )
        moved = {t: Fraction(source.randint(-8, 8), 8) for t in chosen}
        assert sum(sum(row[t] * x for t, x in moved.items()) ** 2 for row in rows) <= most


def test_long_runs_have_closed_forms():
    assert TreeStrategy(10**6).sensitivity_squared(Participation()) == 20
    once = ToeplitzStrategy.of(["1", "1/2"], 10**6)
    assert once.sensitivity_squared(Participation(100, 1000)) == 125
    assert once.sensitivity_squared(Participation(2, 1)) == Fraction(5, 4) * 2 + 1


def test_negative_products_count_only_where_a_record_is_at_both():
    rows = [["1", "0", "0"], ["-1", "1", "0"], ["0", "0", "1"]]
    found = RowStrategy.of(rows)
    assert found.sensitivity_squared(Participation(1, 1)) == 2
    assert found.sensitivity_squared(Participation(2, 2)) == 3
    with pytest.raises(InvalidValue, match="columns 0 and 1"):
        found.sensitivity_squared(Participation(2, 1))


@pytest.mark.nightly
def test_too_many_sets_are_refused():
    wide = ToeplitzStrategy.of([1, *range(2, 30)], 60)
    with pytest.raises(BudgetExceeded, match="sets of steps interact"):
        wide.sensitivity_squared(Participation(10, 1))
    with pytest.raises(BudgetExceeded, match="table of some"):
        TreeStrategy(10**6).sensitivity_squared(Participation(1000, 100))


def test_what_is_no_matrix_is_refused():
    with pytest.raises(InvalidType, match="list of lists"):
        RowStrategy.of("12")
    with pytest.raises(InvalidValue, match="one length"):
        RowStrategy.of([["1"], ["1", "2"]])
    with pytest.raises(InvalidValue, match="one length"):
        RowStrategy.of([])
    with pytest.raises(InvalidValue, match="first and the last"):
        ToeplitzStrategy.of(["1", "0"], 3)
    with pytest.raises(InvalidValue):
        Participation(0, 1)

"""Shuffled reports against all tuples of reports, and the bounds above them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.amplification import clones_delta
from assay.errors import InvalidValue
from assay.testing.vectors.families import reference

RATIOS = {"0": 1, "ln(2)": 2, "ln(5/4)": Fraction(5, 4)}


@st.composite
def randomisers(draw, least=0):
    reports = draw(st.integers(2, 3))
    rows = draw(
        st.lists(
            st.lists(st.integers(least, 5), min_size=reports, max_size=reports).filter(any),
            min_size=2,
            max_size=3,
        )
    )
    return [[Fraction(w, sum(row)) for w in row] for row in rows]


def as_text(rows):
    return [[str(p) for p in row] for row in rows]


def law(rows, records):
    found = Counter()
    for reports in product(range(len(rows[0])), repeat=len(records)):
        chance = prod(rows[x][y] for x, y in zip(records, reports, strict=True))
        found[tuple(sorted(reports))] += chance
    return found


def divergence(p, q, ratio):
    return sum(max(p[o] - ratio * q[o], 0) for o in p)


def largest(rows, n, ratio):
    every = range(len(rows))
    return max(
        divergence(law(rows, (x, *others)), law(rows, (z, *others)), ratio)
        for others in product(every, repeat=n - 1)
        for x, z in product(every, repeat=2)
    )


@given(randomisers(), st.integers(1, 3), st.sampled_from(sorted(RATIOS)))
def test_the_exact_delta_is_the_largest_over_all_records(rows, n, epsilon):
    given = {"randomiser": as_text(rows), "n": str(n), "epsilon": epsilon}
    assert Fraction(reference("shuffled_delta", given)) == largest(rows, n, RATIOS[epsilon])


@given(randomisers(), st.lists(st.integers(0, 1), max_size=4), st.sampled_from(sorted(RATIOS)))
def test_that_of_two_records_is_their_divergence(rows, others, epsilon):
    given = {"randomiser": as_text(rows), "others": [str(x) for x in others], "first": "1", "second": "0"}
    found = Fraction(reference("shuffled_pair_delta", {**given, "epsilon": epsilon}))
    assert found == divergence(law(rows, (1, *others)), law(rows, (0, *others)), RATIOS[epsilon])


@given(randomisers(least=1), st.integers(1, 3), st.sampled_from(sorted(RATIOS)))
def test_the_blanket_is_not_below_it(rows, n, epsilon):
    given = {"randomiser": as_text(rows), "n": str(n), "epsilon": epsilon}
    assert Fraction(reference("blanket_delta", given)) >= largest(rows, n, RATIOS[epsilon])


@pytest.mark.parametrize("n", [1, 2, 3, 5])
def test_the_clones_are_not_below_randomised_response(n):
    rows = [[Fraction(3, 4), Fraction(1, 4)], [Fraction(1, 4), Fraction(3, 4)]]
    found = Fraction(reference("clones_delta", {"local_epsilon": "ln(3)", "n": str(n), "epsilon": "ln(2)"}))
    assert found == clones_delta("ln(3)", n, "ln(2)").as_fraction() >= largest(rows, n, 2)


def test_two_people_by_hand():
    # the counts of (3/4, 1/4) twice: 9/16, 6/16, 1/16; of (1/4, 3/4) and (3/4, 1/4): 3/16, 10/16, 3/16
    rows = [["3/4", "1/4"], ["1/4", "3/4"]]
    assert reference("shuffled_delta", {"randomiser": rows, "n": "2", "epsilon": "0"}) == "3/8"
    given = {"randomiser": rows, "others": ["0"], "first": "0", "second": "1"}
    assert reference("shuffled_pair_delta", {**given, "epsilon": "ln(2)"}) == "3/16"


@pytest.mark.parametrize(
    "bad",
    [{"n": "0"}, {"randomiser": [["1"]]}, {"randomiser": [["1"], ["1/2", "1/2"]]}, {"epsilon": "-1"}],
)
def test_what_is_no_randomiser_is_refused(bad):
    given = {"randomiser": [["3/4", "1/4"], ["1/4", "3/4"]], "n": "2", "epsilon": "0", **bad}
    with pytest.raises(InvalidValue):
        reference("shuffled_delta", given)

"""The screen of zero-concentrated privacy: what a bound between two points of its grid has to let through.

A loss l of probability p has its rho at an order far from 0, and a mean of only p l, so that the step of the
grid grows to 1.  Its points are then 0, 1, 3, 7, ... and what lies between two of them is decided by the
bound of an interval alone.
"""

from __future__ import annotations

from fractions import Fraction
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.adjacency import explicit
from assay.fast.kernels import zero_concentrated
from tests.fast.kernels.test_kernels import agree_on_a_divergence, both, related, taken_for

Powers = tuple[int, int]
"""(i, j): an outcome of probability 2^-i on one input, and 2^-(i + j) on the other."""


def agree(fast, slow, *, large: bool) -> None:
    """The screen and the reference, on value and pair."""
    with taken_for(large), patch.object(zero_concentrated, "FEW", 0):
        agree_on_a_divergence(fast, slow, lambda w: w.zcdp())
    assert fast.notes["zcdp"].engine == "fast"


def rare(*powers: Powers):
    """One pair of inputs for each, by both engines."""
    table: dict[int, dict[str, Fraction]] = {}
    for i, j in powers:
        for p in (Fraction(1, 2**i), Fraction(1, 2 ** (i + j))):
            table[len(table)] = {"rare": p, "common": 1 - p}
    return both(table, explicit([(x, x + 1) for x in range(0, len(table), 2)], symmetric=False))


@pytest.mark.slow
def test_the_largest_rho_lies_between_two_points_of_the_grid() -> None:
    """At every point of the grid another pair is above the first, whose rho is the largest."""
    fast, slow = rare((27, 16), (23, 13), (31, 17))
    agree(fast, slow, large=False)
    assert fast.worst_case.zcdp().pair == (0, 1)


@pytest.mark.slow
@settings(max_examples=3)
@given(powers=st.lists(st.tuples(st.integers(20, 50), st.integers(8, 60)), min_size=2, max_size=3))
def test_rare_losses(powers: list[Powers]) -> None:
    agree(*rare(*powers), large=True)


@pytest.mark.parametrize("large", [True, False], ids=["arrays", "lists"])
def test_a_mean_that_is_nearly_the_largest_loss(large: bool) -> None:
    """f is nearly l/(s + 1) from s = 0 on, and no interval but the first can hold its largest value."""
    table = {
        0: {"a": "999/1000", "b": "1/1000"},
        1: {"a": "1/2", "b": "1/2"},
        2: {"a": "998/1000", "b": "2/1000"},
    }
    fast, slow = related(table, (0, 1), (2, 1))
    agree(fast, slow, large=large)
    assert fast.worst_case.zcdp().pair == (0, 1)

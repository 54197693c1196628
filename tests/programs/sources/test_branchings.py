"""What a branch leaves of a uniform draw, in words and joined with its neighbour."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.programs.sources.branchings import Left, in_order


def members(left):
    return {left.offset + left.step * i for i in range(left.low, left.high)}


cuts = st.lists(st.integers(0, 20), min_size=2, max_size=6, unique=True).map(sorted)


@given(cuts, st.integers(1, 3), st.sets(st.integers(0, 4)))
def test_joined_ranges_have_the_same_members(edges, step, left_out):
    ranges = [Left(1, 100, a, b, 20, step) for a, b in itertools.pairwise(edges)]
    kept = [each for i, each in enumerate(ranges) if i not in left_out]
    joined = in_order(reversed(kept))
    assert set().union(*map(members, joined)) == set().union(*map(members, kept))
    assert sum(len(members(each)) for each in joined) == sum(len(members(each)) for each in kept)
    assert all(a.with_next(b) is None for a, b in itertools.pairwise(joined))


@pytest.mark.parametrize(
    "other",
    [Left(2, 10, 3, 5, 10), Left(1, 10, 4, 5, 10), Left(1, 11, 3, 5, 10), Left(1, 10, 3, 5, 10, step=2)],
)
def test_other_draws_and_distant_ranges_stay_apart(other):
    assert Left(1, 10, 0, 3, 10).with_next(other) is None


@pytest.mark.parametrize(
    ("left", "words"),
    [
        (Left(1, 10, 0, 3, 10), "0 to 2 of range(10)"),
        (Left(1, 10, 3, 4, 10), "3 of range(10)"),
        (Left(1, 16, 0, 4, 4, 4, 1), "1 modulo 4"),
        (Left(1, 16, 1, 3, 4, 4, 1), "5, 9, ... 9 of range(16)"),
        (Left(1, 2**53, 0, 2**52, 2**53), "u < 0.5"),
        (Left(1, 2**53, 2**51, 2**52, 2**53), "0.25 <= u < 0.5"),
        (Left(1, 2**53, 2**52, 2**53, 2**53), "u >= 0.5"),
    ],
)
def test_words(left, words):
    assert repr(left) == words


def test_what_is_no_range_keeps_its_place():
    assert in_order(["b", "a", True]) == ("b", "a", True)

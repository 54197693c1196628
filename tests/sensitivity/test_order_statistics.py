"""Consecutive order statistics against all draws."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import prod

from hypothesis import given
from hypothesis import strategies as st

from assay.exact._flint import Ordering, fmpz_mpoly_ctx
from assay.sensitivity.order_statistics import at_least, consecutive
from tests.effort import fewer


@given(st.integers(0, 4), st.integers(1, 5), st.sampled_from([(1, 2), (1, 1, 2), (3, 1, 1, 1)]))
@fewer(3)
def test_consecutive_order_statistics_against_all_draws(draws, rank, weights):
    rank = min(rank, draws + 1)
    total, cdf = sum(weights), [Fraction(sum(weights[:i]), sum(weights)) for i in range(len(weights) + 1)]
    expected = Counter()
    for levels in product(range(1, len(weights) + 1), repeat=draws):
        ordered = [0, *sorted(levels), len(weights) + 1]
        expected[ordered[rank - 1], ordered[rank]] += prod(
            (Fraction(weights[i - 1], total) for i in levels), start=Fraction(1)
        )
    assert consecutive(cdf, draws, rank) == dict(expected)


def test_generating_functions_keep_apart_what_probabilities_add_up():
    """Two kinds of draw, x below a level and y above it, with weights 1 and 2 of 3."""
    ring = fmpz_mpoly_ctx.get(("x", 2), Ordering.lex)
    x, y = ring.gens()
    whole = x + 2 * y
    split = consecutive([0 * x, x, whole], 3, 2)
    numbers = consecutive([Fraction(0), Fraction(1, 3), Fraction(1)], 3, 2)
    assert set(split) == set(numbers)
    for levels, found in split.items():
        assert Fraction(int(sum(found.to_dict().values())), 27) == numbers[levels]
    assert at_least(3, x, whole, 2) == x**3 + 6 * x**2 * y
    assert at_least(3, Fraction(1, 3), Fraction(1), 2) == Fraction(7, 27)

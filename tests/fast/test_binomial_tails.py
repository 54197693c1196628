"""Tails of one two-valued round, repeated: the sum by binary splitting against the sum of the terms."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import INFINITY, Dist, eps
from assay.dp import hockey_stick
from assay.errors import BudgetExceeded
from assay.fast.composition import Composition
from assay.fast.composition.binomial import BLOCK, Binomial


def by_terms(law: Binomial, first: int) -> Fraction:
    """The definition."""
    terms = (
        comb(law.count, i) * law.high**i * law.low ** (law.count - i) for i in range(first, law.count + 1)
    )
    return Fraction(sum(terms), law.denominator**law.count)


@given(st.integers(1, 30), st.integers(1, 30), st.integers(0, 9), st.integers(1, 3 * BLOCK), st.data())
def test_a_tail_is_the_sum_of_its_terms(low, high, rest, count, data):
    law = Binomial(low, high, low + high + rest, count)
    first = data.draw(st.sampled_from([0, 1, count, count + 1]) | st.integers(0, count + 1))
    assert law.tail(first) == by_terms(law, first)


@pytest.mark.parametrize("count", [BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK + 1, 1000])
def test_blocks_of_every_length(count):
    law = Binomial(2, 3, 7, count)
    assert law.tail(0) == Fraction(5**count, 7**count)
    assert law.tail(count) == Fraction(3**count, 7**count)
    assert law.tail(count + 1) == 0


@given(
    st.fractions(Fraction(1, 20), 1, max_denominator=20),
    st.fractions(Fraction(1, 20), Fraction(19, 20), max_denominator=20),
    st.integers(1, 4),
    st.integers(0, 4),
    st.booleans(),
)
def test_delta_at_between_and_beside_the_losses(p, q, count, index, beside):
    """The composed pair as a whole, an infinite loss and equal losses among them, is the judge."""
    one = Dist.bernoulli(p), Dist.bernoulli(q)
    rounds = Composition.of(*one, count)
    whole = [Dist.product(*[each] * count) for each in one]
    loss = max(rounds.losses[index % len(rounds.losses)], eps(0))
    epsilon = loss + Fraction(1, 7) if beside else loss
    assert rounds.delta(epsilon) == hockey_stick(*whole, epsilon)
    assert rounds.epsilon(rounds.delta(epsilon)) <= epsilon


def test_more_than_the_memory_is_refused_before_it_is_taken():
    rounds = Composition.of(Dist.bernoulli("3/4"), Dist.bernoulli("1/4"), 10**12)
    with pytest.raises(BudgetExceeded, match="delta_enclosed"):
        rounds.delta(1)
    assert rounds.delta(INFINITY) == 0

"""Tails of one two-valued round, repeated: the sum by binary splitting against the sum of the terms."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from unittest.mock import patch

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from assay import INFINITY, Dist, eps, ln
from assay.composition import FinitePair, PrivacyLoss
from assay.composition.meet_in_the_middle import least_epsilon
from assay.composition.ordered import Ordered
from assay.composition.two_losses import BLOCK, Binomial, two_losses
from assay.dp import epsilon as reference_epsilon
from assay.dp import hockey_stick
from assay.errors import BudgetExceeded, UndecidedError
from assay.exact import EPS, exp, number
from assay.exact._flint import bounds, precision

INNER = st.fractions(Fraction(1, 20), Fraction(19, 20), max_denominator=20)


def by_terms(law: Binomial, start: int, stop: int) -> int:
    """The definition."""
    return sum(comb(law.count, i) * law.high**i * law.low ** (law.count - i) for i in range(start, stop))


@given(
    st.integers(1, 30),
    st.integers(1, 30),
    st.integers(0, 9),
    st.integers(1, 60) | st.integers(1, 5 * BLOCK),
    st.data(),
)
def test_sums_are_those_of_their_terms(low, high, rest, count, data):
    law = Binomial(low, high, low + high + rest, count)
    place = st.sampled_from([0, 1, count // 2, count, count + 1]) | st.integers(0, count + 1)
    first, other = data.draw(place), data.draw(place)
    tail = by_terms(law, first, count + 1)
    assert law.tail(first) == tail
    assert law.tail_by(first, other, law.tail(other)) == tail
    assert law.between(min(first, other), max(first, other)) == abs(tail - by_terms(law, other, count + 1))
    assert law.scale == (low + high + rest) ** count
    assert law.finite == (low + high) ** count


@pytest.mark.parametrize("count", [BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK + 1, 1000])
def test_blocks_of_every_length(count):
    law = Binomial(2, 3, 7, count)
    assert law.tail(0) == law.between(0, count + 1) == 5**count
    assert law.tail(count) == 3**count
    assert law.tail(count + 1) == law.between(3, 3) == 0
    assert law.between(0, 1) == 2**count


def test_the_side_with_fewer_terms_is_summed():
    law = Binomial(2, 3, 7, 100)
    asked = []
    plain = Binomial.between
    with patch.object(
        Binomial,
        "between",
        lambda self, start, stop: asked.append(stop - start) or plain(self, start, stop),
    ):
        for first in (10, 50, 51, 90):
            law.tail(first)
        law.tail_by(45, 55, law.tail(55))
        law.tail_by(5, 55, law.tail(55))
    assert asked == [10, 50, 50, 11, 46, 10, 46, 5]


@given(st.integers(1, 30), st.integers(1, 30), st.integers(0, 9), st.integers(1, 200))
def test_enclosures_of_tails_contain_them(low, high, rest, count):
    law = Binomial(low, high, low + high + rest, count)
    with precision(64):
        balls = law.tail_balls()
    assert len(balls) == count + 2
    for first in {0, 1, count // 2, count, count + 1}:
        below, above = bounds(balls[first])
        exact = Fraction(int(law.tail(first)), int(law.scale))
        assert below <= exact <= above
        assert above - below <= exact / 2**40


@settings(max_examples=40)
@given(
    st.fractions(Fraction(1, 20), 1, max_denominator=20),
    INNER,
    st.integers(1, 4),
    st.integers(0, 4),
    st.sampled_from([Fraction(0), Fraction(1, 7), Fraction(1, 10**30), Fraction(-1, 10**30)]),
)
@example(Fraction(21, 41), Fraction(20, 41), 4, 2, Fraction(0))
@example(Fraction(3, 5), Fraction(2, 5), 3, 1, Fraction(1, 7))
def test_delta_at_between_and_beside_the_losses(p, q, count, index, beside):
    """The composed pair as a whole, an infinite loss and equal losses among them, is the judge."""
    one = Dist.bernoulli(p), Dist.bernoulli(q)
    rounds = PrivacyLoss.of(*one, count)
    whole = [Dist.product(*[each] * count) for each in one]
    epsilon = max(rounds.losses[index % len(rounds.losses)] + beside, eps(0))
    assert rounds.delta(epsilon) == hockey_stick(*whole, epsilon)
    for delta in (rounds.infinite, rounds.delta(epsilon), Fraction(1, 50), Fraction(1, 2), 1):
        assert rounds.epsilon(delta) == reference_epsilon(*whole, delta)


@settings(max_examples=40)
@given(
    st.lists(st.integers(1, 9), min_size=4, max_size=4),
    st.integers(0, 5),
    st.integers(0, 5),
    st.integers(1, 12) | st.integers(1, 120),
    st.integers(0, 120),
    st.sampled_from([eps(0), eps("1/3"), eps("1/100000"), ln("9/7"), ln(2) / 2]),
    st.booleans(),
)
def test_two_losses_and_the_box_of_totals_agree(masses, infinite, only_q, count, index, beside, mirrored):
    """Infinite losses on both sides, other denominators under Q, mirrored pairs; irrational e^epsilon."""
    a, b, c, d = masses
    if mirrored:
        c, d, only_q = b, a, infinite
    p = Dist.from_weights({0: a, 1: b, "P": infinite})
    q = Dist.from_weights({0: c, 1: d, "Q": only_q})
    one = FinitePair.of(p, q)
    if len(one.atoms) < 2:
        return
    two, box = two_losses(one, count), Ordered([(one, count)], 10**9)
    assert len(two) == len(box) == count + 1
    index %= count + 1
    assert two.loss(index) == box.loss(index)
    assert two.tail(index) == box.tail(index)
    epsilon = max(two.loss(index), eps(0)) + beside
    assert two.first_above(epsilon) == box.first_above(epsilon)
    above, below = box.tail(box.first_above(epsilon))
    composed = PrivacyLoss.of(p, q, count)
    delta = composed.delta(epsilon)
    assert delta == composed.infinite + above - epsilon.exp() * below
    at_a_loss = composed.delta(max(two.loss(index), eps(0)))
    for allowed in (at_a_loss, (composed.infinite + at_a_loss) / 2, composed.infinite, number(1)):
        newton = least_epsilon(
            lambda at: box.tail(box.first_above(at)), composed.infinite, allowed, box.loss(count), count
        )
        assert composed.epsilon(allowed) == newton


def test_the_tails_of_a_mirrored_pair_share_their_terms():
    asked = []
    plain = Binomial.between
    rounds = PrivacyLoss.of(Dist.bernoulli("21/41"), Dist.bernoulli("20/41"), 100)
    with patch.object(
        Binomial,
        "between",
        lambda self, start, stop: asked.append(stop - start) or plain(self, start, stop),
    ):
        rounds.delta(rounds.losses[54])
    assert asked == [46, 9]


@settings(max_examples=25)
@given(st.integers(1, 40), st.integers(2, 9), st.integers(1, 8))
def test_the_first_loss_above_a_bound(count, a, b):
    """At every loss, and just beside it, whichever way the guess falls."""
    two = two_losses(
        FinitePair.of(Dist.bernoulli(Fraction(a, a + b)), Dist.bernoulli(Fraction(b, a + 2 * b))), count
    )
    for i in range(count + 1):
        loss = two.loss(i)
        assert two.first_above(loss) == i + 1
        assert two.first_above(loss - Fraction(1, 10**40)) == i
        assert two.first_above(loss + Fraction(1, 10**40)) == i + 1
    assert two.first_above(two.loss(0) - 1000) == 0
    assert two.first_above(two.loss(count) + 1000) == count + 1


def test_what_is_no_pair_of_two_rational_losses_goes_elsewhere():
    half = Dist.bernoulli("1/2")
    odds = exp("1/2")
    irrational = Dist.bernoulli(odds / (1 + odds)), Dist.bernoulli(1 / (1 + odds))
    assert two_losses(FinitePair.of(half, half), 3) is None
    assert two_losses(FinitePair.of(*irrational), 3) is None
    assert PrivacyLoss.of(*irrational, 3).delta(1) == hockey_stick(
        *(Dist.product(*[each] * 3) for each in irrational), 1
    )


def test_a_symbolic_epsilon_is_decided_or_refused():
    rounds = PrivacyLoss.of(Dist.bernoulli("1/4"), Dist.bernoulli("3/4"), 1)
    with pytest.raises(UndecidedError):
        rounds.delta(EPS)
    # both finite losses are below 0: -ln 2 and -ln 3
    below = Dist({0: "1/4", 1: "1/12", "P": "2/3"}), Dist({0: "1/2", 1: "1/4", "Q": "1/4"})
    assert PrivacyLoss.of(*below, 2).delta(EPS) == PrivacyLoss.of(*below, 2).infinite == Fraction(8, 9)


def test_more_than_the_memory_is_refused_before_it_is_taken():
    rounds = PrivacyLoss.of(Dist.bernoulli("3/4"), Dist.bernoulli("1/4"), 10**12)
    with pytest.raises(BudgetExceeded, match="delta_enclosed"):
        rounds.delta(1)
    assert rounds.delta(INFINITY) == 0

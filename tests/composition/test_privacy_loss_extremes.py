"""Composition at its ends: no rounds and very many, lattices that overlap, losses that are all there is."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from unittest.mock import patch

import pytest
from flint import fmpz_poly
from hypothesis import example, given, settings
from hypothesis import strategies as st

from assay.composition import FinitePair, PrivacyLoss
from assay.composition import total_loss as laws
from assay.composition.enclosure import trimmed
from assay.composition.ordered import Ordered
from assay.dp import Dist, epsilon, hockey_stick
from assay.errors import BudgetExceeded, InvalidValue
from assay.exact import INFINITY, eps, exp, ln, number
from tests.strategies import RATIONAL, dist_pairs

SURE = FinitePair.of(Dist.point(1), Dist.point(0))
"""A round that tells everything: no finite loss."""


def response(odds):
    """Randomised response as a pair."""
    heads = number(odds) / (number(odds) + 1)
    return Dist.bernoulli(heads), Dist.bernoulli(1 - heads)


def power(pairs):
    """The two distributions of independent observations of these pairs."""
    return Dist.product(*(p for p, _ in pairs)), Dist.product(*(q for _, q in pairs))


THREE = FinitePair.of(*response(3))
SKEW = Dist({"a": "1/2", "b": "1/3", "c": "1/6"}), Dist({"a": "1/4", "b": "1/3", "c": "5/12"})


@pytest.mark.parametrize(
    "odds", [(2, 4), (2, 8, 4), (4, 8), (2, 3), (6, 2, 3), (exp("1/2"), exp("1/3")), (9, 27)], ids=str
)
def test_overlapping_lattices(odds):
    pairs = [response(x) for x in (*odds, odds[0])]
    composed = PrivacyLoss([(FinitePair.of(*response(x)), 1 + (i == 0)) for i, x in enumerate(odds)])
    p, q = power(pairs)
    assert len(composed.losses) == len(set(composed.losses))
    for at in (eps(0), *composed.losses[-3:], INFINITY):
        assert composed.delta(at) == hockey_stick(p, q, at)
    for delta in ("0", "1/50", "1/3"):
        assert composed.epsilon(delta) == epsilon(p, q, delta)


def test_losses_off_the_zero_point():
    # multiples of ln 2 that are neither neighbours nor symmetric: -ln 2 and 2 ln 2
    p, q = Dist.bernoulli("4/7"), Dist.bernoulli("1/7")
    composed = PrivacyLoss.of(p, q, 3)
    assert composed.losses == tuple(ln(2) * i for i in (-3, 0, 3, 6))
    assert Ordered(composed.rounds, 10**9).grid.steps == ((3,),)
    for at in (eps(0), ln(2) * 3, ln(2) * 5):
        exact = hockey_stick(*power([(p, q)] * 3), at)
        assert composed.delta(at) == exact
        assert composed.delta_enclosed(at).decimal(20) == exact.decimal(20)


@given(dist_pairs(RATIONAL, max_size=3), st.integers(0, 3))
@settings(max_examples=10)
def test_a_round_that_is_never_played_changes_nothing(pair, count):
    alone = PrivacyLoss.of(*pair, count)
    irrational = FinitePair.of(*response(exp("1/2")))
    beside = PrivacyLoss([(SURE, 0), (FinitePair.of(*pair), count), (irrational, 0)])
    for at in (eps(0), ln(2), INFINITY):
        assert beside.delta(at) == alone.delta(at)
    assert beside.losses == alone.losses
    certified = PrivacyLoss([(SURE, 0), (THREE, 2)]).delta_enclosed(0)
    assert certified.decimal(20) == PrivacyLoss([(THREE, 2)]).delta(0).decimal(20)


@given(st.integers(1, 40), st.integers(1, 40), st.integers(0, 30))
@settings(max_examples=10)
@example(1, 3, 401)
def test_long_powers_of_a_binomial(low, high, count):
    with patch.object(laws, "LONG", 0):
        found = laws.raised(fmpz_poly([low, high]), count)
        for signed in (fmpz_poly([-low, high]), fmpz_poly([low, -high]), fmpz_poly([0, high])):
            assert laws.raised(signed, count) == (signed**count).coeffs()
    assert found == [comb(count, i) * low ** (count - i) * high**i for i in range(count + 1)]


@pytest.mark.slow
def test_a_million_rounds_by_enclosures():
    composed = PrivacyLoss([(THREE, 10**6)])
    # the loss is ln 3 times 2 B - k, B binomial with mean 3k/4: beyond the mean by 10 deviations
    at = ln(3) * (10**6 // 2 + 2 * 4330)
    certified = composed.delta_enclosed(at)
    assert 0 < certified.lower(30) < certified.upper(30) < Fraction(1, 10**20)
    assert certified.upper(30) - certified.lower(30) <= certified.lower(30) / 10**28
    assert composed.delta_enclosed(INFINITY).upper(5) == 0
    with pytest.raises(BudgetExceeded, match="ask for delta_enclosed"):
        PrivacyLoss([(THREE, 10**6)], max_bytes=10**8).delta(at)


def test_a_million_rounds_that_leak():
    leak = FinitePair.of(Dist({0: 1 - Fraction(1, 10**9), 1: Fraction(1, 10**9)}), Dist.point(0))
    composed = PrivacyLoss([(leak, 10**6)])
    assert composed.delta_enclosed(0).decimal(12) == composed.delta_enclosed(5).decimal(12)
    assert composed.delta_enclosed("inf").lower(6) < Fraction(1, 1000)
    fewer = PrivacyLoss([(leak, 1000)])
    assert fewer.epsilon(0) == fewer.epsilon("1/1000000001") == INFINITY
    assert fewer.epsilon(1) == fewer.epsilon("1/1000000") == 0


def test_nothing_and_everything():
    for composed in (PrivacyLoss([(THREE, 0)]), PrivacyLoss.of(Dist.point(0), Dist.point(0), 10**6)):
        assert composed.delta(0) == composed.delta("inf") == 0
        assert composed.epsilon(0) == 0
        assert composed.delta_enclosed(0).upper(10) == 0
        assert composed.losses == (0,)
    told = PrivacyLoss([(SURE, 10**6), (THREE, 3)])
    assert told.delta("inf") == told.delta(0) == 1
    assert told.delta_enclosed(0).lower(10) == 1
    assert told.epsilon("999/1000") == INFINITY


@given(dist_pairs(RATIONAL, max_size=3))
@settings(max_examples=10)
def test_a_round_and_its_tests_and_its_reverse(pair):
    p, q = pair
    once = FinitePair.of(p, q)
    again = FinitePair.from_tests(once.tests())
    assert again.profile() == once.profile()
    assert once.reversed().reversed().profile() == once.profile()
    assert once.reversed().profile() == FinitePair.of(q, p).profile()
    assert FinitePair.of(*once.distributions()).profile() == once.profile()
    assert once.then(once).profile() == FinitePair.of(*power([pair, pair])).profile()
    assert sum((a.q for a in once.atoms), number(0)) + once.only_q == 1


def test_delta_zero_needs_the_largest_loss_of_every_round():
    rounds = [(THREE, 5), (FinitePair.of(*SKEW), 3), (FinitePair.of(*response(exp(1))), 1)]
    assert PrivacyLoss(rounds).epsilon(0) == 5 * ln(3) + 3 * ln(2) + 1
    composed = PrivacyLoss(rounds[:2])
    assert composed.epsilon(0) == 5 * ln(3) + 3 * ln(2)
    assert composed.delta(5 * ln(3) + 3 * ln(2)) == 0
    last = composed.delta(composed.losses[-2])
    assert (
        0
        < last
        == Fraction(3, 4) ** 5 * Fraction(1, 2) ** 3 * (1 - (composed.losses[-2] - composed.losses[-1]).exp())
    )


def test_windows_of_rounded_products():
    row = [fmpz_poly([c])[0] for c in (0, 0, 5, 0, 7, 0)]
    window = trimmed(row, 3, 6, 1, 8)
    assert (window.start, window.lower.coeffs(), window.length) == (5, [5, 0, 7], 6)
    square = window * window
    assert square.length == 11
    assert square.start >= 10
    assert trimmed([fmpz_poly([0])[0]], 0, 1, 1, 8).lower == 0


def test_coefficients_below_the_precision_are_dropped_at_their_place():
    tiny = Fraction(1, 2**400)
    p, q = (
        Dist({1: tiny, 2: 1 - tiny}),
        Dist({1: tiny / 2, 2: (1 - tiny) / 4, 3: 1 - tiny / 2 - (1 - tiny) / 4}),
    )
    composed = PrivacyLoss.of(p, q, 1)
    assert composed.losses == (ln(2), 2 * ln(2))
    for digits in (5, 20, 200):
        assert composed.delta_enclosed(0).decimal(digits) == composed.delta(0).decimal(digits)


def test_two_losses_need_one_step_whatever_they_are():
    p, q = Dist.bernoulli("1/2"), Dist.bernoulli("1/4")
    composed = PrivacyLoss.of(p, q, 5)
    assert composed.losses == tuple(ln(2) * i + ln("2/3") * (5 - i) for i in range(6))
    for at in (eps(0), ln(2), ln(2) * 4):
        exact = hockey_stick(*power([(p, q)] * 5), at)
        assert composed.delta(at) == exact
        assert composed.delta_enclosed(at).decimal(20) == exact.decimal(20)
        reverse = PrivacyLoss.of(q, p, 5)
        assert reverse.delta(at) == hockey_stick(*power([(q, p)] * 5), at)
        assert reverse.delta_enclosed(at).decimal(20) == reverse.delta(at).decimal(20)


def test_several_steps_have_no_enclosure():
    composed = PrivacyLoss([(THREE, 1), (FinitePair.of(*response(2)), 1)])
    with pytest.raises(InvalidValue, match=r"they span 2 logarithms\); ask for delta"):
        composed.delta_enclosed(0)

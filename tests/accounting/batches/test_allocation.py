"""Random allocation against truths of other routes: two steps by an integral, one step by its closed form."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from flint import acb, arb
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.accounting import Rounds, read_round
from assay.accounting.batches.allocation import Allocated
from assay.accounting.densities import Gaussian, Laplace
from assay.composition.round import Round
from assay.errors import BudgetExceeded, InvalidType, InvalidValue
from assay.exact import eps
from assay.exact.bracket import Bracket
from tests.accounting.independent_truths import ball, ends, gaussian

MUS = (Fraction(1, 2), Fraction(1), Fraction(2))


def of_two(mu, epsilon, is_added):
    """E ((X + Z)/2 - y)_+, or E (1 - y (X + Z)/2)_+, given X a call, or a put, on Z."""
    mu, y = ball(mu), (-ball(epsilon) if is_added else ball(epsilon)).exp()
    half, kink = mu * mu / 2, ((2 * y).log() + mu * mu / 2) / mu

    def density(x):
        return (-x * x / 2).exp() / (2 * arb.pi()).sqrt()

    def gain(x):
        c = 2 * y - (mu * x - half).exp()
        d = (half - c.log()) / mu
        call, put = (_normal(d) - c * _normal(d - mu), c * _normal(mu - d) - _normal(-d))
        return density(x) * (put if is_added else call) / 2

    def beyond(x):
        return density(x) * ((1 + (mu * x - half).exp()) / 2 - y)

    edge = arb(2) ** -40
    total = sum((acb.integral(lambda x, _: gain(x), a, b).real for a, b in _pieces(kink - edge)), arb(0))
    if not is_added:
        total += acb.integral(lambda x, _: beyond(x), kink, 25).real
    return (total / y if is_added else total) + arb(0, 1e-11)


def _normal(x):
    return (-x / arb(2).sqrt()).erfc() / 2


def _pieces(kink):
    marks = [arb(-20), kink - 3, kink - 1, kink - arb("0.1"), kink - arb("0.01"), kink - arb(2) ** -20, kink]
    return list(pairwise(marks))


@pytest.mark.parametrize("mu", MUS)
@pytest.mark.parametrize("epsilon", [Fraction(0), Fraction(1, 2), Fraction(2)])
@pytest.mark.parametrize("is_added", [False, True])
def test_two_steps_against_an_integral(mu, epsilon, is_added):
    pair = Allocated.of(Gaussian(mu**2), 2)
    found = Rounds.of(pair.reversed() if is_added else pair, 1).delta(epsilon, "1/100")
    low, high = ends(of_two(mu, epsilon, is_added))
    assert high - low < Fraction(1, 10**9)
    assert found.lower <= high
    assert low <= found.upper
    assert found.relative_width <= Fraction(1, 100)


@pytest.mark.slow
@pytest.mark.parametrize(("mu", "count"), [(Fraction(1, 2), 4), (Fraction(1), 2), (Fraction(1, 4), 30)])
@pytest.mark.parametrize("is_reversed", [False, True])
def test_one_step_composed_against_the_closed_form(mu, count, is_reversed):
    found = Rounds.of(Allocated(Gaussian(mu**2), 1, is_reversed), count)
    total = ball(mu) * arb(count).sqrt()
    for epsilon in (Fraction(1, 2), Fraction(2)):
        low, high = ends(gaussian(total, ball(epsilon)))
        bracket = found.delta(epsilon, "1/50")
        assert bracket.lower <= high
        assert low <= bracket.upper
        assert bracket.relative_width <= Fraction(1, 50)


@pytest.mark.slow
@settings(max_examples=6, deadline=None)
@given(
    st.fractions(Fraction(1, 4), 2, max_denominator=8),
    st.integers(2, 60),
    st.sampled_from([1, 1, 3]),
    st.booleans(),
)
def test_finer_tables_are_inside_coarser_ones(mu, steps, count, is_reversed):
    pair = Allocated(Gaussian(mu**2), steps, is_reversed)

    def at(fineness):
        above, below = (Rounds.of(side, count) for side in pair.sides(fineness, 64, count > 1))
        return Bracket(below.delta(1, "1/1000").lower, above.delta(1, "1/1000").upper)

    coarse, fine = at(4), at(16)
    assert coarse.lower <= fine.upper
    assert fine.lower <= coarse.upper
    assert fine.lower <= fine.upper


def test_more_steps_are_safer_and_both_ends_are_far_from_one_step():
    found = [Rounds.of(Allocated.of(Gaussian(1), t), 1).delta("1/2", "1/20") for t in (2, 8, 40)]
    assert found[0].lower > found[1].upper
    assert found[1].lower > found[2].upper
    assert Rounds.of(Gaussian(1), 1).delta("1/2").lower > found[0].upper


@pytest.mark.slow
def test_beside_poisson_sampling_it_is_no_worse():
    """Feldman and Shenfeld 2026: for small epsilon, many steps, at the rate 1/t."""
    allocated = Rounds([read_round("random-allocation sigma=1 steps=100")]).epsilon("1e-6", "1/50")
    sampled = Rounds([read_round("gaussian sigma=1 q=1/100 k=100")]).epsilon("1e-6", "1/50")
    assert allocated.upper < sampled.lower


def test_monte_carlo_agrees():
    """10^6 draws: within 6 deviations of the estimate."""
    import numpy as np

    draws = np.random.default_rng(5).normal(size=(200_000, 5)) * 1.0
    gains = np.maximum(0, np.exp(draws - 0.5).mean(axis=1) - np.exp(0.25))
    found = Rounds.of(Allocated.of(Gaussian(1), 5), 1).delta("1/4", "1/100")
    error = 6 * gains.std() / len(gains) ** 0.5
    assert float(found.lower) - error <= gains.mean() <= float(found.upper) + error


def test_one_step_is_the_base_and_other_pairs_are_refused():
    assert Allocated.of(Gaussian(1), 1) == Gaussian(1)
    with pytest.raises(InvalidType, match="give a Gaussian"):
        Allocated(Laplace(1), 3)
    with pytest.raises(InvalidValue, match="not sampled further"):
        Allocated.of(Gaussian(1), 3).sampled("1/2")
    pair = Allocated.of(Gaussian(1), 3)
    assert pair.sampled(1) is pair
    assert pair.reversed().reversed() == pair


def test_far_out_it_is_undecided_with_what_is_known():
    rounds = Rounds.of(Allocated.of(Gaussian(1), 3), 1)
    with pytest.raises(BudgetExceeded) as stopped:
        rounds.delta(100, "1/10")
    assert (
        0 <= stopped.value.known["bracket"].lower <= stopped.value.known["bracket"].upper < Fraction(1, 10**9)
    )


def test_no_loss_is_largest():
    rounds = Rounds([(Round.of(Allocated.of(Gaussian(1), 3)), 1)])
    assert rounds.epsilon(0).is_infinite
    assert rounds.epsilon(1).upper == 0
    assert rounds.delta(eps("inf")).exact == 0
    assert "tables" in dict(rounds.estimates(epsilon=1)["remove"])


def test_mixed_with_other_rounds():
    alone = Rounds([(Allocated.of(Gaussian(1), 10), 1)]).delta(1, "1/50")
    more = Rounds([(Allocated.of(Gaussian(1), 10), 1), (Gaussian(Fraction(1, 4)), 1)]).delta(1, "1/50")
    most = Rounds.of(Gaussian(Fraction(5, 4)), 1).delta(1)
    assert alone.upper < more.lower
    assert more.upper < most.lower

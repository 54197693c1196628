"""The mass at infinity is an exact number: (epsilon, delta) asked at its own delta, once and often."""

from __future__ import annotations

from fractions import Fraction
from math import log

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.accounting import (
    Accountant,
    DominatingPair,
    Gaussian,
    Laplace,
    MixtureOfGaussians,
    Reversed,
    Rounds,
    Subsampled,
    approximate,
    one_direction,
    pure,
)
from assay.composition.pair import Tail
from assay.exact import INFINITY, ln, log_value
from assay.exact._flint import arb, rational


@pytest.mark.parametrize("delta", ["1e-3", "1e-6", "1/3", "1/4", "1e-300"])
@pytest.mark.parametrize("epsilon", [0, 1, "7/2"])
def test_a_round_at_its_own_delta_has_its_own_epsilon(epsilon, delta):
    found = Accountant().compose(f"approximate epsilon={epsilon} delta={delta}").epsilon(delta)
    assert found.value == log_value(epsilon)
    assert found.lower == found.upper == Fraction(epsilon)


def test_other_rounds_beside_it():
    own = Accountant().compose("approximate epsilon=1 delta=1e-6")
    assert own.compose("pure epsilon=1").epsilon("1e-6").value == 2
    assert own.compose("laplace scale=2").epsilon("1e-6").value == Fraction(5, 2)
    assert own.compose("gaussian sigma=1").epsilon("1e-6").value == INFINITY


@settings(max_examples=20, deadline=None)
@given(st.fractions("1/1000", "1/3", max_denominator=1000), st.integers(1, 40), st.integers(1, 3))
def test_many_rounds_at_their_own_delta(delta, count, more):
    """At exactly the mass of `count` revelations epsilon is the largest loss, below it infinite."""
    lost = 1 - (1 - delta) ** count
    rounds = Rounds([(approximate(1, delta), count), (Laplace.of(1), more)])
    assert rounds.epsilon(lost).value == count + more
    assert rounds.epsilon(lost - Fraction(1, 10**200)).value == INFINITY


def test_very_many_rounds_do_not_make_long_numbers():
    found = Rounds([(approximate(1, "1e-9"), 10**9), (Gaussian.of(10**6), 1)])
    assert found.epsilon("1/2").value == INFINITY
    assert found.epsilon("6/10").value == INFINITY
    assert (found.delta("inf").relative_width or 0) < Fraction(1, 10**60)


def test_sampled_and_reversed_revelations():
    pair = Subsampled.of(approximate(0, "1/2"), "1/5")
    assert pair.exact_mass_at_infinity() == Fraction(1, 10)
    assert Reversed(pair).exact_mass_at_minus_infinity() == Fraction(1, 10)
    assert Rounds([(pair, 2), (pure(1), 1)]).epsilon(1 - Fraction(9, 10) ** 2).exact is not None


class Leaking(DominatingPair):
    """A kind of somebody's own, which says what escapes as a ball, and nothing else of it."""

    def __init__(self, base: DominatingPair, lost: Fraction) -> None:
        self.base, self.lost = base, lost

    def tail(self, loss: arb) -> Tail:
        """That of the base, for the rest of the mass, which makes losses smaller."""
        kept = 1 - arb(rational(self.lost))
        p, q = self.base.tail(loss - kept.log())
        return Tail(kept * p, q)

    def head(self, loss: arb) -> Tail:
        """The same below."""
        kept = 1 - arb(rational(self.lost))
        p, q = self.base.head(loss - kept.log())
        return Tail(kept * p, q)

    def total(self) -> Tail:
        """All but what escapes."""
        return Tail(1 - arb(rational(self.lost)), arb(1))

    def mass_at_infinity(self) -> arb:
        """What escapes."""
        return arb(rational(self.lost))


@pytest.mark.parametrize("count", [1, 3])
def test_a_kind_that_gives_balls_alone_leaks_what_it_says(count):
    """No exact mass was given: that is nothing known, and not the number 0."""
    pair = Leaking(Gaussian.of(1), Fraction(1, 10))
    assert pair.exact_mass_at_infinity() is None
    assert Gaussian.of(1).exact_mass_at_infinity() == 0
    rounds = Rounds([(pair, count)])
    assert rounds.delta("inf").lower > Fraction(99, 1000)
    assert rounds.epsilon("1/20").is_infinite


@pytest.mark.parametrize("lost", ["0", "1e-9", "1/10"])
@pytest.mark.parametrize("count", [1, 3, 40])
def test_what_is_surely_below_is_below_and_what_is_far_below_is_seen(lost, count):
    """Gaussian noise whose transform is not known, so that cells bound its moments, has a closed form."""
    share = Fraction(lost)
    side = next(iter(Rounds([(Leaking(Gaussian.of(4), share), count)]).by_direction.values()))
    kept, whole = (1 - share) ** count, Gaussian.of(4).times(count)
    for epsilon in (Fraction(1, 4), Fraction(1), Fraction(3)):
        # (1 - l)^k P - e^epsilon Q = (1 - l)^k (P - e^epsilon' Q), epsilon' = epsilon - k ln(1 - l)
        truth = Rounds.of(whole, 1).delta(log_value(epsilon) - ln(1 - share) * count, "1e-9")
        low, high = (1 - kept + kept * end for end in (truth.lower, truth.upper))
        best = float((epsilon - whole.mu_squared / 2) / whole.mu_squared) - log(kept)
        for tilt in (0.5, 2.0, 9.0, max(best, 0.5)):
            assert not side.is_surely_below(epsilon, low, tilt)
        far = min(Fraction(1), high + 100 * kept * truth.upper)
        assert epsilon > 1 or side.is_surely_below(epsilon, far, max(best, 0.5))


MIXED = MixtureOfGaussians.of(2, [0, 1, 2, 5], ["8/10", "1/10", "9/100", "1/100"])
NO_TRANSFORM = [
    MIXED,
    Reversed(MIXED),
    Subsampled.of(Laplace.of(1), "1/10"),
    Leaking(Laplace.of(2), Fraction(1, 50)),
]


@pytest.mark.parametrize("pair", NO_TRANSFORM)
def test_one_round_is_surely_below_only_what_its_closed_form_is_below(pair):
    side = next(iter(Rounds.of(pair, 1).by_direction.values()))
    for epsilon in (Fraction(1, 10), Fraction(3)):
        truth = side.delta(log_value(epsilon), Fraction(1, 10**9)).lower
        for tilt in (0.5, 3.0, 20.0, 300.0):
            assert not truth or not side.is_surely_below(epsilon, truth, tilt)
        assert side.is_surely_below(epsilon, min(Fraction(1), truth * 1000 + Fraction(1, 10)), 1.0)


def test_the_smaller_direction_of_a_mixture_is_not_composed(monkeypatch):
    asked = []
    solve = one_direction.solve
    monkeypatch.setattr(one_direction, "solve", lambda question: asked.append(question) or solve(question))
    word = "mixture sigma=1 sensitivities=0:1:2 probabilities=0.81:0.18:0.01 k=20"
    found = Accountant().compose(word).epsilon("1e-6")
    assert {question.rounds[0][0].name for question in asked} == {found.dominating[0].pair.name}

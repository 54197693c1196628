"""The mass at infinity is an exact number: (epsilon, delta) asked at its own delta, once and often."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.accounting import (
    Accountant,
    DominatingPair,
    Gaussian,
    Laplace,
    Reversed,
    Rounds,
    Subsampled,
    approximate,
    pure,
)
from assay.composition.pair import Tail
from assay.exact import INFINITY, log_value
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
        """That of the base, for the rest of the mass."""
        p, q = self.base.tail(loss)
        return Tail((1 - arb(rational(self.lost))) * p, q)

    def head(self, loss: arb) -> Tail:
        """The same below."""
        p, q = self.base.head(loss)
        return Tail((1 - arb(rational(self.lost))) * p, q)

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

"""Mixtures of Gaussians: closed forms by mpmath, the sampled Gaussian as a case, degenerate and bad input."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import norm

from assay.accounting import (
    NOTHING,
    Bracket,
    DominatingPair,
    Gaussian,
    MixtureOfGaussians,
    Reversed,
    Rounds,
    Subsampled,
    spot_check,
)
from assay.errors import BudgetExceeded, FloatRefused, InvalidType, InvalidValue
from assay.exact._flint import arb, precision, rational
from assay.exact.order import ball_sign

DIGITS = 50
TWICE = ("1", ["0", "1", "2"], ["0.81", "0.18", "0.01"])
"""sigma, sensitivities, probabilities: a record that may be sampled twice."""
CASES = [
    TWICE,
    ("1/2", ["1/3", "1", "5/2"], ["1/2", "1/4", "1/4"]),
    ("10", ["0", "1", "30"], ["0.98", "1/100", "1/100"]),
    ("1", ["0", "1/1000", "1000"], ["1/2", "49/100", "1/100"]),
    ("3", ["0", "1", "2", "3", "4"], ["1/5"] * 5),
]


def mp(x: Fraction) -> mpmath.mpf:
    return mpmath.mpf(x.numerator) / x.denominator


class Law:
    """The same pair in mpmath: the outcome with a loss by bisection, then normal tails."""

    def __init__(self, sigma: str, shifts: list[str], weights: list[str]) -> None:
        self.parts = [
            (mp(Fraction(s) / Fraction(sigma)), mp(Fraction(p))) for s, p in zip(shifts, weights, strict=True)
        ]

    def loss(self, x: mpmath.mpf) -> mpmath.mpf:
        return mpmath.log(mpmath.fsum(p * mpmath.exp(mu * x - mu * mu / 2) for mu, p in self.parts))

    def outcome(self, loss: mpmath.mpf) -> mpmath.mpf:
        """The x with that loss; -inf where all losses are larger."""
        low, high = mpmath.mpf(-1), mpmath.mpf(1)
        while self.loss(high) < loss:
            high *= 2
        while self.loss(low) > loss:
            low *= 2
            if low < -(10**9):
                return -mpmath.inf
        for _ in range(4 * DIGITS):
            half = (low + high) / 2
            low, high = (half, high) if self.loss(half) < loss else (low, half)
        return (low + high) / 2

    def delta(self, epsilon: mpmath.mpf, add: bool = False) -> mpmath.mpf:
        """sup P - e^eps Q, or sup Q - e^eps P where the record is added."""
        x = self.outcome(-epsilon if add else epsilon)
        if mpmath.isinf(x):
            return mpmath.mpf(0) if add else 1 - mpmath.exp(epsilon)
        sign = -1 if add else 1
        mixed = mpmath.fsum(p * normal(sign * (mu - x)) for mu, p in self.parts)
        alone = normal(-sign * x)
        growth = mpmath.exp(epsilon)
        return alone - growth * mixed if add else mixed - growth * alone


def normal(x: mpmath.mpf) -> mpmath.mpf:
    return mpmath.erfc(-x / mpmath.sqrt(2)) / 2


def holds(bracket: Bracket, truth: mpmath.mpf) -> bool:
    slack = mpmath.mpf(10) ** (25 - DIGITS) * truth
    return mp(bracket.lower) <= truth + slack and truth - slack <= mp(bracket.upper)


@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize("add", [False, True])
def test_one_round_in_closed_form(case, add):
    pair = MixtureOfGaussians.of(*case)
    with mpmath.workdps(DIGITS):
        law = Law(*case)
        for at in ("0", "1/10", "1", "5"):
            truth = law.delta(mp(Fraction(at)), add)
            found = Rounds([(Reversed(pair) if add else pair, 1)]).delta(at, "1e-20")
            assert holds(found, truth), (at, found, truth)
            assert found.upper == 0 or found.relative_width <= Fraction(1, 10**20)


class Floats:
    """The pair in plain floats, for integrals with many nodes."""

    def __init__(self, sigma: str, shifts: list[str], weights: list[str]) -> None:
        self.mu = np.array([float(Fraction(s) / Fraction(sigma)) for s in shifts])
        self.p = np.array([float(Fraction(w)) for w in weights])

    def loss(self, x):
        return np.log(np.exp(np.multiply.outer(x, self.mu) - self.mu**2 / 2) @ self.p)

    def delta(self, epsilon, add):
        """The closed form, also for negative epsilon, at the outcome found by bisection."""
        at = -epsilon if add else epsilon
        low, high = np.full_like(at, -60.0), np.full_like(at, 60.0)
        for _ in range(60):
            half = (low + high) / 2
            less = self.loss(half) < at
            low, high = np.where(less, half, low), np.where(less, high, half)
        sign = -1 if add else 1
        mixed = norm.cdf(sign * (self.mu - low[:, None])) @ self.p
        alone = norm.cdf(-sign * low)
        return alone - np.exp(epsilon) * mixed if add else mixed - np.exp(epsilon) * alone

    def two_rounds(self, epsilon, add):
        """E delta_1(eps - L): the first loss by the trapezoidal rule."""
        x = np.linspace(-9, 11, 20_001)
        loss = self.loss(x)
        weights = norm.pdf(x) * (1 if add else np.exp(loss))
        return float(np.trapezoid(weights * self.delta(epsilon + loss if add else epsilon - loss, add), x))


@pytest.mark.parametrize("case", CASES[:2], ids=str)
@pytest.mark.parametrize("add", [False, True])
def test_two_rounds_by_quadrature(case, add):
    pair = MixtureOfGaussians.of(*case)
    found = Rounds([(Reversed(pair) if add else pair, 2)]).delta("1")
    assert Fraction(Floats(*case).two_rounds(1.0, add)) in found


@st.composite
def mixtures(draw: st.DrawFn) -> tuple[list[Fraction], list[Fraction]]:
    """Up to four sensitivities, repeated ones and zeros among them, with probabilities of sum 1."""
    size = draw(st.integers(1, 4))
    shifts = draw(st.lists(st.sampled_from([Fraction(n, 4) for n in range(9)]), min_size=size, max_size=size))
    parts = draw(st.lists(st.integers(0, 6), min_size=size, max_size=size).filter(sum))
    return shifts, [Fraction(n, sum(parts)) for n in parts]


@settings(max_examples=25)
@given(mixtures(), st.fractions(-3, 3, max_denominator=7), st.booleans())
def test_one_round_of_any_mixture(mixture, at, add):
    """P(L > l) - e^l Q(L > l) >= 0 at any l, and it is what mpmath says."""
    shifts, weights = mixture
    pair = MixtureOfGaussians.of(1, shifts, weights)
    pair = Reversed(pair) if add else pair
    if pair in (NOTHING, Reversed(NOTHING)):
        return
    with precision(200), mpmath.workdps(DIGITS):
        found = pair.tail(arb(rational(at)))
        delta = found.p - arb(rational(at)).exp() * found.q
        truth = Law("1", [str(s) for s in shifts], [str(p) for p in weights]).delta(mp(at), add)
        assert ball_sign(delta - arb(mpmath.nstr(truth, DIGITS)) + arb("1e-40")) == 1
        assert ball_sign(delta - arb(mpmath.nstr(truth, DIGITS)) - arb("1e-40")) == -1


@pytest.mark.parametrize("case", CASES, ids=str)
def test_tails_are_those_of_a_loss(case):
    pair = MixtureOfGaussians.of(*case)
    for each in (pair, Reversed(pair)):
        spot_check(each, [Fraction(n, 7) for n in range(-30, 60)])
        with precision(128):
            for loss in ("-5", "-1/5", "0", "1/5", "3"):
                tail, head = (
                    each.tail(arb(rational(Fraction(loss)))),
                    each.head(arb(rational(Fraction(loss)))),
                )
                assert (tail.p + head.p).contains(1)
                assert (tail.q + head.q).contains(1)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_tails_to_forty_digits(case):
    """P and Q alone: an error of the outcome hardly shows in P - e^l Q, which is largest there."""
    pair = MixtureOfGaussians.of(*case)
    with precision(200), mpmath.workdps(DIGITS):
        law = Law(*case)
        for at in ("0", "1/3", "4"):
            tail, x = pair.tail(arb(rational(Fraction(at)))), law.outcome(mp(Fraction(at)))
            mixed = mpmath.fsum(p * normal(mu - x) for mu, p in law.parts)
            for ball, truth in ((tail.p, mixed), (tail.q, normal(-x))):
                assert ball_sign(abs(ball - arb(mpmath.nstr(truth, DIGITS))) - arb("1e-40")) == -1


def test_a_loss_around_the_least_one_may_be_anything():
    with precision(64):
        least = arb(rational(Fraction(81, 100))).log()
        found = MixtureOfGaussians.of(*TWICE).tail(least.union(least + arb("1e-30")))
        assert found.p.contains(0)
        assert found.p.contains(1)
        assert MixtureOfGaussians.of(*TWICE).tail(least - 1).p == 1
        assert MixtureOfGaussians.of(*TWICE).head(least - 1).p == 0


@pytest.mark.parametrize("rate", [Fraction(1, 100), Fraction(1, 2), Fraction(1)])
def test_one_shift_is_the_sampled_gaussian(rate):
    """By the mixture's own tails and by those of Poisson sampling, one round and ten."""
    sampled, mixture = Subsampled.of(Gaussian.of(2), rate), MixtureOfGaussians(((Fraction(1, 2), rate),))
    assert MixtureOfGaussians.of(2, [1, 0], [rate, 1 - rate]) == sampled
    for one, other in ((sampled, mixture), (Reversed(sampled), Reversed(mixture))):
        for count, width in ((1, "1e-15"), (10, "1e-3")):
            found = [Rounds([(pair, count)]).delta("1/50", width) for pair in (one, other)]
            assert max(b.lower for b in found) <= min(b.upper for b in found)


@pytest.mark.parametrize("engine", ["fourier", "integer"])
def test_engines_agree(engine):
    pair = MixtureOfGaussians.of(*TWICE)
    wide = Rounds([(pair, 8)], engine=engine).epsilon("1e-6")
    narrow = Rounds([(pair, 8)]).epsilon("1e-6", "1e-4")
    assert wide.lower <= narrow.upper
    assert narrow.lower <= wide.upper


DEGENERATE: list[tuple[list[object], list[object], DominatingPair]] = [
    ([0], [1], NOTHING),
    ([0, 0], ["1/3", "2/3"], NOTHING),
    ([1], [1], Gaussian(Fraction(1))),
    ([1, 5], [1, 0], Gaussian(Fraction(1))),
    ([0, 1], [1, 0], NOTHING),
    ([0, 1], ["3/4", "1/4"], Subsampled(Gaussian(Fraction(1)), Fraction(1, 4))),
    ([1, 0, 1], ["1/8", "3/4", "1/8"], Subsampled(Gaussian(Fraction(1)), Fraction(1, 4))),
    (
        [2, 1, 2],
        ["1/4", "1/2", "1/4"],
        MixtureOfGaussians(((Fraction(1), Fraction(1, 2)), (Fraction(2), Fraction(1, 2)))),
    ),
]


@pytest.mark.parametrize(("shifts", "weights", "pair"), DEGENERATE)
def test_degenerate_mixtures_are_what_they_are(shifts, weights, pair):
    assert MixtureOfGaussians.of(1, shifts, weights) == pair


def test_extremes():
    pair = MixtureOfGaussians.of(*TWICE)
    composition = Rounds([(pair, 10**6)])
    assert composition.epsilon(0).is_infinite
    assert composition.epsilon(1).upper == 0
    assert composition.delta("inf").upper == 0
    # a record that is added has no loss above ten times -ln 0.81
    bounded = Rounds([(Reversed(pair), 10)])
    assert bounded.delta("3").upper == 0 < bounded.delta("2").lower
    far = MixtureOfGaussians.of("1e-60", [0, 1, 2], ["0.5", "0.25", "0.25"])
    assert Fraction(1, 2) in Rounds([(far, 1)]).delta("10", "1e-9")


@pytest.mark.nightly
def test_many_rounds_and_tiny_deltas():
    pair = MixtureOfGaussians.of(*TWICE)
    assert 0 < Rounds([(pair, 10**6)]).delta(0).lower <= 1
    for count, delta in ((3, "1e-300"), (10**6, "1e-6")):
        found = Rounds([(pair, count)]).epsilon(delta)
        assert found.upper is not None
        assert found.relative_width <= Fraction(1, 1000)


@pytest.mark.parametrize(
    ("sigma", "shifts", "weights", "error", "says"),
    [
        (0, [1], [1], InvalidValue, "sigma = 0"),
        (-1, [1], [1], InvalidValue, "sigma = -1"),
        (1, [-1, 1], ["1/2", "1/2"], InvalidValue, r"sensitivities\[0\] = -1 .*absolute value"),
        (1, [1, 2], ["3/2", "-1/2"], InvalidValue, r"probabilities\[1\] = -1/2"),
        (1, [1, 2], ["1/2", "1/3"], InvalidValue, "add up to 5/6"),
        (1, [1, 2], [1], InvalidValue, "2 sensitivities with 1 probabilities"),
        (1, [], [], InvalidValue, "at least one"),
        (1, [1.0], [1], FloatRefused, r"sensitivities\[0\]"),
        (1, "01", [1], InvalidType, "sensitivities = '01' is a str"),
        (1, 3, [1], InvalidType, "sensitivities = 3 is a int"),
        (1, ["sqrt(2)"], [1], InvalidValue, "sensitivities"),
    ],
)
def test_bad_input(sigma, shifts, weights, error, says):
    with pytest.raises(error, match=says):
        MixtureOfGaussians.of(sigma, shifts, weights)


def test_shifts_that_no_float_holds_are_refused_at_once():
    with pytest.raises(BudgetExceeded, match=r"\(901 digits\) deviations is more than 10\^150"):
        MixtureOfGaussians.of(1, (0, 1, 10**900), ("81/100", "18/100", "1/100"))
    assert MixtureOfGaussians.of(1, (0, 1, 10**150), ("81/100", "18/100", "1/100")).shifts[-1][0] == 10**150

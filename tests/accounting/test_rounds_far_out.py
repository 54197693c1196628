"""Far out: an epsilon beyond all losses in practice, a delta that epsilon 0 reaches, losses out of range."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest

from assay.accounting import (
    Accountant,
    DominatingPair,
    Gaussian,
    Laplace,
    MixtureOfGaussians,
    ReplacedGaussian,
    Reversed,
    Rounds,
    Subsampled,
    SubsetSampled,
    approximate,
    truncated_gaussian,
    with_replacement,
)
from assay.accounting.densities import FAR_BELOW, phi
from assay.errors import BudgetExceeded, InvalidValue
from assay.exact import log_value
from assay.exact._flint import arb, precision, rational
from assay.exact.order import ball_sign

TWICE = MixtureOfGaussians.of(1, ["0", "1", "2"], ["0.81", "0.18", "0.01"])
PAIRS: list[DominatingPair] = [
    TWICE,
    Reversed(TWICE),
    Subsampled.of(Gaussian.of(1), "1/100"),
    Reversed(Subsampled.of(Gaussian.of(1), "1/100")),
    ReplacedGaussian.of(1, "1/100"),
    SubsetSampled.of(Gaussian.of(1), "1/100"),
    truncated_gaussian(1, "1/10", 50, 4).dominating("remove").pair,
    with_replacement(Gaussian.of(1), 2, 100),
]


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.name[:40])
@pytest.mark.parametrize("size", [10**7, 10**30, 10**300], ids=["7", "30", "300"])
def test_tails_of_losses_out_of_range(pair, size):
    """Nothing lies above a huge loss, everything above its negative; neither is lost in an overflow."""
    with precision(128):
        whole, loss = pair.total(), arb(size)
        for nothing in (pair.tail(loss), pair.head(-loss)):
            assert ball_sign(nothing.p + nothing.q - arb("1e-30")) == -1
        for everything in (pair.tail(-loss), pair.head(loss)):
            assert ball_sign(abs(everything.p - whole.p) - arb("1e-30")) == -1
            assert ball_sign(abs(everything.q - whole.q) - arb("1e-30")) == -1


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.name[:40])
@pytest.mark.parametrize("count", [1, 3])
def test_a_huge_epsilon_leaves_almost_nothing(pair, count):
    found = Rounds([(pair, count)]).delta(10**9)
    assert found.lower == 0
    assert found.upper <= Fraction(1, 2**65_536)


@pytest.mark.slow
def test_the_quick_bound_holds_the_truth():
    """Beside the closed form of a Gaussian, and where infinite losses are all that is left."""
    rounds = [(Laplace.of(1), 2), (Subsampled.of(Gaussian.of("1/100"), "1/2"), 3)]
    composition = Rounds(rounds)
    (side,) = composition.by_direction.values()
    assert side.beyond(log_value(999)) is None
    quick = side.beyond(log_value(10_000))
    slow = composition.delta(10_000)
    assert quick.lower <= slow.upper
    assert slow.lower <= quick.upper
    (side,) = Rounds([(Gaussian.of("1/100"), 1)]).by_direction.values()
    gaussian = side.beyond(log_value(6000))
    with mpmath.workdps(30):
        mu, at = mpmath.mpf(100), mpmath.mpf(6000)
        tail = mpmath.erfc((at / mu - mu / 2) / mpmath.sqrt(2)) / 2
        truth = tail - mpmath.exp(at) * mpmath.erfc((at / mu + mu / 2) / mpmath.sqrt(2)) / 2
        assert truth <= mpmath.mpf(gaussian.upper.numerator) / gaussian.upper.denominator
    lost = Rounds([(approximate(1, "1/10"), 1), (TWICE, 2)])
    left = lost.delta(10**8, "1e-9")
    assert left.lower <= Fraction(1, 10) <= left.upper


ROUNDS = [TWICE, Laplace.of(1000), Subsampled.of(Gaussian.of(1), "1/100")]


@pytest.mark.slow
@pytest.mark.parametrize("pair", ROUNDS, ids=lambda pair: pair.name[:20])
def test_a_delta_above_that_of_epsilon_zero_takes_no_epsilon(pair):
    composition = Rounds([(pair, 3)])
    assert composition.epsilon("1/2").upper == 0
    zero = composition.delta(0)
    above = composition.epsilon(zero.upper * Fraction(11, 10))
    assert above.upper == 0
    below = composition.epsilon(zero.lower * Fraction(1, 2), "1/10")
    assert below.lower > 0


@pytest.mark.parametrize("sigma", ["1/1000000", "1e-9", "1e-30"])
@pytest.mark.parametrize("delta", ["1e-300", "1/3", "0.999"])
def test_epsilon_of_almost_no_noise(sigma, delta):
    """epsilon is near mu^2/2, however large: delta is between those at both ends, by mpmath."""
    composition = Rounds([(Gaussian.of(sigma), 10**6)])
    found = composition.epsilon(delta)
    assert 0 < found.relative_width <= Fraction(1, 1000)
    with mpmath.workdps(200):
        mu = mpmath.sqrt(mpmath.mpf(10) ** 6) / mpmath.mpf(Fraction(sigma).numerator)
        mu *= Fraction(sigma).denominator

        def delta_at(x: Fraction) -> mpmath.mpf:
            """Of the second term no more than the density over y is left, a relative 1/y^2 aside."""
            point = mpmath.mpf(x.numerator) / x.denominator
            z, y = point / mu - mu / 2, point / mu + mu / 2
            return mpmath.erfc(z / mpmath.sqrt(2)) / 2 - mpmath.npdf(z) / y

        wanted = mpmath.mpf(Fraction(delta).numerator) / Fraction(delta).denominator
        assert delta_at(found.lower) >= wanted >= delta_at(found.upper)


def test_an_epsilon_beyond_the_search_says_so():
    composition = Rounds([(Gaussian.of("1e-200"), 10)])
    with pytest.raises(BudgetExceeded, match=r"epsilon is above 2\^\d+, where the search for it ends"):
        composition.epsilon("1e-300")


@pytest.mark.parametrize("x", [-FAR_BELOW - 1, -(2**31), -(10**12), -(10**40)])
def test_the_normal_tail_far_below(x):
    """Beside the first terms of its asymptotic series, which enclose it; and erfc where it still answers."""
    with precision(512):
        y = arb(rational(Fraction(-x)))
        density = (-y * y / 2).exp() / (2 * arb.pi()).sqrt()
        for terms in (1 - y**-2, 1 - y**-2 + 3 * y**-4):
            assert phi(arb(x)).overlaps(density / y * terms)
        assert ball_sign(phi(arb(x))) == 1
    with precision(512):
        assert phi(arb(-FAR_BELOW - 1)).overlaps((arb(FAR_BELOW + 1) / arb(2).sqrt()).erfc() / 2)


@pytest.mark.parametrize("width", ["1e-320", "1e-400", "1e-5000"])
@pytest.mark.parametrize("engine", ["auto", "inversion", "fourier", "integer"])
def test_a_width_beyond_all_plans_is_refused(width, engine):
    """In one line that names it; a closed form has as many bits as it takes."""
    composition = Rounds([(Laplace.of(1), 10)], engine=engine)
    for ask in (lambda: composition.epsilon("1e-6", width), lambda: composition.delta(3, width)):
        with pytest.raises(InvalidValue, match=r"width = 1E-\d+ is below .* give a larger") as caught:
            ask()
        assert "\n" not in str(caught.value)
    closed = Rounds([(Gaussian.of(1), 10)]).delta(1, width)
    assert 0 <= closed.relative_width <= Fraction(width)


def test_wide_brackets_are_as_wide_as_is_worth_it():
    """On coarser grids much of a distribution would be one cell: those of all large widths are the same."""
    composition = Rounds([(Laplace.of(1), 10)])
    found = composition.epsilon("1e-6", 10)
    assert found == composition.epsilon("1e-6", "1/8")
    assert found.relative_width <= Fraction(1, 8)


def test_what_a_spent_budget_knows_is_possible():
    """A probability is at most 1, an epsilon at most the largest loss."""
    composition = Rounds([(Laplace.of(1), 10)], max_bytes=1, engine="fourier")
    with pytest.raises(BudgetExceeded) as caught:
        composition.delta(3)
    assert caught.value.known["bracket"].upper == 1
    with pytest.raises(BudgetExceeded) as caught:
        composition.epsilon("1e-6")
    assert caught.value.known["bracket"].upper == 10
    rounds = [(Subsampled.of(Gaussian.of("1e-7"), "1/100"), 2)]
    with pytest.raises(BudgetExceeded, match="tails of the loss do not become negligible") as caught:
        Rounds(rounds, engine="integer").delta(10)
    assert caught.value.known["bracket"].upper == 1


FAR = "1" + 400 * "0"


@pytest.mark.parametrize(
    "text",
    [
        f"random-allocation sigma=1/{FAR} steps=3",
        f"balls-in-bins sigma={FAR} bins=10",
        f"shuffled sigma=1/{FAR} batches=3",
        f"cyclic-poisson sigma=1/{FAR} q=1/2 cycle=2 steps=3",
        f"select sigma=1/{FAR} gamma=1/10",
    ],
)
def test_what_no_float_holds_is_undecided(text):
    with pytest.raises(BudgetExceeded, match="no grid can be planned"):
        Accountant().compose(text).delta(1)


def test_almost_no_noise_at_a_rate_that_no_float_holds_is_answered():
    """What is sampled is revealed, and nearly no record is: delta is 3 q, to less than its thousandth."""
    found = Accountant().compose(f"laplace scale=1/{FAR} k=3 q=1/{FAR}").delta(1)
    assert found.lower <= Fraction(3, int(FAR)) <= found.upper * Fraction(1001, 1000)
    assert found.upper <= found.lower * Fraction(1001, 1000)


def test_names_of_long_numbers_are_cut():
    many = Accountant().compose("user-level sigma=1 q=1e-9 records=300")
    (found,) = {str(each) for each, _ in many.given}
    assert "280 more" in found
    long = f"toeplitz sigma=1/1{900 * '0'} steps=2 coefficients=1{900 * '0'}:1 sensitivity=1{900 * '0'}"
    assert Accountant().compose(long).delta(1).lower > Fraction(99, 100)

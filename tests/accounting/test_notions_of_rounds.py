"""rho and mu of rounds: the definitions on grids of orders and epsilons, by quadrature and closed forms."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest

from assay.accounting import Accountant, FinitePair, Rounds, read_round
from assay.accounting.notions_of_rounds import gaussian_privacy, zero_concentrated
from assay.exact import eps

ORDERS = (1.0001, 1.5, 2, 5, 30, 200)


def rounds(*texts, adjacency="add-remove-one"):
    return Rounds([read_round(text, adjacency) for text in texts])


def laplace_renyi(epsilon, a):
    """Mironov 2017, table II."""
    e = mpmath.mpf(epsilon)
    inside = a / (2 * a - 1) * mpmath.exp((a - 1) * e) + (a - 1) / (2 * a - 1) * mpmath.exp(-a * e)
    return mpmath.log(inside) / (a - 1)


@pytest.mark.parametrize("epsilon", ["1/100", "1", "7"])
def test_laplace_noise_has_the_slope_of_its_limit(epsilon):
    found = zero_concentrated(rounds(f"laplace scale=1 sensitivity={epsilon}"))
    value = Fraction(epsilon)
    with mpmath.workdps(60):
        slopes = [
            laplace_renyi(mpmath.mpf(value.numerator) / value.denominator, mpmath.mpf(a)) / a for a in ORDERS
        ]
        assert max(slopes) <= mpmath.mpf(found.upper.numerator) / found.upper.denominator
        assert mpmath.mpf(found.lower.numerator) / found.lower.denominator - max(slopes) < slopes[0] * 0.001
    assert found.upper - found.lower < Fraction(1, 10**20)


def sampled_renyi(mu, q, a):
    def density(x):
        ratio = 1 - q + q * mpmath.exp(mu * x - mu * mu / 2)
        return mpmath.npdf(x) * ratio**a

    return mpmath.log(mpmath.quad(density, [-12, -4, 0, 4, mu * a, mu * a + 12, mu * a + 40])) / (a - 1)


@pytest.mark.slow
def test_sampling_does_not_help_rho_far_out():
    """D_a/a of the sampled pair stays below mu^2/2, and comes near it."""
    mu, q = 1, mpmath.mpf("0.3")
    slopes = [sampled_renyi(mu, q, a) / a for a in (2, 10, 40, 150)]
    assert slopes == sorted(slopes)
    assert slopes[-1] < 0.5
    assert 0.5 - slopes[-1] < 0.02
    assert zero_concentrated(rounds("gaussian sigma=1 q=0.3")).ends == (Fraction(1, 2), Fraction(1, 2), False)


@pytest.mark.parametrize(
    "texts",
    [
        ["gaussian sigma=2 k=3"],
        ["gaussian sigma=2 q=1/10 k=3"],
        ["pure epsilon=2"],
        ["laplace scale=2 k=2"],
        ["gaussian sigma=2", "laplace scale=1", "pure epsilon=1/2"],
        ["mixture sigma=1 sensitivities=0:1:2 probabilities=0.81:0.18:0.01"],
    ],
)
@pytest.mark.parametrize("epsilon", ["0", "1/2", "2"])
def test_mu_gives_a_delta_that_is_no_smaller(texts, epsilon):
    given = rounds(*texts)
    mu = gaussian_privacy(given).upper
    assert given.delta(epsilon).lower <= rounds(f"gdp mu={mu}").delta(epsilon).upper


@pytest.mark.parametrize("text", ["pure epsilon=2", "laplace scale=2 k=2", "gaussian sigma=1 q=1/2"])
def test_less_than_the_lower_end_is_not_enough(text):
    """Some epsilon shows it: 0, or a large one where the noise is sampled."""
    given = rounds(text)
    less = gaussian_privacy(given).lower * Fraction(9, 10)
    shown = [given.delta(e).lower > rounds(f"gdp mu={less}").delta(e).upper for e in (0, 3, 40)]
    assert any(shown)


def test_pure_guarantees_are_gaussian_with_equality():
    found = gaussian_privacy(rounds("pure epsilon=2"))
    with mpmath.workdps(40):
        truth = 2 * mpmath.sqrt(2) * mpmath.erfinv(mpmath.tanh(1))
        assert mpmath.mpf(found.lower.numerator) / found.lower.denominator <= truth
        assert truth <= mpmath.mpf(found.upper.numerator) / found.upper.denominator
    assert found.upper - found.lower < Fraction(1, 10**20)


def test_what_is_infinite_or_not_known():
    lost = rounds("approximate epsilon=1 delta=1/10")
    assert zero_concentrated(lost).is_infinite
    assert gaussian_privacy(lost).is_infinite
    cut = rounds("truncated-gaussian sigma=1 q=0.1 size=100 batch=10")
    assert zero_concentrated(cut).ends == (0, 2, False)  # a cut batch moves by two norms
    stored = rounds("discrete-gaussian sigma=1 q=0.1", adjacency="replace-one")
    assert gaussian_privacy(stored).upper is None
    assert not gaussian_privacy(stored).is_infinite
    replaced = zero_concentrated(rounds("gaussian sigma=1 q=0.3", adjacency="replace-one"))
    assert (replaced.lower, replaced.upper) == (Fraction(1, 2), Fraction(2))
    assert zero_concentrated(rounds("gaussian sigma=1 k=0")).ends == (0, 0, False)
    integers = zero_concentrated(rounds("discrete-gaussian sigma=3 sensitivity=2 k=2"))
    assert integers.lower <= Fraction(4, 9) <= integers.upper
    assert gaussian_privacy(rounds("discrete-gaussian sigma=3")).upper is None


def test_an_added_record_of_random_allocation_has_divergences_of_its_own():
    # D_(1+c) = ln(E S^-c)/c for S = (X_1 + X_2)/2, which falls with c when it is divided by 1 + c
    both = rounds("random-allocation sigma=1 steps=2")
    terms = [(mpmath.npdf(x / 4) / 4, mpmath.exp(x / mpmath.mpf(4) - 0.5)) for x in range(-40, 41)]
    slopes = [
        mpmath.log(mpmath.fsum(v * w * ((x + y) / 2) ** -c for v, x in terms for w, y in terms)) / c / (1 + c)
        for c in (0.001, 0.5, 4, 16)
    ]
    assert slopes == sorted(slopes, reverse=True)
    found = zero_concentrated(both.only("add"))
    largest = Fraction(str(slopes[0])) + Fraction(1, 1000)
    assert found.lower <= largest <= found.upper
    assert zero_concentrated(both).lower == Fraction(1, 2)


@pytest.mark.parametrize(("eta", "share"), [("2", "1/2"), pytest.param("1", "1/4", marks=pytest.mark.slow)])
def test_everything_of_bounded_range_is_below_the_upper_ends(eta, share):
    # randomised response with the losses t and t - eta
    grown, whole = (eps(eta) * Fraction(share)).exp(), eps(eta).exp()
    p = (whole - grown) / (whole - 1)
    member = FinitePair.from_masses([(p, p / grown), (1 - p, 1 - p / grown)])
    known = Accountant().compose(f"bounded-range range={eta}")
    one = Accountant().compose(member)
    assert one.rho().lower <= known.rho().upper
    assert one.mu().lower <= known.mu().upper
    assert known.rho().upper - Fraction(eta) ** 2 / 8 < Fraction(1, 10**30)
    assert 0 < known.rho().lower <= known.rho().upper

"""The closed forms behind the adapters, against numerical integrals, sums and other mechanisms of Assay."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay import eps, mechanisms, number
from assay.errors import InvalidValue
from assay.exact import INFINITY
from assay.studies.adapters import _renyi
from assay.studies.adapters._truths import ball
from assay.studies.adapters.autodp import truths
from assay.studies.adapters.diffprivlib import moments, scales
from assay.studies.adapters.diffprivlib import promised_distributions as laws
from assay.studies.adapters.prv_accountant import variables

ORDERS = st.sampled_from(
    [Fraction(1, 2), Fraction(3, 4), Fraction(1), Fraction(3, 2), Fraction(2), Fraction(5)]
)
RATES = st.sampled_from([Fraction(1, 4), Fraction(1), Fraction(3)])


def agrees(value, other) -> bool:
    """To nine digits of the numerical integral."""
    return mpmath.almosteq(mpmath.mpf(str(value.decimal(20))), other, rel_eps=1e-9, abs_eps=1e-9)


def divergence(p, q, alpha, points):
    """The Renyi divergence of two densities, by quadrature between the points."""
    if alpha == 1:
        return mpmath.quad(lambda x: p(x) * mpmath.log(p(x) / q(x)), points)
    a = mpmath.mpf(alpha.numerator) / alpha.denominator
    return mpmath.log(mpmath.quad(lambda x: p(x) ** a * q(x) ** (1 - a), points)) / (a - 1)


@pytest.mark.slow
@settings(max_examples=12, deadline=None)
@given(rate=RATES, alpha=ORDERS)
def test_laplace_noise(rate, alpha):
    b = mpmath.mpf(1) / (mpmath.mpf(rate.numerator) / rate.denominator)
    p, q = (lambda x, m=m: mpmath.exp(-abs(x - m) / b) / (2 * b) for m in (0, 1))
    integral = divergence(p, q, alpha, [-60 * b, 0, 1, 60 * b])
    assert agrees(_renyi.laplace_renyi(1 / rate, alpha), integral)


@settings(max_examples=5, deadline=None)
@given(rate=RATES, alpha=ORDERS)
def test_randomised_response_attains_the_divergence_of_pure_privacy(rate, alpha):
    mechanism = mechanisms.randomised_response(rate)
    found = mechanism.worst_case.renyi(alpha).value
    assert agrees(_renyi.response_renyi(rate, alpha), mpmath.mpf(str(found.decimal(20))))
    heads = eps(rate).exp() / (1 + eps(rate).exp())
    coins = _renyi.coins_renyi(heads, 1 - heads, alpha)
    assert agrees(coins, mpmath.mpf(str(found.decimal(20))))


@pytest.mark.slow
@pytest.mark.parametrize("alpha", [2, 3, 7])
def test_sampled_gaussian_noise(alpha):
    def density(x, mean):
        return mpmath.exp(-((x - mean) ** 2) / 2) / mpmath.sqrt(2 * mpmath.pi)

    q = mpmath.mpf(1) / 8
    integral = divergence(
        lambda x: (1 - q) * density(x, 0) + q * density(x, 1),
        lambda x: density(x, 0),
        Fraction(alpha),
        [-20, 0, 30],
    )
    assert agrees(_renyi.sampled_gaussian_renyi(Fraction(1, 8), Fraction(1), Fraction(alpha)), integral)


def test_orders_and_noise_that_make_no_divergence_are_refused():
    for call in (
        lambda: _renyi.gaussian_renyi(Fraction(0), Fraction(2)),
        lambda: _renyi.laplace_renyi(Fraction(1), Fraction(0)),
        lambda: _renyi.response_renyi(Fraction(-1), Fraction(2)),
        lambda: _renyi.sampled_gaussian_renyi(Fraction(1, 2), Fraction(1), Fraction(5, 2)),
        lambda: _renyi.sampled_gaussian_renyi(Fraction(2), Fraction(1), Fraction(2)),
        lambda: truths.pure_epsilon(Fraction(1), Fraction(2)),
    ):
        with pytest.raises(InvalidValue):
            call()
    assert _renyi.gaussian_renyi(Fraction(1), INFINITY) == INFINITY


@settings(max_examples=20, deadline=None)
@given(rate=RATES, delta=st.sampled_from([Fraction(0), Fraction(1, 100), Fraction(1, 3), Fraction(9, 10)]))
def test_the_epsilon_of_pure_privacy_keeps_delta_and_no_smaller_one_does(rate, delta):
    """sup P(S) - e^t Q(S) over events of randomised response, at the t found and just below it."""
    found = truths.pure_epsilon(rate, delta)
    heads = ball(lambda r: r.exp() / (1 + r.exp()), "heads", rate)

    def excess(t):
        """Positive parts of P - e^t Q, outcome by outcome."""
        gains = heads - (1 - heads) * t, (1 - heads) - heads * t
        return sum((gain for gain in gains if gain > 0), number(0))

    below = ball(lambda t: t.exp(), "e^t", Fraction(found.lower(15)) - Fraction(1, 10**6))
    above = ball(lambda t: t.exp(), "e^t", Fraction(found.upper(15)) + Fraction(1, 10**6))
    assert excess(below) > delta
    assert excess(above) <= delta


@pytest.mark.parametrize("fpr", [Fraction(1, 1000), Fraction(1, 3)])
def test_the_tradeoff_of_gaussian_noise_is_its_definition(fpr):
    kept = 1 - mpmath.mpf(fpr.numerator) / fpr.denominator
    z = mpmath.findroot(lambda x: mpmath.ncdf(x) - kept, 0.5)
    assert agrees(truths.gaussian_tradeoff(Fraction(2), fpr), mpmath.ncdf(z - 0.5))


@given(z=st.integers(-40, 40))
def test_folding_mirrors_at_the_ends(z):
    read = laws.folded(0, 3)
    assert read(z) == read(-z) == read(6 - z)
    assert 0 <= read(z) <= 3
    assert laws.truncated(0, 3)(z) == max(0, min(3, z))


def test_the_geometric_law_leaves_what_it_does_not_list():
    law = laws.geometric(Fraction(1))(2)
    assert law.lower[2] > law.lower[3] == law.lower[1]
    assert 0 < law.open_mass < Fraction(1, 10**15)


def density(x, value, b):
    return mpmath.exp(-abs(x - value) / b) / (2 * b)


@pytest.mark.parametrize("value", [Fraction(0), Fraction(1, 2), Fraction(3, 2)])
def test_moments_of_noise_on_a_domain(value):
    point = {"epsilon": Fraction(2), "delta": Fraction(1, 4), "sensitivity": Fraction(1), "value": value}
    b = 1 / (2 - mpmath.log(mpmath.mpf(3) / 4))
    v = mpmath.mpf(value.numerator) / value.denominator
    places = sorted({mpmath.mpf(-40), mpmath.mpf(0), v, mpmath.mpf(2), mpmath.mpf(40)})

    def moment(answer):
        return mpmath.quad(lambda x: answer(x) * density(x, v, b), places)

    clip = lambda x: min(max(x, 0), 2)  # noqa: E731
    assert agrees(moments.truncated_bias(**point), moment(lambda x: clip(x) - v))
    assert agrees(moments.truncated_second(**point), moment(lambda x: (clip(x) - v) ** 2))


@pytest.mark.slow
def test_the_bias_of_folded_noise_is_that_of_the_folded_integral():
    case = next(c for c in moments.cases() if c.function.endswith("LaplaceFolded.bias"))

    def fold(x):
        x = x % 4
        return x if x <= 2 else 4 - x

    b = mpmath.mpf(1)
    for value in (0, mpmath.mpf(1) / 2):
        pieces = [value, *(mpmath.mpf(k) for k in range(-40, 41, 2))]
        integral = mpmath.quad(lambda x, v=value: (fold(x) - v) * density(x, v, b), sorted(set(pieces)))
        exact = case.truth(
            epsilon=Fraction(1), delta=Fraction(0), sensitivity=Fraction(1), value=Fraction(str(float(value)))
        )
        assert agrees(exact, integral)


def test_the_scale_on_a_bounded_domain_attains_epsilon():
    scale = scales.bounded_scale(Fraction(1), Fraction(0), Fraction(1), Fraction(2))
    low, high = Fraction(scale.lower(20)), Fraction(scale.upper(20))
    assert scales.bounded_epsilon(low, Fraction(1), Fraction(2)) > Fraction(1) - Fraction(1, 10**15)
    assert scales.bounded_epsilon(high, Fraction(1), Fraction(2)) < Fraction(1) + Fraction(1, 10**15)


def test_bins_hold_the_whole_mass():
    cuts = [Fraction(-1), Fraction(0), Fraction(2)]
    law = laws.binned(laws.laplace_below(Fraction(1), Fraction(2)), cuts)
    assert sum(law.lower.values(), number(0)) + law.open_mass == 1
    assert law.open_mass < Fraction(1, 10**20)
    assert [laws.bin_of(cuts)(x) for x in (-2.0, -1.0, 0.5, 2.0)] == [0, 1, 2, 3]


def test_the_law_of_the_loss_of_a_sampled_gaussian():
    """Its distribution function has the density as its derivative."""
    q, s, t = Fraction(1, 8), Fraction(2), Fraction(1, 4)
    step = Fraction(1, 10**8)
    rise = variables._sampled_cdf(t + step, q, s) - variables._sampled_cdf(t - step, q, s)
    slope = variables._density(t, q, s)
    assert abs(rise / (2 * step) - slope) < Fraction(1, 10**10)


def test_distribution_functions_of_losses_with_atoms():
    """Of randomised response and of Laplace noise: atoms at both ends, and what lies between."""
    pure, laplace = {"eps": Fraction(1, 2)}, {"mu": Fraction(1, 2)}
    half, low = Fraction(1, 2), mpmath.exp(-0.5)
    assert [variables._cdf("pure", t, pure) == v for t, v in ((-1, 0), (half, 1), (3, 1))] == [True] * 3
    for t in (-half, Fraction(0)):
        assert agrees(variables._cdf("pure", t, pure), 1 / (1 + mpmath.exp(0.5)))
    assert agrees(variables._cdf("laplace", -half, laplace), low / 2)
    assert agrees(variables._cdf("laplace", Fraction(0), laplace), mpmath.exp(-0.25) / 2)
    assert variables._cdf("laplace", half, laplace) == 1

"""The epsilon of one round: certified between the ends, whatever floats proposed, and with few values."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor, inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mpmath import erfc, exp, mp, mpf, sqrt

from assay.accounting import single_loss
from assay.accounting.densities import Gaussian, Laplace
from assay.accounting.single_loss import SingleTotal, nearly, root
from assay.exact import log_value

MU_SQUARED = st.fractions(Fraction(1, 10**4), 10**4, max_denominator=10**4)
EXPONENTS = st.integers(1, 60)
WIDTHS = st.sampled_from([Fraction(1, 8), Fraction(1, 1000), Fraction(1, 10**12)])


def gaussian_delta(mu_squared, epsilon):
    """Phi(mu/2 - epsilon/mu) - e^epsilon Phi(-mu/2 - epsilon/mu), by mpmath."""
    mu, x = (
        sqrt(mpf(mu_squared.numerator) / mu_squared.denominator),
        mpf(epsilon.numerator) / epsilon.denominator,
    )
    return (erfc((x / mu - mu / 2) / sqrt(2)) - exp(x) * erfc((x / mu + mu / 2) / sqrt(2))) / 2


@given(MU_SQUARED, EXPONENTS, WIDTHS)
def test_it_holds_the_epsilon_of_gaussian_noise(mu_squared, exponent, width):
    delta = Fraction(1, 10**exponent)
    found = SingleTotal(Gaussian(mu_squared), 128 + 4 * exponent).epsilon(delta, width)
    with mp.workdps(150):
        allowed = mpf(1) / mpf(10) ** exponent
        assert gaussian_delta(mu_squared, found.upper) <= allowed
        assert found.lower == 0 or gaussian_delta(mu_squared, found.lower) > allowed
    if found.lower > Fraction(1, 10**9):
        assert found.relative_width <= width


@pytest.mark.parametrize("proposed", [None, 1e-9, 0.1, 1.0, 4.8, 1e9, 1e300])
@pytest.mark.parametrize("pair", [Gaussian(Fraction(1)), Laplace(Fraction(3))])
def test_whatever_floats_propose_the_ends_are_proved(monkeypatch, proposed, pair):
    truth = SingleTotal(pair, 256).epsilon(Fraction(1, 10**6), Fraction(1, 10**20))
    monkeypatch.setattr(single_loss, "root", lambda excess, wanted: proposed)
    found = SingleTotal(pair, 128).epsilon(Fraction(1, 10**6), Fraction(1, 1000))
    assert found.lower <= truth.lower <= truth.upper <= found.upper


@pytest.mark.parametrize("mu_squared", ["1/1000000", "1/100", "1", "100"])
@pytest.mark.parametrize("exponent", [1, 6, 30, 300])
def test_few_values_are_asked(monkeypatch, mu_squared, exponent):
    asked, at = [], SingleTotal._at

    def counted(self, point):
        asked.append(point)
        return at(self, point)

    monkeypatch.setattr(SingleTotal, "_at", counted)
    SingleTotal(Gaussian(Fraction(mu_squared)), 128 + 4 * exponent).epsilon(
        Fraction(1, 10**exponent), Fraction(1, 1000)
    )
    assert 1 < len(asked) <= 16


def test_a_delta_at_zero_that_is_allowed_is_epsilon_zero():
    found = SingleTotal(Gaussian(Fraction(1, 100)), 128).epsilon(Fraction(1, 2), Fraction(1, 1000))
    assert found.ends == (0, 0, False)


@given(st.floats(1e-300, 1e300), st.sampled_from([0.125, 1e-3, 2.0**-30]))
def test_few_bits_are_on_their_side(x, width):
    low, high = nearly(x, width, floor), nearly(x, width, ceil)
    assert low <= Fraction(x) <= high
    assert high - low <= Fraction(x) * Fraction(width) / 32


@pytest.mark.parametrize("excess", [lambda x: inf, lambda x: nan, lambda x: -inf, lambda x: 1.0])
def test_no_root_is_made_up(excess):
    assert root(excess, 1e-3) is None


def test_excess_agrees_with_delta():
    total = SingleTotal(Laplace(Fraction(1)), 128)
    for epsilon in (Fraction(1, 3), Fraction(99, 100), Fraction(1), Fraction(2)):
        found = total.delta(log_value(epsilon))
        assert total.excess(epsilon, found.upper) in (-1, None)
        assert total.excess(epsilon, found.upper + Fraction(1, 10**9)) == -1
        if found.lower:
            assert total.excess(epsilon, found.lower - Fraction(1, 10**9)) == 1

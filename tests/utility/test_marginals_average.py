"""The average error of marginals: formula (1) beside what it takes, and errors against their integrals."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.attacks.tracing_noise import Noise
from assay.errors import FloatRefused, InvalidType, InvalidValue
from assay.exact import certified, eps
from assay.theorems import advanced_composition
from assay.utility.marginals_average import (
    average_error,
    average_noise,
    average_sample_complexity,
    epsilon_each,
    formula_one,
)
from tests.effort import fewer

LEVELS = st.sampled_from(["1/10", "1/2", "1", "ln 2"])
ALPHAS = st.sampled_from([Fraction(1, 10), Fraction(1, 3)])


@given(st.integers(1, 50), ALPHAS, LEVELS)
def test_pure_privacy_takes_exactly_twice_the_formula(d, alpha, epsilon):
    n = average_sample_complexity("laplace", d, alpha, epsilon)
    ratio = 2 * formula_one(d, alpha, epsilon)
    assert n - 1 < ratio.upper(20)
    assert ratio.lower(20) <= n
    assert average_error(average_noise("laplace", n, d, epsilon), d).lower(20) <= alpha


@given(st.sampled_from([1, 10, 200]), ALPHAS, LEVELS, st.sampled_from(["1/2", "1/1000", "1/10000000"]))
@fewer(4)
def test_approximate_privacy_takes_at_most_a_constant_times_the_formula(d, alpha, epsilon, delta):
    n, one = (
        average_sample_complexity("laplace", d, alpha, epsilon, delta),
        formula_one(d, alpha, epsilon, delta),
    )
    assert n < one * Fraction(566, 100) + 2
    assert n <= average_sample_complexity("laplace", d, alpha, epsilon)
    each = epsilon_each(d, epsilon, delta)
    assert each >= eps(epsilon).lower(20) / d
    together = advanced_composition(each, 0, d, delta, symmetric=True, form="tanh").epsilon
    assert d * eps(each) <= eps(epsilon) or together <= eps(epsilon)


def test_errors_against_their_integrals():
    # E |N(0, 1)| = sqrt(2/pi); of L-infinity noise half the mean d + 1 of the radius
    assert str(average_error(Noise("gaussian", Fraction(1)), 3).decimal(12)) == "0.797884560803"
    assert average_error(Noise("l_infinity", Fraction(2)), 3) < certified(Fraction(9, 2))
    assert average_error(Noise("l_infinity", Fraction(2)), 3) > certified(Fraction(7, 2))
    assert average_error(Noise("laplace", Fraction(5)), 3) < certified(Fraction(6))


def test_gaussian_noise_of_the_smallest_n_is_within_the_error():
    n = average_sample_complexity("gaussian", 64, "1/10", 1, "1/1000")
    assert average_error(average_noise("gaussian", n, 64, 1, "1/1000"), 64) <= Fraction(1, 10)
    assert average_error(average_noise("gaussian", n - 2, 64, 1, "1/1000"), 64) > Fraction(1, 10)
    assert n < 4 * formula_one(64, "1/10", 1, "1/1000")


def test_bad_input():
    for call, error, message in (
        (lambda: average_sample_complexity("laplace", 0, 1, 1), InvalidValue, "d = 0"),
        (lambda: average_sample_complexity("laplace", 3, 0, 1), InvalidValue, "alpha = 0"),
        (lambda: average_sample_complexity("laplace", 3, 0.5, 1), FloatRefused, "alpha = 0.5"),
        (lambda: average_sample_complexity("laplace", 3, 1, 0), InvalidValue, "epsilon = 0"),
        (lambda: average_sample_complexity("laplace", 3, 1, 1, 1), InvalidValue, "delta"),
        (lambda: average_sample_complexity("cauchy", 3, 1, 1), InvalidValue, "kind = 'cauchy'"),
        (lambda: average_sample_complexity("gaussian", 3, 1, 1), InvalidValue, "delta"),
        (lambda: average_sample_complexity("l_infinity", 3, 1, 1, "1/10"), InvalidValue, "delta = 1/10"),
        (lambda: average_error(3, 3), InvalidType, "noise is 3"),
        (lambda: formula_one(3, 1, "inf"), InvalidValue, "epsilon = inf"),
        (lambda: formula_one(3, 1, 1, 2), InvalidValue, "delta = 2"),
    ):
        with pytest.raises(error, match=message):
            call()

"""Skellam noise: against Poisson variables and Bessel functions."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import arb

from assay.errors import BudgetExceeded, InvalidType, InvalidValue
from assay.exact import certified, exp, ln
from assay.exact._flint import precision
from assay.integers import skellam


def test_it_is_the_difference_of_two_poisson_variables():
    mean, total = Fraction(1), certified(0)
    factorial = 1
    for k in range(1, 30):  # P(X = k) P(Y = k - 1), summed
        total += certified(exp(-2 * mean)) / (factorial * factorial * k)
        factorial *= k
    assert skellam(2).probability(1).enclosure(60).overlaps(total.enclosure(60))


@pytest.mark.parametrize("variance", [1, 7, 40])
def test_the_recurrence_gives_bessel_functions(variance):
    noise = skellam(variance)
    for z in (0, 1, 5, 20):
        with precision(120):
            direct = (-arb(variance)).exp() * arb(variance).bessel_i(arb(z))
        assert noise.probability(z).enclosure(100).overlaps(direct)


def test_light_tails_are_no_pure_privacy():
    assert skellam(10).delta(5) > 0


def test_bad_input():
    for call, error, message in (
        (lambda: skellam(ln(2)), InvalidType, "variance"),
        (lambda: skellam(0), InvalidValue, "variance = 0"),
        (lambda: skellam(1, sensitivity=0), InvalidValue, "sensitivity = 0"),
        (lambda: skellam(10**6).delta(1).decimal(3), BudgetExceeded, "use a smaller one"),
    ):
        with pytest.raises(error, match=message):
            call()

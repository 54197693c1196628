"""Noise on all the integers: against finite mechanisms, sums over long ranges, and wrong claims."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import BudgetExceeded, FloatRefused, InvalidType, InvalidValue
from assay.exact import INFINITY, certified, exp, ln, maximum
from assay.mechanisms import geometric_clamped
from assay.mechanisms.integers import discrete_gaussian, discrete_laplace, skellam
from tests.effort import fewer

WIDTHS = st.sampled_from([Fraction(1, 2), Fraction(1), Fraction(3)])
LEVELS = st.sampled_from([0, "1/4", 1, "ln 2"])


@given(WIDTHS, st.integers(1, 3), LEVELS)
def test_laplace_on_all_integers_is_the_clamped_one(scale, sensitivity, epsilon):
    """Beyond 0..n the ratio of any two inputs is the same, so that clamping there loses nothing."""
    noise = discrete_laplace(scale, sensitivity)
    clamped = geometric_clamped(4, noise.epsilon(), sensitivity=sensitivity)
    assert noise.epsilon() == clamped.epsilon()
    assert noise.delta(epsilon) == clamped.delta(epsilon)
    assert sum(noise.probability(y) for y in range(-3, 4)) < 1
    assert noise.probability(5, 3) == noise.probability(-2)


def by_sum(mass, epsilon, distance):
    """sum_y max(p(y) - e^epsilon p(y - d), 0) over a long range, from below."""
    total = certified(0)
    for y in range(-12, distance + 1):
        gain = mass(y) - certified(exp(epsilon)) * mass(y - distance)
        total += gain if gain.enclosure(60) > 0 else 0
    return total


@given(st.sampled_from([Fraction(1, 2), Fraction(2)]), st.integers(1, 2), st.sampled_from([0, 1]))
@fewer(6)
@pytest.mark.parametrize("noise", [discrete_gaussian, skellam])
def test_delta_is_the_sum_over_outputs(noise, variance, sensitivity, epsilon):
    made = noise(variance, sensitivity)
    gap = made.delta(epsilon) - maximum([by_sum(made.probability, epsilon, d) for d in (1, sensitivity)])
    # what the long range leaves out
    assert not gap.enclosure(60) < 0
    assert gap.enclosure(60) < 2**-20
    assert made.epsilon() == INFINITY


def test_probabilities_sum_to_one_and_decay():
    for noise in (discrete_gaussian(2), skellam(2)):
        total = sum((noise.probability(y) for y in range(-30, 31)), certified(0))
        assert total.enclosure(60).overlaps(certified(1).enclosure(60)) or total < 1
        assert noise.probability(0) > noise.probability(1)
        assert 0 <= noise.probability(10**6).enclosure(60).upper() < 1


def test_skellam_is_the_difference_of_two_poisson_variables():
    mean, total = Fraction(1), certified(0)
    factorial = 1
    for k in range(1, 30):  # P(X = k) P(Y = k - 1), summed
        total += certified(exp(-2 * mean)) / (factorial * factorial * k)
        factorial *= k
    assert skellam(2).probability(1).enclosure(60).overlaps(total.enclosure(60))


def test_what_is_wrongly_claimed_is_refuted():
    # pure privacy of light tails
    assert discrete_gaussian(10).delta(5) > 0
    assert skellam(10).delta(5) > 0
    # the scale of a sensitivity of 1 where it is 2
    assert discrete_laplace(1, 2).delta(1) == (1 - exp(-1)) / (1 + exp(-1))
    assert discrete_laplace(2, 2).delta(1) == 0


def test_bad_input():
    for call, error, message in (
        (lambda: discrete_laplace(0), InvalidValue, "scale = 0"),
        (lambda: discrete_laplace(0.5), FloatRefused, "scale = 0.5"),
        (lambda: discrete_gaussian(-1), InvalidValue, "variance = -1"),
        (lambda: skellam(ln(2)), InvalidType, "variance"),
        (lambda: skellam(1, 0), InvalidValue, "sensitivity = 0"),
        (lambda: skellam(1, 1000), BudgetExceeded, "give a smaller one"),
        (lambda: skellam(1).delta("inf"), InvalidValue, "epsilon = inf"),
        (lambda: skellam(1).delta(-1), InvalidValue, "epsilon = -1"),
        (lambda: skellam(10**6).delta(1).decimal(3), BudgetExceeded, "use a smaller one"),
        (lambda: discrete_gaussian(1).probability("a"), InvalidType, "y = 'a'"),
        (lambda: discrete_laplace(1).probability(1.0), FloatRefused, "y = 1.0"),
    ):
        with pytest.raises(error, match=message):
            call()

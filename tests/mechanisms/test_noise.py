"""The noise distributions against formulas written differently, and the identities that tie them to each
other.
"""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import EPS, INFINITY, Dist, eps, exp, ln, number
from assay.errors import FloatRefused, InvalidType, InvalidValue
from assay.mechanisms import FiniteNoise, OneSidedGeometric, TwoSidedGeometric, noise

from .published import clamp, two_sided_at_least, two_sided_mass

rates = st.sampled_from([ln(2), ln(3), ln(2) / 2, eps("1/2"), eps(1), eps("2/3"), EPS])
small = st.integers(-3, 3)
ends = st.tuples(small, small).map(sorted)


@given(rates, ends, small)
def test_clamped_law_is_the_infinite_law_moved_to_the_range(rate, ends, centre):
    a, (low, high) = exp(-rate), ends
    law = noise.two_sided_geometric_clamped(rate, low, high, centre=centre)
    expected = {y: two_sided_mass(a, y - centre) for y in range(low, high + 1)}
    expected[high] = two_sided_at_least(a, high - centre)
    expected[low] = number(1) if low == high else 1 - two_sided_at_least(a, low + 1 - centre)
    assert law == Dist(expected)
    assert set(law.support) == set(range(low, high + 1))


@given(rates, ends, small, st.integers(0, 3), st.integers(0, 3))
def test_clamping_twice_is_clamping_once(rate, ends, centre, more_below, more_above):
    low, high = ends
    wide = noise.two_sided_geometric_clamped(rate, low - more_below, high + more_above, centre=centre)
    assert wide.map(lambda y: clamp(y, low, high)) == noise.two_sided_geometric_clamped(
        rate, low, high, centre=centre
    )


@given(rates, ends, small)
def test_truncated_law_is_the_clamped_law_of_a_wider_range_conditioned(rate, ends, centre):
    low, high = ends
    wide = noise.two_sided_geometric_clamped(rate, low - 1, high + 1, centre=centre)
    truncated = noise.two_sided_geometric_truncated(rate, low, high, centre=centre)
    assert wide.condition(lambda y: low <= y <= high) == truncated


@given(rates, ends, small)
def test_truncated_probabilities_fall_by_the_same_factor(rate, ends, centre):
    low, high = ends
    law = noise.two_sided_geometric_truncated(rate, low, high, centre=centre)
    for y in range(low, high):
        outward = y + 1 > centre
        assert law[y + 1] == law[y] * (exp(-rate) if outward else exp(rate))


@given(rates, st.integers(0, 4))
def test_one_sided_tails_are_powers(rate, high):
    a = exp(-rate)
    clamped = noise.one_sided_geometric_clamped(rate, high)
    assert [clamped.prob(range(k, high + 1)) for k in range(high + 1)] == [a**k for k in range(high + 1)]
    truncated = noise.one_sided_geometric_truncated(rate, high)
    wide = noise.one_sided_geometric_clamped(rate, high + 1)
    assert truncated == wide.condition(lambda z: z <= high)


@given(st.fractions(min_value=Fraction(1, 4), max_value=3, max_denominator=4), ends, small)
def test_discrete_laplace_is_geometric_noise_with_the_inverse_scale(scale, ends, centre):
    low, high = ends
    rate = eps(1 / scale)
    assert noise.discrete_laplace_clamped(
        scale, low, high, centre=centre
    ) == noise.two_sided_geometric_clamped(rate, low, high, centre=centre)
    assert noise.discrete_laplace_truncated(
        scale, low, high, centre=centre
    ) == noise.two_sided_geometric_truncated(rate, low, high, centre=centre)


@given(st.fractions(min_value=Fraction(1, 3), max_value=3, max_denominator=3), ends, small)
def test_discrete_gaussian_weights(variance, ends, centre):
    low, high = ends
    law = noise.discrete_gaussian_truncated(variance, low, high, centre=centre)
    weights = [exp(-Fraction((y - centre) ** 2) / (2 * variance)) for y in range(low, high + 1)]
    assert [law[y] * sum(weights) for y in range(low, high + 1)] == weights


def test_discrete_gaussian_takes_a_rational_centre():
    law = noise.discrete_gaussian_truncated(1, 0, 1, centre="1/2")
    assert law == Dist({0: "1/2", 1: "1/2"})
    assert noise.discrete_gaussian_truncated("1/2", 0, 1, centre="1/4")[0] == 1 / (1 + exp("-1/2"))


def test_the_limits_at_rate_infinity_and_zero():
    assert noise.two_sided_geometric_clamped(INFINITY, -2, 2, centre=1) == Dist.point(1)
    assert noise.two_sided_geometric_clamped("inf", -2, 2, centre=9) == Dist.point(2)
    assert noise.two_sided_geometric_clamped(0, -2, 2) == Dist({-2: "1/2", 2: "1/2"})
    assert noise.two_sided_geometric_clamped(0, 1, 1) == Dist.point(1)
    assert noise.two_sided_geometric_truncated(INFINITY, -2, 2, centre=-7) == Dist.point(-2)
    assert noise.two_sided_geometric_truncated(0, -1, 1) == Dist.uniform([-1, 0, 1])
    assert noise.one_sided_geometric_clamped(INFINITY, 3) == Dist.point(0)
    assert noise.one_sided_geometric_clamped(0, 3) == Dist.point(3)
    assert noise.one_sided_geometric_truncated(0, 1) == Dist.uniform([0, 1])


def test_noise_is_centred_at_zero_by_default():
    for law in (
        noise.two_sided_geometric_clamped(1, -2, 2),
        noise.two_sided_geometric_truncated(1, -2, 2),
        noise.discrete_laplace_clamped(1, -2, 2),
        noise.discrete_laplace_truncated(1, -2, 2),
        noise.discrete_gaussian_truncated(1, -2, 2),
    ):
        assert law == law.map(lambda z: -z)
        assert law[0] > law[1]


def test_known_numbers():
    assert noise.two_sided_geometric_clamped(ln(2), -1, 1) == Dist.uniform([-1, 0, 1])
    assert noise.two_sided_geometric_clamped(ln(2), 0, 2) == Dist({0: "2/3", 1: "1/6", 2: "1/6"})
    assert noise.two_sided_geometric_truncated(ln(2), 0, 2) == Dist({0: "4/7", 1: "2/7", 2: "1/7"})
    assert noise.one_sided_geometric_clamped(ln(3), 2) == Dist({0: "2/3", 1: "2/9", 2: "1/9"})


@given(rates, st.integers(-4, 4))
def test_infinite_noise_agrees_with_its_clamped_law(rate, k):
    a = exp(-rate)
    two, one = TwoSidedGeometric(a), OneSidedGeometric(a)
    assert two.mass(k) == two_sided_mass(a, k)
    assert two.tail(k) == two_sided_at_least(a, k)
    clamped = noise.two_sided_geometric_clamped(rate, -5, 5)
    assert two.tail(k) == clamped.prob(range(k, 6))
    above = noise.one_sided_geometric_clamped(rate, 5)
    assert one.tail(k) == above.prob(range(max(k, 0), 6))
    assert one.mass(k) == (above[k] if k >= 0 else 0)


@given(st.sets(st.integers(-3, 3), min_size=1), st.integers(-6, 6))
def test_finite_noise_sums_its_law(values, k):
    law = Dist.uniform(sorted(values))
    finite = FiniteNoise(law)
    assert finite.mass(k) == law[k]
    assert finite.tail(k) == law.prob(lambda z: z >= k)


@pytest.mark.parametrize(
    ("build", "error", "words"),
    [
        (lambda: noise.two_sided_geometric_clamped(0.5, 0, 1), FloatRefused, "rate = 0.5"),
        (lambda: noise.two_sided_geometric_clamped(-1, 0, 1), InvalidValue, "rate = -1 is negative"),
        (lambda: noise.two_sided_geometric_clamped(1, 2, 1), InvalidValue, "low = 2 to high = 1 is empty"),
        (lambda: noise.two_sided_geometric_clamped(1, 0.0, 1), FloatRefused, "low = 0.0 is a float"),
        (lambda: noise.two_sided_geometric_clamped(1, 0, True), InvalidType, "high = True is a bool"),
        (
            lambda: noise.two_sided_geometric_clamped(1, 0, 2, centre="1"),
            InvalidType,
            "centre = '1' is a str",
        ),
        (lambda: noise.two_sided_geometric_truncated(1, 2, 1), InvalidValue, "is empty"),
        (lambda: noise.one_sided_geometric_clamped(1, -1), InvalidValue, "high = -1 (int) is too small"),
        (lambda: noise.one_sided_geometric_truncated(1, -1), InvalidValue, "high = -1 (int) is too small"),
        (
            lambda: noise.discrete_laplace_clamped(0, 0, 1),
            InvalidValue,
            "scale = 0 (Fraction) must be positive",
        ),
        (lambda: noise.discrete_laplace_clamped(ln(2), 0, 1), InvalidType, "scale"),
        (lambda: noise.discrete_laplace_truncated("-1/2", 0, 1), InvalidValue, "scale = -1/2"),
        (lambda: noise.discrete_gaussian_truncated(0, 0, 1), InvalidValue, "variance = 0"),
        (lambda: noise.discrete_gaussian_truncated("sqrt(2)", 0, 1), InvalidValue, "irrational"),
        (lambda: noise.discrete_gaussian_truncated(1, 1, 0), InvalidValue, "is empty"),
        (lambda: noise.discrete_gaussian_truncated(1, 0, 1, centre=0.5), FloatRefused, "centre = 0.5"),
        (
            lambda: noise.discrete_gaussian_truncated(1, 0, 1, centre="sqrt(2)"),
            InvalidValue,
            "centre = sqrt(2)",
        ),
        (lambda: TwoSidedGeometric(number(1)), InvalidValue, "ratio = 1"),
        (lambda: OneSidedGeometric(number(2)), InvalidValue, "ratio = 2"),
        (lambda: FiniteNoise(Dist.uniform(["a", "b"])), InvalidType, "outcome of the noise = 'a' is a str"),
    ],
)
def test_bad_parameters_are_refused(build, error, words):
    with pytest.raises(error) as caught:
        build()
    assert words in str(caught.value)

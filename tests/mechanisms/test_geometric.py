"""Geometric, discrete Laplace and discrete Gaussian mechanisms: exact epsilons and rows."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import INFINITY, Dist, adjacency, eps, exp, ln, number
from assay.errors import FloatRefused, InvalidType, InvalidValue
from assay.mechanisms import (
    discrete_gaussian_truncated,
    discrete_laplace_clamped,
    geo_sample,
    geometric_clamped,
    geometric_truncated,
    noise,
)

from .published import clamp, two_sided_at_least, two_sided_mass

rates = st.sampled_from([ln(2), ln(3), ln(2) / 2, eps("1/2"), eps(1), eps("3/2")])
sizes = st.integers(1, 5)


@given(sizes, rates)
def test_clamped_costs_exactly_epsilon(n, e):
    assert geometric_clamped(n, e).epsilon() == e


@given(sizes, rates, st.integers(0, 2), st.integers(0, 2))
def test_clamped_costs_exactly_epsilon_on_a_wider_range(n, e, below, above):
    assert geometric_clamped(n, e, low=-below, high=n + above).epsilon() == e


@given(st.integers(1, 3), rates)
def test_sensitivity_scales_the_noise(step, e):
    m = geometric_clamped(4, e, sensitivity=step)
    assert m.epsilon() == e
    assert m.matrix() == geometric_clamped(4, e / step).matrix()


@given(sizes, rates)
def test_rows_of_the_clamped_one(n, e):
    a, m = exp(-e), geometric_clamped(n, e)
    for x in range(n + 1):
        row = m.distribution(x)
        assert [row[y] for y in range(1, n)] == [two_sided_mass(a, y - x) for y in range(1, n)]
        assert row[n] == two_sided_at_least(a, n - x)
        assert row[0] == two_sided_at_least(a, x)


@given(sizes, rates)
def test_truncated_costs_more_and_exactly_that_much(n, e):
    a = exp(-e)
    constant = [sum((a ** abs(y - x) for y in range(n + 1)), number(0)) for x in range(n + 1)]
    for x in range(n + 1):
        assert constant[x] == (1 + a - a ** (x + 1) - a ** (n - x + 1)) / (1 - a)
    exact = geometric_truncated(n, e).epsilon()
    assert exact == e + ln(constant[1] / constant[0])
    assert e < exact < 2 * e if n >= 2 else exact == e


@given(sizes, rates)
def test_rows_of_the_truncated_one(n, e):
    a, m = exp(-e), geometric_truncated(n, e, low=-1, high=n + 2)
    for x in range(n + 1):
        weights = [a ** abs(y - x) for y in range(-1, n + 3)]
        assert [m.distribution(x)[y] * sum(weights) for y in range(-1, n + 3)] == weights


def test_limits_of_both():
    for build in (geometric_clamped, geometric_truncated):
        assert build(3, "inf").epsilon() == INFINITY
        assert all(build(3, "inf").distribution(x) == Dist.point(x) for x in range(4))
        assert build(3, 0).epsilon() == 0
    assert geometric_clamped(3, 0).distribution(1) == Dist({0: "1/2", 3: "1/2"})
    assert geometric_truncated(3, 0).distribution(1) == Dist.uniform(range(4))


@given(sizes, st.integers(0, 4))
def test_geo_sample_is_the_clamped_mechanism_with_an_integer_base(n, k):
    m, e = geo_sample(n, k), ln(1 + Fraction(1, 2**k))
    assert m.matrix() == geometric_clamped(n, e).matrix()
    assert m.epsilon() == e


def test_geo_sample_counts_integers():
    # every cumulative probability is a number of draws out of d
    n, k = 5, 3
    d = (2 ** (k + 1) + 1) * (2**k + 1) ** (n - 1)
    m = geo_sample(n, k)
    for c in m.domain:
        assert all((m.distribution(c)[z] * d).as_fraction().denominator == 1 for z in range(n + 1))
    assert m.epsilon() == ln("9/8")  # .1178, the figure that samplers report for n = 5, epsilon = .1


@given(
    st.fractions(min_value=Fraction(1, 3), max_value=3, max_denominator=3),
    st.integers(1, 3),
    st.integers(1, 3),
)
def test_discrete_laplace_costs_sensitivity_over_scale(scale, step, width):
    m = discrete_laplace_clamped(scale, -1, width + step, sensitivity=step)
    assert m.epsilon() == step / scale
    for x in m.domain:
        wide = noise.discrete_laplace_clamped(scale, -6, 7, centre=x)
        assert m.distribution(x) == wide.map(lambda y: clamp(y, -1, width + step))


@given(st.sampled_from([Fraction(1, 2), Fraction(1), Fraction(2), Fraction(3, 2)]), st.integers(1, 3))
def test_discrete_gaussian_rows_and_epsilon(variance, n):
    m = discrete_gaussian_truncated(variance, 0, n)
    weight = {
        x: {y: exp(-Fraction((y - x) ** 2) / (2 * variance)) for y in range(n + 1)} for x in range(n + 1)
    }
    total = {x: sum(weight[x].values()) for x in weight}
    for x in range(n + 1):
        assert all(m.distribution(x)[y] * total[x] == weight[x][y] for y in range(n + 1))
    losses = [
        ((y - x_) ** 2 - (y - x) ** 2) / (2 * variance) + ln(total[x_] / total[x])
        for x in range(n + 1)
        for x_ in (x - 1, x + 1)
        if 0 <= x_ <= n
        for y in range(n + 1)
    ]
    assert m.epsilon() == max(losses)


def test_discrete_gaussian_sensitivity_widens_the_neighbourhood():
    one, two = (discrete_gaussian_truncated(2, 0, 3, sensitivity=k) for k in (1, 2))
    assert one.matrix() == two.matrix()
    assert one.epsilon() < two.epsilon()
    assert two.pairs == discrete_gaussian_truncated(2, 0, 3, adjacency=adjacency.l1(2)).pairs


@pytest.mark.parametrize(
    ("build", "error", "words"),
    [
        (lambda: geometric_clamped(0, 1), InvalidValue, "n = 0 (int) is too small"),
        (lambda: geometric_clamped(3, -1), InvalidValue, "epsilon = -1 is negative"),
        (lambda: geometric_clamped(3, 0.5), FloatRefused, "epsilon = 0.5"),
        (lambda: geometric_clamped(3, 1, sensitivity=0), InvalidValue, "sensitivity = 0"),
        (lambda: geometric_clamped(3, 1, low=4), InvalidValue, "low = 4 to high = 3 is empty"),
        (lambda: geometric_truncated(3, 1, low=0, high=-1), InvalidValue, "is empty"),
        (lambda: geometric_truncated("3", 1), InvalidType, "n = '3' is a str"),
        (lambda: geometric_clamped(3, 1, domain=["a", "b"]).matrix(), InvalidType, "'a'"),
        (lambda: geo_sample(0, 1), InvalidValue, "n = 0"),
        (lambda: geo_sample(2, -1), InvalidValue, "k = -1"),
        (
            lambda: geo_sample(2, 1, domain=[2, 3]).matrix(),
            InvalidValue,
            "input = 3 (int) is too large; give one of 0..2",
        ),
        (lambda: discrete_laplace_clamped(0, 0, 3), InvalidValue, "scale = 0"),
        (lambda: discrete_laplace_clamped(1.5, 0, 3), FloatRefused, "scale = 1.5"),
        (lambda: discrete_laplace_clamped(1, 3, 0), InvalidValue, "is empty"),
        (lambda: discrete_laplace_clamped(1, 0, 3, sensitivity=0), InvalidValue, "sensitivity = 0"),
        (lambda: discrete_gaussian_truncated(-1, 0, 3), InvalidValue, "variance = -1"),
        (lambda: discrete_gaussian_truncated("sqrt(2)", 0, 3), InvalidValue, "irrational"),
        (lambda: discrete_gaussian_truncated(1, 0, 3, sensitivity=-1), InvalidValue, "sensitivity = -1"),
    ],
)
def test_bad_parameters_are_refused(build, error, words):
    with pytest.raises(error) as caught:
        build()
    assert words in str(caught.value)

"""The bootstrap beside Laplace and geometric noise: every number by another route."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import eps, exp, ln, number
from assay.dp import Dist, hockey_stick
from assay.errors import FloatRefused, InvalidType, InvalidValue
from assay.queries import bootstrap
from assay.utility.comparison import (
    bootstrap_delta,
    bootstrap_variance,
    compare_bootstrap,
    draws,
    geometric_delta,
    geometric_ratio,
    geometric_variance,
    laplace_delta,
    laplace_loss,
    laplace_variance,
)

sizes = st.integers(2, 9)
ratios = st.fractions(Fraction(1, 2), 12, max_denominator=4)


@given(sizes, ratios, st.sampled_from([eps(0), eps("1/2"), ln(3)]))
def test_the_delta_is_that_of_the_mechanism_at_every_epsilon(n, Z, level):
    assert bootstrap(n, Z).delta(level) == bootstrap_delta(n, Z)


@given(sizes, ratios, st.data())
def test_the_variance_is_that_of_the_mechanism(n, Z, data):
    k, m = data.draw(st.integers(0, n)), draws(n, Z)
    law = bootstrap(n, Z).distribution((0,) * (n - k) + (1,) * k)
    second = law.expectation(lambda j: (Fraction(j, m) - Fraction(k, n)) ** 2)
    assert second == bootstrap_variance(n, Z, k) <= bootstrap_variance(n, Z)


@given(st.fractions("1/50", "9/10", max_denominator=50), st.sampled_from([eps(0), ln(2), ln("3/2")]))
def test_geometric_noise_of_that_ratio_has_that_delta(delta, level):
    a = geometric_ratio(level, delta)
    assert (1 - a * exp(level)) / (1 + a) == delta
    reach = 6
    steps = range(-reach, reach + 1)
    clamped = {
        shift: Dist({z: a ** abs(z - shift) * (1 if abs(z) == reach else 1 - a) / (1 + a) for z in steps})
        for shift in (0, 1)
    }
    assert hockey_stick(clamped[1], clamped[0], level) == delta


@given(sizes, st.fractions("1/50", "9/10", max_denominator=50))
def test_equal_guarantee_and_equal_variance_are_inverse(n, delta):
    variance = geometric_variance(n, 0, delta)
    assert geometric_delta(n, variance.as_fraction()) == delta
    loss = laplace_loss(0, delta)
    assert abs(laplace_variance(n, 0, delta) * n * n * loss**2 - 2) < Fraction(1, 10**30)
    exact = Fraction(2, (n * 3) ** 2)  # e0 = 3
    assert abs(laplace_delta(n, exact) - (1 - exp("-3/2"))) < Fraction(1, 10**30)


def test_the_variance_of_geometric_noise_is_its_series():
    a = number("1/3")
    series = sum((2 * z * z * (1 - a) / (1 + a) * a**z for z in range(1, 200)), number(0))
    gap = 2 * a / (1 - a) ** 2 - series
    assert 0 < gap < Fraction(1, 10**80)


def test_a_comparison_as_text():
    assert str(compare_bootstrap(100, 10)) == "\n".join(
        [
            "n = 100, Z = 10: 10 draws, (0, 0.0956179)-DP",
            "                           variance at equal guarantee  delta(0) at equal variance",
            "  bootstrap, worst data    0.025                        0.0956179",
            "  bootstrap, a single one  0.00099",
            "  Laplace                  0.00495004                   0.0437361",
            "  geometric                0.00541879                   0.0446767",
        ]
    )


def test_more_epsilon_allows_less_noise():
    found = [compare_bootstrap(20, 4, level) for level in (0, "1/2", 1)]
    assert found[0].laplace_variance > found[1].laplace_variance > found[2].laplace_variance
    assert found[0].geometric_variance > found[1].geometric_variance > found[2].geometric_variance
    assert found[0].m == 5


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: compare_bootstrap(0, 1), InvalidValue, "n >= 1"),
        (lambda: compare_bootstrap(1, 1), InvalidValue, "n >= 2"),
        (lambda: compare_bootstrap(5, 0), InvalidValue, "Z = 0 .* must be positive"),
        (lambda: compare_bootstrap(5, exp(1)), InvalidValue, r"Z = exp\(1\) .* is irrational"),
        (lambda: compare_bootstrap(5, 1.5), FloatRefused, "3/2"),
        (lambda: compare_bootstrap(5, 2, "inf"), InvalidValue, "epsilon < infinity"),
        (lambda: bootstrap_variance(5, 2, 6), InvalidValue, "0 <= ones <= n"),
        (lambda: draws("5", 2), InvalidType, "str"),
        (lambda: laplace_variance(5, 0, 0), InvalidValue, "0 < delta < 1"),
        (lambda: geometric_variance(5, 0, 1), InvalidValue, "0 < delta < 1"),
        (lambda: laplace_delta(5, 0), InvalidValue, "variance"),
    ],
)
def test_bad_input(call, error, message):
    with pytest.raises(error, match=message):
        call()

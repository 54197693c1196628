"""Lines above the logarithm of r: an upper bound of its moments, near them, wherever the pieces end."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.accounting import Rounds
from assay.accounting.densities import Gaussian
from assay.accounting.inversion import mixture_lines
from assay.accounting.inversion.mixture import MixtureTransform
from assay.accounting.inversion.mixture_lines import lines_above
from assay.composition.transformed_pairs import Reversed, Subsampled
from assay.exact import eps
from assay.exact._flint import bounds, precision
from assay.exact.bracket import log2_of

MU_SQUARED = st.sampled_from([Fraction(1, 10**4), Fraction(1, 100), Fraction(1), Fraction(9)])
RATES = st.sampled_from([Fraction(1, 10**6), Fraction(1, 100), Fraction(1, 2), Fraction(99, 100)])
POWERS = st.fractions(-40, 40, max_denominator=8)


@given(MU_SQUARED, RATES, POWERS)
def test_it_is_above_the_quadrature_and_near_it(mu_squared, rate, t):
    transform = MixtureTransform(Subsampled(Gaussian(mu_squared), rate))
    with precision(128):
        found = bounds(lines_above(transform.mu, transform.rate, t).log())
        truth = bounds(transform.at(t - 1).log())
    if truth is not None:
        assert found[1] >= truth[0]
        assert found[1] <= truth[1] + abs(truth[1]) / 5 + Fraction(1, 20)


@pytest.mark.parametrize("ends", [[-8, 8], [0, 1], [-100, -99], [800, 801], [-96, 0, 3, 96]])
@pytest.mark.parametrize("t", [Fraction(-5), Fraction(0), Fraction(1, 3), Fraction(7)])
def test_any_pieces_are_right(monkeypatch, ends, t):
    monkeypatch.setattr(mixture_lines, "_ends", lambda mu, rate, t: ends)
    transform = MixtureTransform(Subsampled(Gaussian(Fraction(1)), Fraction(1, 3)))
    with precision(128):
        found = bounds(lines_above(transform.mu, transform.rate, t).log())
        truth = bounds(transform.at(t - 1).log())
    assert found is None or found[1] >= truth[0]


K6 = Fraction("4.18524058115023e-2176"), Fraction("1.91375400355418e-2180")
K7 = Fraction("1.59248907828127e-222"), Fraction("1.4406592618248e-222")


@pytest.mark.parametrize(("count", "truths"), [(10**6, K6), pytest.param(10**7, K7, marks=pytest.mark.slow)])
@pytest.mark.parametrize("order", [0, 1])
def test_a_delta_far_out_of_faint_rounds_agrees_with_a_contour_in_mpmath(count, truths, order):
    pair = Subsampled(Gaussian(Fraction(1, 10**4)), Fraction(1, 1000))
    found = Rounds.of(Reversed(pair) if order else pair, count).delta(eps(1))
    spread = truths[order] / 10**13
    assert found.lower <= truths[order] + spread
    assert found.upper >= truths[order] - spread
    assert found.relative_width <= Fraction(1, 1000)


@pytest.mark.parametrize("count", [10**4, 10**5])
def test_a_delta_below_all_that_is_told_is_seen_by_its_moments(count):
    found = Rounds.of(Subsampled(Gaussian(Fraction(1, 10**4)), Fraction(1, 1000)), count).delta(eps(1))
    assert found.lower == 0
    assert log2_of(found.upper) <= -65536

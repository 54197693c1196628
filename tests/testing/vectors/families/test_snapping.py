"""The snapping mechanism: its law against a program of one line, and its epsilon against the stated one."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.dp import profile
from assay.errors import InvalidValue
from assay.exact import Log, exp
from assay.testing.vectors.families import reference
from assay.testing.vectors.families.snapping_functions import (
    clamp,
    float_distribution,
    logarithm,
    power_of_two,
    real_distribution,
)

SCALES = st.fractions(Fraction(1, 4), 4, max_denominator=8)
FLOATS = st.floats(0.25, 4)
CLOSE = Fraction(1, 2**40)


@given(st.fractions(Fraction(1, 10**6), 10**6))
def test_the_grid_is_the_next_power_of_two(scale):
    found = power_of_two(scale)
    assert found / 2 < scale <= found
    assert min(found.numerator, found.denominator) == 1
    assert max(found.numerator, found.denominator).bit_count() == 1


@given(st.fractions(-5, 5, max_denominator=6), SCALES)
def test_the_real_law_is_post_processing_of_laplace_noise(value, scale):
    bound = 3 * scale
    p, q = real_distribution(value, scale, bound), real_distribution(value + 1, scale, bound)
    assert p.prob(p.support) == 1
    assert profile(p, q).epsilon(0) <= Log(1 / scale)
    # the cell around 0, where it is on one side of the value
    grid, centre = power_of_two(scale), clamp(value, bound)
    if centre >= grid / 2 and bound > grid:
        assert p[Fraction(0)] == (exp((grid / 2 - centre) / scale) - exp((-grid / 2 - centre) / scale)) / 2


@pytest.mark.slow
@given(FLOATS, st.floats(0.001, 0.999), st.sampled_from([1, -1]), st.floats(-2, 2))
def test_an_output_of_the_program_has_the_mass_of_its_draw(scale, u, sign, value):
    value = 0.0 if abs(value) < 1e-3 else value
    bound = 3 * scale
    grid = power_of_two(Fraction(scale))
    y = max(-bound, min(value, bound)) + sign * (scale * logarithm(u))
    output = clamp(math.floor(Fraction(y) / grid + Fraction(1, 2)) * grid, Fraction(bound))
    law = float_distribution(value, scale, bound)
    assert law[output] >= Fraction(math.nextafter(u, 1) - u) / 2
    assert law.prob(law.support) == 1


@pytest.mark.slow
@given(st.floats(-4, 4).filter(lambda x: not 0 < abs(x) < 1e-9), FLOATS)
def test_in_floats_the_law_is_nearly_that_in_real_arithmetic(value, scale):
    floats = float_distribution(value, scale, 4 * scale)
    real = real_distribution(Fraction(value), Fraction(scale), Fraction(4 * scale))
    assert floats.support == real.support
    assert all(abs(floats[y] - p) < CLOSE for y, p in real.items())


@pytest.mark.slow
@given(st.integers(-40, 40), st.integers(-10, 10), FLOATS)
def test_the_stated_epsilon_holds(tenths, difference, scale):
    value, other = (tenths / 8, tenths / 8 + difference / 16)
    p, q = (float_distribution(x, scale, 4 * scale) for x in (value, other))
    stated = (1 + Fraction(4 * scale) / 2**49) / Fraction(scale)
    assert max(profile(p, q).epsilon(0), profile(q, p).epsilon(0)) <= Log(stated)


def test_one_over_the_scale_is_not_enough():
    given = {"value": "0", "other": "1", "scale": "1", "bound": "2"}
    assert reference("snapping_epsilon", given) == "1"
    assert Fraction(reference("snapping_float_epsilon", given)["lower"]) > 1
    assert Fraction(reference("snapping_epsilon_bound", {"scale": "1", "bound": "2"})) > 1


@pytest.mark.parametrize("bad", [{"value": "1/3"}, {"bound": "65"}, {"scale": "-1"}, {"value": "inf"}])
def test_what_is_no_float_or_out_of_range_is_refused(bad):
    with pytest.raises(InvalidValue):
        reference("snapping_float_distribution", {"value": "0", "scale": "1", "bound": "2", **bad})

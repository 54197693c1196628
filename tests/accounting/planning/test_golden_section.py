"""Golden section finds where a quasi-convex function is least, as near as its steps or its width allow."""

from __future__ import annotations

from math import cosh, inf

from hypothesis import given
from hypothesis import strategies as st

from assay.accounting.planning.golden_section import least

PLACES = st.floats(-10, 10, allow_nan=False)


@given(PLACES, st.integers(1, 12))
def test_the_least_place_is_found_between_the_ends(place, steps):
    found = least(lambda x: abs(x - place), -10.0, 10.0, steps)
    assert abs(found - place) <= 20 * 0.6181**steps


@given(st.floats(-9, 9, allow_nan=False))
def test_where_the_function_is_infinite_nothing_is_looked_for(place):
    found = least(lambda x: inf if x > place else -x, -10.0, 10.0, 40)
    assert place - 1e-3 <= found <= place


def test_it_ends_at_the_width():
    asked = []

    def of(x):
        asked.append(x)
        return x * x

    assert abs(least(of, -1.0, 1.0, 1000, 0.01)) < 0.01
    assert len(asked) < 20


@given(PLACES, st.floats(0.1, 10))
def test_a_smooth_function_takes_few_values(place, scale):
    asked = []

    def of(x):
        asked.append(x)
        return cosh((x - place) / scale)

    assert abs(least(of, -40.0, 40.0, 50, 1e-4) - place) < 1e-3 * scale + 1e-4
    assert len(asked) <= 30

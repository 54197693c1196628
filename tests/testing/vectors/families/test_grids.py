"""Rounding to a grid against its definition, and sensitivities against all values of a fine lattice."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InvalidValue
from assay.testing.vectors.families import reference
from assay.testing.vectors.families.grids import RANDOM, RULES, steps

PART = 6


@given(st.fractions(-50, 50, max_denominator=40), st.sampled_from([r for r in RULES if "half" in r]))
def test_to_nearest_is_to_nearest_and_ties_follow_the_rule(x, rule):
    k = RULES[rule](x)
    assert abs(k - x) <= Fraction(1, 2)
    if abs(k - x) == Fraction(1, 2):
        other = 2 * x - k
        wanted = {"half-up": k > other, "half-down": k < other, "half-away": abs(k) > abs(other)}
        assert wanted.get(rule, k % 2 == 0)


@pytest.mark.parametrize("rule", [*RULES, RANDOM])
@pytest.mark.parametrize("sixths", [1, 3, 5, 6, 7, 9, 12, 15, 18, 24])
def test_a_sensitivity_is_the_largest_on_a_lattice(rule, sixths):
    d, furthest = Fraction(sixths, PART), 0
    for i in range(-10 * PART, 10 * PART + 1):
        x = Fraction(i, 2 * PART)
        for y in (x + d, x + d - Fraction(1, 2 * PART)):
            if rule == RANDOM:
                furthest = max(furthest, ceil(y) - floor(x))
            else:
                furthest = max(furthest, abs(RULES[rule](y) - RULES[rule](x)))
    assert steps(d, rule) == furthest


def test_ties_to_even_make_one_step_two():
    given = {"step": "1", "sensitivity": "1", "rule": "half-even"}
    assert reference("grid_sensitivity", given) == "2"
    assert reference("grid_sensitivity", {**given, "rule": "half-up"}) == "1"


def test_three_tenths_of_binary64_are_not_three_steps():
    given = {"value": "0x1.3333333333333p-2", "step": "0x1.999999999999ap-4"}
    assert reference("grid_index", {**given, "rule": "down"}) == "2"
    assert [k for k, _ in reference("grid_randomised", given)] == ["2", "3"]


@pytest.mark.parametrize("bad", [{"rule": RANDOM}, {"step": "0"}, {"value": "inf"}])
def test_what_is_no_rule_or_step_is_refused(bad):
    with pytest.raises(InvalidValue):
        reference("grid_index", {"value": "1/2", "step": "1", "rule": "up", **bad})

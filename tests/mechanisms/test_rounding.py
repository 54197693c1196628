"""Randomised rounding: the mean, the mechanisms as rounding and then noise, and the sensitivity after it."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import ln
from assay.errors import FloatRefused, InvalidValue
from assay.mechanisms import (
    geometric_clamped,
    one_bit_mean,
    randomised_response,
    rounded_at_random,
    rounded_geometric_clamped,
)

values = st.fractions(min_value=-5, max_value=5, max_denominator=12)


@given(values)
def test_the_mean_is_the_value_and_only_its_neighbours_occur(v):
    rounded = rounded_at_random(v)
    assert rounded.expectation() == v
    assert all(abs(o - v) < 1 for o in rounded.support)


@given(st.integers(1, 6))
def test_one_bit_is_rounding_and_then_randomised_response(steps):
    m, answer = one_bit_mean(ln(3), steps=steps), randomised_response(ln(3))
    for x in m.domain:
        assert m.distribution(x) == rounded_at_random(x).bind(
            lambda bit: answer.distribution(bool(bit)).map(int)
        )
    assert m.epsilon() == ln(3)


@pytest.mark.parametrize(
    ("steps", "sensitivity"), [(1, 1), (2, 1), (3, "1/3"), (4, "1/2"), (2, "3/2"), (1, 2)]
)
def test_rounded_counts_cost_at_most_epsilon(steps, sensitivity):
    m = rounded_geometric_clamped(2, ln(4), steps=steps, sensitivity=sensitivity)
    assert m.audit(ln(4)).holds
    if Fraction(sensitivity).denominator == 1:
        assert m.epsilon() == ln(4)


def test_whole_numbers_are_not_rounded():
    assert rounded_geometric_clamped(3, ln(2)).matrix() == geometric_clamped(3, ln(2)).matrix()


def test_noise_for_the_sensitivity_before_rounding_is_too_small():
    # neighbours at distance 1/2, and noise of rate epsilon/(1/2): the rounded values differ by 1
    wrong = rounded_geometric_clamped(2, ln(16), steps=2, sensitivity="1/2")
    assert wrong.epsilon() > ln(4)
    assert not wrong.audit(ln(4)).holds


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: rounded_at_random(0.5), FloatRefused, "value = 0.5"),
        (lambda: one_bit_mean(1, steps=0), InvalidValue, "steps = 0"),
        (
            lambda: one_bit_mean(1, domain=[0, 2]).distribution(2),
            InvalidValue,
            "input = 2 (int) is not in [0, 1]",
        ),
        (lambda: rounded_geometric_clamped(2, 1, sensitivity=0), InvalidValue, "sensitivity = 0"),
        (lambda: rounded_geometric_clamped(2, 1, low=3), InvalidValue, "empty"),
    ],
)
def test_bad_parameters_are_refused(make, error, words):
    with pytest.raises(error) as caught:
        make()
    assert words in str(caught.value)

"""The staircase mechanism: its masses and tails, the geometric mechanism as a case, and too short a stair."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import adjacency, ln, number
from assay.errors import InvalidValue
from assay.mechanisms import geometric_clamped, staircase_clamped
from assay.mechanisms.staircase import staircase_mass, staircase_tail

shapes = st.integers(1, 4).flatmap(lambda d: st.tuples(st.just(d), st.integers(1, d)))
ratios = st.fractions(min_value=0, max_value="9/10", max_denominator=10).map(number)


@given(ratios, shapes, st.integers(-9, 9), st.integers(0, 12))
def test_tails_add_up_to_the_masses_between_them(b, shape, k, length):
    between = sum((staircase_mass(b, *shape, z) for z in range(k, k + length)), number(0))
    assert staircase_tail(b, *shape, k) - staircase_tail(b, *shape, k + length) == between
    assert staircase_tail(b, *shape, k) + staircase_tail(b, *shape, 1 - k) == 1


@given(ratios, shapes, st.integers(-9, 9))
def test_a_shift_by_the_sensitivity_costs_one_factor(b, shape, z):
    d = shape[0]
    for shift in range(-d, d + 1):
        assert staircase_mass(b, *shape, z + shift) >= b * staircase_mass(b, *shape, z)


@pytest.mark.parametrize(("sensitivity", "width"), [(1, 1), (2, 1), (2, 2), (3, 1), (3, 2)])
def test_the_exact_epsilon_is_the_stated_one(sensitivity, width):
    m = staircase_clamped(4, ln(3), sensitivity=sensitivity, width=width)
    assert m.epsilon() == ln(3)
    assert all(sum(row) == 1 for row in m.matrix())


def test_steps_of_one_are_geometric_noise():
    assert staircase_clamped(3, ln(2), sensitivity=1).matrix() == geometric_clamped(3, ln(2)).matrix()


def test_a_larger_sensitivity_than_the_stair_costs_more():
    m = staircase_clamped(4, ln(3), sensitivity=2, adjacency=adjacency.l1(3))
    assert m.epsilon() == ln(9)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: staircase_clamped(3, 1, width=3), "width = 3"),
        (lambda: staircase_clamped(3, 1, width=0), "width = 0"),
        (lambda: staircase_clamped(3, 0), "epsilon = 0"),
        (lambda: staircase_clamped(3, 1, sensitivity=0), "sensitivity = 0"),
        (lambda: staircase_clamped(3, 1, low=4), "empty"),
    ],
)
def test_bad_parameters_are_refused(make, words):
    with pytest.raises(InvalidValue) as caught:
        make()
    assert words in str(caught.value)

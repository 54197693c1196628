"""Brackets: exact ends around a number, shown outwards, compared by their ends."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InvalidType, InvalidValue
from assay.exact import number
from assay.exact._flint import arb, precision, rational
from assay.exact.bracket import LEAST_BITS, Bracket, log2_of, probability

ENDS = st.lists(st.fractions(0, 1, max_denominator=10**6), min_size=2, max_size=2).map(sorted)


@given(ENDS, ENDS, st.integers(1, 20))
def test_what_two_brackets_allow_and_how_they_are_shown(first, second, digits):
    one, two = Bracket(*first), Bracket(*second)
    if max(first[0], second[0]) <= min(first[1], second[1]):
        both = one.intersection(two)
        assert both.ends == (max(first[0], second[0]), min(first[1], second[1]), False)
    else:
        with pytest.raises(InvalidValue, match="no number is between"):
            one.intersection(two)
    low, high = one.decimals(digits)
    assert Fraction(low) <= one.lower <= one.upper <= Fraction(high)
    below, above = one.floats()
    assert Fraction(below) <= one.lower <= one.upper <= Fraction(above)
    assert (one == two) == (first == second)
    assert (hash(one) == hash(two)) or one != two
    assert all(number(end) in one for end in first)


def test_infinity_and_what_is_no_number():
    nowhere = Bracket.infinity()
    assert nowhere.width == 0
    assert 1 not in nowhere
    assert Bracket(1, None).width is None
    assert str(Bracket(Fraction(1, 3), None)) == "[0.333333333333, inf]"
    with pytest.raises(InvalidType, match="lower = None"):
        Bracket(None, 1)
    assert Bracket(1, 2) != (1, 2)


@given(st.fractions(0, 1, max_denominator=10**9))
def test_a_ball_around_a_probability(value):
    with precision(60):
        found = probability(arb(rational(value)))
    assert found.lower <= value <= found.upper
    assert found.upper - found.lower <= Fraction(1, 2**50)


def test_a_tiny_probability_is_told_from_0_by_nothing():
    with precision(60):
        assert probability(arb(2) ** -(LEAST_BITS + 3)) == Bracket(0, Fraction(1, 2**LEAST_BITS))
        assert probability(arb("nan")) == Bracket(0, 1)
    assert log2_of(Fraction(1, 2**5000)) == -5000

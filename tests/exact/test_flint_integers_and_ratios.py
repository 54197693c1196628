"""int, round, floor, ceil and as_integer_ratio of exact numbers, beside those of Fractions and of mpmath."""

from __future__ import annotations

import math
import sys
from fractions import Fraction
from numbers import Rational

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import INFINITY, Dist, ln, number, sqrt
from assay.errors import InvalidValue, UndecidedError
from assay.exact import EPS

FRACTIONS = st.fractions(max_denominator=200)


@given(FRACTIONS, st.integers(-3, 6))
def test_rationals_round_as_fractions_do(x, digits):
    exact = number(x)
    assert int(exact) == int(x)
    assert round(exact) == round(x)
    assert round(exact, digits) == round(x, digits)
    assert (math.floor(exact), math.ceil(exact), math.trunc(exact)) == (
        math.floor(x),
        math.ceil(x),
        math.trunc(x),
    )
    assert Fraction(*exact.as_integer_ratio()) == x


@given(st.integers(-50, 50), st.integers(1, 10), st.integers(2, 99))
def test_ties_go_to_the_even_neighbour(whole, tens, other):
    assert round(number(Fraction(2 * whole + 1, 2))) % 2 == 0
    assert round(number(Fraction(whole, 1) + Fraction(1, 2 * 10**tens)), tens) == number(whole)


@given(FRACTIONS, st.sampled_from([2, 3, 5, 7]), st.integers(0, 40))
def test_irrationals_beside_mpmath(x, base, digits):
    with mpmath.workdps(120):
        for exact, value in (
            (number(x) + sqrt(base), mpmath.mpf(x.numerator) / x.denominator + mpmath.sqrt(base)),
            (ln(base), mpmath.log(base)),
        ):
            assert int(exact) == int(value)
            assert round(exact) == int(mpmath.nint(value))
            assert round(exact, digits) == Fraction(int(mpmath.nint(value * 10**digits)), 10**digits)


def test_what_has_no_integer_is_refused():
    for function in (int, round, math.trunc):
        with pytest.raises(InvalidValue, match="infinite"):
            function(INFINITY)
        with pytest.raises(UndecidedError):
            function(EPS)
    with pytest.raises(InvalidValue, match="not rational"):
        sqrt(2).as_integer_ratio()


def test_a_distribution_is_a_dictionary():
    dist = Dist({"a": "1/3", "b": "2/3"})
    assert dict(dist) == {"a": number("1/3"), "b": number("2/3")}
    assert list(dist.keys()) == ["a", "b"]


def test_a_type_with_irrational_values_is_no_rational_one():
    assert not isinstance(number("1/2"), Rational)
    assert number("1/2").as_fraction() == Fraction(1, 2)
    if sys.version_info >= (3, 14):
        assert Fraction(number("1/2")) == Fraction(1, 2)
        with pytest.raises(InvalidValue, match="is not rational"):
            Fraction(sqrt(2))
    else:
        with pytest.raises(TypeError, match="Rational"):
            Fraction(number("1/2"))

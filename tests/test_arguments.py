"""The one reader of arguments: what is taken, and that a refusal names the parameter and the way out."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import EPS, exp
from assay.arguments import (
    check_function,
    integer,
    listed,
    nonnegative_rational,
    open_probability,
    positive_integer,
    positive_rational,
    probability,
    rational,
)
from assay.errors import FloatRefused, InvalidType, InvalidValue


class Indexed:
    """An integer of another library."""

    def __init__(self, value):
        self.value = value

    def __index__(self):
        return self.value


@given(st.integers(), st.none() | st.integers(), st.none() | st.integers())
def test_an_integer_in_its_range_is_taken_and_no_other(value, least, most):
    inside = (least is None or value >= least) and (most is None or value <= most)
    for given_value in (value, Indexed(value)):
        if inside:
            assert integer(given_value, "n", least, most) == value
            continue
        with pytest.raises(InvalidValue, match=r"^n = .* is too (small|large); give an int with n [<>]= "):
            integer(given_value, "n", least, most)


@given(st.fractions())
def test_rationals_and_probabilities_by_their_range(value):
    assert rational(value, "x") == value
    for read, taken in (
        (positive_rational, value > 0),
        (nonnegative_rational, value >= 0),
        (probability, 0 <= value <= 1),
        (open_probability, 0 < value < 1),
    ):
        if taken:
            assert read(value, "x") == value
            continue
        with pytest.raises(InvalidValue, match=f"^x = {value}"):
            read(value, "x")


@pytest.mark.parametrize("value", [True, None, "3", [3], 1j, Fraction(3)])
def test_what_is_no_integer_is_named_with_its_type(value):
    with pytest.raises(InvalidType, match=f"n = .* is a {type(value).__name__}; give an int >= 1") as caught:
        positive_integer(value, "n")
    assert not isinstance(caught.value, FloatRefused)


@pytest.mark.parametrize("read", [integer, rational, positive_rational, probability, open_probability])
def test_a_float_is_refused(read):
    with pytest.raises(FloatRefused, match=r"x = 0\.5"):
        read(0.5, "x")


def test_a_float_is_no_valid_type():
    with pytest.raises(InvalidType):
        integer(3.0, "n")


@pytest.mark.parametrize("read", [rational, positive_rational, nonnegative_rational])
def test_an_irrational_number_is_told_from_a_wrong_one(read):
    with pytest.raises(InvalidValue, match=r"x = exp\(1\) \(Number\) is irrational"):
        read(exp(1), "x")


def test_functions_of_epsilon_are_probabilities_only_for_every_epsilon():
    assert probability(1 / exp(EPS), "p") == open_probability(1 / exp(EPS), "p")
    for read in (probability, open_probability):
        with pytest.raises(InvalidValue, match="for every epsilon > 0"):
            read(exp(EPS) / 2, "p")


def test_long_values_are_cut():
    with pytest.raises(InvalidValue) as caught:
        integer(-(10**5000), "n", 1)
    assert len(str(caught.value)) < 400


def test_functions_and_lists():
    check_function(len, "f", "len")
    assert listed((x for x in (1, 2)), "values", "[1]") == [1, 2]
    with pytest.raises(InvalidType, match=r"f is 3 \(int\), not a function; give one such as len"):
        check_function(3, "f", "len")
    for bad in ("ab", b"ab", 3, None):
        with pytest.raises(InvalidType, match=r"values is .*; give a list such as \[1\]"):
            listed(bad, "values", "[1]")

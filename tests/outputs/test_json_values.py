"""Exact values in JSON: no float, and decimals on the side that they say."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import EPS, eps, exp, ln, number
from assay.errors import InvalidType
from assay.exact import INFINITY, certified
from assay.outputs.json_values import between, exact_json, outcome, real


@given(st.fractions(Fraction(1, 99), 99, max_denominator=10**6))
def test_a_rational_is_its_own_text_and_reads_back(q):
    assert real(number(q)) == str(q)
    spelled = exact_json(number(q))
    assert number(spelled["exact"]) == q
    assert abs(Fraction(Decimal(spelled["decimal"])) - q) <= q / 10**14


@given(st.integers(2, 10**6), st.booleans())
def test_what_is_irrational_stands_between_its_decimals(n, is_certified):
    value = certified(ln(n)) if is_certified else ln(n)
    found = real(value)
    assert found["exact"] == (None if is_certified else str(value))
    assert eps(found["lower"]) < ln(n) < eps(found["upper"])


def test_examples():
    assert real(INFINITY) == "inf"
    assert real(3) == "3"
    assert exact_json(INFINITY) == {"exact": "inf", "decimal": None}
    assert exact_json(exp(EPS)) == {"exact": "exp(eps)", "decimal": None}
    assert between(Decimal("0.1"), Decimal("Infinity")) == {"at least": "0.1", "at most": "inf"}
    assert outcome((1, ("a", None, True))) == ["1", ["a", None, True]]


@pytest.mark.parametrize("value", [0.5, [1], {1}, b"x", (1, 0.5)])
def test_what_no_vector_can_hold(value):
    with pytest.raises(InvalidType, match="which no vector can hold"):
        outcome(value)

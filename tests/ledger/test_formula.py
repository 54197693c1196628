"""Formulas of statements are evaluated exactly, in every way in which a check needs them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import exp, ln
from assay.errors import AssayError
from assay.ledger.formula import Formula

small = st.fractions(0, 3, max_denominator=6)


def formula(text):
    return Formula(text, lambda: None)


@given(small, st.integers(1, 6))
def test_expressions_are_those_of_python(x, n):
    assert formula("1 - (1 - x/n)^n").number(x=x, n=n) == 1 - (1 - x / n) ** n
    assert formula("max(x, n - x)").number(x=x, n=n) == max(x, n - x)
    assert formula("n*log(1 + x)").log(x=x, n=n) == n * ln(1 + x)
    assert formula("x*exp(eps)").number(x=x, eps=ln(n)) == x * n
    assert formula("x <= n and x != 2").holds(x=x, n=n) == (x <= n and x != 2)
    assert formula("sum(i, 0, n, x^i)").equals(sum(x**i for i in range(n + 1)), x=x, n=n)
    assert formula("sqrt(1 + x)*log(2 + n)").certified(x=x, n=n) > 0


def test_a_name_is_replaced_as_a_whole():
    assert formula("e1 + e").number(e1=0) == exp(1)
    assert formula("n - 1").number(n=Fraction(-1, 2)) == Fraction(-3, 2)
    assert formula("log(p/q)").log(p="1/4", q="1/2") == -ln(2)


def test_what_has_no_value_is_refused():
    for broken in (formula("1/x").number, formula("log(x)").log, formula("x +").number):
        with pytest.raises(AssayError):
            broken(x=0)
    with pytest.raises(AssayError):
        formula("x + y").number(x=1)


def test_every_use_is_told():
    used = []
    one = Formula("x > 0", lambda: used.append(1))
    assert one.holds(x=1)
    assert not one.holds(x=0)
    assert str(one) == "x > 0"
    assert len(used) == 3

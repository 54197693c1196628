"""Exact numbers and sympy: out and back, the same value, and nothing that is not exact comes in."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.dp import Profile, TradeOff
from assay.errors import BudgetExceeded, FloatRefused, InvalidType, InvalidValue
from assay.exact import EPS, INFINITY, Log, Number, eps, exp, ln, log_value, number, sqrt
from tests.exact.strategies import fields, positive_rationals, rationals

sympy = pytest.importorskip("sympy")

logs = st.builds(lambda r, c, v: log_value(r) + c * ln(v), rationals, rationals, positive_rationals)
DIGITS = 60


def near(value: object, x: Number | Log) -> bool:
    """Whether sympy's digits lie in the exact enclosure, widened by a unit of the last digit."""
    decimal = Fraction(str(sympy.N(value, DIGITS)))
    low, high = Fraction(x.lower(DIGITS - 10)), Fraction(x.upper(DIGITS - 10))
    slack = max(abs(low), abs(high), Fraction(1, 10**20)) / 10 ** (DIGITS - 15)
    return low - slack <= decimal <= high + slack


@pytest.mark.slow
@pytest.mark.parametrize("name", fields)
@settings(max_examples=25)
@given(data=st.data())
def test_a_number_goes_out_and_comes_back(name: str, data: st.DataObject) -> None:
    x = data.draw(fields[name])
    assert number(x.to_sympy()) == x


@pytest.mark.parametrize("name", [n for n in fields if n != "symbolic"])
@settings(max_examples=25)
@given(data=st.data())
def test_sympy_gets_the_value_of_the_number(name: str, data: st.DataObject) -> None:
    x = data.draw(fields[name])
    assert near(x.to_sympy(), x)


@settings(max_examples=25)
@given(data=st.data(), at=positive_rationals)
def test_a_function_of_epsilon_has_its_values(data: st.DataObject, at: Fraction) -> None:
    x = data.draw(fields["symbolic"])
    value = x.to_sympy().subs(
        sympy.Symbol("eps", positive=True), sympy.Rational(at.numerator, at.denominator)
    )
    try:
        here = x.substitute(at)
    except InvalidValue:  # a pole
        return
    assert near(value, here)


@settings(max_examples=40)
@given(logs)
def test_a_logarithm_goes_out_and_comes_back(x: Log) -> None:
    assert log_value(x.to_sympy()) == x
    assert near(x.to_sympy(), x)


def test_values_of_sympy() -> None:
    half = sympy.Rational(1, 2)
    assert number(sympy.Rational(3, 4)) == Fraction(3, 4)
    assert number(sympy.Integer(7)) == 7
    assert number(sympy.exp(half)) == exp(Fraction(1, 2))
    assert number(sympy.E) == exp(1)
    assert number(1 / sympy.sqrt(2)) == sqrt(Fraction(1, 2))
    assert number(sympy.cbrt(7)) == number("7^(1/3)")
    assert number(sympy.Abs(1 - sympy.sqrt(2))) == sqrt(2) - 1
    assert eps(sympy.log(3)) == ln(3)
    assert eps(sympy.oo) == INFINITY
    assert log_value(-sympy.oo) == -INFINITY
    assert eps(sympy.log(3) / 2 + half) == ln(3) / 2 + Fraction(1, 2)
    assert number(sympy.exp(sympy.Symbol("eps", positive=True))) == EPS.exp()
    assert INFINITY.to_sympy() == sympy.oo


@pytest.mark.parametrize("text", ["Float(0.5)", "exp(Float(0.5))", "1 + Float('1e-30')", "sqrt(2.0)"])
def test_a_float_of_sympy_is_refused_like_a_float(text: str) -> None:
    value = eval(text, vars(sympy).copy())
    for read in (number, eps, log_value):
        with pytest.raises(FloatRefused, match=r"exact"):
            read(value)


@pytest.mark.parametrize(
    "text",
    [
        "pi",
        "I",
        "nan",
        "zoo",
        "Symbol('x')",
        "sin(1)",
        "Symbol('e')",
        "Symbol('eps')",
        "log(3)",
        "true",
        "Le(1, Symbol('x'))",
        "Matrix([1])",
        "oo",
        "Integral(1, (Symbol('x'), 0, 1))",
        "2**pi",
    ],
)
def test_what_is_no_exact_number_is_refused(text: str) -> None:
    with pytest.raises((InvalidValue, InvalidType)):
        number(eval(text, vars(sympy).copy()))


@pytest.mark.parametrize("terms", [300, 1000, 2000])
def test_a_number_of_very_many_terms_is_refused_in_words(terms: int) -> None:
    long = number(" + ".join(f"exp({k})" for k in range(terms)))
    for written in (long.to_sympy, long.latex):
        with pytest.raises((BudgetExceeded, InvalidValue), match="at most"):
            written()


def test_numbers_in_latex() -> None:
    assert number("3/4 - exp(1/2)/4").latex() == r"\frac{3}{4} - \frac{e^{\frac{1}{2}}}{4}"
    assert ln(3).latex() == r"\ln{\left(3 \right)}"
    assert EPS.exp().latex() == r"e^{\varepsilon}"
    assert INFINITY.latex() == r"\infty"


tests = st.lists(st.tuples(*[st.fractions(0, 1, max_denominator=9)] * 2), min_size=1, max_size=4)


@settings(max_examples=30)
@given(tests, st.fractions(0, 4, max_denominator=5))
def test_a_profile_has_its_values(points: list[tuple[Fraction, Fraction]], at: Fraction) -> None:
    profile = Profile(points)
    symbol = sympy.Symbol("eps", positive=True)
    assert near(profile.to_sympy().subs(symbol, sympy.Rational(at.numerator, at.denominator)), profile(at))


@settings(max_examples=30)
@given(tests, st.fractions(0, 1, max_denominator=12))
def test_a_tradeoff_function_has_its_values(points: list[tuple[Fraction, Fraction]], at: Fraction) -> None:
    curve = TradeOff([(x, y) for x, y in points])
    symbol = sympy.Symbol("alpha", nonnegative=True)
    value = curve.to_sympy().subs(symbol, sympy.Rational(at.numerator, at.denominator))
    assert number(value) == curve(at)


def test_curves_in_latex() -> None:
    assert r"\begin{cases}" in Profile([(Fraction(1, 4), Fraction(3, 4))]).latex()
    assert r"\alpha" in TradeOff([(Fraction(1, 4), Fraction(1, 4))]).latex()

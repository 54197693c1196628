"""What a Number refuses to be read from, combined with, and compared with."""

import operator
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from assay.errors import BudgetExceeded, FloatRefused, InvalidType, InvalidValue, MixedFields, UndecidedError
from assay.exact import EPS, Log, certified, eps, exp, ln, number, root, sign, sqrt

FLOATS = [
    0.1,
    -0.0,
    float("nan"),
    float("inf"),
    -float("inf"),
    1e308,
    5e-324,
    np.float64(0.1),
    np.float32(0.5),
]
OPERATORS = [
    operator.add,
    operator.sub,
    operator.mul,
    operator.truediv,
    operator.pow,
    operator.lt,
    operator.le,
    operator.eq,
    operator.ne,
    operator.gt,
    operator.ge,
]
VALUES = [number("1/2"), exp("1/2"), sqrt(2), ln(3), certified(number("1/3"))]


@pytest.mark.parametrize("bad", FLOATS, ids=repr)
def test_a_float_is_refused_everywhere(bad):
    for read in (number, ln, sqrt, eps, Log, exp):
        with pytest.raises((FloatRefused, InvalidType), match="float"):
            read(bad)
    for value in VALUES:
        for operation in OPERATORS:
            # a TypeError of Python's where the type has no such operator at all
            error = TypeError if operation in (operator.pow, operator.truediv) else FloatRefused
            with pytest.raises(error):
                operation(value, bad)
            with pytest.raises(error):
                operation(bad, value)
    with pytest.raises(FloatRefused):
        _ = bad in [number(1)]


def test_the_message_shows_the_exact_spelling():
    with pytest.raises(FloatRefused, match=r"p = 0\.1 is a float, which is not exact; write '1/10'"):
        number(0.1, "p")
    with pytest.raises(FloatRefused, match=r"float64.*'1/10'"):
        number(np.float64(0.1))
    with pytest.raises(FloatRefused, match=r"'1e\+300'"):
        number(1e300)
    with pytest.raises(InvalidType, match="write 'inf'"):
        eps(float("inf"))
    with pytest.raises(InvalidType, match="-INFINITY"):
        Log(-float("inf"))


def test_a_bool_is_no_number():
    for operation in (operator.add, operator.sub, operator.mul, operator.lt, operator.ge):
        for value in (number(1), ln(3)):
            with pytest.raises(InvalidType, match="bool"):
                operation(value, True)
            with pytest.raises(InvalidType, match="bool"):
                operation(False, value)
    for read in (number, ln, eps, sqrt):
        with pytest.raises(InvalidType, match="bool"):
            read(True)
    # equality is transitive through 1
    assert number(1) == True  # noqa: E712
    assert ln(1) == False  # noqa: E712
    assert number(2) != True  # noqa: E712
    assert {number(1): "one"}[True] == "one"


@pytest.mark.parametrize("bad", [1j, np.complex64(1)])
def test_a_complex_number_is_refused(bad):
    with pytest.raises(InvalidType, match="complex"):
        number(bad)
    for operation in (operator.add, operator.mul, operator.eq):
        with pytest.raises(InvalidType, match="complex"):
            operation(number(1), bad)


def test_exact_rationals_of_other_types():
    assert number(np.int64(3)) == 3
    assert np.int64(3) * number("1/2") == Fraction(3, 2)
    assert number("1/2") == Decimal("0.5")
    assert Decimal("0.5") + number("1/2") == 1
    assert Decimal("0.75") > number("1/2")
    assert ln(1) < Decimal("0.1")
    assert list(np.array([1, 2]) * number("1/2")) == [Fraction(1, 2), 1]


@pytest.mark.parametrize("bad", [Decimal("NaN"), Decimal("sNaN"), Decimal("Infinity"), Decimal("-Infinity")])
def test_a_decimal_that_is_not_finite(bad):
    with pytest.raises(InvalidValue, match="not finite"):
        number(bad)
    with pytest.raises((InvalidValue, InvalidType)):
        eps(bad)
    with pytest.raises(InvalidValue, match="not finite"):
        _ = number(1) == bad


@pytest.mark.parametrize("bad", [None, b"1", [1], (1, 2), object(), {}, ln(2), np.array([1])])
def test_other_types_are_refused_by_name(bad):
    with pytest.raises(InvalidType, match=type(bad).__name__):
        number(bad, "p")
    if not isinstance(bad, np.ndarray):
        assert number(1) != bad


@pytest.mark.parametrize("operation", [operator.add, operator.mul, operator.lt, operator.pow])
def test_operators_with_other_types(operation):
    with pytest.raises(TypeError):
        operation(number(1), "1")
    with pytest.raises(TypeError):
        operation("1", number(1))
    with pytest.raises(TypeError):
        operation(ln(2), None)


def test_division_by_zero():
    for numerator in (1, number(1), exp(1), sqrt(2)):
        with pytest.raises(ZeroDivisionError):
            numerator / number(0)
    with pytest.raises(ZeroDivisionError):
        ln(3) / 0
    with pytest.raises(ZeroDivisionError):
        number(0) ** -1
    with pytest.raises(ZeroDivisionError):
        exp(1) / (sqrt(4) - 2)
    with pytest.raises(ZeroDivisionError):
        certified(1) / number(0)


def test_roots_that_are_not_taken():
    for base in (-1, -exp(1), 1 - sqrt(2)):
        with pytest.raises(InvalidValue, match="negative"):
            sqrt(base)
    for base in (1 + exp(1), 1 + sqrt(2), 2 + exp("1/2")):
        with pytest.raises(MixedFields, match="not found"):
            root(base, 2)
    for m, error in ((0, InvalidValue), (-2, InvalidValue), (2.0, InvalidType), (True, InvalidType)):
        with pytest.raises(error, match="m = "):
            root(4, m)


def test_what_would_not_fit_is_refused():
    for build in (
        lambda: number(2) ** 10**10,
        lambda: (1 + exp(1)) ** 10**9,
        lambda: (1 + sqrt(2)) ** 10**9,
        lambda: exp(10**9),
        lambda: exp(600_000) * exp(600_000),
        lambda: 1 / (exp(Fraction(1, 10**9 + 7)) + exp(Fraction(1, 10**9 + 9)) + 1),
        lambda: root(2, 10**9),
        lambda: root(2, 1000) + root(2, 999),
        lambda: root(10**299 + 7, 2),
        lambda: number(Decimal("1e99999999")),
    ):
        with pytest.raises(BudgetExceeded):
            build()
    assert root(exp(1), 10**9) ** 10**9 == exp(1)
    assert (exp(Fraction(1, 10**9 + 7)) + exp(Fraction(1, 10**9 + 9))) ** 2 > 4
    assert root(2, 1000) < root(2, 999) < root(3, 998)
    assert exp(Fraction(1, 10**9 + 7)) < exp(Fraction(1, 10**9 + 6))


def test_as_fraction_of_an_irrational():
    for x in (exp(1), sqrt(2)):
        with pytest.raises(InvalidValue, match="not rational"):
            x.as_fraction()
        with pytest.raises(InvalidValue, match="not rational"):
            number(2) ** x
        assert x.rational_value() is None


@pytest.mark.parametrize(
    ("left", "right", "fields"),
    [
        (exp("1/2"), exp(EPS), r"Q\(exp\(1/2\)\) with Q\(exp\(eps\)\)"),
        (exp(EPS / 3), sqrt(2), r"Q\(exp\(eps/3\)\) with Q\(sqrt\(2\)\)"),
        (exp(EPS), sqrt(2) + sqrt(3), r"Q\(exp\(eps\)\) with the compositum"),
    ],
)
def test_mixing_fields_names_both_and_the_way_out(left, right, fields):
    with pytest.raises(MixedFields, match=fields) as caught:
        left + right
    assert "substitute a value for eps" in str(caught.value)
    assert str(number("1").field) == "Q"


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [(number(2), sqrt(3), 1), (exp(1), 3, -1), (number("1/2"), Fraction(1, 2), 0), (exp(EPS), 1, 1)],
)
def test_a_number_is_compared_as_its_difference_has_a_sign(left, right, expected):
    assert left.compare(right) == expected == sign(left - right)
    assert (left < right, left <= right, left > right, left >= right) == (
        expected == -1,
        expected <= 0,
        expected == 1,
        expected >= 0,
    )


def test_a_comparison_that_depends_on_epsilon_says_which_signs_there_are():
    for left, right in ((exp(EPS), number(2)), (EPS, ln(2))):
        for compared in (left.compare, left.__lt__, left.__ge__):
            with pytest.raises(UndecidedError, match=r"depends on eps > 0: it takes the signs \[-1, 0, 1\]"):
                compared(right)


@pytest.mark.parametrize("x", [number(2), ln(2), certified(2)])
def test_what_is_no_number_is_compared_with_none(x):
    with pytest.raises(InvalidType, match=f"which no {type(x).__name__} is compared with"):
        x.compare("2")
    assert x.__lt__("2") is NotImplemented

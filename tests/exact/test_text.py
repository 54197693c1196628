"""Printing and parsing are inverse; a text that is no exact expression is refused with the way out."""

import sys
from fractions import Fraction

import pytest
from hypothesis import given

from assay.errors import InvalidValue
from assay.exact import EPS, INFINITY, Log, exp, ln, number, precision, root, sqrt
from tests.exact.strategies import any_logs, any_numbers, rationals


@given(x=any_numbers)
def test_numbers_are_read_back(x):
    for bits in (5, 53, 2000):
        with precision(bits):
            text = str(x)
            assert number(text) == x
            assert str(number(text)) == text
    assert eval(repr(x), {"Number": number}) == x


@given(x=any_logs)
def test_logs_are_read_back(x):
    assert Log(str(x)) == x
    assert str(Log(str(x))) == str(x)
    assert hash(Log(str(x))) == hash(x)
    assert eval(repr(x), {"Log": Log}) == x


@given(q=rationals)
def test_rationals_print_like_fractions(q):
    assert str(number(q)) == str(q) == str(Log(q))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (number("0.75"), "3/4"),
        (number("3/4") - exp("1/2") / 4, "3/4 - exp(1/2)/4"),
        (-exp(1), "-exp(1)"),
        (2 * exp(-1) / 3, "2*exp(-1)/3"),
        (1 / (1 + exp(1)), "1/(1 + exp(1))"),
        ((1 - exp(1)) / (2 + exp(1)), "(1 - exp(1))/(2 + exp(1))"),
        (exp(EPS) / (1 + exp(EPS)), "exp(eps)/(1 + exp(eps))"),
        (exp(3 * EPS / 2), "exp(3*eps/2)"),
        (sqrt(3) / 2, "sqrt(3)/2"),
        (root(3, 4), "3^(1/4)"),
        (1 + root(2, 3) - 5 * root(4, 3) / 7, "1 + 2^(1/3) - 5*4^(1/3)/7"),
        (number(0), "0"),
        (ln(3), "ln(3)"),
        (ln(3) / 2, "ln(3)/2"),
        (2 * ln(3), "ln(9)"),
        (-ln(2) - Fraction(1, 2), "-ln(2) - 1/2"),
        (ln(2) + Fraction(1, 2), "ln(2) + 1/2"),
        (200 * ln(3), "200*ln(3)"),
        (ln(1 + sqrt(2)) / 3 + EPS, "ln(1 + sqrt(2))/3 + eps"),
        (INFINITY, "inf"),
        (-INFINITY, "-inf"),
    ],
)
def test_canonical_text(value, text):
    assert str(value) == text


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1e-30", Fraction(1, 10**30)),
        (" .5 ", Fraction(1, 2)),
        ("1.", 1),
        ("1E2", 100),
        ("007", 7),
        ("-2^2", -4),
        ("2^-1", Fraction(1, 2)),
        ("2**3**2", 512),
        ("1/2/2", Fraction(1, 4)),
        ("--1", 1),
        ("2*-3", -6),
        ("(1+2)*3", 9),
        ("root(8, 3)", 2),
        ("sqrt 4", 2),
        ("e^2", exp(2)),
        ("exp(ln(3)/2)", sqrt(3)),
        ("ln(exp(2))", 2),
        ("exp(eps/2)^2", exp(EPS)),
        ("8^(2/3)", 4),
    ],
)
def test_expressions(text, value):
    assert number(text) == value


LONG = "1" + "0" * 5000


def test_numbers_of_any_length():
    assert sys.get_int_max_str_digits() < 5000
    x = number(LONG)
    assert x == 10**5000
    assert str(x) == LONG
    for value in (x * exp(1), x * sqrt(2), ln(x + 1), 1 / x + exp(EPS)):
        assert type(value)(str(value)) == value
    million = number("3" * 10**6)
    assert million * 3 == number("9" * 10**6)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "abc",
        "nan",
        "1 2",
        "1_000",
        "1,5",
        "0x10",
        "1/0",
        "0^-1",
        "1/(2-2)",
        "(1",
        "1)",
        "1+",
        "*1",
        "..5",
        "1e",
        "1e999999999",
        "1e" + "9" * 5000,
        "9^9^9^9",
        "sqrt(-1)",
        "(-8)^(1/3)",
        "root(2)",
        "root 2",
        "root(2, 1/2)",
        "root(2, 0)",
        "sqrt(1, 2)",
        "exp",
        "exp 1/2",
        "ln(2)",
        "eps",
        "inf",
        "2^sqrt(2)",
        "exp(sqrt(2))",
        "sqrt(2) + ln(2)",
        "٣",
        "½",
        "10%",
        "-" * 5000 + "1",
        "(" * 5000 + "1" + ")" * 5000,
        "2^" * 5000 + "1",
        "ln " * 5000 + "1",
        "1" * 10_000_001,
    ],
    ids=lambda text: text[:20] + "..." * (len(text) > 20),
)
def test_what_is_no_exact_number(text):
    with pytest.raises(InvalidValue) as caught:
        number(text, "delta")
    message = str(caught.value)
    assert message.startswith("delta = ")
    assert "3/4" in message or "1/10" in message
    assert len(message) < 600
    assert "\n" not in message

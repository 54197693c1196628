"""Decimals and floats are correctly rounded, or lie on the stated side, by an independent computation."""

import decimal
import math
import struct
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InvalidType, InvalidValue, UndecidedError
from assay.exact import EPS, INFINITY, certified, exp, ln, number, sqrt
from tests.exact.strategies import finite_logs, real_numbers

HUGE = Fraction(2) ** 1024
TINY = Fraction(1, 2**1074)

wide_rationals = st.builds(
    lambda m, n, k: Fraction(m, n) * Fraction(10) ** k,
    st.integers(-(10**25), 10**25),
    st.integers(1, 10**6),
    st.integers(-340, 320),
)


def floor_to_digits(q: Fraction, digits: int) -> Fraction:
    """The largest fraction with that many significant decimal digits that is <= q, by integers alone."""
    if q == 0:
        return q
    exponent = -400
    while abs(q) >= Fraction(10) ** (exponent + 1):
        exponent += 1
    unit = Fraction(10) ** (exponent - digits + 1)
    return math.floor(q / unit) * unit


@given(q=wide_rationals, digits=st.integers(1, 30))
def test_decimals_of_rationals(q, digits):
    x = number(q)
    low, high = Fraction(x.lower(digits)), Fraction(x.upper(digits))
    assert low == floor_to_digits(q, digits)
    assert high == -floor_to_digits(-q, digits)
    nearest = Fraction(x.decimal(digits))
    assert nearest in (low, high)
    assert abs(nearest - q) == min(q - low, high - q)
    assert len(x.decimal(digits).as_tuple().digits) <= digits


@given(q=wide_rationals)
def test_floats_of_rationals(q):
    x = number(q)
    low, high = x.float_down(), x.float_up()
    for end, sign in ((low, 1), (high, -1)):
        assert math.copysign(1, end) == 1 or end != 0
        if math.isinf(end):
            assert abs(q) > Fraction(math.nextafter(math.inf, 0))
        else:
            assert sign * Fraction(end) <= sign * q
            beyond = math.nextafter(end, sign * math.inf)
            assert math.isinf(beyond) or sign * Fraction(beyond) > sign * q
    try:
        assert float(x) == float(q)
    except OverflowError:
        assert float(x) == (math.inf if q > 0 else -math.inf)


@given(x=st.one_of(real_numbers, finite_logs))
def test_directed_roundings_bracket(x):
    assert Fraction(x.lower(9)) <= x <= Fraction(x.upper(9))
    assert Fraction(x.float_down()) <= x <= Fraction(x.float_up())
    assert x.float_up() in (x.float_down(), math.nextafter(x.float_down(), math.inf))
    assert float(x) in (x.float_down(), x.float_up())
    middle = (Fraction(x.float_down()) + Fraction(x.float_up())) / 2
    assert (float(x) == x.float_down()) == (x <= middle) or x == middle
    assert math.floor(x) <= x < math.floor(x) + 1
    assert math.ceil(x) - 1 < x <= math.ceil(x)


@pytest.mark.parametrize(
    ("q", "nearest", "down", "up"),
    [
        (TINY / 3, 0.0, 0.0, 5e-324),
        (-TINY / 3, 0.0, -5e-324, 0.0),
        (TINY / 2, 0.0, 0.0, 5e-324),
        (TINY * 3 / 2, 1e-323, 5e-324, 1e-323),
        (HUGE, math.inf, math.nextafter(math.inf, 0), math.inf),
        (-HUGE, -math.inf, -math.inf, -math.nextafter(math.inf, 0)),
        (HUGE - Fraction(2) ** 970, math.inf, math.nextafter(math.inf, 0), math.inf),
        (
            HUGE - Fraction(2) ** 970 - 1,
            math.nextafter(math.inf, 0),
            math.nextafter(math.inf, 0),
            math.inf,
        ),
        (1 + Fraction(1, 2**53), 1.0, 1.0, math.nextafter(1, 2)),
        (1 + Fraction(3, 2**53), 1 + 2**-51, 1 + 2**-52, 1 + 2**-51),
        (Fraction(0), 0.0, 0.0, 0.0),
    ],
)
def test_floats_at_the_ends_of_their_range(q, nearest, down, up):
    x = number(q)
    for found, wanted in ((float(x), nearest), (x.float_down(), down), (x.float_up(), up)):
        assert struct.pack("d", found) == struct.pack("d", wanted)


def test_numbers_near_a_float_by_cancellation():
    x = exp(1) - number("2.71828182845904523536028747135266249775724709369995")
    assert float(x) == 9.5749669676277240766e-51
    tiny = (sqrt(2) - 1) ** 900
    assert tiny.float_down() == 0.0
    assert tiny.float_up() == 5e-324
    assert (-tiny).float_up() == 0.0
    assert (1 + tiny).float_up() == math.nextafter(1, 2)
    assert (1 + tiny).float_down() == 1.0
    assert math.floor(tiny) == 0 == math.ceil(-tiny)
    assert math.ceil(tiny) == 1
    assert (1 + tiny).upper(20) == Decimal("1.0000000000000000001")


def test_decimals_of_huge_and_tiny_numbers():
    assert number("1e-100000").decimal(3) == Decimal("1E-100000")
    assert (exp(100_000)).decimal(5) == Decimal("2.8067E+43429")
    assert exp(-100_000).lower(1) == Decimal("3E-43430")
    assert str(number(0).decimal(5)) == "0"
    assert number(100).decimal(1) == 100
    assert len(str(sqrt(2).decimal(20_000))) == 20_001


def test_rounding_ignores_the_context_in_force():
    with decimal.localcontext() as context:
        context.prec, context.rounding, context.Emax = 3, decimal.ROUND_UP, 5
        context.traps[decimal.Inexact] = True
        assert number("1/3").decimal(10) == Decimal("0.3333333333")
        assert str(exp(20).decimal(5)) == "4.8517E+8"


@pytest.mark.parametrize(
    ("digits", "error"),
    [(0, InvalidValue), (-1, InvalidValue), (10**30, InvalidValue), (True, InvalidType), (2.0, InvalidType)],
)
def test_digits(digits, error):
    for x in (number(3), ln(2), certified(ln(2)), INFINITY):
        for rounding in (x.decimal, x.lower, x.upper):
            with pytest.raises(error, match="digits = "):
                rounding(digits)


def test_infinite_and_symbolic_values():
    assert float(INFINITY) == math.inf == INFINITY.float_down()
    assert (-INFINITY).float_up() == -math.inf
    assert INFINITY.decimal() == Decimal("inf")
    assert (-INFINITY).lower(3) == Decimal("-inf")
    with pytest.raises(InvalidValue, match="infinite"):
        math.floor(INFINITY)
    for x in (EPS, EPS.exp(), ln(1 + EPS.exp())):
        for use in (float, lambda y: y.decimal(3), math.floor, lambda y: y.enclosure(64)):
            with pytest.raises(UndecidedError, match="eps"):
                use(x)


def test_formats():
    assert f"{number('3/4'):>6}" == "   3/4"
    assert f"{ln(3)}" == "ln(3)"
    with pytest.raises(InvalidValue, match=r"\.decimal"):
        f"{number('3/4'):.3f}"

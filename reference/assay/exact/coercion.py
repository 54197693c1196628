"""What is read as an exact rational, decimals among them; floats, booleans, complex numbers are refused."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import isfinite
from numbers import Complex, Rational
from numbers import Real as RealLike

from ..errors import BudgetExceeded, FloatRefused, InvalidType, InvalidValue
from ..grammar import Unreadable
from ._flint import fmpq, fmpz

LONGEST_TEXT = 10_000_000
"""Longer texts are refused."""

LARGEST_DECIMAL_EXPONENT = 1_000_000
"""A decimal such as 1e9999999 with a larger exponent is refused: it would be that many digits long."""


def exact_rational(value: object, name: str) -> fmpq | None:
    """The value of an int, a Fraction, a Decimal or another rational; None for a type that is no number.

    Raises FloatRefused for a float, InvalidType for a bool or a complex number, InvalidValue for a Decimal
    that is not finite.
    """
    if isinstance(value, bool):
        raise InvalidType(f"{name} = {value!r} is a bool, not a number; write 1 or 0")
    if isinstance(value, int | fmpz | fmpq):
        return fmpq(value)
    if isinstance(value, Rational):
        return fmpq(int(value.numerator), int(value.denominator))
    if isinstance(value, Decimal):
        return _of_decimal(value, name)
    if isinstance(value, RealLike):
        raise refuse_float(value, name)
    if isinstance(value, Complex):
        raise InvalidType(f"{name} = {value!r} is a complex number; exact numbers are real")
    return None


def _of_decimal(value: Decimal, name: str) -> fmpq:
    if not value.is_finite():
        raise InvalidValue(f"{name} = {value!r} is not finite; give a finite exact number")
    check_decimal_exponent(value.adjusted(), name)
    check_decimal_exponent(int(value.as_tuple().exponent), name)
    return fmpq(*value.as_integer_ratio())


def check_decimal_exponent(exponent: int, name: str) -> None:
    """Refuse a decimal that would be too long to write out."""
    if abs(exponent) > LARGEST_DECIMAL_EXPONENT:
        raise BudgetExceeded(
            f"{name} has the decimal exponent {exponent}, beyond the supported {LARGEST_DECIMAL_EXPONENT}"
        )


def refuse_float(value: RealLike, name: str) -> FloatRefused:
    """The error for a float: it shows the exact spelling of what was probably meant."""
    kind = type(value).__name__
    if not isfinite(value):
        return FloatRefused(f"{name} = {value!r} is a {kind} and not a finite number; give an exact number")
    text = meant = str(value)
    try:
        ratio = Fraction(text)
    except ValueError:
        ratio = Fraction(0)
    if 0 < max(abs(ratio.numerator), ratio.denominator) < 10**20:
        meant = f"{ratio}"
    return FloatRefused(
        f"{name} = {value!r} is a {kind}, which is not exact; "
        f"write '{meant}' (a string) if you mean exactly {text}"
    )


def decimal_value(token: str) -> fmpq:
    """The value of a number token such as 12, 0.1, .5 or 1e-30."""
    mantissa, _, exponent = token.lower().partition("e")
    whole, _, fractional = mantissa.partition(".")
    if len(exponent) > 20:
        raise Unreadable(f"the exponent of {token[:20]}... is too large")
    shift = int(exponent or "0")
    check_decimal_exponent(shift, token if len(token) <= 40 else f"{token[:20]}...")
    # flint reads numbers of any length; int() refuses more digits than a setting of the interpreter allows
    return fmpq(fmpz((whole + fractional).lstrip("0") or "0")) * fmpq(10) ** (shift - len(fractional))

"""Decimals read exactly."""

from __future__ import annotations

from ..grammar import Unreadable
from ._flint import fmpq, fmpz
from .coercion import check_decimal_exponent

LONGEST_TEXT = 10_000_000
"""Longer texts are refused."""


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

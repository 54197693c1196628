"""Exact expressions cut into tokens, and decimals read exactly."""

from __future__ import annotations

import re

from ._flint import fmpq, fmpz
from .coercion import check_decimal_exponent

LONGEST_TEXT = 10_000_000
"""Longer texts are refused."""

_TOKEN = re.compile(
    r"\s*(?:(?P<number>(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)|(?P<name>[a-z_]+)|(?P<symbol>\*\*|[-+*/^(),]))",
    re.ASCII | re.IGNORECASE,
)


class Unreadable(Exception):
    """A text that is no exact expression."""


def tokens(text: str) -> list[str]:
    """The numbers, names and operators of an expression."""
    if len(text) > LONGEST_TEXT:
        raise Unreadable(f"it is longer than {LONGEST_TEXT} characters")
    found, position, stripped = [], 0, text.rstrip()
    while position < len(stripped):
        match = _TOKEN.match(stripped, position)
        if match is None:
            raise Unreadable(f"unexpected {stripped[position:].lstrip()[:10]!r}")
        found.append(match[match.lastgroup or 0])
        position = match.end()
    return found


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

"""Rounding to binary64."""

from __future__ import annotations

import math
from decimal import Context, localcontext
from fractions import Fraction
from typing import Any

from .reals import INF, Decimals, Given, R, Refused, expression, has, word

LARGEST = Fraction(2**1024 - 2**971)
SMALLEST_NORMAL = Fraction(1, 2**1022)


def rounded(given: Given) -> Any:
    with localcontext(Context(prec=400, Emin=-999999, Emax=999999)):
        value = expression(given["value"])
        if isinstance(value, Fraction) and not isinstance(R(), Decimals):
            value = _naive(value)
        if value in (INF, -INF):
            raise Refused("value")
        value = Fraction(value)
    direction = word(given, "direction", "down", "up", "nearest")
    if has("RoundedDown"):
        direction = "nearest"
    found = nearest(value)
    if direction == "down" and found != -INF and (found == INF or Fraction(found) > value):
        found = math.nextafter(found, -INF)
    if direction == "up" and found != INF and (found == -INF or Fraction(found) < value):
        found = math.nextafter(found, INF)
    if has("Subnormal") and found and abs(found) < SMALLEST_NORMAL:
        found = math.copysign(0.0, found)
    return (found or 0.0).hex()


def _naive(value: Any) -> Any:
    return value.numerator / value.denominator


def nearest(value: Any) -> Any:
    """Ties to even."""
    try:
        return value.numerator / value.denominator
    except OverflowError:
        return INF if value > 0 else -INF


FUNCTIONS = {"round": rounded}

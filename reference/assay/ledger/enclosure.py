"""Roots to as many digits as are asked for, found by exact signs at decimal points."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from ..errors import InvalidValue
from ..exact import Certified, sign

DIGITS = 30


def root_below(f: Callable[[Fraction], Certified], low: Fraction | int, high: Fraction | int) -> Fraction:
    """The root of f in (low, high), rounded down to 30 decimals: f changes its sign from there to the next.

    Raises:
        InvalidValue: f has the same sign at both ends.
    """
    unit = Fraction(1, 10**DIGITS)
    a, b = int(Fraction(low) / unit), int(Fraction(high) / unit)
    start = sign(f(a * unit))
    if not start or sign(f(b * unit)) != -start:
        raise InvalidValue(f"enclosure: the function does not change its sign between {low} and {high}")
    while b - a > 1:
        middle = (a + b) // 2
        a, b = (middle, b) if sign(f(middle * unit)) == start else (a, middle)
    return a * unit


def above(root: Fraction) -> Fraction:
    """The next multiple of 10^-30."""
    return root + Fraction(1, 10**DIGITS)


def decimals(value: Fraction) -> str:
    """`0.796812130020020046161520937937...`, for a multiple of 10^-30 that a root was rounded down to."""
    scaled = value * 10**DIGITS
    if scaled.denominator != 1 or value < 0:
        raise InvalidValue(f"enclosure: {value} is not a multiple of 10^-{DIGITS} that is >= 0")
    whole, rest = divmod(int(scaled), 10**DIGITS)
    return f"{whole}.{rest:0{DIGITS}d}..."

"""The tilt and the length of a transform: any are right, these make a bracket narrow."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, isfinite, log, sqrt

from ..folded_spectrum import TooWide

MAX_LENGTH = 2**22
BEYOND = (0.05, 0.1, 0.2, 0.4, 0.7, 1.0)
"""Bounds of far aliases are tried at c (1 + x)."""


@dataclass(frozen=True)
class Choice:
    """The tilt c, a larger one that bounds what lies far above, and the length of the transform."""

    c: Fraction
    beyond: Fraction
    length: int


def choose(
    cumulant: Callable[[float], float], epsilon: float, h: float, least: int, alias_bits: int
) -> Choice:
    """c near the minimum of K(c) - c epsilon - ln c - ln(1 + c), and a length to go with it.

    Raises TooWide where the length is more than MAX_LENGTH.
    """
    floor = 1.5 * alias_bits / (MAX_LENGTH * h)

    def psi(c: float) -> float:
        return cumulant(c) - c * epsilon - log(c) - log(1 + c)

    steps = range(-60, 301)
    low, high = steps.start, steps.stop - 1
    while high - low > 2:
        third = (high - low) // 3
        a, b = low + third, high - third
        if psi(1.25**a) <= psi(1.25**b):
            high = b
        else:
            low = a
    c = max(1.25 ** min(range(low, high + 1), key=lambda n: psi(1.25**n)), floor)
    curvature = (psi(1.25 * c) - 2 * psi(c) + psi(0.8 * c)) / (0.05 * c * c)
    target = psi(c) - log(2.5 * sqrt(max(curvature, c**-2))) - alias_bits * log(2)
    far, wide = min(
        ((cumulant(c * (1 + x)) - c * (1 + x) * epsilon - target) / (c * x), c * (1 + x)) for x in BEYOND
    )
    period = max(-target / c, far, least * h)
    if not isfinite(period) or period / h > MAX_LENGTH:
        raise TooWide(f"a transform of {period / h:.3g} points")
    tilt = Fraction(c).limit_denominator(2**20) if c > 1 else Fraction(c)
    length = 1 << max(3, (ceil(period / h) - 1).bit_length())
    return Choice(tilt, tilt * Fraction(wide / c), length)

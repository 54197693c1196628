"""A product of many rationals, rounded down: a rigorous lower bound that keeps its length."""

from __future__ import annotations

from fractions import Fraction

BITS = 96
"""A factor loses less than 2^(1 - BITS) of the product."""


class FloorProduct:
    """A lower bound, mantissa * 2^exponent, of the product of the factors so far."""

    __slots__ = ("exponent", "mantissa")

    exponent: int
    mantissa: int

    def __init__(self) -> None:
        self.mantissa, self.exponent = 1, 0

    def times(self, above: int, below: int) -> None:
        """Multiply by above/below, for above >= 0 and below > 0, and round down to about BITS bits."""
        product = self.mantissa * above
        shift = BITS + below.bit_length() - product.bit_length()
        product = product << shift if shift > 0 else product >> -shift
        self.mantissa = product // below
        self.exponent -= shift

    @property
    def scale(self) -> int:
        """The s with value < 2^s."""
        return self.mantissa.bit_length() + self.exponent

    def value(self) -> Fraction:
        """The lower bound."""
        if self.exponent >= 0:
            return Fraction(self.mantissa << self.exponent)
        return Fraction(self.mantissa, 1 << -self.exponent)

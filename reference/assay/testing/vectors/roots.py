"""Where a decreasing function meets a value, as a certified number."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from ...errors import InvalidValue
from ...exact import Certified
from ...exact._flint import arb, rational

FURTHEST = 1 << 4000


def meeting(
    exceeds: Callable[[Fraction], bool], description: str, first: Fraction = Fraction(1)
) -> Certified:
    """The number > 0 up to which `exceeds` is true, and from which on it is false.

    It lies in a bracket that is halved until it is short enough for the precision that is asked for.
    """
    low, high = Fraction(0), first
    while exceeds(high):
        low, high = high, high * 2
        if high > FURTHEST:
            raise InvalidValue(f"{description} is beyond {FURTHEST.bit_length()} bits, or does not exist")
    bracket = [low, high]

    def ball(bits: int) -> arb:
        while bracket[1] - bracket[0] > bracket[0] / (1 << bits):
            middle = (bracket[0] + bracket[1]) / 2
            bracket[0 if exceeds(middle) else 1] = middle
        return arb(rational(bracket[0])).union(arb(rational(bracket[1])))

    return Certified(ball, description)

"""Where sorted losses begin to exceed a bound: a guess, and exact decisions around it."""

from __future__ import annotations

from collections.abc import Callable
from math import floor

from ..errors import UndecidedError
from ..exact._flint import arb, bounds
from ..exact.order import FIRST_BITS, refine_sign
from ..exact.real import Real


def first_true(holds: Callable[[int], bool], length: int, guess: int) -> int:
    """The least i < length with holds(i), or length, for a condition that stays true from there on.

    Away from the guess the steps double; a right guess takes two decisions.
    """
    low, high = -1, length
    at, step = min(max(guess, 0), length - 1), 1
    while high - low > 1:
        if holds(at):
            high, at = at, at - step
        else:
            low, at = at, at + step
        step *= 2
        if not low < at < high:
            at = (low + high) // 2
    return high


class Known(Real):
    """A real number of which one enclosure is known."""

    __slots__ = ("ball",)

    def __init__(self, ball: arb) -> None:
        self.ball: arb = ball

    def enclosure(self, bits: int) -> arb:
        """The enclosure, whatever was asked for."""
        return self.ball


def is_positive(ball: arb, exactly: Callable[[], bool]) -> bool:
    """Whether the number in the ball is > 0; where the ball does not settle it, as `exactly` decides."""
    try:
        return refine_sign(Known(ball), FIRST_BITS, "") > 0
    except UndecidedError:
        return exactly()


def near(quotient: arb) -> int:
    """An integer near a quotient, for a guess; 0 where nothing is known of it."""
    found = bounds(quotient)
    return 0 if found is None else floor(found[1])

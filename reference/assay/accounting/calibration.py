"""A calibrated parameter: a value that meets a goal for sure, and one that misses it for sure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from ..errors import InvalidValue
from ..exact.bracket import Bracket
from ..exact.rounding import Direction, round_fraction
from .monotone import Parameter


@dataclass(frozen=True)
class Calibration:
    """A parameter between a value that meets the goal and one that misses it; None where there is none.

    `safe` is the end to use; every value on its far side from `refuted` is safe too, by `parameter.theorem`.
    at_safe, at_refuted: the value that the goal is about, there.  tests: how many values were tried.
    """

    parameter: Parameter
    goal: str
    safe: Fraction | None
    refuted: Fraction | None
    at_safe: Bracket | None
    at_refuted: Bracket | None
    tests: int

    @property
    def bracket(self) -> Bracket:
        """The ends in order, the best value between them.  Raises InvalidValue where one is missing."""
        if self.safe is None or self.refuted is None:
            raise InvalidValue(f"{self}; there is no value between two ends")
        return Bracket(min(self.safe, self.refuted), max(self.safe, self.refuted))

    @property
    def value(self) -> Fraction:
        """The safe end.  Raises InvalidValue where no value meets the goal."""
        if self.safe is None:
            raise InvalidValue(str(self))
        return self.safe

    def together_with(self, other: Calibration) -> Calibration:
        """What is safe for both, and what is refuted for one."""
        is_safer = max if self.parameter.larger_is_safer else min
        safe = None if self.safe is None or other.safe is None else is_safer(self.safe, other.safe)
        refuted = [end for end in (self.refuted, other.refuted) if end is not None]
        worst = is_safer(refuted) if refuted else None
        return replace(
            self,
            safe=safe,
            refuted=worst,
            at_safe=other.at_safe if safe == other.safe else self.at_safe,
            at_refuted=other.at_refuted if worst == other.refuted else self.at_refuted,
        )

    def __str__(self) -> str:
        """Both ends."""
        name, tried = self.parameter.name, "down to" if self.parameter.larger_is_safer else "up to"
        if self.safe is None and self.refuted is None:
            return f"nothing is known of {name}"
        if self.safe is None:
            back = "up to" if self.parameter.larger_is_safer else "down to"
            return f"no value of {name} {back} {decimal(self.refuted or Fraction(0))} has {self.goal}"
        if self.refuted is None:
            return f"every value of {name} {tried} {decimal(self.safe)} has {self.goal}"
        return f"{name} = {decimal(self.safe)} has {self.goal}, {name} = {decimal(self.refuted)} has not"


def decimal(value: Fraction) -> str:
    """A value as it is read: a decimal where it is one, else a ratio."""
    rounded = round_fraction(value, 40, Direction.DOWN)
    return format(rounded, "f") if Fraction(rounded) == value else str(value)

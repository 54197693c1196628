"""`Bracket`: two exact ends that provably contain a number."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ...exact import number
from ...exact.rounding import Direction, round_fraction


@dataclass(frozen=True, slots=True)
class Bracket:
    """lower <= truth <= upper, with exact rational ends; upper is None for infinity."""

    lower: Fraction
    upper: Fraction | None

    @property
    def width(self) -> Fraction | None:
        """upper - lower; None where the upper end is infinite."""
        return None if self.upper is None else self.upper - self.lower

    @property
    def relative_width(self) -> Fraction | None:
        """(upper - lower)/lower; None where that is infinite."""
        if self.upper is None or self.width is None:
            return None
        if self.width == 0:
            return Fraction(0)
        return self.width / self.lower if self.lower else None

    def __contains__(self, value: object) -> bool:
        exact = number(value)  # type: ignore[arg-type]  # refuses what is not an exact number
        return bool(exact >= self.lower) and (self.upper is None or bool(exact <= self.upper))

    def __str__(self) -> str:
        low = round_fraction(self.lower, 12, Direction.DOWN)
        high = "inf" if self.upper is None else round_fraction(self.upper, 12, Direction.UP)
        return f"[{low}, {high}]"

"""`Bracket`: two exact ends that provably contain a number."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import log2
from typing import cast

from ..errors import InvalidType, InvalidValue
from ..rich_display import Shown
from ._flint import arb, bounds, rational
from .logs import Log
from .number import ExactLike
from .order import ball_sign
from .parsing import number
from .rounding import Direction, float_of, round_fraction

LEAST_BITS = 2**16
"""A probability below 2^-LEAST_BITS is given as [0, 2^-LEAST_BITS]."""
LEAST_PROBABILITY = Fraction(1, 2**LEAST_BITS)
"""That, made once: it is long."""
LEAST, NONE, ALL = arb(2) ** -LEAST_BITS, arb(0), arb(1)
"""It, 0 and 1 as balls."""


@dataclass(frozen=True, slots=True, eq=False)
class Bracket(Shown):
    """lower <= truth <= upper, with exact rational ends; upper is None for infinity.

    `is_infinite` says that the number is certainly infinite, as an epsilon that does not exist.
    """

    lower: Fraction
    upper: Fraction | None
    is_infinite: bool = False

    def __post_init__(self) -> None:
        """Read the ends.  Raises InvalidType for what is no exact number, InvalidValue if they cross."""
        ends: tuple[tuple[str, ExactLike | None], ...] = (("lower", self.lower), ("upper", self.upper))
        for name, end in ends:
            if not isinstance(end, Fraction) and not (end is None and name == "upper"):
                object.__setattr__(self, name, number(cast(ExactLike, end), name).as_fraction())
        if self.upper is not None and self.upper < self.lower:
            raise InvalidValue(
                f"upper = {short_text(self.upper)} is below lower = {short_text(self.lower)}: "
                "no number is between them; give ends in order"
            )

    @staticmethod
    def exactly(value: Fraction) -> Bracket:
        """A number that is known."""
        return Bracket(value, value)

    @staticmethod
    def infinity() -> Bracket:
        """An epsilon that does not exist."""
        return Bracket(Fraction(0), None, True)

    @property
    def width(self) -> Fraction | None:
        """upper - lower; 0 where both are infinite, None where only the upper end is."""
        if self.is_infinite:
            return Fraction(0)
        return None if self.upper is None else self.upper - self.lower

    @property
    def relative_width(self) -> Fraction | None:
        """(upper - lower)/lower; None where that is infinite."""
        if self.width is None or not self.width:
            return self.width
        return self.width / self.lower if self.lower else None

    def __contains__(self, value: object) -> bool:
        exact = value if isinstance(value, Log) else number(value)  # type: ignore[arg-type]  # or refuses
        if self.is_infinite:
            return False
        return bool(exact >= self.lower) and (self.upper is None or bool(exact <= self.upper))

    def decimals(self, digits: int = 12) -> tuple[Decimal, Decimal]:
        """The ends, rounded outwards to that many significant digits."""
        infinity = Decimal("Infinity")
        return (
            infinity if self.is_infinite else round_fraction(self.lower, digits, Direction.DOWN),
            infinity if self.upper is None else round_fraction(self.upper, digits, Direction.UP),
        )

    def floats(self) -> tuple[float, float]:
        """The ends, rounded outwards to floats."""
        infinity = float("inf")
        return (
            infinity if self.is_infinite else float_of(rational(self.lower), Direction.DOWN),
            infinity if self.upper is None else float_of(rational(self.upper), Direction.UP),
        )

    def intersection(self, other: Bracket) -> Bracket:
        """What both brackets allow."""
        if not isinstance(other, Bracket):
            raise InvalidType(f"other = {other!r} is a {type(other).__name__}; give a Bracket")
        uppers = [end for end in (self.upper, other.upper) if end is not None]
        infinite = self.is_infinite or other.is_infinite
        return Bracket(max(self.lower, other.lower), min(uppers) if uppers else None, infinite)

    def __eq__(self, other: object) -> bool:
        """Whether both have the same ends."""
        return self.ends == other.ends if isinstance(other, Bracket) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.ends)

    @property
    def ends(self) -> tuple[Fraction, Fraction | None, bool]:
        """Both ends, and whether the number is certainly infinite."""
        return self.lower, self.upper, self.is_infinite

    def __str__(self) -> str:
        low, high = self.decimals()
        return f"[{low}, {high}]".replace("Infinity", "inf")


def probability(ball: arb) -> Bracket:
    """The ends of a ball that holds a probability."""
    ball = ball.max(NONE).min(ALL)
    if not ball.is_finite():
        return Bracket(Fraction(0), Fraction(1))
    if ball_sign(LEAST - ball) == 1:
        return Bracket(Fraction(0), LEAST_PROBABILITY)
    # a tinier radius would make the ends long, but no better
    if int(ball.rad().man_exp()[1]) < -2 * LEAST_BITS:
        ball += arb(0, LEAST**2)
    ends = bounds(ball)
    if ends is None:
        return Bracket(Fraction(0), Fraction(1))
    return Bracket(ends[0] if ends[0] >= 0 else Fraction(0), ends[1] if ends[1] <= 1 else Fraction(1))


def short_text(x: Fraction) -> str:
    """A rational for a message: itself, or six significant digits where it is long."""
    bits = x.numerator.bit_length() + x.denominator.bit_length()
    if bits < 128:
        return str(x)
    rounded = round_fraction(x, 6, Direction.DOWN)
    return str(rounded) if Fraction(rounded) == x else f"{rounded}..."


def log2_of(x: Fraction) -> float:
    """log2 x of a positive fraction, also beyond the range of floats."""
    shift = x.numerator.bit_length() - x.denominator.bit_length()
    return log2(x / Fraction(2) ** shift) + shift

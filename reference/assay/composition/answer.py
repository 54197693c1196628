"""What is known of a delta or an epsilon: exactly or as a bracket, in which direction, and who attains it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Generic, TypeVar

from ..errors import UndecidedError
from ..exact import Log, Number
from ..exact._flint import bounds
from ..exact.bracket import Bracket
from .round import Inputs
from .upper_envelope import UpperEnvelope

SHORT = 60
"""An exact value of so many characters is shown as it is."""
PRECISIONS = (256, 2**10, 2**12, 2**14, 2**17)
ENOUGH = 2**100
"""An exact value is enclosed to a relative width of its inverse, if one of these precisions is enough."""

V = TypeVar("V", bound=Number | Log)

LONGEST = 512
"""A rational of so many bits is given as it is at both ends; of a longer one they are rounded outwards."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Answer(Bracket, Generic[V]):
    """A bracket of a delta or an epsilon, and the value itself where it is known exactly.

    engine: what gave it; note: what is to be said about it.  direction: the one of the largest value;
    dominating: the pair of each round in that direction.  attained: whether an adversary reaches the value
    for sure, with one pair of inputs for each round; otherwise it may be reached or not.
    """

    exact: V | None = None
    engine: str = ""
    note: str = ""
    direction: str = ""
    dominating: tuple[UpperEnvelope[Inputs], ...] = ()
    attained: bool = False

    @staticmethod
    def of(bracket: Bracket, engine: str, note: str = "") -> Answer[V]:
        """A bracket with the engine that gave it."""
        return Answer(*bracket.ends, engine=engine, note=note)

    @staticmethod
    def exactly(value: V, engine: str) -> Answer[V]:  # type: ignore[override]
        """A value >= 0 that is known exactly; the ends agree where it is a short rational."""
        return Answer(*_ends_of(value), exact=value, engine=engine)

    def __repr__(self) -> str:
        """The exact value, or the bracket."""
        return f"Answer({self if self.exact is None else repr(self.exact)})"

    @property
    def value(self) -> V:
        """The exact value.  Raises UndecidedError where only the bracket is known."""
        if self.exact is None:
            raise UndecidedError(
                f"only a bracket is known, {self}; ask with engine='exact' for the value of finite pairs"
            )
        return self.exact

    @property
    def at_most(self) -> V | Fraction:
        """The exact value where it is known, else the upper end.  Raises UndecidedError if there is none."""
        if self.exact is not None:
            return self.exact
        if self.upper is None:
            raise UndecidedError(f"{self} has no upper end")
        return self.upper

    def within(self, other: Bracket) -> Answer[V]:
        """The same, its ends cut to those of a bracket that holds the truth as well."""
        common = self.intersection(other)
        if common == self:
            return self
        return replace(self, lower=common.lower, upper=common.upper, is_infinite=common.is_infinite)

    def __str__(self) -> str:
        """The exact value where it is short, else the ends."""
        exact = "" if self.exact is None else str(self.exact)
        return exact if 0 < len(exact) <= SHORT else Bracket.__str__(self)

    def explained(self) -> str:
        """The value, whether it is attained, its direction, and who attains each round's pair."""
        how = "attained" if self.attained else "at most"
        return f"{self} ({how}, {self.direction}: {' | '.join(map(str, self.dominating))})"

    def at(self, direction: str, dominating: tuple[UpperEnvelope[Inputs], ...], attained: bool) -> Answer[V]:
        """The same, with what is known of its direction."""
        return replace(self, direction=direction, dominating=dominating, attained=attained)


def _ends_of(value: Number | Log) -> tuple[Fraction, Fraction | None, bool]:
    """The ends of a bracket around an exact value; [0, infinity] of a function of the symbol epsilon."""
    if isinstance(value, Log) and value.is_infinite:
        return Bracket.infinity().ends
    if value.is_symbolic:
        return Fraction(0), None, False
    known = value.exact_rational()
    if known is not None and int(known.p).bit_length() + int(known.q).bit_length() <= LONGEST:
        return Fraction(int(known.p), int(known.q)), Fraction(int(known.p), int(known.q)), False
    low, high = Fraction(0), None
    for bits in PRECISIONS:
        ends = bounds(value.enclosure(bits))
        if ends is not None:
            low, high = max(ends[0], Fraction(0)), ends[1]
            if (high - low) * ENOUGH <= low:
                break
    return low, high, False

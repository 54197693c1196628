"""Goals about one end of a value, for rounds known by their Renyi divergences alone, whose ends stay apart.

A value whose upper end meets the goal is safe, one whose lower end misses it is refuted; between the two
nothing is known, however narrow the widths.  Each end is searched for by itself, as if the other did not
exist.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ..exact.bracket import Bracket
from .goals import MET, MISSED, UNKNOWN, Goal, Seen, excess_of
from .rounds import Rounds


@dataclass(frozen=True)
class ByUpperEnd:
    """Met where the upper end meets the goal; what it says is missed may be met."""

    goal: Goal

    @property
    def text(self) -> str:
        """The condition."""
        return self.goal.text

    @property
    def limit(self) -> Fraction:
        """That of the goal."""
        return self.goal.limit

    def test(self, rounds: Rounds, width: Fraction) -> Seen:
        """What is unknown counts as missed."""
        return _sided(self.goal.test(rounds, width), self.limit, MISSED)

    def guess(self, rounds: Rounds) -> tuple[float, float] | None:
        """That of the goal."""
        return self.goal.guess(rounds)


@dataclass(frozen=True)
class ByLowerEnd(ByUpperEnd):
    """Missed where the lower end misses the goal; what it says is met may be missed."""

    def test(self, rounds: Rounds, width: Fraction) -> Seen:
        """What is unknown counts as met."""
        return _sided(self.goal.test(rounds, width), self.limit, MET)


def _sided(seen: Seen, limit: Fraction, unknown: int) -> Seen:
    """The same with what is unknown decided, and the excess of the end that decides."""
    end = seen.value.upper if unknown == MISSED else seen.value.lower
    excess = None if end is None else excess_of(Bracket.exactly(end), limit)
    return Seen(unknown if seen.side == UNKNOWN else seen.side, excess, seen.value)

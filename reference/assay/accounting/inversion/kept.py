"""Tables of values kept from one answer to the next: points of a curve share their work."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ...exact import Log
from ...exact._flint import precision
from ...exact.bracket import Bracket, probability
from ..question import Question, mass_at_infinity
from .integral import Curve

HELD = 12
"""So many tables are held; older ones are dropped."""
MOST, FAR = 2, 4
"""So many tables are asked, the latest first, where the epsilon of one is at most so many times another."""


@dataclass(frozen=True)
class Kept:
    """A table that was made near an epsilon, at a precision.  It holds the truth at any other one as well."""

    curve: Curve
    bits: int
    near: Fraction

    def delta(self, question: Question, epsilon: Log) -> Bracket:
        """A bracket of any width."""
        with precision(self.bits):
            ball = self.curve.tail(epsilon.enclosure(self.bits)) + mass_at_infinity(question.rounds)
            return probability(ball)


def keep(kept: list[Kept], curve: Curve, bits: int, near: Fraction) -> None:
    """Add a table."""
    kept.append(Kept(curve, bits, near))
    del kept[:-HELD]


def from_kept(question: Question) -> Bracket | None:
    """A delta that is narrow enough from tables that were made before; None where none gives it."""
    if question.epsilon is None:
        return None
    at = float(question.epsilon.enclosure(64).mid())
    near = [kept for kept in question.kept if kept.near < FAR * at < FAR * FAR * kept.near]
    for kept in near[: -MOST - 1 : -1]:
        found = kept.delta(question, question.epsilon)
        if question.answered_by(found):
            return found
    return None

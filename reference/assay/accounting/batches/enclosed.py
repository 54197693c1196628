"""Pairs that are known by finite tables above and below them, as fine as is asked for.

What dominates the pair answers from above, what it dominates from below.  Both are composed by themselves,
and the tables are refined until the two answers are close.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from ...budgets.progress import checkpoint, is_spent
from ...composition.finite_pair import NOTHING
from ...composition.pair import BallAtom, DominatingPair, WithoutDensity, working_precision
from ...errors import BudgetExceeded, InvalidValue
from ...exact import ExactLike, Log, Number, log_value, number
from ...exact._flint import arb, rational
from ...exact.rounding import Direction, float_of

FIRST_FINENESS, FIRST_DEPTH = 12, 64


class Enclosed(DominatingPair):
    """A pair with tables on both sides instead of tails."""

    note = ""
    """Why both sides do not come close, where they come from different theorems."""
    times: tuple[int, int] = (1, 1)
    """How many rounds of the pair above, and of the one below, each round stands for."""

    def sides(self, fineness: int, depth: int, composed: bool) -> tuple[DominatingPair, DominatingPair]:
        """Pairs that dominate it and that it dominates, in cells of about 1/fineness of the deviation of the
        loss, where masses below 2^-depth are cut; with losses on a lattice if they are composed.
        """
        raise TypeError(f"{type(self).__name__} has no sides")

    def rough(self) -> DominatingPair:
        """A pair above of the first fineness, for pictures in floats."""
        return self.sides(FIRST_FINENESS, FIRST_DEPTH, False)[0]

    def sampled(self, rate: ExactLike) -> DominatingPair:
        """The pair itself at rate 1.  Raises InvalidValue at others."""
        if number(rate, "rate") != 1:
            raise InvalidValue(f"rate = {rate}: {self.name} is not sampled further; give the rate 1")
        return self


@dataclass(frozen=True)
class Ends(Enclosed):
    """A mechanism of which one pair is known that dominates it, and another one that it dominates."""

    label: str
    above: DominatingPair
    below: DominatingPair
    note: str
    times: tuple[int, int] = (1, 1)
    is_bound = True
    """The pair above is not known to be attained."""

    @property
    def name(self) -> str:
        """As given."""
        return self.label

    def reversed(self) -> DominatingPair:
        """Both pairs in the other order."""
        above, below = self.above.reversed(), self.below.reversed()
        return Ends(f"reversed {self.label}", above, below, self.note, self.times)

    def extremes(self) -> tuple[Log, Log] | None:
        """Those of the rounds above."""
        ends = self.above.extremes()
        return None if ends is None else (ends[0] * self.times[0], ends[1] * self.times[0])

    def sides(self, fineness: int, depth: int, composed: bool) -> tuple[DominatingPair, DominatingPair]:
        """Both pairs, or the tables of theirs on either side."""
        above, below = self.above, self.below
        if isinstance(above, Enclosed):
            above, _ = above.sides(fineness, depth, composed)
        if isinstance(below, Enclosed):
            try:
                _, below = below.sides(fineness, depth, composed)
            except BudgetExceeded:
                if is_spent():
                    raise
                below = NOTHING  # from above it is known all the same
        return above, below


@dataclass(frozen=True, eq=False)
class Table(WithoutDensity):
    """Finitely many losses with their masses under P, floats taken exactly, and a mass at infinity.

    Under Q the mass at a loss l is e^-l times that under P, what is missing to 1 at -infinity.
    """

    label: str
    losses: tuple[float, ...]
    masses: tuple[float, ...]
    infinite: float = 0.0
    _by_precision: dict[int, tuple[BallAtom, ...]] = field(default_factory=dict, repr=False)

    @property
    def name(self) -> str:
        """As given."""
        return self.label

    def point_masses(self) -> Sequence[BallAtom]:
        """The table as balls."""
        bits = working_precision()
        if bits not in self._by_precision:
            checkpoint("atoms", 0)
            found = []
            for loss, mass in zip(self.losses, self.masses, strict=True):
                at, p = arb(loss), arb(mass)
                found.append(BallAtom(at, p, p * (-at).exp()))
            self._by_precision[bits] = tuple(found)
        return self._by_precision[bits]

    def mass_at_infinity(self) -> arb:
        """As given."""
        return arb(self.infinite)

    def exact_mass_at_infinity(self) -> Number:
        """As given."""
        return number(Fraction(self.infinite))

    def mass_at_minus_infinity(self) -> arb:
        """What is missing of Q."""
        return (1 - sum((atom.q for atom in self.point_masses()), arb(0))).max(arb(0))

    def exact_mass_at_minus_infinity(self) -> None:
        """Only a ball is known."""
        return None

    def extremes(self) -> tuple[Log, Log]:
        """The least and the largest loss."""
        least, largest = min(self.losses, default=0.0), max(self.losses, default=0.0)
        return log_value(Fraction(least)), log_value(Fraction(largest))


def table_above(label: str, losses: Sequence[float], masses: Sequence[float], infinite: float) -> Table:
    """A table from upper bounds of masses: from the largest loss down, as much as makes 1 in all.

    At every loss there is then at least as much from it on as before, so that delta does not fall.
    """
    left = Fraction(1) - Fraction(infinite)
    found: list[tuple[float, float]] = []
    for loss, mass in sorted(zip(losses, masses, strict=True), reverse=True):
        if left <= 0:
            break
        kept = min(Fraction(mass), left)
        if kept > 0:
            # rounded up: very many rounds would make much of the least that is missing to 1
            found.append((loss, mass if kept == mass else float_of(rational(kept), Direction.UP)))
            left -= kept
    found.reverse()
    return Table(label, tuple(loss for loss, _ in found), tuple(mass for _, mass in found), infinite)

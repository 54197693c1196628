"""Pairs that are known by finite tables above and below them, as fine as is asked for.

What dominates the pair answers from above, what it dominates from below.  Both are composed by themselves,
and the tables are refined until the two answers are close.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil
from typing import Protocol, TypeVar

from ...budgets.progress import is_spent
from ...composition.answer import Answer
from ...composition.finite_pair import NOTHING
from ...composition.pair import BallAtom, DominatingPair, WithoutDensity, working_precision
from ...errors import BudgetExceeded, InvalidValue
from ...exact import ExactLike, Log, Number, log_value, number
from ...exact._flint import arb
from ...exact.bracket import Bracket, log2_of, short_text

FIRST_FINENESS, FIRST_DEPTH = 12, 64
MOST_TRIES = 12
SECONDS_OF_TABLES = 0.5
MARGIN_BITS = 24
"""What is cut of the tables is smaller than what is asked for by so many bits."""
ROUGHLY = Fraction(1, 16)
"""The relative width that tables of a first fineness are asked for, where a narrower one is wanted."""

AHEAD, ORDER = 1.4, 0.7
"""Cells are made finer by a factor of AHEAD (width found/width wanted)^ORDER."""

V = TypeVar("V", Number, Log)


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

    @property
    def name(self) -> str:
        """As given."""
        return self.label

    def reversed(self) -> DominatingPair:
        """Both pairs in the other order."""
        above, below = self.above.reversed(), self.below.reversed()
        return Ends(f"reversed {self.label}", above, below, self.note, self.times)

    @property
    def is_bound(self) -> bool:
        """The pair above is not known to be attained."""
        return True

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
        kept = min(Fraction(mass), left)
        if kept <= 0:
            continue
        found.append((loss, mass if kept == mass else float(kept)))
        left -= kept
    found.reverse()
    return Table(label, tuple(loss for loss, _ in found), tuple(mass for _, mass in found), infinite)


def _answered(
    ask: Callable[[Composed, Fraction], Answer[V]],
    side: Composed,
    width: Fraction,
    stopped: list[BudgetExceeded],
) -> Answer[V]:
    """The answer of one side, or what it knows where it was stopped."""
    try:
        return ask(side, width)
    except BudgetExceeded as error:
        stopped.append(error)
        known = error.known.get("bracket")
        return Answer.of(known if isinstance(known, Bracket) else Bracket(Fraction(0), None), "")


def _with_bracket(error: BudgetExceeded, best: Bracket) -> BudgetExceeded:
    return BudgetExceeded(f"{error}; the best bracket so far is {best}", {**error.known, "bracket": best})


class Composed(Protocol):
    """Rounds in one direction."""

    def delta(self, epsilon: Log, wanted: Fraction) -> Answer[Number]:
        """Of that relative width."""

    def epsilon(self, allowed: Number, wanted: Fraction) -> Answer[Log]:
        """Of that relative width."""


@dataclass
class Between:
    """Answers about rounds some of which are enclosed.

    `of` composes pairs, each with its count.  Fineness and depth of the last answer are kept for the next.
    """

    rounds: tuple[tuple[DominatingPair, int], ...]
    of: Callable[[tuple[tuple[DominatingPair, int], ...]], Composed]
    fineness: int = FIRST_FINENESS
    depth: int = FIRST_DEPTH
    _known: dict[tuple[int, int], tuple[Composed, Composed]] = field(default_factory=dict)

    @property
    def cost(self) -> float:
        """Seconds, very roughly: tables of the first fineness for every pair that has no tails."""
        return SECONDS_OF_TABLES * sum(isinstance(pair, Enclosed) for pair, _ in self.rounds)

    def sides(self) -> tuple[Composed, Composed]:
        """The rounds with every enclosed pair replaced by a table above; below."""
        key = self.fineness, self.depth
        if key not in self._known:
            composed = self._count() > 1
            found = [
                (pair.sides(*key, composed), pair.times, count)
                if isinstance(pair, Enclosed)
                else ((pair, pair), (1, 1), count)
                for pair, count in self.rounds
            ]
            above, below = (
                tuple((both[side], times[side] * count) for both, times, count in found) for side in (0, 1)
            )
            self._known = {key: (self.of(above), self.of(below))}
        return self._known[key]

    def _count(self) -> int:
        """How many rounds there are at most, on either side."""
        return sum(count * (max(p.times) if isinstance(p, Enclosed) else 1) for p, count in self.rounds)

    def delta(self, epsilon: Log, wanted: Fraction) -> Answer[Number]:
        """delta(epsilon) of that relative width."""
        start = Bracket(Fraction(0), Fraction(1))
        return self._refined(lambda side, width: side.delta(epsilon, width), start, wanted, deepens=True)

    def epsilon(self, allowed: Number, wanted: Fraction) -> Answer[Log]:
        """The smallest epsilon with delta(epsilon) <= allowed > 0."""
        self._deepen(allowed.as_fraction())
        start = Bracket(Fraction(0), None)
        return self._refined(lambda side, width: side.epsilon(allowed, width), start, wanted, deepens=False)

    def _deepen(self, delta: Fraction) -> bool:
        """Whether tables have to be deeper for a delta of this size, and are now."""
        count = self._count()
        needed = ceil(-log2_of(delta)) + MARGIN_BITS + count.bit_length()
        if needed <= self.depth:
            return False
        self.depth = 16 * ceil(needed / 16)
        return True

    def _refined(
        self,
        ask: Callable[[Composed, Fraction], Answer[V]],
        best: Bracket,
        wanted: Fraction,
        deepens: bool,
    ) -> Answer[V]:
        """Ask both sides, and again with finer tables until the answers are close."""
        engine = ""
        note = "; ".join(dict.fromkeys(p.note for p, _ in self.rounds if isinstance(p, Enclosed) and p.note))
        for _ in range(MOST_TRIES):
            is_first = self.fineness == FIRST_FINENESS and not note
            width = max(wanted, ROUGHLY if is_first else wanted) / (4 if note else 16)
            stopped: list[BudgetExceeded] = []
            try:
                above, below = (_answered(ask, side, width, stopped) for side in self.sides())
            except BudgetExceeded as error:
                raise _with_bracket(error, best) from None
            engine = f"tables and {above.engine}"
            upper = None if above.upper is None else max(above.upper, below.lower)
            best = best.intersection(Bracket(below.lower, upper))
            if stopped:
                raise _with_bracket(stopped[0], best) from None
            found = best.relative_width
            if (found is not None and found <= wanted) or best.upper == 0 or note:
                return Answer.of(best, engine, note)
            if deepens and self._is_deeper(best):
                continue
            self._refine(found, wanted)
        raise BudgetExceeded(
            f"a relative width of {short_text(wanted)} is not reached by {MOST_TRIES} refinements of tables; "
            f"the best bracket so far is {best}",
            {"bracket": best},
        )

    def _is_deeper(self, best: Bracket) -> bool:
        if best.lower > 0:
            return self._deepen(best.lower)
        return best.upper is not None and best.upper < Fraction(1, 2**20) and self._deepen(best.upper**2)

    def _refine(self, found: Fraction | None, wanted: Fraction) -> None:
        """Finer cells: the width is of second order in them."""
        factor = 2.0 if found is None else min(8.0, max(1.3, AHEAD * float(found / wanted) ** ORDER))
        self.fineness = ceil(self.fineness * factor)

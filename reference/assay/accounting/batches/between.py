"""Answers about rounds that are known by tables: both sides are composed, and refined until they meet."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, isqrt
from typing import Protocol, TypeVar

from ...budgets.progress import is_spent
from ...composition.answer import Answer
from ...composition.pair import DominatingPair
from ...errors import BudgetExceeded
from ...exact import Log, Number
from ...exact.bracket import Bracket, log2_of, short_text
from .enclosed import FIRST_DEPTH, FIRST_FINENESS, Enclosed

MOST_TRIES = 12
SECONDS_OF_TABLES = 0.5
MARGIN_BITS = 24
"""What is cut of the tables is smaller than what is asked for by so many bits."""
ROUGHLY = Fraction(1, 16)
"""The relative width that tables of a first fineness are asked for, where a narrower one is wanted."""

AHEAD, ORDER = 1.4, 0.7
"""Cells are made finer by a factor of AHEAD (width found/width wanted)^ORDER."""

V = TypeVar("V", Number, Log)


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
    last: int = 0
    """The fineness of the last tables that were made."""
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
                if not is_spent() and self._coarsened():
                    continue
                raise _with_bracket(error, best) from None
            self.last = self.fineness
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

    def _coarsened(self) -> bool:
        """Whether cells between the last ones and those that are too fine are worth a try; they are set."""
        between = isqrt(self.last * self.fineness)
        if 16 * between <= 17 * self.last or between >= self.fineness or not self.last:
            return False
        self.fineness = between
        return True

    def _refine(self, found: Fraction | None, wanted: Fraction) -> None:
        """Finer cells: the width is of second order in them."""
        factor = 2.0 if found is None else min(8.0, max(1.3, AHEAD * float(found / wanted) ** ORDER))
        self.fineness = ceil(self.fineness * factor)

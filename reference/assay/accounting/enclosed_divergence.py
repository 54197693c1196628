"""The hockey-stick divergence of one direction as a convex function, enclosed from values at rational places.

With y = e^epsilon, H(y) = sup over events of P - y Q is convex and non-increasing.  It lies, between two of
the y that were looked at, above the lines through those beyond them, taken from the lower end at the near and
the upper end at the far one.  Every y is rational, so that all of this is exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from math import sqrt

from ..errors import BudgetExceeded
from ..exact import ln
from ..exact._flint import arb, bounds, rational
from ..exact.bracket import Bracket, log2_of
from ..exact.rounding import Direction, round_fraction
from .rounds import Rounds

DEEP = Fraction(1, 10**12)
"""Deltas below this share of what is asked for are not told apart."""
MOST_LOOKS = 60
LOOKS_APART = 12
"""Where the ends of H stay apart, so do those of what follows: so many values of H do."""
ROUGH = Fraction(1, 8)
PERFECT = Fraction(1), Fraction(-1)
"""H >= 1 - y."""
NEVER = Bracket(Fraction(0), Fraction(0))


def most_of(found: Bracket) -> Fraction:
    """The upper end of a probability."""
    return Fraction(1) if found.upper is None else found.upper


@dataclass
class HockeyStick:
    """H of rounds in one direction, at the y that were looked at."""

    rounds: Rounds
    known: dict[Fraction, Bracket] = field(default_factory=dict)
    widths: dict[Fraction, Fraction] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """The same rounds with P and Q exchanged."""
        side = self.rounds.by_direction[self.rounds.directions[0]]
        budget = self.rounds.budget
        self.back: Rounds = Rounds(
            [(pair.reversed(), count) for pair, count in side.given] or [],
            budget.max_points,
            budget.max_bytes,
            budget.engine,
        )
        self.infinite: Bracket = side.infinite
        self.stays_apart: bool = side.stays_apart
        self.known = {Fraction(0): Bracket.exactly(Fraction(1))}

    def at(self, y: Fraction, width: Fraction) -> Bracket:
        """H(y), to a relative width of H (of H' for y < 1)."""
        if y == 0:
            return Bracket.exactly(Fraction(1))
        if y >= 1:
            found = self.rounds.delta(ln(y), width)
            return Bracket(found.lower, Fraction(1) if found.upper is None else min(found.upper, Fraction(1)))
        found = self.back.delta(ln(1 / y), width)
        upper = Fraction(1) if found.upper is None else min(found.upper, Fraction(1))
        return Bracket(1 - y + y * found.lower, 1 - y + y * upper)

    def false_negatives(self, rate: Fraction, wanted: Fraction) -> Bracket:
        """f(rate), by values of H where the upper bound of f is largest; f(0) = 1 - P(L = infinity)."""
        if rate in (0, 1) or self.infinite.lower == 1:
            least, most = 1 - most_of(self.infinite), 1 - self.infinite.lower
            return Bracket(least, most) if rate == 0 else NEVER
        far = self._far(1 / rate)
        for y in (Fraction(1), _short(1 / rate)):
            if y not in self.known:
                self._look(y, wanted, far)
        found = self.so_far(rate)
        for _ in range(LOOKS_APART if self.stays_apart else MOST_LOOKS):
            if found.width is not None and found.width <= max(found.lower * wanted, DEEP):
                return found
            self._look(self._above(rate)[1], wanted, far)
            found = self.so_far(rate)
        if self.stays_apart:
            return found
        raise BudgetExceeded(
            f"{MOST_LOOKS} values do not give a relative width of {wanted}; the best bracket is {found}",
            {"bracket": found},
        )

    def so_far(self, rate: Fraction) -> Bracket:
        """What the values of H that are known say about f(rate)."""
        return Bracket(self._below(rate), self._above(rate)[0])

    def _far(self, most: Fraction) -> tuple[Fraction, Bracket] | None:
        """A y from which on H is its mass at infinity, but for a little; None where `most` is not so far."""
        lost = self.infinite.upper
        if lost is None or lost + DEEP >= 1:
            return None
        upper = self.rounds.epsilon(lost + DEEP, ROUGH).upper
        if upper is None or upper > float(log2_of(most)):
            return None
        ends = bounds(arb(rational(upper)).exp())
        return None if ends is None else (ends[1], Bracket(self.infinite.lower, lost + DEEP))

    def _look(self, y: Fraction, wanted: Fraction, far: tuple[Fraction, Bracket] | None) -> None:
        """H at one more y, or more narrowly at one that is known."""
        y = y if y in self.known else _short(y)
        if far is not None and y >= far[0]:
            self.known[y] = far[1]
            return
        width = self.widths[y] = self.widths.get(y, 4 * wanted) / 16
        found = self.at(y, width)
        self.known[y] = found.intersection(self.known[y]) if y in self.known else found

    def _below(self, rate: Fraction) -> Fraction:
        """f is at least its value at every y."""
        return max(Fraction(0), *(1 - most_of(h) - y * rate for y, h in self.known.items()))

    def _above(self, rate: Fraction) -> tuple[Fraction, Fraction]:
        """An upper bound of f, and where to look for a smaller one."""
        places = sorted(self.known)
        best = 1 - self.infinite.lower - places[-1] * rate, 2 * places[-1]
        for i in range(len(places) - 1):
            best = max(best, self._piece(places, i, rate))
        return max(Fraction(0), best[0]), best[1]

    def _piece(self, places: Sequence[Fraction], i: int, rate: Fraction) -> tuple[Fraction, Fraction]:
        """The largest 1 - H - y rate between two neighbours, with the y to look at next.

        H is at least the largest of four lines there; less that, 1 - y rate is largest where two of them meet
        or at an end.
        """
        start, end = places[i], places[i + 1]
        lines = (self._line(places, i, -1), self._line(places, i + 1, 1), PERFECT, (Fraction(0), Fraction(0)))

        def value(y: Fraction) -> Fraction:
            return 1 - max(at_zero + slope * y for at_zero, slope in lines) - y * rate

        meeting = (y for a, b in combinations(lines, 2) if (y := _crossing(a, b)) is not None)
        top = max([start, end, *(y for y in meeting if start < y < end)], key=value)
        is_near = start < top < end <= 4 * max(start, Fraction(1, 64))
        is_rough = top in (start, end) and top and self.known[top].width
        return value(top), top if is_near or is_rough else _geometric(start, end)

    def _line(self, places: Sequence[Fraction], i: int, step: int) -> tuple[Fraction, Fraction]:
        """A line below H, by its value at 0 and its slope: through a place and its farther neighbour."""
        y, h = places[i], self.known[places[i]]
        slope = Fraction(-1 if step < 0 else 0)
        if 0 <= i + step < len(places):
            other = places[i + step]
            slope = (h.lower - most_of(self.known[other])) / (y - other)
        return h.lower - slope * y, slope


def _crossing(a: tuple[Fraction, Fraction], b: tuple[Fraction, Fraction]) -> Fraction | None:
    """Where two lines meet; None for parallel ones."""
    return None if a[1] == b[1] else (b[0] - a[0]) / (a[1] - b[1])


def _geometric(start: Fraction, end: Fraction) -> Fraction:
    """Between two numbers, on the scale of their logarithms."""
    low = max(start, end / 2**20)
    return _short(Fraction(sqrt(float(low) * float(end))))


def _short(y: Fraction) -> Fraction:
    """A rational of few digits near a positive number."""
    return Fraction(round_fraction(y, 6, Direction.NEAREST))

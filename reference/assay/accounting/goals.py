"""What is asked of a composition when a parameter is calibrated, and the certified test of it.

| goal | holds where |
|---|---|
| `AtMost(epsilon, delta)` | delta(epsilon) <= delta; the membership advantage is delta(0) |
| `SmallestOf("rho", rho)` | D_a(P || Q) <= rho a for every order a > 1 |
| `SmallestOf("mu", mu)` | the trade-off function is at least that of N(0, 1) against N(mu, 1) |

A goal is met only by an upper end, and missed only by a lower end.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import log
from typing import TypeAlias

from ..composition.answer import Answer
from ..errors import AssayError, BudgetExceeded
from ..exact import Log, number
from ..exact.bracket import Bracket, log2_of
from .notions_of_rounds import gaussian_privacy, zero_concentrated
from .one_direction import OneDirection
from .planning.saddle_point import Look
from .question import known
from .rounds import Rounds

MET, UNKNOWN, MISSED = -1, 0, 1
LOG2 = log(2)
ROUGH, FAR = Fraction(1, 8), 0.25
"""A first width; and ln(epsilon at the delta/epsilon) by the picture, from which on epsilons are compared."""


@dataclass(frozen=True)
class Seen:
    """Whether a goal is met, ln(value/goal) in floats where that is known, and the value itself."""

    side: int
    excess: float | None
    value: Bracket


@dataclass(frozen=True)
class AtMost:
    """delta(epsilon) <= limit."""

    epsilon: Log
    limit: Fraction

    @property
    def text(self) -> str:
        """The condition."""
        return f"delta({self.epsilon}) <= {self.limit}"

    def test(self, rounds: Rounds, width: Fraction) -> Seen:
        """The first direction that misses it decides; all of them have to meet it."""
        found = []
        for side in dict.fromkeys(rounds.by_direction.values()):
            found.append(self._test(side, width))
            if found[-1].side == MISSED:
                return found[-1]
        return max(found, key=lambda seen: (seen.side, seen.excess is not None, seen.excess or 0.0))

    def _test(self, side: OneDirection, width: Fraction) -> Seen:
        if not self.limit:
            return self._largest_loss(side)
        if self.limit == 1:
            return Seen(MET, None, Bracket(Fraction(0), self.limit))
        far = self._far_off(side) if width >= ROUGH else None
        if far is not None:
            return far
        return compared(known(lambda: side.delta(self.epsilon, width)), self.limit)

    def _far_off(self, side: OneDirection) -> Seen | None:
        """Epsilon at the delta where it is far from the epsilon, whose delta may take long."""
        guess = self._guess(side)
        if guess is None or abs(guess[0]) < FAR:
            return None
        try:
            found: Answer[Log] = side.epsilon(number(self.limit), ROUGH)
        except BudgetExceeded:  # what it knows is an epsilon, no delta
            return None
        excess = guess[0] * guess[1]
        if found.upper is not None and self.epsilon >= found.upper:
            return Seen(MET, excess, Bracket(Fraction(0), self.limit))
        if found.is_infinite or self.epsilon < found.lower:
            return Seen(MISSED, excess, Bracket(self.limit, Fraction(1)))
        return None

    def _largest_loss(self, side: OneDirection) -> Seen:
        """delta(epsilon) = 0 where no loss, infinite ones included, is above epsilon."""
        try:
            largest: Answer[Log] = side.epsilon(number(0), Fraction(1, 1000))
        except BudgetExceeded:
            return Seen(UNKNOWN, None, Bracket(Fraction(0), None))
        lower = self.epsilon.enclosure(256)
        if largest.exact is not None and not largest.is_infinite:
            met = largest.exact <= self.epsilon
            mid, goal = float(largest.exact.enclosure(64).mid()), float(lower.mid())
            return Seen(MET if met else MISSED, log(mid / goal) if mid > 0 < goal else None, largest)
        return Seen(MISSED if largest.is_infinite else UNKNOWN, None, largest)

    def guess(self, rounds: Rounds) -> tuple[float, float] | None:
        """From the picture of the losses: ln epsilon at the delta, and how ln delta falls with ln epsilon."""
        return self._guess(next(iter(rounds.by_direction.values())))

    def _guess(self, side: OneDirection) -> tuple[float, float] | None:
        at = float(self.epsilon.enclosure(64).mid())
        if not self.limit or not 0 < at < 1e300:
            return None
        try:
            rounds = (side if side.moments is None else side.bounded.above).rounds
            saddle = Look.at(rounds, None, self.limit).saddle
        except (AssayError, ArithmeticError, ValueError):
            return None
        if saddle.epsilon <= 0:
            return -1.0, saddle.c * at
        return log(saddle.epsilon / at), saddle.c * at


NOTIONS = {
    "rho": ("zero-concentrated", zero_concentrated),
    "mu": ("Gaussian", gaussian_privacy),
}
"""By parameter the kind of differential privacy, and its smallest value for rounds."""


@dataclass(frozen=True)
class SmallestOf:
    """rho-zCDP, or mu-Gaussian differential privacy: the smallest parameter is at most the limit."""

    parameter: str
    limit: Fraction

    @property
    def text(self) -> str:
        """The condition."""
        return f"{self.parameter} <= {self.limit} of {NOTIONS[self.parameter][0]} differential privacy"

    def test(self, rounds: Rounds, width: Fraction) -> Seen:
        """From a bracket of the smallest value."""
        return compared(NOTIONS[self.parameter][1](rounds), self.limit)

    def guess(self, rounds: Rounds) -> tuple[float, float] | None:
        """The test itself is as quick."""
        return None


@dataclass(frozen=True)
class ByOneEnd:
    """A goal about one end of a value, as if the other did not exist: what is unknown counts as `unknown`.

    As missed where the upper end is asked for, so that a value that meets it is safe; as met where the lower
    one is, so that a value that misses it is refuted.
    """

    goal: Goal
    unknown: int

    @property
    def text(self) -> str:
        """The condition."""
        return self.goal.text

    @property
    def limit(self) -> Fraction:
        """That of the goal."""
        return self.goal.limit

    def test(self, rounds: Rounds, width: Fraction) -> Seen:
        """What is unknown decided, and the excess of the end that decides."""
        seen = self.goal.test(rounds, width)
        end = seen.value.upper if self.unknown == MISSED else seen.value.lower
        excess = None if end is None else excess_of(Bracket.exactly(end), self.limit)
        return Seen(self.unknown if seen.side == UNKNOWN else seen.side, excess, seen.value)

    def guess(self, rounds: Rounds) -> tuple[float, float] | None:
        """That of the goal."""
        return self.goal.guess(rounds)


Goal: TypeAlias = AtMost | SmallestOf | ByOneEnd
"""A condition on rounds that a more private composition keeps.

text, limit: the condition, and what its value may not exceed.  test(rounds, width): whether the rounds meet
it, from values of that relative width.  guess(rounds): ln(value/goal) with its slope for each unit of
ln(excess of `test`), in floats, for a first value; None for none.
"""


def compared(value: Bracket, goal: Fraction) -> Seen:
    """A bracket against what it may not exceed; an exact value of its own kind decides where there is one."""
    exact = value.exact if isinstance(value, Answer) else None
    if exact is not None and not value.is_infinite:
        side = MET if exact <= goal else MISSED
    elif value.upper is not None and value.upper <= goal:
        side = MET
    else:
        side = MISSED if value.lower > goal or value.is_infinite else UNKNOWN
    return Seen(side, excess_of(value, goal), value)


def excess_of(value: Bracket, goal: Fraction) -> float | None:
    """ln(value/goal) in floats; None where either is 0 or the value unknown."""
    if value.upper is None or not value.lower or not goal:
        return None
    return LOG2 * (log2_of((value.lower + value.upper) / 2) - log2_of(goal))

"""What is asked of a composition when a parameter is calibrated, and the certified test of it.

| goal | holds where |
|---|---|
| `AtMost(epsilon, delta)` | delta(epsilon) <= delta; the membership advantage is delta(0) |
| `Concentrated(rho)` | D_a(P || Q) <= rho a for every order a > 1 |
| `GaussianPrivacy(mu)` | the trade-off function is at least that of N(0, 1) against N(mu, 1) |

A goal is met only by an upper end, and missed only by a lower end.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import log
from typing import Protocol

from ..composition.answer import Answer
from ..errors import AssayError, BudgetExceeded
from ..exact import Log, number
from ..exact.bracket import Bracket, log2_of
from .notions_of_rounds import gaussian_privacy, zero_concentrated
from .one_direction import OneDirection
from .planning.saddle_point import Look
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


class Goal(Protocol):
    """A condition on rounds that a more private composition keeps."""

    @property
    def text(self) -> str:
        """The condition."""

    @property
    def limit(self) -> Fraction:
        """What the value may not exceed."""

    def test(self, rounds: Rounds, width: Fraction) -> Seen:
        """Whether the rounds meet it, from values of that relative width."""

    def guess(self, rounds: Rounds) -> tuple[float, float] | None:
        """(ln(value/goal), its slope for each unit of ln(excess of `test`)) in floats, for a first value."""


@dataclass(frozen=True)
class AtMost:
    """delta(epsilon) <= delta."""

    epsilon: Log
    delta: Fraction

    @property
    def text(self) -> str:
        """The condition."""
        return f"delta({self.epsilon}) <= {self.delta}"

    @property
    def limit(self) -> Fraction:
        """What the value may not exceed."""
        return self.delta

    def test(self, rounds: Rounds, width: Fraction) -> Seen:
        """The first direction that misses it decides; all of them have to meet it."""
        found = []
        for side in dict.fromkeys(rounds.by_direction.values()):
            found.append(self._test(side, width))
            if found[-1].side == MISSED:
                return found[-1]
        return max(found, key=lambda seen: (seen.side, seen.excess is not None, seen.excess or 0.0))

    def _test(self, side: OneDirection, width: Fraction) -> Seen:
        if not self.delta:
            return self._largest_loss(side)
        far = self._far_off(side) if width >= ROUGH else None
        if far is not None:
            return far
        try:
            return compared(side.delta(self.epsilon, width), self.delta)
        except BudgetExceeded as stopped:
            known = stopped.known.get("bracket")
            return compared(known if isinstance(known, Bracket) else Bracket(Fraction(0), None), self.delta)

    def _far_off(self, side: OneDirection) -> Seen | None:
        """Epsilon at the delta where it is far from the epsilon, whose delta may take long."""
        guess = self._guess(side)
        if guess is None or abs(guess[0]) < FAR:
            return None
        try:
            found: Answer[Log] = side.epsilon(number(self.delta), ROUGH)
        except BudgetExceeded:  # what it knows is an epsilon, no delta
            return None
        excess = guess[0] * guess[1]
        if found.upper is not None and self.epsilon >= found.upper:
            return Seen(MET, excess, Bracket(Fraction(0), self.delta))
        if found.is_infinite or self.epsilon < found.lower:
            return Seen(MISSED, excess, Bracket(self.delta, Fraction(1)))
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
        if not self.delta or not 0 < at < 1e300:
            return None
        try:
            rounds = (side if side.moments is None else side.bounded.above).rounds
            saddle = Look.at(rounds, None, self.delta).saddle
        except (AssayError, ArithmeticError, ValueError):
            return None
        if saddle.epsilon <= 0:
            return -1.0, saddle.c * at
        return log(saddle.epsilon / at), saddle.c * at


@dataclass(frozen=True)
class Concentrated:
    """rho-zCDP."""

    rho: Fraction

    @property
    def text(self) -> str:
        """The condition."""
        return f"rho <= {self.rho} of zero-concentrated differential privacy"

    @property
    def limit(self) -> Fraction:
        """What the value may not exceed."""
        return self.rho

    def test(self, rounds: Rounds, width: Fraction) -> Seen:
        """From a bracket of the smallest rho."""
        return compared(zero_concentrated(rounds), self.rho)

    def guess(self, rounds: Rounds) -> tuple[float, float] | None:
        """The test itself is as quick."""
        return None


@dataclass(frozen=True)
class GaussianPrivacy:
    """mu-Gaussian differential privacy."""

    mu: Fraction

    @property
    def text(self) -> str:
        """The condition."""
        return f"mu <= {self.mu} of Gaussian differential privacy"

    @property
    def limit(self) -> Fraction:
        """What the value may not exceed."""
        return self.mu

    def test(self, rounds: Rounds, width: Fraction) -> Seen:
        """From a bracket of the smallest mu."""
        return compared(gaussian_privacy(rounds), self.mu)

    def guess(self, rounds: Rounds) -> tuple[float, float] | None:
        """The test itself is as quick."""
        return None


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

"""The engine: delta(epsilon) and epsilon(delta) of compositions with sampled Gaussian noise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import log, log2, sqrt

from ...errors import BudgetExceeded
from ...exact import Log
from ...exact._flint import arb, bounds, precision, rational
from ..bracket import LEAST_BITS, Bracket, log2_of
from ..inversion.integral import bracket_of
from ..inversion.transform import Transform, transform_of
from ..pairs import LossPair
from ..planning.level_cuts import Planner
from ..planning.level_integrals import Landscape
from ..planning.loss_sketch import Saddle
from .engine import Ladder, Rounds
from .line_integrals import Sampled, sampled_of

LOG2 = log(2)
MOST_NODES = 6000
TRIES = 4
DEFAULT_BYTES = 4 * 10**9
MARGIN = 4.5
"""By how much, in logarithms, each error is kept below what is tolerated."""
STEEP_IN_LOSSES = 8.0
STEEP_IN_OUTCOMES = 4.0
"""How steep cuts are at least: a share of a power of rho, and of an outcome."""


@dataclass(frozen=True)
class Levels:
    """Sampled Gaussian rounds, others with a transform, and the mass at infinity."""

    sampled: tuple[tuple[Sampled, int], ...]
    others: tuple[tuple[Transform, int], ...]
    rounds: tuple[tuple[LossPair, int], ...]
    max_bytes: int

    @staticmethod
    def of(rounds: Sequence[tuple[LossPair, int]], max_bytes: int = DEFAULT_BYTES) -> Levels | None:
        """The engine; None without sampled Gaussian noise, or for what floats do not picture."""
        sampled, others = [], []
        for pair, count in rounds:
            law = sampled_of(pair)
            if law is not None and not law.is_ordinary():
                return None
            if law is not None:
                sampled.append((law, count))
                continue
            transform = transform_of(pair)
            if transform is None:
                return None
            others.append((transform, count))
        return Levels(tuple(sampled), tuple(others), tuple(rounds), max_bytes) if sampled else None

    def _rounds(self, tolerance: float) -> Rounds:
        """Pictures that reach as far as an error of e^tolerance matters."""
        laws = []
        for law, count in self.sampled:
            depth = log(count) - tolerance + 4
            steepness = max(STEEP_IN_LOSSES * sqrt(law.mu_squared), STEEP_IN_OUTCOMES, sqrt(depth))
            laws.append((Landscape(law, depth, round(steepness * 64) / 64), count))
        return Rounds(tuple(laws), self.others, self.max_bytes)

    def _ladder(self, epsilon: float, tolerance: float) -> Ladder | None:
        """The tables for epsilons near this one; None where they take too much."""
        if tolerance < -LEAST_BITS * LOG2:
            return None
        rounds = self._rounds(tolerance - MARGIN)
        try:
            plan = Planner(rounds.laws, self.others, epsilon, tolerance - MARGIN, MOST_NODES).plan()
            return None if plan is None else Ladder.of(rounds, plan)
        except (BudgetExceeded, OverflowError):
            return None

    def _infinite(self) -> arb:
        """P(L = infinity) of the composition."""
        finite = arb(1)
        for pair, count in self.rounds:
            finite *= (1 - pair.infinite()) ** count
        return 1 - finite

    def delta(self, epsilon: Log, width: Fraction, near: Saddle) -> Bracket | None:
        """A bracket of delta(epsilon) of that relative width; None where this engine does not reach it."""
        at, log_delta, found = float(epsilon.enclosure(128).mid()), near.log_delta, None
        for _ in range(TRIES):
            ladder = self._ladder(at, log_delta + log(min(width, Fraction(1, 2))))
            if ladder is None:
                return None
            with precision(ladder.bits):
                new = bracket_of(ladder.tail(epsilon.enclosure(ladder.bits)) + self._infinite())
            found = new if found is None else found.intersection(new)
            if found.relative_width is not None and found.relative_width <= width:
                return found
            log_delta = LOG2 * log2_of(found.lower) if found.lower > 0 else log_delta - 12
        return None

    def epsilon(self, delta: Fraction, width: Fraction, near: Saddle) -> Bracket | None:
        """A bracket of epsilon(delta) of that relative width; None where this engine does not reach it."""
        with precision(128):
            infinite = bounds(self._infinite())
        rest = delta - (infinite[1] if infinite else Fraction(0))
        if rest <= 0:
            return None
        size, at, slope = LOG2 * log2_of(rest), near.epsilon, near.c
        for attempt in range(TRIES):
            from_zero = at <= 0 or slope <= 0
            share = 0.01 if from_zero else min(0.5, float(width) * at * slope)
            ladder = self._ladder(0.0 if from_zero else at, size + log(share) - attempt)
            if ladder is None:
                return None
            with precision(ladder.bits):
                search = Search(ladder, self._infinite(), delta, width)
                if from_zero and search.is_zero():
                    return Bracket(Fraction(0), Fraction(0))
                x = search.start() if from_zero else search.root(Fraction(at))
                if x is None:
                    return None
                found = None if from_zero else search.around(x)
            if found is not None:
                return found
            at, slope = float(x), search.steepness
        return None


@dataclass
class Search:
    """Where delta is taken, by Newton's method on ln delta; then both ends are certified."""

    ladder: Ladder
    infinite: arb
    delta: Fraction
    width: Fraction
    steepness: float = 1.0
    """-(ln delta)' at the last point."""

    def is_zero(self) -> bool:
        """Whether delta(0) is at most delta: no epsilon is needed."""
        value = bounds(self.ladder.tail(arb(0)) + self.infinite)
        return value is not None and value[1] <= self.delta

    def start(self) -> Fraction | None:
        """The first step of Newton's method from 0."""
        value, slope = bounds(self.ladder.tail(arb(0)) + self.infinite), bounds(self.ladder.slope(arb(0)))
        if value is None or slope is None or slope[1] >= 0 or value[0] <= self.delta:
            return None
        self.steepness = float(-slope[0] / value[1])
        return Fraction(float((value[0] - self.delta) / -slope[0]))

    def root(self, start: Fraction) -> Fraction | None:
        """A point near the answer, not certified; None where the method leaves the positive numbers."""
        x = start
        for _ in range(40):
            ball = arb(rational(x))
            value, slope = bounds(self.ladder.tail(ball) + self.infinite), bounds(self.ladder.slope(ball))
            if value is None or slope is None:
                return None
            middle, gradient = (value[0] + value[1]) / 2, (slope[0] + slope[1]) / 2
            if middle <= 0 or gradient >= 0:
                return None
            self.steepness = float(-gradient / middle)
            ratio = middle / self.delta
            change = (middle - self.delta) / -gradient
            if abs(ratio - 1) > Fraction(1, 1000):
                change = Fraction(log2_of(ratio) * LOG2) * middle / -gradient
            change = max(min(change, x / 2), -x / 2)
            x = rounded(x + change, self.width)
            if abs(change) < x * self.width / 16:
                return x
        return x

    def around(self, x: Fraction) -> Bracket | None:
        """x -+ 2/5 of the width, or nearer, so that delta changes by less than 2; both ends are proved."""
        pad = min(x * min(self.width, Fraction(1)) * 2 / 5, Fraction(0.5 / max(self.steepness, 1e-300)))
        low, high = x - pad, x + pad
        above = bounds(self.ladder.tail(arb(rational(low))) + self.infinite)
        below = bounds(self.ladder.tail(arb(rational(high))) + self.infinite)
        good = above is not None and below is not None and above[0] > self.delta >= below[1]
        return Bracket(low, high) if good else None


def rounded(x: Fraction, width: Fraction) -> Fraction:
    """x, to a few more bits than the width asks for."""
    bits = max(0, -round(log2(width))) + 12 - (x.numerator.bit_length() - x.denominator.bit_length())
    scale = Fraction(2) ** bits
    return Fraction(round(x * scale)) / scale

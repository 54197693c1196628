"""The distribution of the total loss on one side of the truth, and what it says about delta and epsilon."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import log

from ..budgets.progress import checkpoint
from ..exact import Log, log_value
from ..exact._flint import arb, bounds, fmpz, precision, rational
from ..exact.bracket import Bracket, log2_of, probability
from .grid import GridDistribution, scaled
from .planning.saddle_point import Saddle
from .question import Question

LARGEST_EPSILON = 2**40
"""Beyond it the search for an epsilon stops: no bracket of a composition is that far out."""

MAX_HALVINGS = 1500
PATIENCE = 60
"""So many halvings towards 0; then squares."""
NEAREST = Fraction(1, 2**MAX_HALVINGS)
"""An epsilon below it is not told from 0."""
MAX_STEPS = 12
"""Steps of Newton's method for an epsilon, two values each."""
LOG2 = log(2)
MOST_UNDECIDED = 16
"""After so many doublings that say nothing more bits are needed, no larger epsilon."""


class Total:
    """One side: `delta(epsilon)` and `epsilon(delta)` as brackets of the answer *for this distribution*."""

    farthest = LARGEST_EPSILON

    def answer(self, question: Question, near: Saddle | None = None) -> Bracket:
        """What this distribution says to a question."""
        if question.epsilon is not None:
            return self.delta(question.epsilon)
        return self.epsilon(question.allowed, question.wanted, near)

    def delta(self, epsilon: Log) -> Bracket:
        """The delta of this distribution at an exact epsilon."""
        raise TypeError(type(self).__name__)

    def excess(self, epsilon: Fraction, delta: Fraction) -> int | None:
        """1 where delta(epsilon) is above delta, -1 where it is at most delta, None where undecided."""
        found = self.delta(log_value(epsilon))
        if found.upper is not None and found.upper <= delta:
            return -1
        return 1 if found.lower > delta else None

    def epsilon(self, delta: Fraction, wanted: Fraction, near: Saddle | None = None) -> Bracket:
        """The epsilon of this distribution at a delta, between rationals, each certified by `delta`.

        It ends at a quarter of the wanted relative width, or where the distribution is undecided between the
        ends.
        """
        low, high = Fraction(0), None
        if near is not None and near.epsilon > 0:
            low, high = Search(self, delta, wanted).run(Fraction(near.epsilon), near.c)
        if high is None:
            low, high = self._doubled(low, delta)
        if high is None:
            return Bracket(low, None)
        if not low and self.excess(low, delta) == -1:
            return Bracket(low, low)
        return self._bisected(low, high, delta, wanted / 4)

    def _doubled(self, low: Fraction, delta: Fraction) -> tuple[Fraction, Fraction | None]:
        """Ends of epsilon, the upper one at most twice the lower one where that is not 0."""
        high, undecided = max(Fraction(1), 2 * low), 0
        while high <= self.farthest and undecided < MOST_UNDECIDED:
            checkpoint("doublings", 0)
            found = self.excess(high, delta)
            if found == -1:
                return low, high
            low, undecided = (high, 0) if found else (low, undecided + 1)
            high *= 2
        return low, None

    def _bisected(self, low: Fraction, high: Fraction, delta: Fraction, wanted: Fraction) -> Bracket:
        for done in range(MAX_HALVINGS):
            checkpoint("halvings", done)
            if high - low <= low * wanted or high < NEAREST:
                break
            middle = _between(low, high, done)
            found = self.excess(middle, delta)
            if found is None:
                break
            low, high = (middle, high) if found == 1 else (low, middle)
        return Bracket(low, high)


def _between(low: Fraction, high: Fraction, done: int) -> Fraction:
    """The middle, or the square of the upper end where the lower one stays at 0."""
    return high * high if not low and done >= PATIENCE and 2 * high <= 1 else (low + high) / 2


@dataclass
class Search:
    """Newton's method on ln delta, whose slope is about -c; what it learns about epsilon is certified."""

    distribution: Total
    delta: Fraction
    wanted: Fraction
    low: Fraction = Fraction(0)
    high: Fraction | None = None
    undecided: bool = False

    def run(self, x: Fraction, slope: float) -> tuple[Fraction, Fraction | None]:
        """Ends of epsilon, close together where the method converges."""
        for _ in range(MAX_STEPS):
            excess = self.look(x)
            if self.undecided or excess is None:
                break
            change = Fraction(excess / slope)
            after = self._kept(x + change)
            if abs(after - x) <= after * self.wanted / 16:
                pad = after * self.wanted / 10
                self.look(after + pad)
                self.look(after - pad)
                break
            moved = self.look(after)
            if moved is not None and moved != excess:
                slope = (excess - moved) / float(after - x) if after != x else slope
                slope = slope if slope > 0 else 1.0
                after = self._kept(after + Fraction(moved / slope))
            x = after
        self._widen(x)
        return self.low, self.high

    def _widen(self, x: Fraction) -> None:
        """Go outwards from an undecided x until both ends are known."""
        pad = x * self.wanted / 8
        while pad < x and (self.high is None or not self.low):
            if self.high is None:
                self.look(x + pad)
            if not self.low:
                self.look(x - pad)
            pad *= 4

    def look(self, x: Fraction) -> float | None:
        """ln delta(x) - ln delta, and which end x is; None where delta(x) is 0."""
        checkpoint("values", 0)
        found = self.distribution.delta(log_value(short(x)))
        if found.upper is not None and found.upper <= self.delta:
            self.high = short(x) if self.high is None else min(self.high, short(x))
        elif found.lower > self.delta:
            self.low = max(self.low, short(x))
        else:
            self.undecided = True
        middle = (found.lower + (found.upper or found.lower)) / 2
        return (log2_of(middle) - log2_of(self.delta)) * LOG2 if middle > 0 else None

    def _kept(self, x: Fraction) -> Fraction:
        """x, or a point between the ends where it lies beyond them."""
        if self.high is not None and x >= self.high:
            return (self.low + self.high) / 2
        return x if x > self.low else self.low * Fraction(5, 4) + Fraction(1, 2**60)


def short(x: Fraction) -> Fraction:
    """x to 60 bits."""
    scale = Fraction(2) ** (60 - (x.numerator.bit_length() - x.denominator.bit_length()))
    return Fraction(round(x * scale)) / scale if x > 0 else Fraction(0)


@dataclass(frozen=True)
class GridTotal(Total):
    """Weights at the losses  origin + (first + i) step, and a mass at infinity."""

    distribution: GridDistribution
    origin: arb
    step: Fraction
    bits: int
    working_bits: int

    def delta(self, epsilon: Log) -> Bracket:
        """max over thresholds j of A_j - e^epsilon B_j, at the one or two thresholds next to epsilon."""
        point = epsilon.enclosure(self.working_bits)
        with precision(self.working_bits):
            ends = bounds((point - self.origin) / arb(rational(self.step)))
            if ends is None:
                raise ArithmeticError("epsilon has no finite position on the grid")
            found = [
                probability(self._at(index, point))
                for index in range(int(ends[0] // 1) + 1, int(ends[1] // 1) + 2)
            ]
        return Bracket(
            max(b.lower for b in found), max(Fraction(1) if b.upper is None else b.upper for b in found)
        )

    def _at(self, index: int, epsilon: arb) -> arb:
        """A_j - e^epsilon B_j for the losses from grid index j on, the mass at infinity included."""
        skip = min(max(0, index - self.distribution.first), self.distribution.weights.degree() + 1)
        tail = self.distribution.weights.right_shift(skip)
        start = self.origin + arb(rational((self.distribution.first + skip) * self.step))
        discounted = tail((-arb(rational(self.step))).exp()) * (epsilon - start).exp()
        return (tail(arb(1)) - discounted) / arb(fmpz(2) ** self.bits) + scaled(
            self.distribution.infinite, self.bits
        )

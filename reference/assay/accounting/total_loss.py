"""The distribution of the total loss on one side of the truth, and what it says about delta and epsilon."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, frexp, inf, isfinite, ldexp, log, sqrt
from statistics import NormalDist

from ..budgets.progress import checkpoint
from ..composition.pair import DominatingPair
from ..exact import Log, log_value
from ..exact._flint import arb, bounds, fmpz, precision, rational
from ..exact.bracket import Bracket, log2_of, probability
from ..exact.order import ball_sign
from .grid import GridDistribution, scaled
from .planning.saddle_point import Saddle
from .question import Question

LARGEST_EPSILON = 2**40
"""Beyond it the search for an epsilon stops: no bracket of a composition is that far out."""
LARGEST_OF_ONE = 2**500
"""The same for one round, whose closed form costs as much far out."""

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
STEPS, GROWTH, BITS_OF_ROOT, NARROWEST_ROOT = 20, 16, 64, 2.0**-30
"""Steps in which an epsilon of one round is looked for in floats, the longest, precision and least width."""
TINY = arb(2) ** -900
"""Probabilities from which on floats hold them."""


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
class SingleTotal(Total):
    """One round: delta(epsilon) = P(L > epsilon) - e^epsilon Q(L > epsilon), from the tails and the atoms."""

    farthest = LARGEST_OF_ONE
    pair: DominatingPair
    bits: int

    def delta(self, epsilon: Log) -> Bracket:
        """The closed form at this precision."""
        point = epsilon.enclosure(self.bits)
        with precision(self.bits):
            return probability(self._at(point))

    def excess(self, epsilon: Fraction, delta: Fraction) -> int | None:
        """As every distribution, compared as balls."""
        with precision(self.bits):
            found = ball_sign(self._at(arb(rational(epsilon))) - rational(delta))
        return -1 if found == 0 else found

    def _at(self, point: arb) -> arb:
        """The closed form at the precision in force."""
        growth, tail = point.exp(), self.pair.tail(point)
        total = gain(tail.p, growth * tail.q) + self.pair.mass_at_infinity()
        for atom in self.pair.point_masses():
            total += gain(atom.p, growth * atom.q)
        return total

    def epsilon(self, delta: Fraction, wanted: Fraction, near: Saddle | None = None) -> Bracket:
        """As every distribution, but from ends that are looked for in floats, where a value is quick."""
        width = max(float(wanted), NARROWEST_ROOT)
        x = self._root(delta, width / 16)
        if x is not None:
            low, high = nearly(x - x * width / 16, width, floor), nearly(x + x * width / 16, width, ceil)
            if self.excess(low, delta) == 1 and self.excess(high, delta) == -1:
                return self._bisected(low, high, delta, wanted / 4)
        return super().epsilon(delta, wanted, near)

    def _root(self, delta: Fraction, wanted: float) -> float | None:
        """An x > 0 with about that delta(x); None where none is found soon."""
        with precision(BITS_OF_ROOT):
            allowed = arb(rational(delta))
            scale = minus_probit if ball_sign(allowed - TINY) == 1 else depth
            level = scale(allowed)
            if level - scale(self._at(arb(0))) <= 0:
                return None
            return root(lambda x: level - scale(self._at(arb(x))), wanted)


def depth(p: arb) -> float:
    """sqrt(-2 ln p), on which tails of noise are nearly straight; inf where p may be 0."""
    return sqrt(max(0.0, -2 * float(p.log().mid()))) if ball_sign(p) == 1 else inf


def minus_probit(p: arb) -> float:
    """The x with Phi(-x) = p, on which they are nearly straight everywhere; infinite at 0 and 1."""
    small = min(float(p.mid()), float((1 - p).mid()))
    if small <= 0:
        return inf if p.mid() < 0.5 else -inf
    x = -NormalDist().inv_cdf(small)
    return x if p.mid() < 0.5 else -x


def root(excess: Callable[[float], float], wanted: float) -> float | None:
    """Nearly where a function falls from above 0 to below it, in floats; None where it is not found soon.

    By the secant of the last two values, between the ends that are known, until a step is at most `wanted` x;
    without an upper end at most GROWTH times as far, and without a lower end towards 0.
    """
    low, high = 0.0, inf
    x, at, slope = 1.0, excess(1.0), inf
    for _ in range(STEPS):
        low, high = (x, high) if at > 0 else (low, x)
        after = x + at / slope if isfinite(at) else inf
        if high == inf:
            after = min(after, GROWTH * x) if after > x else 2 * x
        elif not low < after < high:
            after = (low + high) / 2 if low else x * x / 2
        if abs(after - x) <= wanted * after or high - low <= wanted * low:
            return after if 0 < after < inf else None
        moved = excess(after)
        slope, x, at = (at - moved) / (after - x), after, moved
        slope = slope if isfinite(slope) and slope > 0 else inf
    return None


def nearly(x: float, width: float, way: Callable[[float], int]) -> Fraction:
    """x > 0 to a 32nd of that relative width or less, down or up."""
    bits = 7 - frexp(width)[1] - frexp(x)[1]
    return Fraction(ldexp(way(ldexp(x, bits)), -bits))


def gain(p: arb, other: arb) -> arb:
    """(p - other)_+ for other >= 0, at most p also where e^epsilon is out of range, or other hardly known."""
    found = (p - other).max(arb(0))
    if found.is_finite() and (ball_sign(found) == 1 or not bool(found.upper() > p.upper())):
        return found
    return arb(0).union(p)


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

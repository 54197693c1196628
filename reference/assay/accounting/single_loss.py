"""The loss of one round: delta from its tails and atoms, epsilon from ends that are looked for in floats."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, frexp, inf, isfinite, ldexp, sqrt
from statistics import NormalDist

from ..composition.pair import DominatingPair
from ..exact import Log
from ..exact._flint import arb, precision, rational
from ..exact.bracket import Bracket, probability
from ..exact.order import ball_sign
from .planning.saddle_point import Saddle
from .total_loss import Total

LARGEST_OF_ONE = 2**500
"""The search for an epsilon goes that far: the closed form costs as much far out."""
STEPS, GROWTH, BITS_OF_ROOT, NARROWEST_ROOT = 20, 16, 64, 2.0**-30
"""Steps in which an epsilon is looked for in floats, the longest, precision and least width."""
TINY = arb(2) ** -900
"""Probabilities from which on floats hold them."""


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

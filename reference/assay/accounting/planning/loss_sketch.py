"""A picture of the losses in floats, by which grids and lines are chosen; no answer depends on its accuracy.

The distribution of one round is cut into cells whose lengths grow with the distance from the median, so that
a few hundred of them show the bulk and the far tails of a loss alike.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import ceil, cos, exp, expm1, fsum, inf, log, log1p, sin, sqrt

from ...composition.pair import DominatingPair
from ...exact._flint import arb, precision
from ..batches.enclosed import Enclosed

GROWTH = 1.08
"""The ratio of neighbouring distances from the median."""
BITS, MOST_BITS = 64, 4096
"""The precision of a picture; its depth adds to it up to so many bits, as tails are relatively precise."""
LOG2, NORMAL = log(2), 1e-300
FARTHEST = 1e12
FAINT = 50.0
"""Cells whose tilted masses are smaller than the largest one by e^FAINT count for nothing."""
SMALL = 1.0
"""Losses of all but e^-FAINT of the mass, where their mean is corrected."""


@dataclass(frozen=True)
class Sketch:
    """Losses with the logarithms of their masses under P, and the median."""

    losses: tuple[float, ...]
    logs: tuple[float, ...]
    median: float

    def cumulants(self, c: float) -> tuple[float, float, float]:
        """ln E e^(c L), and the mean and the variance of the distribution tilted by e^(c L)."""
        losses = self.losses
        exponents = [c * x + w for x, w in zip(losses, self.logs, strict=True)]
        top = max(exponents, default=-inf)
        if top == -inf:
            return -inf, 0.0, 0.0
        least = top - FAINT
        kept = [(exp(e - top), x) for e, x in zip(exponents, losses, strict=True) if e >= least]
        whole = sum([w for w, _ in kept])
        mean = sum([w * x for w, x in kept]) / whole
        spread = sum([w * (x - mean) ** 2 for w, x in kept]) / whole
        return top + log(whole), mean, spread

    def upto(self, loss: float) -> Sketch:
        """The part of the distribution at or below a loss."""
        count = bisect_right(self.losses, loss)
        return Sketch(self.losses[:count], self.logs[:count], self.median)

    def gain(self, epsilon: float) -> float:
        """E (1 - e^(epsilon - L))_+."""
        first = bisect_right(self.losses, epsilon)
        above = zip(self.losses[first:], self.logs[first:], strict=True)
        return fsum(exp(w) * (1 - exp(epsilon - x)) for x, w in above)

    def fading(self, c: float, omega: float) -> float:
        """|E e^((c + i omega) L)| / E e^(c L)."""
        exponents = [c * x + w for x, w in zip(self.losses, self.logs, strict=True)]
        top = max(exponents)
        weights = [exp(e - top) for e in exponents]
        real = fsum(w * cos(omega * x) for w, x in zip(weights, self.losses, strict=True))
        imaginary = fsum(w * sin(omega * x) for w, x in zip(weights, self.losses, strict=True))
        return min(1.0, sqrt(real**2 + imaginary**2) / fsum(weights))


@lru_cache(maxsize=64)
def sketch_of(pair: DominatingPair, depth: int) -> Sketch:
    """The picture of a pair down to masses of 2^-depth."""
    if isinstance(pair, Enclosed):
        pair = pair.rough()
    with precision(BITS + min(depth, MOST_BITS)):
        atoms = sorted(
            (middle(a.loss), log_of(a.p)) for a in pair.point_masses() if middle(a.p) != 0 or depth > 900
        )
        centre = _median(pair, atoms)
        cells = [(x, w) for x, w in atoms if w > -depth * 0.6931472]
        total = pair.total().p
        if middle(total) > 0:
            half = _half_to_the_top(pair, centre, depth)
            cells += _side(lambda d: pair.tail(arb(centre + d)).p, centre, 1, depth, half)
            cells += _near_the_top(pair, half, depth)
            cells += _side(lambda d: pair.head(arb(centre - d)).p, centre, -1, depth)
            cells = cells if atoms else _balanced(pair, cells)
    cells = sorted(cells) or [(0.0, 0.0)]
    return Sketch(tuple(x for x, _ in cells), tuple(w for _, w in cells), centre)


def _balanced(pair: DominatingPair, cells: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Moved so that E e^-L = 1, as of every pair without infinite losses.

    The mean of many small losses is what cancellation leaves: midpoints of cells do not have it.
    """
    if not (pair.mass_at_infinity().is_zero() and pair.mass_at_minus_infinity().is_zero()):
        return cells
    if not cells or max(abs(x) for x, w in cells if w > -FAINT) > SMALL:
        return cells
    whole = fsum(exp(w) for _, w in cells)
    shift = log1p(fsum(exp(w) * expm1(-x) for x, w in cells if x > -FAINT) / whole)
    return [(x + shift, w) for x, w in cells]


def middle(ball: arb) -> float:
    """The midpoint as a float."""
    return float(ball.mid())


def short(value: float) -> Fraction:
    """A rational of few bits near a float."""
    if not 0 < abs(value) < inf:
        return Fraction(1, 2**60)
    scale = 12 - ceil(log(abs(value), 2))
    return Fraction(round(value * 2.0**scale)) / Fraction(2) ** scale


def log_of(ball: arb) -> float:
    """The logarithm of a positive mass as a float, also beyond the range of floats; -inf for none."""
    known = middle(ball)
    if known >= NORMAL:
        return log(known) if known < inf else -inf
    mantissa, exponent = (int(part) for part in ball.mid().man_exp()) if known >= 0 else (0, 0)
    return log(mantissa) + exponent * LOG2 if mantissa > 0 else -inf


def _median(pair: DominatingPair, atoms: Sequence[tuple[float, float]]) -> float:
    """A loss l with P(L > l) near 1/2, by doubling and halving."""
    heavier = [*accumulate((exp(w) for _, w in reversed(atoms)), initial=0.0)][::-1]
    losses = [x for x, _ in atoms]

    def above(x: float) -> bool:
        left = heavier[bisect_left(losses, x)] if atoms else 0.0
        return middle(pair.tail(arb(x)).p) + left > 0.5

    sign = 1.0 if above(0.0) else -1.0
    far = 1e-18
    while above(sign * far) == (sign > 0) and far < FARTHEST:
        far *= 4
    low, high = sorted((sign * far / 4, sign * far))
    for _ in range(24):
        half = (low + high) / 2
        low, high = (half, high) if above(half) else (low, half)
    return (low + high) / 2


def _side(
    rest: Callable[[float], arb], centre: float, sign: int, depth: int, limit: float = FARTHEST
) -> list[tuple[float, float]]:
    """Cells on one side of the median, up to a distance; `rest(d)` is the mass farther than d."""
    whole, distance = rest(0.0), 1e-18
    while middle(rest(distance) - whole * 0.99) > 0 and distance < FARTHEST:
        distance *= 4
    near, found, before = whole, [], 0.0
    while before < limit:
        distance = min(distance, limit)
        beyond = rest(distance)
        weight = log_of(near - beyond)
        if weight > -inf:
            found.append((centre + sign * (before + distance) / 2, weight))
        if log_of(beyond) < -depth * 0.6931472:
            break
        near, before, distance = beyond, distance, distance * GROWTH
    return found


def _half_to_the_top(pair: DominatingPair, centre: float, depth: int) -> float:
    """Half of the distance to the largest loss; very far where there is none."""
    ends = pair.extremes()
    if ends is None or ends[1].is_infinite:
        return FARTHEST
    return max(0.0, middle(ends[1].enclosure(BITS + min(depth, MOST_BITS)) - arb(centre)) / 2)


def _near_the_top(pair: DominatingPair, distance: float, depth: int) -> list[tuple[float, float]]:
    """Cells from that distance below the largest loss on, ever shorter."""
    ends = pair.extremes()
    if ends is None or ends[1].is_infinite or distance <= 0:
        return []
    top, found = ends[1].enclosure(BITS + min(depth, MOST_BITS)), []
    near = pair.tail(top - arb(distance)).p
    while distance > 0:
        following = distance / (1 + 2 * (GROWTH - 1))
        rest = pair.tail(top - arb(following)).p
        weight = log_of(near - rest)
        if weight < -depth * 0.6931472:
            break
        found.append((middle(top - arb((distance + following) / 2)), weight))
        near, distance = rest, following
    return found

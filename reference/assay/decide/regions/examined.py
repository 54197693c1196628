"""At which values of one place of an outcome p/p' takes its supremum, where all other places are held fixed.

p and p' are sums over paths  sum_a A_a f_a(v)  with A_a >= 0 and piecewise distributions f_a.  Let b_1 < ...
< b_m be the breakpoints of all of them.

**Lemma.**  If on an interval between neighbouring breakpoints every f_a is a combination of w and 1/w for one
w = y^(rv), then p/p' takes its supremum over the interval at one of its ends.
*Proof.*  p/p' = (A w^2 + B)/(A' w^2 + B') is monotone in w^2, and w is monotone in v.

An interval that holds one integer needs no condition.  Beyond all breakpoints every f_a must be a multiple of
one and the same w, so that p/p' is constant there.  So the integers b - 1 and b are examined (discrete), or
the limits at b from both sides (continuous).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from ..probabilities.coordinate_distributions import Marginal
from ..probabilities.values import Value


@dataclass(frozen=True, slots=True)
class Point:
    """A value of a place; for continuous noise the limit from below, or the value itself."""

    v: int
    below: bool = False

    def of(self, marginal: Marginal) -> Value:
        """The distribution there."""
        return marginal.below(self.v) if self.below else marginal.at(self.v)


def free_points(slot: list[Marginal]) -> list[Point]:
    """The values of a slot of one free distribution, moved by offsets, and atoms."""
    offsets = sorted({each.offset for each in slot})
    mixed = len({each.atom for each in slot}) > 1
    return [Point(v) for v in (range(offsets[0] - 1, offsets[-1] + 2) if mixed else offsets)]


def end_points(slot: list[Marginal]) -> list[Point] | None:
    """The values by the lemma; None where a distribution has another form."""
    distributions = {(id(each.function), each.offset): each.moved() for each in slot}.values()
    discrete = slot[0].function.family.discrete
    breaks = sorted({b for f in distributions for b in f.breaks})
    if not breaks:
        return None
    for low, high in pairwise((None, *breaks, None)):
        inside = breaks[0] - 1 if low is None else low
        exponents = {exponent for f in distributions for exponent in f.piece_at(inside)}
        if not _is_monotone(exponents, low, high, discrete):
            return None
    if discrete:
        return [Point(v) for v in sorted({v for b in breaks for v in (b - 1, b)})]
    return [Point(b, below) for b in breaks for below in (True, False)]


def _is_monotone(exponents: set[tuple[int, int]], low: int | None, high: int | None, discrete: bool) -> bool:
    """Whether p/p' is monotone on an interval, or constant on an infinite one."""
    if low is None or high is None:
        return len(exponents) <= 1 and all(i == 0 for _, i in exponents)
    if discrete and high == low + 1:
        return True
    return len({abs(a) for a, _ in exponents}) <= 1 and all(i == 0 for _, i in exponents)


def thinned(points: list[Point], slot: list[Marginal]) -> list[Point]:
    """One point is enough where all paths have one and the same distribution, which cancels."""
    first = slot[0]
    if any(each.function is not first.function or each.offset != first.offset for each in slot):
        return points
    return [next((point for point in points if point.of(first)), points[0])]

"""Upper bounds of the moments M(c) = E[e^(c L); L finite] of any pair, from its tails alone.

The losses are cut into cells [l, l'].  With X = e^-L, E_P[X; cell] = Q(cell), so that of the convex function
X^-c (c >= 0, or c <= -1) on a cell with masses p and q

    E_P[X^-c; cell]  <=  the chord of it at X = q/p, times p,

and for -1 < c < 0, where it is concave, at most p (q/p)^-c (Jensen).  What lies beyond the cells is left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import sqrt

from ..composition.pair import DominatingPair, Tail
from ..exact._flint import arb, rational
from .atoms.engine import is_listed
from .planning.loss_sketch import middle, short, sketch_of

GROWTH, COARSE_GROWTH = 1.03, 1.15
"""The ratio of neighbouring distances from the median, and where a rough bound is enough."""
NEAREST, FARTHEST = 2.0**-22, 2.0**40
"""The first and the last distance from the median, in deviations."""


@dataclass(frozen=True)
class Cell:
    """The losses between two ends, with their masses under P and Q."""

    low: arb
    high: arb
    p: arb
    q: arb

    def moment(self, c: Fraction) -> arb:
        """An upper bound of E_P[e^(c L); cell]."""
        power = arb(rational(c))
        if -1 < c < 0:
            if self.p.is_zero() or self.q.is_zero():
                return arb(0)
            return self.p ** (1 + power) * self.q ** (-power)
        first, last = (-self.high).exp(), (-self.low).exp()
        at_first, at_last = (self.high * power).exp(), (self.low * power).exp()
        width = last - first
        if not bool(width > 0):
            return self.p * at_first.max(at_last)
        chord = self.p * at_first + (self.q - self.p * first) * (at_last - at_first) / width
        return chord.min(self.p * at_first.max(at_last))


@dataclass(frozen=True)
class Binned:
    """Cells and atoms of a pair, and a bound of the P-mass that lies in none of them."""

    cells: tuple[Cell, ...]
    atoms: tuple[tuple[arb, arb], ...]
    lost: arb

    def at(self, c: Fraction) -> arb:
        """An upper bound of E[e^(c L)] over the cells and atoms."""
        total, power = arb(0), rational(c)
        for cell in self.cells:
            total += cell.moment(c)
        for loss, p in self.atoms:
            total += p * (loss * power).exp()
        return total


@lru_cache(maxsize=32)
def binned(pair: DominatingPair, bits: int, depth: int, growth: float = GROWTH) -> Binned:
    """Cells around the median, ever longer away from it, down to a mass of 2^-depth, at the precision in
    force (`bits`).
    """
    atoms = tuple((atom.loss, atom.p) for atom in pair.point_masses())
    whole = pair.total()
    if is_listed(pair):
        return Binned((), atoms, arb(whole.p.upper()).max(arb(0)))
    sketch = sketch_of(pair, depth)
    centre, deviation = arb(rational(short(sketch.median))), sqrt(sketch.cumulants(0.0)[2])
    distances, distance = [arb(0)], NEAREST * deviation
    while deviation and distance < FARTHEST * deviation:
        distances.append(arb(rational(short(distance))))
        distance *= growth
    ends = pair.extremes()
    top = None if ends is None or ends[1].is_infinite else ends[1].enclosure(bits)
    cells: list[Cell] = []
    near = pair.tail(centre)
    for low, high in pairwise(distances):
        last = top is not None and bool(centre + high > top)
        far = Tail(arb(0), arb(0)) if last else pair.tail(centre + high)
        upper = top.upper() if last and top is not None else centre + high
        cells.append(_cell(centre + low, arb(upper), near.p - far.p, near.q - far.q))
        near = far
        if last or middle(far.p) < 2.0**-depth:
            break
    lost = near.p
    near = pair.head(centre)
    for low, high in pairwise(distances):
        far = pair.head(centre - high)
        cells.append(_cell(centre - high, centre - low, near.p - far.p, near.q - far.q))
        near = far
        if middle(far.p) < 2.0**-depth:
            break
    return Binned(tuple(cells), atoms, arb((lost + near.p).upper()).max(arb(0)))


def _cell(low: arb, high: arb, p: arb, q: arb) -> Cell:
    """Masses are not negative."""
    return Cell(low, high, p.max(arb(0)), q.max(arb(0)))

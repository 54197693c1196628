"""Where the grid of a round should lie, so that its optimistic distribution wastes as little as possible.

A bulk that is narrower than a step falls into two cells.  What the upper one has too much balances what the
lower one lacks only for the right origin; elsewhere the rest is moved down by up to a step.
"""

from __future__ import annotations

from fractions import Fraction

from ...composition.pair import DominatingPair, Tail
from ...exact._flint import arb, rational
from ..grid import Grid, cells_of
from ..optimistic_rounding import chosen_shares, merged_bin
from .loss_sketch import middle, sketch_of
from .saddle_point import SHALLOW

LEFT, RIGHT = -6, 20
"""The cells around the bulk that are looked at."""
TRIED = 8
REFINED = 5


def centre(pair: DominatingPair, step: Fraction) -> arb:
    """An origin for this step, near the median."""
    median, h = sketch_of(pair, SHALLOW).median, float(step)
    atoms = [a for a in pair.point_masses() if abs(middle(a.loss) - median) < -2 * LEFT * h]

    def waste(origin: float) -> float:
        return _waste(pair, Grid(arb(origin), step, LEFT, RIGHT), [(middle(a.loss), a.p, a.q) for a in atoms])

    tried = {median + h * n / TRIED: 0.0 for n in range(-TRIED // 2, TRIED // 2)}
    tried = {origin: waste(origin) for origin in tried}
    best, reach = min(tried, key=tried.__getitem__), h / TRIED
    least = tried[best]
    for _ in range(REFINED):
        reach /= 2
        for origin in (best - reach, best + reach):
            found = waste(origin)
            if found < least:
                best, least = origin, found
    return arb(best)


def _waste(pair: DominatingPair, grid: Grid, atoms: list[tuple[float, arb, arb]]) -> float:
    """By how much the mass around the bulk is moved down, in steps."""
    masses = dict(cells_of(pair, grid).masses)
    origin, h = middle(grid.origin), float(grid.step)
    for loss, p, q in atoms:
        index = int((loss - origin) // h)
        if LEFT <= index < RIGHT:
            cell = masses.get(index, Tail(arb(0), arb(0)))
            masses[index] = Tail(cell.p + p, cell.q + q)
    growths = {m: grid.point(m).exp() for m in sorted({m for i in masses for m in (i, i + 1)})}
    shares = chosen_shares(masses, growths)
    total = arb(0)
    for m, growth in growths.items():
        found = merged_bin(masses, shares, m)
        total += abs(found.p - found.q * growth)
    return middle(total / rational(grid.step))

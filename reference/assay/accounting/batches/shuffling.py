"""Shuffled batches from below: the largest of the sums tells much of what they tell.

T sums, one of which holds the record; all other records contribute the opposite.  In units of the deviation,
and from where the others leave them, the sums are N(2 mu e_i, I) with the record and N(mu e_i, I) where its
place is empty, i uniform.  Their maximum M has

    P(M <= c) = Phi(c - 2 mu) Phi(c)^(T - 1),    Q(M <= c) = Phi(c - mu) Phi(c)^(T - 1).

Whether M lies between two marks is a post-processing, so that the finite pair of these cells is dominated by
the mechanism.  Source: Chua, Ghazi, Kamath, Kumar, Manurangsi, Sinha and Zhang, "How Private are DP-SGD
Implementations?", ICML 2024, and "Scalable DP-SGD: Shuffling vs. Poisson Subsampling", NeurIPS 2024.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import floor, sqrt

from ...budgets.progress import track
from ...composition.pair import DominatingPair
from ...exact import INFINITY, Log
from ...exact._flint import arb, bounds, precision, rational
from ..densities import Gaussian, phi
from .enclosed import Enclosed, Table

CELLS_A_DEVIATION = 24
LATTICE = 2.0**-10
"""Losses of rounds that are composed go down to a multiple of this."""
BITS = 256
FAINT = 1e-290
"""Less mass is left out."""
ROUND_DOWN = 1 - 2.0**-50


@dataclass(frozen=True)
class LargestSum(Enclosed):
    """The pair of the maximum, record removed; the other order if reversed.  Both its sides are below it."""

    base: Gaussian
    batches: int
    is_reversed: bool = False

    @property
    def name(self) -> str:
        """The base, the batches and the order."""
        return f"{'reversed ' * self.is_reversed}largest of {self.batches} sums of {self.base.name}"

    def reversed(self) -> DominatingPair:
        """The pair of a record that is added."""
        return replace(self, is_reversed=not self.is_reversed)

    def extremes(self) -> tuple[Log, Log]:
        """The loss is unbounded above."""
        return -INFINITY, INFINITY

    def sides(self, fineness: int, depth: int, composed: bool) -> tuple[DominatingPair, DominatingPair]:
        """Nothing is claimed from above but the Gaussian pair of known batches."""
        return self.base, _table(self, depth, composed)


@lru_cache(maxsize=8)
def _table(pair: LargestSum, depth: int, composed: bool) -> Table:
    """Masses of cells and the logarithms of their quotients, rounded down."""
    found: dict[float, float] = {}
    with precision(BITS + 2 * depth):
        for p, q in _cells(pair, depth):
            counted, other = (q, p) if pair.is_reversed else (p, q)
            if not bool(counted > FAINT):  # before it is written down, which may take 10^8 digits
                continue
            known = [bounds(x) for x in (counted, other)]
            if known[0] is None or known[1] is None or known[0][0] <= 0 or known[1][1] <= 0:
                continue
            ratio = bounds((arb(rational(known[0][0])) / arb(rational(known[1][1]))).log())
            mass = float(known[0][0]) * ROUND_DOWN
            if ratio is None or mass < FAINT:
                continue
            loss = float(ratio[0]) - 2.0**-40
            loss = floor(loss / LATTICE) * LATTICE if composed else loss
            found[loss] = found.get(loss, 0.0) + mass
    losses = tuple(sorted(found))
    return Table(f"below {pair.name}", losses, tuple(found[loss] * ROUND_DOWN**8 for loss in losses))


def _cells(pair: LargestSum, depth: int) -> list[tuple[arb, arb]]:
    """Masses of M under P and Q between marks."""
    mu = arb(rational(pair.base.mu_squared)).sqrt()
    reach, shift = floor(2 * sqrt(depth + 8) * CELLS_A_DEVIATION), sqrt(float(pair.base.mu_squared))
    # any marks are right: where the sums lie apart, none is between them
    centres = [floor(n * shift * CELLS_A_DEVIATION) for n in range(3)]
    marks = sorted({centre + i for centre in centres for i in range(-reach, reach + 1)})
    before, cells = (arb(0), arb(0)), []
    for mark in track(marks, "cells"):
        c = arb(mark) / CELLS_A_DEVIATION
        others = phi(c) ** (pair.batches - 1)
        upto = phi(c - 2 * mu) * others, phi(c - mu) * others
        cells.append((upto[0] - before[0], upto[1] - before[1]))
        before = upto
    return [*cells, (1 - before[0], 1 - before[1])]

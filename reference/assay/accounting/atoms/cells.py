"""One round with a density, cut into cells that are halved where its mean is not known well enough.

    D = E F(L),   F(l) = G(epsilon - l) = f(e^-l),   f(t) = E (1 - t e^(epsilon - R))_+,

R the loss of the other rounds.  f is convex, falls, and lies in [0, 1].  A cell a < l <= b with masses (p, q)
under P and Q has E(e^-L; cell) = q.  So, by Jensen's inequality, it contributes at least p f(q/p); and at
most what the chord from e^-b to e^-a has at that mean.  They differ by the square of the length of a cell.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from heapq import heapify, heappop, heappush

from ...composition.pair import DominatingPair, Tail
from ...errors import BudgetExceeded
from ...exact._flint import arb, rational
from ...exact.order import ball_sign
from ..planning.loss_sketch import middle, short, sketch_of
from ..planning.saddle_point import SHALLOW
from .losses import total

FIRST = 12
"""Every so many cells of the picture of a pair are one cell at first."""
LEAST = Fraction(1, 2**60)
"""Cells of this relative length are not cut any more."""
Function = Callable[[arb], arb]


@dataclass(frozen=True)
class Cell:
    """(left, right]; None where it has no end on that side. Its masses under P and Q."""

    left: Fraction | None
    right: Fraction | None
    mass: Tail


@dataclass
class Cells:
    """The part of a pair without atoms in cells, and its atoms; at one precision."""

    pair: DominatingPair
    most: int
    cells: list[Cell] = field(default_factory=list)

    def __post_init__(self) -> None:
        """The first cells, from the picture of the pair."""
        losses = sketch_of(self.pair, SHALLOW).losses
        edges = sorted({short(x) for x in (*losses[::FIRST], losses[-1])})
        tails = [self.pair.tail(arb(rational(x))) for x in edges]
        heads = self.pair.head(arb(rational(edges[0])))
        self.cells = [Cell(None, edges[0], heads), Cell(edges[-1], None, tails[-1])]
        for i in range(1, len(edges)):
            mass = Tail(tails[i - 1].p - tails[i].p, tails[i - 1].q - tails[i].q)
            self.cells.append(Cell(edges[i - 1], edges[i], mass))

    def mean(self, function: Function, share: Fraction) -> tuple[arb, arb]:
        """(D from below, D from above), closer to each other than `share` times D where that can be reached.

        Raises BudgetExceeded where it takes more cells than allowed.
        """
        atoms = total([a.p * function(a.loss) for a in self.pair.point_masses()])
        known: dict[Fraction, arb] = {}

        def at(place: Fraction) -> arb:
            if place not in known:
                known[place] = function(arb(rational(place)))
            return known[place]

        found = [(_ends(cell, function, at), cell) for cell in self.cells]
        heap = [(-_gap(ends), i) for i, (ends, _) in enumerate(found)]
        heapify(heap)
        gap, low = -sum(g for g, _ in heap), middle(total([ends[0] for ends, _ in found]) + atoms)
        done: list[int] = []
        gone: set[int] = set()
        while heap and gap > float(share) * low:
            worst, i = heappop(heap)
            if worst == 0:
                break
            halves = self._halves(found[i][1])
            if halves is None:
                done.append(i)
                continue
            if len(found) > self.most:
                raise BudgetExceeded(f"more than {self.most:,} cells")
            gone.add(i)
            gap, low = gap + worst, low - middle(found[i][0][0])
            for cell in halves:
                ends = _ends(cell, function, at)
                heappush(heap, (-_gap(ends), len(found)))
                found.append((ends, cell))
                gap, low = gap + _gap(ends), low + middle(ends[0])
        kept = [each for i, each in enumerate(found) if i not in gone]
        self.cells = [cell for _, cell in kept]
        return (
            atoms + total([ends[0] for ends, _ in kept]),
            atoms + total([ends[1] for ends, _ in kept]),
        )

    def _halves(self, cell: Cell) -> tuple[Cell, Cell] | None:
        """The two halves; None where they are too short to be told apart."""
        if cell.right is None or cell.left is None:
            return self._cut_off(cell)
        if cell.right - cell.left <= LEAST * max(abs(cell.left), abs(cell.right)):
            return None
        return self._at(cell, (cell.left + cell.right) / 2)

    def _cut_off(self, cell: Cell) -> tuple[Cell, Cell] | None:
        """A half-line without its nearest part, as long as everything that lies before it."""
        inner = [c for c in self.cells if c.left is not None and c.right is not None]
        reach = max((c.right for c in inner if c.right is not None), default=Fraction(1))
        least = min((c.left for c in inner if c.left is not None), default=Fraction(-1))
        length = max(reach - least, Fraction(1, 2**40))
        if cell.right is None and cell.left is not None:
            step = max(length, cell.left - least) / 2
            return self._at(cell, cell.left + step)
        if cell.right is not None:
            step = max(length, reach - cell.right) / 2
            return self._at(cell, cell.right - step)
        return None

    def _at(self, cell: Cell, place: Fraction) -> tuple[Cell, Cell]:
        """Both parts of a cell that is cut at a place."""
        point = arb(rational(place))
        if cell.left is None:
            below = self.pair.head(point)
            above = Tail(cell.mass.p - below.p, cell.mass.q - below.q)
            return Cell(None, place, below), Cell(place, cell.right, above)
        beyond = self.pair.tail(point)
        if cell.right is None:
            return (
                Cell(cell.left, place, Tail(cell.mass.p - beyond.p, cell.mass.q - beyond.q)),
                Cell(place, None, beyond),
            )
        last = self.pair.tail(arb(rational(cell.right)))
        upper = Tail(beyond.p - last.p, beyond.q - last.q)
        return Cell(cell.left, place, Tail(cell.mass.p - upper.p, cell.mass.q - upper.q)), Cell(
            place, cell.right, upper
        )


def _gap(ends: tuple[arb, arb]) -> float:
    return max(0.0, middle(ends[1]) - middle(ends[0]))


def _ends(cell: Cell, function: Function, at: Callable[[Fraction], arb]) -> tuple[arb, arb]:
    """What a cell contributes at least and at most."""
    p, q = cell.mass.p.max(arb(0)), cell.mass.q.max(arb(0))
    low = arb(0)
    if ball_sign(p) == 1 and ball_sign(q) == 1:
        low = p * function((p / q).log())
    if cell.left is None:
        return low, p if cell.right is None else p * at(cell.right)
    if cell.right is None:
        near = (q * arb(rational(cell.left)).exp()).min(p)
        return low, near * at(cell.left) + p - near if near.is_finite() else p
    start, growth = arb(rational(cell.left)), arb(rational(cell.left - cell.right)).exp()
    at_left = ((q * start.exp() - p * growth) / (1 - growth)).max(arb(0)).min(p)
    if not at_left.is_finite():
        return low, p * at(cell.right)
    return low, at_left * at(cell.left) + (p - at_left) * at(cell.right)

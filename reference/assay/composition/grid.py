"""The points that total losses can take, numbered: a box in the lattice of the differences of losses.

Relative to one of them, the losses of a round lie in the lattice that their differences span; that may have
fewer dimensions and longer steps than the lattice of the losses (two losses need one step, whatever they
are).  A total is  origin + digits times steps,  with digits from 0 up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..exact import Log
from ..exact._flint import fmpz_mat
from .lattice import Lattice, Vector, coefficients, lattice_of


@dataclass(frozen=True, slots=True)
class Grid:
    """`digits` holds the digits of the losses of each round, `high` the largest digits of a total.

    `origin` and `steps` are vectors of the lattice of the losses.
    """

    lattice: Lattice
    origin: Vector
    steps: tuple[Vector, ...]
    digits: tuple[tuple[Vector, ...], ...]
    high: Vector

    @property
    def dimensions(self) -> int:
        """How many digits a loss has."""
        return len(self.steps)

    def step(self, dimension: int) -> Log:
        """The step of one digit; positive where there is only one."""
        return self.lattice.loss(self.steps[dimension])

    def loss(self, slot: int) -> Log:
        """The total loss with the digits of a slot, the first digit varying fastest."""
        vector = self.origin
        for step, high in zip(self.steps, self.high, strict=True):
            slot, digit = divmod(slot, high + 1)
            vector = _plus(vector, step, digit)
        return self.lattice.loss(vector)


def grid_of(rounds: Sequence[tuple[Sequence[Log], int]]) -> Grid:
    """The grid of rounds, given by their finite losses and counts."""
    lattice = lattice_of([loss for losses, _ in rounds for loss in losses])
    rest = iter(lattice.vectors)
    vectors = [[next(rest) for _ in losses] for losses, _ in rounds]
    gaps = [[_plus(v, each[0], -1) for v in each] for each in vectors]
    steps = _steps([gap for each in gaps for gap in each], lattice)
    raw = [[coefficients(gap, steps) for gap in each] for each in gaps]
    lows = [tuple(map(min, zip(*each, strict=True))) for each in raw]
    digits = tuple(tuple(_plus(v, low, -1) for v in each) for each, low in zip(raw, lows, strict=True))
    origin, high = (0,) * len(lattice.basis), (0,) * len(steps)
    for each, found, low, (_, count) in zip(vectors, digits, lows, rounds, strict=True):
        if each:
            origin = _plus(origin, each[0], count)
            for step, digit in zip(steps, low, strict=True):
                origin = _plus(origin, step, digit * count)
            high = _plus(high, tuple(map(max, zip(*found, strict=True))), count)
    return Grid(lattice, origin, steps, digits, high)


def _steps(gaps: Sequence[Vector], lattice: Lattice) -> tuple[Vector, ...]:
    """A basis of what the differences span, the Hermite normal form; a single one with a positive loss."""
    if not gaps or not lattice.basis:
        return ()
    rows = [[int(x) for x in row] for row in fmpz_mat([list(gap) for gap in gaps]).hnf().tolist()]
    steps = [tuple(row) for row in rows if any(row)]
    if len(steps) == 1 and lattice.loss(steps[0]) < 0:
        steps = [tuple(-x for x in steps[0])]
    return tuple(steps)


def _plus(a: Vector, b: Vector, times: int) -> Vector:
    """a + times b."""
    return tuple(x + times * y for x, y in zip(a, b, strict=True))

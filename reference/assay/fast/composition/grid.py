"""The points that total losses can take, numbered: a box in the lattice, as narrow as the losses allow.

Within a round all losses differ by multiples of a step in each dimension of the lattice (for randomised
response twice the loss), so that the total is  origin + steps * digits  with digits from 0 up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd

from ...exact import Log
from .lattice import Lattice, Vector, lattice_of


@dataclass(frozen=True, slots=True)
class Grid:
    """`digits` holds the digits of the losses of each round, `high` the largest digits of a total."""

    lattice: Lattice
    origin: Vector
    steps: Vector
    digits: tuple[tuple[Vector, ...], ...]
    high: Vector

    @property
    def dimensions(self) -> int:
        """How many digits a loss has."""
        return len(self.steps)

    def loss(self, slot: int) -> Log:
        """The total loss with the digits of a slot, the first digit varying fastest."""
        vector = []
        for low, step, high in zip(self.origin, self.steps, self.high, strict=True):
            slot, digit = divmod(slot, high + 1)
            vector.append(low + step * digit)
        return self.lattice.loss(tuple(vector))


def grid_of(rounds: Sequence[tuple[Sequence[Log], int]]) -> Grid:
    """The grid of rounds, given by their finite losses and counts."""
    lattice = lattice_of([loss for losses, _ in rounds for loss in losses])
    rest = iter(lattice.vectors)
    vectors = [[next(rest) for _ in losses] for losses, _ in rounds]
    dimensions = range(len(lattice.basis))
    lows = [tuple(min((v[d] for v in each), default=0) for d in dimensions) for each in vectors]
    gaps = [[_minus(v, low) for v in each] for each, low in zip(vectors, lows, strict=True)]
    steps = tuple(gcd(*(gap[d] for each in gaps for gap in each)) or 1 for d in dimensions)
    digits = tuple(tuple(_over(gap, steps) for gap in each) for each in gaps)
    counts = [count for _, count in rounds]
    origin = _total(lows, counts, len(steps))
    highest = [tuple(max((v[d] for v in each), default=0) for d in dimensions) for each in digits]
    return Grid(lattice, origin, steps, digits, _total(highest, counts, len(steps)))


def _minus(a: Vector, b: Vector) -> Vector:
    return tuple(x - y for x, y in zip(a, b, strict=True))


def _over(a: Vector, steps: Vector) -> Vector:
    return tuple(x // step for x, step in zip(a, steps, strict=True))


def _total(corners: Sequence[Vector], counts: Sequence[int], dimensions: int) -> Vector:
    """The corner of a total: each round's as often as the round is repeated."""
    return tuple(sum(k * c[d] for c, k in zip(corners, counts, strict=True)) for d in range(dimensions))

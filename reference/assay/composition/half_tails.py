"""The tails of one half of the rounds: all of them as a list, or one by one where few of very many are asked.

    tails(side)[i] = probability, times the scale of the side, of a finite total of at least loss(i),

with side 0 for P and 1 for Q.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from typing import TypeAlias

from ..errors import BudgetExceeded
from ..exact import Log
from ..exact._flint import arb, fmpz, fmpz_poly, precision
from ..exact.order import FIRST_BITS
from .ordered import Ordered
from .threshold import near
from .total_loss import Distribution, Slot, from_degrees
from .two_losses import Binomial, TwoLosses, two_losses

SUMS = 2
"""A list of tails takes as much again as the totals."""

RARE = 20
"""Where fewer than one in so many tails are asked for, they are not listed."""


def tails_of(totals: Ordered, asked: int) -> Tails:
    """The tails of a half of which so many are asked for at one time."""
    if len(totals.rounds) == 1 and RARE * asked < totals.size:
        two = two_losses(*totals.rounds[0])
        if two is not None:
            return Summed(two, totals.most_bytes)
    return Listed(totals)


@dataclass(frozen=True)
class Listed:
    """All tails, added up from the largest total down."""

    totals: Ordered

    def __len__(self) -> int:
        return len(self.totals)

    def loss(self, index: int) -> Log:
        """The total loss."""
        return self.totals.loss(index)

    def ball(self, index: int) -> arb:
        """An enclosure of it; `precision` is set by the caller."""
        return self.totals.ball(self.totals.kept[index])

    def guess(self, height: int) -> int:
        """About the first index of a loss that is higher above the lowest, 2^FIRST_BITS to the unit."""
        return bisect_right(self._heights, height)

    @cached_property
    def _heights(self) -> list[int]:
        """About the losses, from the lowest one on."""
        found = list(map(self.totals.rough, self.totals.kept))
        return [height - found[0] for height in found]

    def scale(self, side: int) -> fmpz_poly:
        """The denominator of the tails."""
        return self.totals.distributions[side].denominator

    def tails(self, side: int, starts: Sequence[int]) -> Sequence[fmpz | fmpz_poly]:
        """The tails from these indices on, each from 0 to the number of totals."""
        return list(map(self._all[side].__getitem__, starts))

    @cached_property
    def _all(self) -> list[list[fmpz | fmpz_poly]]:
        """The tails from every index on, the last of them empty."""
        return [
            list(accumulate(reversed(in_order(distribution, self.totals.kept)), initial=_zero(distribution)))[
                ::-1
            ]
            for distribution in self.totals.distributions
        ]

    def check(self, asked: int) -> int:
        """An estimate of the bytes; BudgetExceeded where they are too many."""
        return self.totals.check(SUMS)


@dataclass(frozen=True)
class Summed:
    """The tails of one pair with two losses, repeated: each a sum of terms from one that is known."""

    totals: TwoLosses
    most_bytes: int
    _known: dict[int, tuple[int, fmpz]] = field(default_factory=dict, repr=False, compare=False)

    def __len__(self) -> int:
        return len(self.totals)

    def loss(self, index: int) -> Log:
        """The total loss."""
        return self.totals.loss(index)

    @cached_property
    def _balls(self) -> tuple[arb, arb]:
        """The lowest loss and the step."""
        return self.totals.lowest.enclosure(FIRST_BITS), self.totals.step.enclosure(FIRST_BITS)

    def ball(self, index: int) -> arb:
        """An enclosure of the total loss."""
        lowest, step = self._balls
        return lowest + step * index

    def guess(self, height: int) -> int:
        """About the first index of a loss that is higher above the lowest."""
        return height // self._rough_step + 1

    @cached_property
    def _rough_step(self) -> int:
        with precision(FIRST_BITS):
            return max(near(self._balls[1] * (1 << FIRST_BITS)), 1)

    def _side(self, side: int) -> Binomial:
        return self.totals.below if side else self.totals.above

    def scale(self, side: int) -> fmpz_poly:
        """The denominator of the tails."""
        return fmpz_poly([self._side(side).scale])

    def tails(self, side: int, starts: Sequence[int]) -> Sequence[fmpz | fmpz_poly]:
        """The tails from these indices on, neighbours from one another."""
        distribution, found = self._side(side), {}
        at, tail = self._known.get(side, (len(self), fmpz(0)))
        for start in sorted(set(starts)):
            at, tail = start, distribution.tail_by(start, at, tail)
            found[at] = tail
        self._known[side] = at, tail
        return [found[start] for start in starts]

    def check(self, asked: int) -> int:
        """An estimate of the bytes; BudgetExceeded where they are too many."""
        needed = max(
            distribution.memory() + asked * distribution.digits()
            for distribution in (self.totals.above, self.totals.below)
        )
        if needed > self.most_bytes:
            raise BudgetExceeded(
                f"{asked} tails of {self.totals.above.count} rounds need about {needed} bytes, more than "
                f"max_bytes = {self.most_bytes}; use fewer rounds or a larger max_bytes"
            )
        return needed


Tails: TypeAlias = Listed | Summed
"""The totals by increasing loss, with their tails."""


def in_order(distribution: Distribution, places: Sequence[int]) -> list[fmpz | fmpz_poly]:
    """The masses of the places, as integers or as polynomials in theta."""
    return [
        _dense(distribution.slots[place]) if place in distribution.slots else _zero(distribution)
        for place in places
    ]


def _dense(slot: Slot) -> fmpz | fmpz_poly:
    """An integer, or a polynomial in theta."""
    return slot if isinstance(slot, fmpz | fmpz_poly) else from_degrees(slot)


def _zero(distribution: Distribution) -> fmpz | fmpz_poly:
    """0, of the type of the masses."""
    return fmpz(0) if all(isinstance(slot, fmpz) for slot in distribution.slots.values()) else fmpz_poly([0])

"""The totals of some rounds in increasing order, with their probabilities under P and under Q.

On one lattice step the order of the losses is that of their digits.  On several, they are sorted by rough
integers, and every neighbouring pair is then decided exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from ..errors import BudgetExceeded
from ..exact import Log, Number
from ..exact._flint import arb, bounds, fmpz, fmpz_poly, precision
from ..exact.fields import Field
from ..exact.order import FIRST_BITS
from .finite_pair import FinitePair
from .lattice import Grid, grid_of
from .threshold import first_true, is_positive
from .total_loss import Distribution, Power, Slot


@dataclass(frozen=True)
class Ordered:
    """The totals of rounds, each taken so many times: `loss(i)` increases with i.

    field: one that holds all probabilities; None for the smallest.  most_bytes: an estimate beyond it raises
    BudgetExceeded before the distributions are computed.
    """

    rounds: Sequence[tuple[FinitePair, int]]
    most_bytes: int
    field: Field | None = None

    @cached_property
    def grid(self) -> Grid:
        """The points that totals can take."""
        return grid_of([([atom.loss for atom in r.atoms], k) for r, k in self.rounds])

    @cached_property
    def p(self) -> Power:
        """The product of the rounds under P, not computed yet."""
        return self._power([[atom.p for atom in r.atoms] for r, _ in self.rounds])

    @cached_property
    def q(self) -> Power:
        """The product of the rounds under Q, not computed yet."""
        return self._power([[atom.q for atom in r.atoms] for r, _ in self.rounds])

    def _power(self, masses: Sequence[Sequence[Number]]) -> Power:
        return Power(self.grid.digits, masses, [k for _, k in self.rounds], self.grid.high, self.field)

    @cached_property
    def size(self) -> int:
        """An estimate of how many integers a distribution has."""
        return self.p.slots()

    def check(self, copies: int = 1) -> int:
        """An estimate of the bytes that so many copies of the slots take; BudgetExceeded where too many."""
        slots, bits = copies * self.size, self.p.bits()
        estimate = slots * (bits // 8 + 16)
        if estimate > self.most_bytes:
            raise BudgetExceeded(
                f"this composition needs about {estimate} bytes ({slots} integers of up to {bits} bits), "
                f"more than max_bytes = {self.most_bytes}; use fewer rounds or a larger max_bytes, or ask "
                "for delta_enclosed"
            )
        return estimate

    @cached_property
    def distributions(self) -> tuple[Distribution, Distribution]:
        """The distributions of the finite total loss under P and under Q, slot by slot of the box."""
        self.check()
        p, q = self.p, self.q
        above = p.distribution()
        if p.is_sparse() or not p.width == q.width == 1:
            return above, q.distribution()
        # for a symmetric pair the distribution under Q is that under P read backwards: one power serves both
        if all(b.coeffs() == a.coeffs()[::-1] for a, b in zip(p.factors(), q.factors(), strict=True)):
            last = max(above.slots, default=0)
            mirrored = {last - place: slot for place, slot in above.slots.items()}
            return above, Distribution(mirrored, q.denominator(), q.field)
        return above, q.distribution()

    @cached_property
    def kept(self) -> Sequence[int]:
        """The slots that carry mass, by increasing total loss."""
        slots = sorted(place for place, slot in self.distributions[0].slots.items() if _carries(slot))
        if self.grid.dimensions < 2:
            return slots
        if self.is_symbolic:
            return sorted(slots, key=self.grid.loss)
        slots.sort(key=self.rough)
        with precision(FIRST_BITS):
            in_order = all(not self._exceeds(a, b) for a, b in pairwise(slots))
        return slots if in_order else sorted(slots, key=self.grid.loss)

    def __len__(self) -> int:
        return len(self.kept)

    def loss(self, index: int) -> Log:
        """The total loss at an index."""
        return self.grid.loss(self.kept[index])

    @cached_property
    def is_symbolic(self) -> bool:
        """Whether a loss is a function of the symbol epsilon."""
        return any(atom.loss.is_symbolic for r, _ in self.rounds for atom in r.atoms)

    @cached_property
    def _balls(self) -> tuple[arb, tuple[arb, ...]]:
        """The origin and the steps of the grid, enclosed."""
        origin = self.grid.lattice.loss(self.grid.origin)
        steps = (self.grid.step(j) for j in range(self.grid.dimensions))
        return origin.enclosure(FIRST_BITS), tuple(step.enclosure(FIRST_BITS) for step in steps)

    def ball(self, slot: int) -> arb:
        """An enclosure of the loss of a slot; `precision` is set by the caller."""
        total, steps = self._balls
        if len(steps) == 1:
            return total + steps[0] * slot
        for step, high in zip(steps, self.grid.high, strict=True):
            slot, digit = divmod(slot, high + 1)
            total = total + step * digit
        return total

    def _exceeds(self, slot: int, other: int) -> bool:
        """Whether the loss of a slot exceeds that of another one."""
        return is_positive(
            self.ball(slot) - self.ball(other), lambda: self.grid.loss(slot) > self.grid.loss(other)
        )

    @cached_property
    def _rough(self) -> tuple[int, ...]:
        """The steps of the grid as integers, about 2^FIRST_BITS to the unit; for guesses."""
        found = (bounds(step) for step in self._balls[1])
        return tuple(0 if ends is None else int(ends[0] * (1 << FIRST_BITS)) for ends in found)

    def rough(self, slot: int) -> int:
        """About the loss of a slot from the origin on; for guesses."""
        total = 0
        for step, high in zip(self._rough, self.grid.high, strict=True):
            slot, digit = divmod(slot, high + 1)
            total += step * digit
        return total

    def first_above(self, bound: Log) -> int:
        """The least i with loss(i) > bound."""
        if bound.is_symbolic or self.is_symbolic or not len(self):
            return first_true(lambda i: self.loss(i) > bound, len(self), 0)
        ball = bound.enclosure(FIRST_BITS)

        def exceeds(i: int) -> bool:
            return is_positive(self.ball(self.kept[i]) - ball, lambda: self.loss(i) > bound)

        with precision(FIRST_BITS):
            return first_true(exceeds, len(self), len(self) // 2)

    def tail(self, index: int) -> tuple[Number, Number]:
        """(P, Q) of the event that the total loss is finite and at least loss(index)."""
        kept = self.kept[index:]
        p, q = self.distributions
        return p.probability(kept), q.probability(kept)

    def allows(self, index: int, infinite: Number, allowed: Number) -> bool:
        """Whether delta(loss(index)) <= allowed; there delta comes from the losses above loss(index)."""
        above, below = self.tail(index + 1)
        return infinite + above - self.loss(index).exp() * below <= allowed


def _carries(slot: Slot) -> bool:
    """Whether a slot is not 0."""
    return slot != 0 if isinstance(slot, fmpz | fmpz_poly) else any(c != 0 for c in slot.values())

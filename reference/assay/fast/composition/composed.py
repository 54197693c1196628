"""The composition of many rounds: the law of its privacy loss, delta at an epsilon, epsilon at a delta."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Hashable, Iterable, Sequence
from functools import cached_property
from math import floor
from typing import TypeVar

from ...dp import Dist
from ...errors import BudgetExceeded, InvalidType, InvalidValue
from ...exact import INFINITY, Certified, EpsilonLike, ExactLike, Log, Number, eps, ln, number
from ...exact._flint import bounds, fmpz, fmpz_poly, precision
from ...exact.fields import RATIONALS
from .binomial import Binomial
from .enclosure import enclosed_delta
from .grid import Grid, grid_of
from .laws import SPARSE_COST, Law, Power, Slot
from .rounds import ONE, Round

T = TypeVar("T", bound=Hashable)

DEFAULT_BYTES = 4 * 10**9

GUESS = 64
"""Bits of a guess."""


class Composition:
    """The dominating pair of a sequence of rounds, each repeated a number of times.

        L = L_1 + ... + L_k  with independent losses,
        delta(epsilon) = P(L = inf) + sum over l > epsilon of P(L = l) - e^epsilon Q(L = l).

    For adaptively chosen mechanisms this is the worst case whenever every round is dominated by its pair
    (P, Q) (Dong, Roth and Su 2022, theorem 3.2; Zhu, Dong and Wang 2022, theorem 10).

    rounds: (round, count) with count >= 0.  max_bytes: an estimate beyond it raises BudgetExceeded before
    anything is allocated.
    """

    def __init__(self, rounds: Iterable[tuple[Round, int]], max_bytes: int = DEFAULT_BYTES) -> None:
        given = [(r, check_count(k)) for r, k in rounds]
        self.rounds = tuple((r, k) for r, k in given if k)
        if not given:
            raise InvalidValue("rounds is empty (a sequence of length 0); give at least one (round, count)")
        self.max_bytes = max_bytes

    @staticmethod
    def of(p: Dist[T], q: Dist[T], count: int) -> Composition:
        """`count` rounds of the ordered pair (P, Q)."""
        return Composition([(Round.of(p, q), count)])

    @cached_property
    def infinite(self) -> Number:
        """P(L = infinity) = 1 - prod (1 - P_i({Q_i = 0}))^(k_i)."""
        finite = ONE
        for r, k in self.rounds:
            finite = finite * (ONE - r.infinite) ** k
        return ONE - finite

    @cached_property
    def _grid(self) -> Grid:
        return grid_of([([atom.loss for atom in r.atoms], k) for r, k in self.rounds])

    def _unchecked(self, side: str) -> Power:
        """The product under P or Q, whatever its size."""
        masses = [[getattr(atom, side) for atom in r.atoms] for r, _ in self.rounds]
        return Power(self._grid.digits, masses, [k for _, k in self.rounds], self._grid.high)

    def _power(self, side: str) -> Power:
        """The product under P or Q, refused before anything is allocated if it is too large."""
        power = self._unchecked(side)
        bits = power.bits()
        slots = SPARSE_COST * power.terms() if power.is_sparse() else power.places() * power.width
        estimate = slots * (bits // 8 + 16)
        if estimate > self.max_bytes:
            raise BudgetExceeded(
                f"this composition needs about {estimate} bytes ({slots} integers of up to {bits} bits), "
                f"more than max_bytes = {self.max_bytes}; use fewer rounds or a larger max_bytes, or ask for "
                "delta_enclosed"
            )
        return power

    @cached_property
    def _laws(self) -> tuple[Law, Law]:
        """The laws of the finite total loss under P and under Q, slot by slot of the box."""
        p, q = self._power("p"), self._power("q")
        above = p.law()
        if p.is_sparse() or not p.width == q.width == 1:
            return above, q.law()
        # for a symmetric pair the law under Q is that under P read backwards: one power serves both
        if all(b.coeffs() == a.coeffs()[::-1] for a, b in zip(p.factors(), q.factors(), strict=True)):
            last = max(above.slots, default=0)
            mirrored = {last - place: slot for place, slot in above.slots.items()}
            return above, Law(mirrored, q.denominator(), q.field)
        return above, q.law()

    @cached_property
    def _binomials(self) -> tuple[Binomial, Binomial] | None:
        """The number of larger losses under P and under Q, where one round with two losses is repeated."""
        if (
            len(self.rounds) != 1
            or self._grid.high != (self.rounds[0][1],)
            or len(self.rounds[0][0].atoms) != 2
        ):
            return None
        found = self._binomial("p"), self._binomial("q")
        return None if found[0] is None or found[1] is None else (found[0], found[1])

    def _binomial(self, side: str) -> Binomial | None:
        """One of the two, where its probabilities are rational."""
        power = self._unchecked(side)
        if power.width != 1 or power.field != RATIONALS:
            return None
        (nums, den) = power.parts[0]
        by_digit = dict(zip(power.digits[0], nums, strict=True))
        found = Binomial(int(by_digit[0,][0]), int(by_digit[1,][0]), int(den[0]), power.counts[0])
        if found.memory() > self.max_bytes:
            raise BudgetExceeded(
                f"this composition needs about {found.memory()} bytes, more than max_bytes = "
                f"{self.max_bytes}; use fewer rounds or a larger max_bytes, or ask for delta_enclosed"
            )
        return found

    @cached_property
    def _kept(self) -> Sequence[int]:
        """The slots that carry mass, by increasing total loss."""
        if self._binomials is not None:
            return range(self.rounds[0][1] + 1)
        slots = sorted(place for place, slot in self._laws[0].slots.items() if _carries(slot))
        return slots if self._grid.dimensions < 2 else sorted(slots, key=self._grid.loss)

    @property
    def losses(self) -> tuple[Log, ...]:
        """The finite total losses, in increasing order."""
        return tuple(map(self._grid.loss, self._kept))

    def _tail(self, index: int) -> tuple[Number, Number]:
        """(P, Q) of the event that the total loss is finite and at least losses[index]."""
        if self._binomials is not None:
            return self._binomials[0].tail(index), self._binomials[1].tail(index)
        kept = self._kept[index:]
        p, q = self._laws
        return p.probability(kept), q.probability(kept)

    def delta(self, epsilon: EpsilonLike) -> Number:
        """The exact delta(epsilon) of the composition, for 0 <= epsilon <= infinity."""
        bound = eps(epsilon)
        if bound.is_infinite:
            return self.infinite
        above, below = self._tail(self._first_above(bound))
        return self.infinite + above - bound.exp() * below if below else self.infinite

    def _first_above(self, bound: Log) -> int:
        """The least i with losses[i] > bound; of equally spaced losses one guess, checked, is enough."""
        loss = self._grid.loss
        if self._binomials is not None:
            guess = quotient(bound, loss(0), self._grid.step(0))
            if 0 <= guess < len(self._kept) - 1 and loss(guess) <= bound < loss(guess + 1):
                return guess + 1
        return bisect_right(self._kept, bound, key=loss)

    def delta_enclosed(self, epsilon: EpsilonLike) -> Certified:
        """The same as a certified number, for losses on one lattice step: for very many rounds, by balls.

        Raises InvalidValue for losses without a common step; reading a digit may raise BudgetExceeded.
        """
        return enclosed_delta(self.rounds, self._unchecked("p"), self._grid, eps(epsilon), self.max_bytes)

    def epsilon(self, delta: ExactLike) -> Log:
        """The smallest epsilon >= 0 with delta(epsilon) <= delta, exactly; INFINITY if there is none.

        Raises InvalidValue unless 0 <= delta <= 1.
        """
        allowed = number(delta, "delta")
        if allowed < 0 or allowed > 1:
            raise InvalidValue(f"delta = {allowed} is not a probability; give an exact number from 0 to 1")
        if self.infinite > allowed:
            return INFINITY
        first = self._first_allowed(allowed)
        above, below = self._tail(first)
        candidate = (
            ln((above + self.infinite - allowed) / below)
            if below and above + self.infinite > allowed
            else eps(0)
        )
        return max(candidate, eps(0))

    def _first_allowed(self, allowed: Number) -> int:
        """The least i with delta(losses[i]) <= allowed; there delta comes from the losses above losses[i]."""
        low, high = 0, len(self._kept) - 1
        while low < high:
            middle = (low + high) // 2
            above, below = self._tail(middle + 1)
            if self.infinite + above - self._grid.loss(self._kept[middle]).exp() * below <= allowed:
                high = middle
            else:
                low = middle + 1
        return low


def quotient(a: Log, b: Log, step: Log) -> int:
    """About (a - b)/step, rounded down; a guess, to be checked, or -1."""
    if a.is_infinite or a.is_symbolic or step.is_symbolic:
        return -1
    with precision(GUESS):
        found = bounds((a.enclosure(GUESS) - b.enclosure(GUESS)) / step.enclosure(GUESS))
    return -1 if found is None else floor(found[1])


def _carries(slot: Slot) -> bool:
    """Whether a slot is not 0."""
    return slot != 0 if isinstance(slot, fmpz | fmpz_poly) else any(c != 0 for c in slot.values())


def check_count(count: object) -> int:
    """How often a round is repeated, an int >= 0."""
    if isinstance(count, bool) or not isinstance(count, int):
        raise InvalidType(
            f"count = {count!r} is a {type(count).__name__}; give the number of repetitions, an int >= 0"
        )
    if count < 0:
        raise InvalidValue(f"count = {count} is negative; give how often the round is repeated, an int >= 0")
    return count

"""Noise whose privacy loss has no bound: certified delta(epsilon) and epsilon(delta), and verdicts.

For each distance v the outputs are listed as far as the precision in force asks, with the masses P and Q of
an output on the inputs 0 and v as balls, and a bound of the rest of P:

    delta(epsilon) = max over v of sum max(P - e^epsilon Q, 0) + [0, rest].
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import ceil
from typing import NamedTuple

from ..arguments import probability
from ..budgets.progress import track
from ..dp.verdict import Refuted, Scope, Verdict, Verified
from ..dp.witness import Outcome, Witness
from ..errors import BudgetExceeded, InvalidValue
from ..exact import INFINITY, Certified, EpsilonLike, ExactLike, Log, Number, eps, number
from ..exact._flint import arb, bounds, precision
from ..exact._flint import rational as flint_rational
from ..exact.real import brief
from ..verdict import Undecided
from .noise import NoiseOnIntegers

Shift = tuple[int, ...]
"""x' - x: how far the inputs are apart, in each coordinate that moves; not negative, by symmetry."""

FIRST_BITS, LAST_BITS = 64, 1024

WITNESS_BITS = 1 << 14
"""The finest masses of a witness against delta = 0: at every epsilon there is one, far enough out."""


class Atom(NamedTuple):
    """Outputs of one loss: what they are called, and their masses on 0 and on v."""

    name: str
    p: arb
    q: arb


@dataclass(frozen=True)
class EveryDistance(Scope):
    """All inputs, by their distance alone."""

    def __str__(self) -> str:
        distances = "the largest distance" if self.pairs == 1 else f"{self.pairs} distances"
        return f"every input and output of {self.mechanism}, at {distances} of neighbours"


class CertifiedNoise(NoiseOnIntegers):
    """Even noise whose loss has no bound."""

    @abstractmethod
    def shifts(self) -> Sequence[Shift]:
        """Every distance of neighbours, up to symmetry."""

    @abstractmethod
    def _weights(self, bits: int) -> tuple[list[arb], arb]:
        """P(Z = 0), ..., P(Z = K) of a coordinate, and a bound of P(Z > K)."""

    @abstractmethod
    def _atoms(self, shift: Shift, bits: int) -> tuple[list[Atom], arb]:
        """Outputs in the order of falling loss, with their masses; and a bound of the rest of P."""

    @abstractmethod
    def _inputs(self, shift: Shift) -> tuple[Hashable, Hashable]:
        """Two inputs at this distance."""

    def epsilon(self, delta: ExactLike = 0) -> Log | Certified:
        """The smallest epsilon at delta, certified; infinite at delta = 0, as the loss grows without bound.

        Raises InvalidValue unless 0 <= delta <= 1.
        """
        allowed = probability(delta, "delta")
        if allowed == 0:
            return INFINITY
        return Certified(lambda bits: self._level(allowed, bits), f"epsilon({allowed}) of {self!r}")

    def _level(self, allowed: Number, bits: int) -> arb:
        """The root of delta(epsilon) = allowed, between dyadic levels that are surely on its two sides."""

        def above(level: Fraction) -> bool | None:
            """Whether delta(level) > allowed; None where enclosures do not tell."""
            found = bounds(self._largest(eps(level), bits + 32))
            return (
                None
                if found is None or number(found[0]) <= allowed < number(found[1])
                else number(found[0]) > allowed
            )

        low, high = Fraction(0), Fraction(1)
        while above(high) is not False:
            low, high = high, 2 * high
        if not low and above(low) is False:
            return arb(0)
        for _ in range(bits + 8):
            middle = (low + high) / 2
            side = above(middle)
            if side is None:
                break
            low, high = (middle, high) if side else (low, middle)
        return arb(flint_rational(low)).union(arb(flint_rational(high)))

    def delta(self, epsilon: EpsilonLike) -> Certified:
        """delta(epsilon), certified; InvalidValue for epsilon = infinity, where it is 0."""
        level = eps(epsilon)
        if level.is_infinite:
            raise InvalidValue("epsilon = inf: delta is 0 there, every output is possible; give a finite one")
        return Certified(lambda bits: self._largest(level, bits), f"delta({brief(level)}) of {self!r}")

    def _largest(self, level: Log, bits: int) -> arb:
        return reduce(arb.max, (self._excess(level, shift, bits) for shift in self.shifts()))

    def _excess(self, level: Log, shift: Shift, bits: int) -> arb:
        """sum max(P - e^epsilon Q, 0), and at most the rest of P."""
        with precision(bits + 32):
            atoms, rest = self._atoms(shift, bits + 32)
            factor = level.enclosure(bits + 32).exp()
            return sum((_gain(p, p - factor * q) for _, p, q in atoms), arb(0)) + upto(rest)

    def audit(self, epsilon: EpsilonLike, delta: ExactLike = 0) -> Verdict:
        """The verdict on (epsilon, delta), for every input and every event.

        Refuted: the witness has a lower bound of P and an upper bound of Q.  Undecided: enclosures do not
        tell delta(epsilon) from delta, or a budget is spent.
        Raises InvalidValue for a negative epsilon, or unless 0 <= delta <= 1.
        """
        level, allowed = eps(epsilon), probability(delta, "delta")
        scope = EveryDistance(repr(self), len(self.shifts()) + 1, len(self.shifts()), 0)
        if level.is_infinite or allowed == 1:  # every output is possible on every input
            return Verified(scope, allowed == 0)
        try:
            return self._judged(level, allowed, scope)
        except BudgetExceeded as stop:
            return Undecided(str(stop), stop.known)

    def _judged(self, level: Log, allowed: Number, scope: Scope) -> Verdict:
        waiting, bits = list(self.shifts()), FIRST_BITS
        # masses of Q are compared with e^epsilon of them
        last = min(max(LAST_BITS, 4 * ceil(level)), WITNESS_BITS) if allowed else WITNESS_BITS
        while bits <= last:
            waiting = [
                shift
                for shift in track(waiting, "distances")
                if not self._within(level, allowed, shift, bits)
            ]
            if not waiting:
                return Verified(scope, None)
            for shift in reversed(waiting):
                shown = self._witness(level, allowed, shift, bits)
                if shown is not None:
                    return Refuted(shown)
            bits *= 2
        if not allowed:
            return Undecided(
                "its loss has no bound, so that nothing holds at delta = 0, but no witness with masses of "
                f"{last} bits was found; claim a delta above 0"
            )
        reason = f"enclosures of {last} bits do not tell delta({brief(level)}) from {brief(allowed)}"
        return Undecided(f"{reason}; they may be equal: claim a little more")

    def _within(self, level: Log, allowed: Number, shift: Shift, bits: int) -> bool:
        """Whether delta at this distance is surely at most the allowed one."""
        found = bounds(self._excess(level, shift, bits))
        return found is not None and bool(number(found[1]) <= allowed)

    def _witness(self, level: Log, allowed: Number, shift: Shift, bits: int) -> Witness | None:
        """The event of all outputs that are surely worth it, with bounds; None if they are too few."""
        with precision(bits + 32):
            atoms, _ = self._atoms(shift, bits + 32)
            factor = level.enclosure(bits + 32).exp()
            worth = [atom for atom in atoms if atom.p - factor * atom.q > 0]
            if not worth:
                return None
            low, high = (bounds(sum((getattr(atom, side) for atom in worth), arb(0))) for side in "pq")
        if low is None or high is None:
            return None
        first, last = worth[0].name, worth[-1].name
        event = Outcome(
            first if first == last else f"{first}, ..., {last}", *_shortened(low[0], high[1], bits)
        )
        shown = Witness(repr(self), self._inputs(shift), (event,), level, allowed, bounds=True)
        return shown if shown.relation == ">" else None


def _shortened(low: Fraction, high: Fraction, bits: int) -> tuple[Number, Number]:
    """Multiples of 2^-bits below the one and above the other."""
    scale = 1 << bits
    return number(Fraction(low * scale // 1, scale)), number(Fraction(-(-high * scale // 1), scale))


def _gain(p: arb, excess: arb) -> arb:
    """max(excess, 0), which is at most p: a large factor of an interval around Q would hide it."""
    if excess < 0:
        return arb(0)
    if excess > 0:
        return excess
    return upto(p if p < excess.abs_upper() else excess)


def upto(bound: arb) -> arb:
    """An interval from 0 to the bound."""
    half = bound.abs_upper() / 2
    return half + half * arb(0, 1)

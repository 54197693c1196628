"""The distribution of a Markov chain that ends in outcomes: exactly where it closes, otherwise from below.

States are loop heads with their live variables; `kernel(s)` is the distribution of what a run does from the
state s to its next state or its end. Mass is pushed forward from the heaviest state first. A state that comes
back to itself with probability a is left with 1/(1 - a) times the rest. When no unvisited state is left and
nothing is open, the linear equations of the chain are solved exactly (`absorb`).
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from fractions import Fraction

from ..absorb import NEVER, visits

PRECISION = 192
"""Bits of the masses that are rounded down where the chain does not close."""

CLOSED_STATES = 600
"""The largest chain that is solved exactly."""


@dataclass(frozen=True)
class Kernel:
    """One step from a state: masses of next states and of outcomes (by key), and the mass that is open."""

    states: dict[Hashable, Fraction]
    outcomes: dict[Hashable, Fraction]
    open_mass: Fraction
    reason: str | None = None


@dataclass(frozen=True)
class Absorbed:
    """The masses of the outcomes, the mass that is not known to end anywhere, and whether it is all exact."""

    outcomes: dict[Hashable, Fraction]
    open_mass: Fraction
    reason: str | None = None


def absorb(
    start: Hashable, kernel: Callable[[Hashable], Kernel], residual: Fraction, spent: Callable[[], str | None]
) -> Absorbed:
    """The distribution of the outcomes of a chain that starts in `start`, with an open mass of at most
    `residual`.

    `spent()` says why to stop early, or None. Masses are pushed as multiples of 2^-PRECISION, rounded down.
    """
    known: dict[Hashable, Kernel] = {}
    scaled: dict[Hashable, _Scaled] = {}
    outcomes: dict[Hashable, int] = {}
    waiting, target_mass = _Waiting(start), down(residual)
    reason: str | None = None
    while waiting.total > target_mass:
        stop = spent()
        if stop is not None:
            reason = stop
            break
        state, mass = waiting.take()
        if state not in known:
            known[state] = kernel(state)
            scaled[state] = _Scaled.of(state, known[state])
            reason = reason or known[state].reason
            if known[state].open_mass == 0 and _is_closed(known):
                return _absorbed(_solve(start, known), reason or NEVER)
        if scaled[state].leaves:
            scaled[state].push(mass, waiting, outcomes)
        else:
            reason = NEVER
    return _absorbed({o: Fraction(m, ONE) for o, m in outcomes.items()}, reason or BELOW)


class _Waiting:
    """The mass that still has to go on, by state, in multiples of 2^-PRECISION."""

    def __init__(self, start: Hashable) -> None:
        self.pending: dict[Hashable, int] = {start: ONE}
        self.heap: list[tuple[int, int, Hashable]] = [(-ONE, 0, start)]
        self.total, self.pushed = ONE, 0

    def take(self) -> tuple[Hashable, int]:
        """The heaviest state and all of its mass; a state stands in the heap once for every gain."""
        while True:
            _, _, state = heapq.heappop(self.heap)
            mass = self.pending.pop(state, 0)
            if mass:
                self.total -= mass
                return state, mass

    def add(self, state: Hashable, gain: int) -> None:
        """More mass in a state."""
        if gain:
            self.total += gain
            self.pushed += 1
            self.pending[state] = self.pending.get(state, 0) + gain
            heapq.heappush(self.heap, (-self.pending[state], self.pushed, state))


ONE = 1 << PRECISION
BELOW = "the rest is below the residual"


@dataclass(frozen=True)
class _Scaled:
    """A step in multiples of 2^-PRECISION: the probability of leaving rounded up, the others down."""

    leaves: int
    states: list[tuple[Hashable, int]]
    outcomes: list[tuple[Hashable, int]]

    @classmethod
    def of(cls, state: Hashable, step: Kernel) -> _Scaled:
        """The step from this state."""
        return cls(
            ONE - down(step.states.get(state, Fraction(0))),
            [(target, down(p)) for target, p in step.states.items() if target != state],
            [(outcome, down(p)) for outcome, p in step.outcomes.items()],
        )

    def push(self, mass: int, waiting: _Waiting, outcomes: dict[Hashable, int]) -> None:
        """Pass the mass of this state on to where it goes when it leaves."""
        leaving = (mass << PRECISION) // self.leaves
        for outcome, p in self.outcomes:
            outcomes[outcome] = outcomes.get(outcome, 0) + (leaving * p >> PRECISION)
        for target, p in self.states:
            waiting.add(target, leaving * p >> PRECISION)


def down(mass: Fraction) -> int:
    """The mass in multiples of 2^-PRECISION, rounded down."""
    return (mass.numerator << PRECISION) // mass.denominator


def _absorbed(outcomes: dict[Hashable, Fraction], reason: str) -> Absorbed:
    """The outcomes, and what is left of 1."""
    left = 1 - sum(outcomes.values(), Fraction(0))
    return Absorbed(outcomes, left, reason if left else None)


def _is_closed(known: dict[Hashable, Kernel]) -> bool:
    """Whether every state that can be reached is known, and nothing is open."""
    if len(known) > CLOSED_STATES:
        return False
    return all(not k.open_mass and all(t in known for t in k.states) for k in known.values())


def _solve(start: Hashable, known: dict[Hashable, Kernel]) -> dict[Hashable, Fraction]:
    """The exact distribution of the outcomes: those of each state, as often as it is visited."""
    index = {state: i for i, state in enumerate(known)}
    steps = [{index[target]: p for target, p in k.states.items()} for k in known.values()]
    found = visits(
        {index[start]: Fraction(1)}, steps, [bool(k.outcomes) for k in known.values()], Fraction(1)
    )
    outcomes: dict[Hashable, Fraction] = {}
    for count, step in zip(found.counts, known.values(), strict=True):
        for outcome, p in step.outcomes.items() if count else ():
            outcomes[outcome] = outcomes.get(outcome, Fraction(0)) + count * p
    return outcomes

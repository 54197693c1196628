"""One step of the chain of a call: every branch of every draw from a state to its next, heaviest first."""

from __future__ import annotations

import heapq
from collections.abc import Hashable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from .body import Body
from .chain import BELOW, Kernel
from .draws import Choice, Cut, Reached, Refused, Run, Stop
from .outcomes import Ended
from .runs import follow

if TYPE_CHECKING:
    from .tape import Tape

GUARD_BITS = 10
"""Branches are left, and inner distributions left open, where they are 2^-10 of the residual that was asked
for.
"""

COMPLETE = 50_000
"""Branches of one step that are followed to the last, however unlikely, if that makes the distribution
complete.
"""

HOPELESS_BITS = 512
"""Not even then where all that is left is below 2^-512 of the residual, as in a loop that never ends."""


def step_from(tape: Tape, body: Body, state: Hashable, residual: Fraction) -> Kernel:
    """One step from a state: where its runs lead and with what masses, and the mass that stays open."""
    origin, base = body.origins.get(state, body), len(body.prefixes[state])
    branches = _Branches(body.prefixes[state], float(residual) / 2**GUARD_BITS)
    found = _Found()
    while branches.are_worth_it():
        spent = tape.spent()
        if spent is not None:
            found.reason = spent
            break
        choices, mass = branches.pop()
        cutoff = branches.cutoff if branches.leak else 0.0
        run, end = follow(tape, origin, choices, base, (float(mass), cutoff))
        mass = branches.push_others(len(choices), run, mass)
        branches.leak = branches.leak or run.leaks or isinstance(end, Cut | Refused)
        found.book(body, run, end, mass)
        if tape.listed is not None and isinstance(end, Ended):
            tape.listed.append((run, end))
    if branches.heap and found.reason is None:
        found.reason = BELOW
    return found.kernel()


class _Branches:
    """The branches that no run has followed yet: choices with their masses, heaviest first.

    Floats only order the search and end it; what was left out is found by subtraction.
    leak: whether some mass stays open in any case, so that what is below the cutoff need not be followed.
    """

    def __init__(self, choices: tuple[Choice, ...], cutoff: float) -> None:
        self.heap: list[tuple[float, int, tuple[Choice, ...], Fraction]] = [(-1.0, 0, choices, Fraction(1))]
        self.cutoff = cutoff
        self.pushed = 0
        self.leak = False

    def are_worth_it(self) -> bool:
        """Whether there is a branch left that is followed."""
        to_the_last = not self.leak and self.pushed < COMPLETE
        least = self.cutoff / 2**HOPELESS_BITS if to_the_last else self.cutoff
        return bool(self.heap) and -self.heap[0][0] * len(self.heap) > least

    def pop(self) -> tuple[tuple[Choice, ...], Fraction]:
        """The heaviest branch, and its mass."""
        _, _, choices, mass = heapq.heappop(self.heap)
        return choices, mass

    def push_others(self, given: int, run: Run, mass: Fraction) -> Fraction:
        """Add what the run passed by, past the choices it was given; the mass of the run itself."""
        for step in range(given, len(run.choices)):
            weights, index = run.choices[step]
            for other, weight in enumerate(weights):
                if other != index:
                    self.pushed += 1
                    branch, share = (*run.choices[:step], (weights, other)), mass * weight
                    heapq.heappush(self.heap, (-float(share), self.pushed, branch, share))
            mass *= weights[index]
        return mass


@dataclass
class _Found:
    """One step of a chain, while it is being found."""

    states: dict[Hashable, Fraction] = field(default_factory=dict)
    outcomes: dict[Hashable, Fraction] = field(default_factory=dict)
    reason: str | None = None

    def book(self, body: Body, run: Run, end: Ended | Stop, mass: Fraction) -> None:
        """Add the mass of a run to where it ended."""
        if isinstance(end, Reached):
            if end.key not in body.prefixes:
                body.prefixes[end.key] = tuple(run.choices)
                body.origins[end.key] = run.body
            self.states[end.key] = self.states.get(end.key, Fraction(0)) + mass
        elif isinstance(end, Stop):
            self.reason = str(end)
        else:
            body.ended.setdefault(end.key, end)
            self.outcomes[end.key] = self.outcomes.get(end.key, Fraction(0)) + mass

    def kernel(self) -> Kernel:
        """The step as it is known in the end."""
        known = sum(self.states.values(), Fraction(0)) + sum(self.outcomes.values(), Fraction(0))
        return Kernel(self.states, self.outcomes, 1 - known, self.reason if known < 1 else None)

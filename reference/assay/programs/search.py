"""Exploring every path of a program by running it again and again along chosen draws.

A Python function cannot be forked, so it is replayed: a *prefix* fixes the outcomes of its first draws, and
the run takes the likeliest outcome of every later one. The other outcomes of those draws become new prefixes.
The output distribution is

    P(o) = sum, over all paths that return o, of the product of the probabilities of their choices.

The mass of a prefix is multiplied only once, when the prefix is found. Prefixes wait in a queue, the
likeliest in front, so that a search that stops early leaves as little mass open as it can. Every path is
replayed before it is counted: a program that is not a function of its draws has no output distribution.
"""

from __future__ import annotations

import heapq
import time
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from ..budgets.progress import spend
from ..dp.weights import ONE, ZERO
from ..engines.partial import Partial
from ..errors import BudgetExceeded, NondeterministicProgram
from ..exact import Number
from ..outputs.alphabet import Tally, same_output
from ..outputs.identity import key
from ..outputs.text import with_type
from .ends import Declared, Raised, is_output
from .limits_met import limits_noted
from .run import Draw, Run
from .state import Snapshot
from .watch import HigherStack

LEAST_REPLAYS = 64
"""No program is believed deterministic before it was replayed this often."""

MOST_KEPT = 1024
"""So many paths are replayed once more at the very end, last found first."""


@dataclass(frozen=True)
class Limits:
    """What a search may spend: draws on one path, paths, draws after a first path was cut, and seconds.

    raises: the exceptions that are outputs of the program.
    """

    max_steps: int = 1_000
    max_paths: int = 2_000_000
    max_draws: int = 1_000_000
    seconds: Fraction | None = None
    raises: Declared = ()


class Prefix(NamedTuple):
    """Choices to follow: those of `choices` before `position`, whose probability is `mass`, then `choice`.

    `surprisal` is -16 log2(mass), roughly; both lists belong to the run that found the prefix.
    """

    draws: list[Draw]
    choices: list[int]
    position: int
    choice: int
    mass: Number
    surprisal: int


class Leaf(NamedTuple):
    """A path that was followed to its end, and what the program returned there."""

    draws: list[Draw]
    choices: list[int]
    value: Any


class Search:
    """One exploration of `body`, which takes no arguments; `subject` names it in messages.

    state: what the program can reach, as it is before the first run; a run that changes it is refused.
    """

    paths: int
    queued: int
    replays: int

    def __init__(
        self, body: Callable[[], Any], subject: str, limits: Limits, state: Snapshot | None = None
    ) -> None:
        self.body = body
        self.state: Snapshot | None = None if state is None or state.is_empty else state
        self.handles: bool = state is not None and state.handles
        self.subject = subject
        self.limits = limits
        self.queue: list[tuple[int, int, Prefix]] = []
        self.queued = 0
        self.tally: Tally[Any] = Tally(f"output of {subject} =")
        self.kept: list[Leaf] = []
        self.paths = 0
        self.replays = 0
        self.draws_left: int | None = None
        self.reason: str | None = None
        seconds = limits.seconds
        self.deadline: int | None = (
            None if seconds is None else time.monotonic_ns() + int(seconds * 1_000_000_000)
        )

    def explore(self) -> Partial[Any]:
        """The output distribution, or bounds of it where the limits stopped the search."""
        if not self.stopped():
            self.follow([], [], ONE, 0)
        while self.queue and not self.stopped():
            self.follow_next()
        self.replay_kept()
        return self.known()

    def known(self) -> Partial[Any]:
        """What is known so far."""
        lower = dict(self.tally.mass)
        left = ONE - sum(lower.values(), ZERO)
        return Partial(lower, left, self.paths, self.reason, self.tally.alphabet.keys)

    def stopped(self) -> bool:
        """Whether a limit was reached, also of the budget that surrounds us; `reason` then says which."""
        try:
            spend()
        except BudgetExceeded as error:
            self.reason = str(error)
            return True
        if self.paths >= self.limits.max_paths:
            self.reason = f"it has more than {self.limits.max_paths} paths"
            return True
        if self.deadline is not None and time.monotonic_ns() > self.deadline:
            self.reason = f"the time ran out after {self.paths} paths"
            return True
        return self.draws_left is not None and self.draws_left <= 0

    def follow_next(self) -> None:
        """Run the likeliest prefix in the queue; its next sibling takes its place there."""
        prefix = heapq.heappop(self.queue)[2]
        self.push(prefix._replace(choice=prefix.choice + 1))
        draw = prefix.draws[prefix.position]
        self.follow(
            prefix.draws[: prefix.position + 1],
            [*prefix.choices[: prefix.position], prefix.choice],
            prefix.mass * draw.probabilities[prefix.choice],
            prefix.surprisal + draw.surprisals[prefix.choice],
        )

    def push(self, prefix: Prefix) -> None:
        """Queue a prefix, if its draw has so many outcomes; equally likely ones in the order found."""
        draw = prefix.draws[prefix.position]
        if prefix.choice < len(draw.outcomes):
            key = prefix.surprisal + draw.surprisals[prefix.choice]
            heapq.heappush(self.queue, (key, self.queued, prefix))
            self.queued += 1

    def follow(self, draws: list[Draw], choices: list[int], mass: Number, surprisal: int) -> None:
        """Run from a prefix of probability `mass` to the end, and queue the choices that were passed by."""
        run = Run(draws, choices, self.limits.max_steps)
        if self.state is not None:
            self.state.forget()
        value = self.execute(run)
        for position in range(run.given, len(choices)):
            draw = draws[position]
            if len(draw.outcomes) > 1:
                self.push(Prefix(draws, choices, position, 1, mass, surprisal))
                mass = mass * draw.probabilities[0]
                surprisal += draw.surprisals[0]
        if self.draws_left is not None:
            self.draws_left -= run.position
        if run.cut is None:
            self.count(Leaf(draws, choices, value), mass)
        else:
            self.note_cut(run.cut)

    def count(self, leaf: Leaf, mass: Number) -> None:
        """Add a path to the distribution, once a replay has confirmed it."""
        key(leaf.value, self.tally.alphabet.name)
        if self.replay(leaf):
            self.tally.add(leaf.value, mass)
            self.paths += 1
            if len(self.kept) < MOST_KEPT:
                self.kept.append(leaf)

    def note_cut(self, reason: str) -> None:
        """A path was cut, so that some mass stays open: what is left is effort for better bounds."""
        self.reason = reason
        if self.draws_left is None:
            self.draws_left = self.limits.max_draws

    def replay_kept(self) -> None:
        """Replay the paths kept, last found first, until there were enough replays."""
        if self.state is not None:
            self.state.forget()
        again = bool(self.kept)
        while again:
            for leaf in reversed(self.kept):
                self.replay(leaf)
            again = self.replays < LEAST_REPLAYS
        if self.state is not None:
            self.state.forget()

    def replay(self, leaf: Leaf) -> bool:
        """Run a path once more; False if that run was cut.

        Raises NondeterministicProgram unless it draws the same and returns the same.
        """
        self.replays += 1
        run = Run(leaf.draws, leaf.choices, self.limits.max_steps, closed=True)
        with HigherStack():
            value = self.execute(run)
        if run.cut is not None:
            self.note_cut(run.cut)
            return False
        if not same_output(leaf.value, value):
            run.failure = f"it returned {with_type(leaf.value)}, and on replay {with_type(value)}"
            raise self.nondeterministic(run)
        return True

    def execute(self, run: Run) -> Any:
        """The value that the program returns under this run's choices."""
        try:
            if self.handles:
                with limits_noted(run.fail_limit):
                    value = run.execute(self.body)
            else:
                value = run.execute(self.body)
        except Exception as error:
            if run.refusal is not None:
                raise run.refusal from None
            if run.failure is not None:
                raise self.nondeterministic(run) from error
            if is_output(error, self.limits.raises):
                return Raised.of(error)
            error.add_note(f"raised by {self.subject} {run.history()}")
            raise
        if run.refusal is not None:
            raise run.refusal
        changed = None if self.state is None else self.state.changed()
        if changed is not None:
            run.failure = run.failure or f"a run changed {changed}"
        if run.failure is not None:
            raise self.nondeterministic(run)
        return value

    def nondeterministic(self, run: Run) -> NondeterministicProgram:
        """The error for a program that is not a function of its draws."""
        return NondeterministicProgram(
            f"{self.subject} does not depend on its draws alone: {run.failure}, {run.history()}; take all "
            "randomness from flip, draw and uniform, and read no clock or state that changes between calls"
        )

"""`Tape`: follows a sampler along every outcome of its random sources, and adds the probabilities up.

The distribution of a call f(args) is that of a Markov chain. Its states are the loop heads of f with the
variables that are live there; one step runs f from a state to its next loop head, or to its end, along every
branch of every draw on the way. A call of another function of the sampler is one weighted draw from the
distribution of that call, which is computed once. Both need that a run depends on nothing but its arguments
and its draws: what is written to elsewhere is looked for after every run, and found it ends the exploration.
"""

from __future__ import annotations

import copy
import time
from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import FunctionType
from typing import Any

from ...outputs.keys import PLAIN
from ..caches import Answers, Caches
from ..ends import Declared
from ..reach import Reach
from ..state import Snapshot
from ..watch import unwatched
from .body import START, Body, Distribution
from .branches import GUARD_BITS, step_from
from .chain import Kernel, absorb
from .draws import Contradiction, Run, active
from .freeze import Freezer, Unfreezable
from .instrument import Instrumented, instrument
from .notes import Place, Within, unseen
from .outcomes import Ended
from .watch_paused import watch_paused

MOST_KNOWN = 64
"""Inputs after which remembered distributions are computed anew."""

INNER_SHARE = 0.75
"""The part of the time left that an inner distribution may take."""


@dataclass
class Tape:
    """One exploration, which may go on over several inputs and keeps the laws of inner calls.

    residual: the open mass that is aimed at. max_draws: draws of one run. deadline: on the clock of
    time.monotonic. merge: whether runs in the same state are merged. runs, draws: made so far.
    distributions: of inner calls, by function and arguments; `inline` the functions that are run in place
    instead, and `busy` the calls whose distribution is being computed. steps: of each function, by state.
    cuts: see `remembered`. guard: names what a run has changed outside of itself, or None; `restore` puts
    declared state back. state: the identities of objects within reach that can change, of which an inner call
    may not return one. known: what was within reach when the distributions were computed, and its state then.
    raises: the exceptions that are outputs of the sampler as a whole. identity: where code compares what may
    be two numbers by identity; `handlers` knows which functions have handlers of exceptions, if any has.
    replays: plain numbers that stood for draws so far; `confirmed` counts the runs of each function that were
    repeated with them. failed: why nothing can be said of the sampler. caches: what functions within reach
    remember, emptied before every run; answers: what they said so far. asking: knows which functions can
    reach a cache; their calls are run in place. listed: where runs that ended are kept, if they are wanted.
    """

    residual: Fraction
    max_draws: int = 2000
    max_runs: int = 2_000_000
    deadline: float | None = None
    merge: bool = True
    runs: int = 0
    draws: int = 0
    distributions: dict[Hashable, Distribution] = field(default_factory=dict)
    steps: dict[Callable[..., Any], dict[Hashable, tuple[Body, Kernel]]] = field(default_factory=dict)
    busy: set[Hashable] = field(default_factory=set)
    inline: set[Hashable] = field(default_factory=set)
    copies: dict[FunctionType, Instrumented | None] = field(default_factory=dict)
    guard: Callable[[], str | None] = lambda: None
    restore: Callable[[], None] = lambda: None
    raises: Declared = ()
    identity: Mapping[Place, str] = field(default_factory=dict)
    handlers: Within | None = None
    caches: Caches = field(default_factory=Caches)
    answers: Answers = field(default_factory=Answers)
    asking: Within | None = None
    replays: int = 0
    confirmed: Counter[Callable[..., Any]] = field(default_factory=Counter)
    failed: Contradiction | None = None
    cuts: dict[Hashable, list[int]] = field(default_factory=dict)
    state: frozenset[int] = frozenset()
    known: dict[int, tuple[Reach, Snapshot]] = field(default_factory=dict)
    listed: list[tuple[Run, Ended]] | None = None

    def remembered(self, key: Hashable, find: Callable[[], list[int]]) -> list[int]:
        """The places where a draw is split, found once for each question."""
        if key not in self.cuts:
            self.cuts[key] = find()
        return self.cuts[key]

    # Calls

    def distribution(
        self,
        function: Callable[..., Any],
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        bound: tuple[Any, ...] = (),
    ) -> Distribution:
        """The distribution of a whole sampler on these arguments; `bound` are those that it holds itself."""
        plain = function if isinstance(function, FunctionType) else None
        body = Body(function, self._instrumented(plain), args, kwargs, bound=bound)
        return self._explore(body, self.residual)

    def forget_unless_same(self, reach: Reach) -> None:
        """Forget all distributions if anything has changed that their functions can reach, or too much is
        reached to tell.
        """
        if len(self.known) >= MOST_KNOWN or any(before.changed() for _, before in self.known.values()):
            for remembered in (
                self.known,
                self.distributions,
                self.steps,
                self.copies,
                self.cuts,
                self.inline,
            ):
                remembered.clear()
        if id(reach) not in self.known:
            self.known[id(reach)] = reach, Snapshot(reach, whole=True)

    def call(
        self, function: FunctionType, args: tuple[Any, ...], kwargs: dict[str, Any], *, local: bool = False
    ) -> Any:
        """A call of a function of the sampler in a run: a draw from its distribution, or the call itself."""
        run = active.get()
        if run is None:
            return function(*args, **kwargs)
        ended = self._drawn(run, function, args, kwargs, local)
        if ended is None:
            run.depth += 1
            try:
                return function(*args, **kwargs)
            finally:
                run.depth -= 1
        if ended.error is not None:
            raise copy.copy(ended.error)
        return ended.value if type(ended.value) in PLAIN else copy.deepcopy(ended.value)

    @watch_paused
    def _drawn(
        self, run: Run, function: FunctionType, args: tuple[Any, ...], kwargs: dict[str, Any], local: bool
    ) -> Ended | None:
        """How an inner call ends in a run, drawn from its distribution; None where it is run in place."""
        index = None if run.plain is None else run.pick()
        distribution = None if index == -1 else self._inner_distribution(run, function, args, kwargs, local)
        if distribution is None:
            run.picked.append(-1)
            return None
        run.leaks = run.leaks or distribution.open_mass > 0
        run.drew = run.drew or distribution.drew
        if index is None:
            index = run.choose(distribution.weights)
        run.picked.append(index)
        return distribution.ended[index]

    def _inner_distribution(
        self, run: Run, function: FunctionType, args: tuple[Any, ...], kwargs: dict[str, Any], local: bool
    ) -> Distribution | None:
        """The distribution of an inner call, or None where the call has to be run in place."""
        name = id(function.__code__) if local else function  # a local function is made anew in each run
        if not self.merge or name in self.inline or self.guard() is not None:
            return None  # what an inner distribution reads is as it was at the beginning
        if self.asking is not None and self.asking.may_run(function, (*args, *kwargs.values())):
            return None
        freezer, closure = Freezer(), Freezer(closures=True)
        try:
            given = freezer.key((args, kwargs))
            called = closure.key(function) if local else function
        except Unfreezable:
            return None
        key: Hashable = (called, given)
        if freezer.has_lazy or closure.has_lazy or closure.changing or key in self.busy:
            return None
        if key not in self.distributions:
            code = self._instrumented(function, local)
            body = Body(function, code, args, kwargs, given, freezer.changing, local=local)
            self._keep_distribution(key, body, name)
            if local and Freezer(closures=True).key(function) != called:
                run.stop(Contradiction(f"a call of {function.__name__} changes what it closes over"))
        return None if name in self.inline else self.distributions[key]

    def _keep_distribution(self, key: Hashable, body: Body, name: Hashable) -> None:
        """Compute the distribution of an inner call in a part of the time; from now on in place, where it has
        none.
        """
        self.busy.add(key)
        deadline = self.deadline
        self.deadline = _share(deadline)
        try:
            with unseen():
                self.distributions[key] = self._explore(body, self.residual / 2**GUARD_BITS)
            if not self.distributions[key].ended and self.spent() is None:
                self.inline.add(name)  # in place its draws may stay lazy, or the reason is told
        except Unfreezable:
            self.inline.add(name)
        finally:
            self.busy.discard(key)
            self.deadline = deadline

    def _instrumented(self, function: FunctionType | None, local: bool = False) -> Instrumented | None:
        """The copy of a function with named loop heads, made once for each that is not local."""
        if function is None or not self.merge:
            return None
        if local:
            with unwatched():
                return instrument(function)
        if function not in self.copies:
            with unwatched():  # it reads the source file
                self.copies[function] = instrument(function)
        return self.copies[function]

    # Distributions

    def _explore(self, body: Body, residual: Fraction) -> Distribution:
        """The distribution of a call, as that of its chain."""
        body.prefixes[START] = ()
        found = absorb(START, lambda state: self._step(body, state, residual), residual, self.spent)
        keys = sorted(found.outcomes, key=lambda key: -found.outcomes[key])
        return Distribution(
            [body.ended[key] for key in keys],
            tuple(found.outcomes[key] for key in keys),
            found.open_mass,
            found.reason,
            body.drew,
        )

    def spent(self) -> str | None:
        """Why to stop, or None."""
        if self.runs >= self.max_runs:
            return f"{self.max_runs} runs were made"
        if self.deadline is not None and time.monotonic() > self.deadline:
            return "the time is up"
        return None

    def _step(self, body: Body, state: Hashable, residual: Fraction) -> Kernel:
        """One step from a state; from a loop head it is the same whatever call of the function came there."""
        if state == START or body.given is None or body.local:
            return step_from(self, body, state, residual)
        known = self.steps.setdefault(body.function, {})
        if state not in known:
            known[state] = body, step_from(self, body, state, residual)
        first, kernel = known[state]
        if first is not body:
            body.drew = body.drew or first.drew
            for target in kernel.states:
                body.prefixes.setdefault(target, first.prefixes[target])
                body.origins.setdefault(target, first.origins.get(target, first))
            for outcome in kernel.outcomes:
                body.ended.setdefault(outcome, first.ended[outcome])
        return kernel


def _share(deadline: float | None) -> float | None:
    """When an inner distribution has to be done, so that there is time left to use it."""
    if deadline is None:
        return None
    now = time.monotonic()
    return now + (deadline - now) * INNER_SHARE

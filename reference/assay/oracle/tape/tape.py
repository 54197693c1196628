"""`Tape`: follows a sampler along every outcome of its random sources, and adds the probabilities up.

The law of a call f(args) is that of a Markov chain. Its states are the loop heads of f with the variables
that are live there; one step runs f from a state to its next loop head, or to its end, along every branch of
every draw on the way. A call of another function of the sampler is one weighted draw from the law of that
call, which is computed once. Both need that a run depends on nothing but its arguments and its draws: what is
written to elsewhere is looked for after every run, and found it ends the exploration.
"""

from __future__ import annotations

import copy
import heapq
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from fractions import Fraction
from types import FunctionType
from typing import Any

from ...dp.determinism import unwatched
from ...dp.outcomes import brief
from .chain import BELOW, Kernel, absorb
from .draws import Choice, Contradiction, Cut, Reached, Refused, Run, Stop, active
from .freeze import Freezer, Unfreezable, freeze_all
from .instrument import Instrumented, instrument
from .outcomes import Ended, frozen, listed, without_draws
from .quiet import quietly
from .watch import watched

GUARD_BITS = 10
"""How much smaller the open mass of an inner law is than that of the law that was asked for."""

INNER_SHARE = 0.75
"""The part of the time left that an inner law may take."""

COMPLETE = 50_000
"""Branches of one step that are followed to the last, however unlikely, if that makes the law complete."""

HOPELESS_BITS = 512
"""Not even then where all that is left is below 2^-512 of the residual, as in a loop that never ends."""

MAX_TURNS = 1_000_000
"""Loop heads that a run may pass without a draw."""


@dataclass
class Law:
    """What is known of the law of one call: outcomes by key with their masses, and the open mass."""

    ended: list[Ended]
    weights: tuple[Fraction, ...]
    open_mass: Fraction
    reason: str | None
    drew: bool


@dataclass
class Body:
    """A call whose law is being computed: its code, its arguments, and the choices that lead to each state.

    Of an inner call, `given` is the key of its arguments, and `mutable` whether it could change them.
    `origins` names the call whose run the choices belong to, where that is another call of the same function.
    """

    function: Callable[..., Any]
    code: Instrumented | None
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    given: Hashable | None = None
    mutable: bool | None = None
    prefixes: dict[Hashable, tuple[Choice, ...]] = field(default_factory=dict)
    origins: dict[Hashable, Body] = field(default_factory=dict)
    ended: dict[Hashable, Ended] = field(default_factory=dict)
    drew: bool = False


START: Hashable = ("start",)
"""The state in which a call begins."""


@dataclass
class Step:
    """One step of a chain, while it is being found."""

    states: dict[Hashable, Fraction] = field(default_factory=dict)
    outcomes: dict[Hashable, Fraction] = field(default_factory=dict)
    reason: str | None = None

    def kernel(self) -> Kernel:
        """The step as it is known in the end."""
        known = sum(self.states.values(), Fraction(0)) + sum(self.outcomes.values(), Fraction(0))
        return Kernel(self.states, self.outcomes, 1 - known, self.reason if known < 1 else None)


@dataclass
class Tape:
    """One exploration, which may go on over several inputs and keeps the laws of inner calls.

    residual: the open mass that is aimed at. max_draws: draws of one run between two states. deadline: on the
    clock of time.monotonic.
    """

    residual: Fraction
    max_draws: int = 2000
    max_runs: int = 2_000_000
    deadline: float | None = None
    merge: bool = True
    runs: int = 0
    draws: int = 0
    laws: dict[Hashable, Law] = field(default_factory=dict)
    steps: dict[Callable[..., Any], dict[Hashable, tuple[Body, Kernel]]] = field(default_factory=dict)
    busy: set[Hashable] = field(default_factory=set)
    inline: set[FunctionType] = field(default_factory=set)
    copies: dict[FunctionType, Instrumented | None] = field(default_factory=dict)
    guard: Callable[[], str | None] = lambda: None
    restore: Callable[[], None] = lambda: None
    failed: Contradiction | None = None
    cuts: dict[Hashable, list[int]] = field(default_factory=dict)

    def remembered(self, key: Hashable, find: Callable[[], list[int]]) -> list[int]:
        """The places where a draw is split, found once for each question."""
        if key not in self.cuts:
            self.cuts[key] = find()
        return self.cuts[key]

    # Calls

    def law(self, function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Law:
        """The law of a whole sampler on these arguments."""
        plain = function if isinstance(function, FunctionType) else None
        return self._explore(Body(function, self._instrumented(plain), args, kwargs), self.residual)

    def call(self, function: FunctionType, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """A call of a function of the sampler in a run: a draw from its law, or the call itself."""
        run = active.get()
        if run is None:
            return function(*args, **kwargs)
        ended = self._drawn(run, function, args, kwargs)
        if ended is None:
            run.depth += 1
            try:
                return function(*args, **kwargs)
            finally:
                run.depth -= 1
        if ended.error is not None:
            raise copy.copy(ended.error)
        return copy.deepcopy(ended.value)

    @quietly
    def _drawn(
        self, run: Run, function: FunctionType, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Ended | None:
        """How an inner call ends in a run, drawn from its law; None where it has to be run in place."""
        index = None if run.plain is None else run.pick()
        law = None if index == -1 else self._inner_law(function, args, kwargs)
        if law is None:
            run.picked.append(-1)
            return None
        run.leaks = run.leaks or law.open_mass > 0
        run.drew = run.drew or law.drew
        if index is None:
            index = run.choose(law.weights)
        run.picked.append(index)
        return law.ended[index]

    def _inner_law(self, function: FunctionType, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Law | None:
        """The law of an inner call, or None where the call has to be run in place."""
        if not self.merge or function in self.inline:
            return None
        freezer = Freezer()
        try:
            given = freezer.freeze((args, kwargs))
        except Unfreezable:
            return None
        key: Hashable = (function, given)
        if freezer.has_lazy or key in self.busy:
            return None
        if key not in self.laws:
            self.busy.add(key)
            deadline = self.deadline
            self.deadline = _share(deadline)
            try:
                body = Body(function, self._instrumented(function), args, kwargs, given, freezer.mutable)
                self.laws[key] = self._explore(body, self.residual / 2**GUARD_BITS)
                if not self.laws[key].ended and self._spent() is None:
                    self.inline.add(function)  # in place its draws may stay lazy, or the reason is told
            except Unfreezable:
                self.inline.add(function)
            finally:
                self.busy.discard(key)
                self.deadline = deadline
        return None if function in self.inline else self.laws[key]

    def _instrumented(self, function: FunctionType | None) -> Instrumented | None:
        """The copy of a function with named loop heads, made once."""
        if function is None or not self.merge:
            return None
        if function not in self.copies:
            with unwatched():  # it reads the source file
                self.copies[function] = instrument(function)
        return self.copies[function]

    # Laws

    def _explore(self, body: Body, residual: Fraction) -> Law:
        """The law of a call, as that of its chain."""
        body.prefixes[START] = ()
        found = absorb(START, lambda state: self._step(body, state, residual), residual, self._spent)
        keys = sorted(found.outcomes, key=lambda key: -found.outcomes[key])
        return Law(
            [body.ended[key] for key in keys],
            tuple(found.outcomes[key] for key in keys),
            found.open_mass,
            found.reason,
            body.drew,
        )

    def _spent(self) -> str | None:
        """Why to stop, or None."""
        if self.runs >= self.max_runs:
            return f"{self.max_runs} runs were made"
        if self.deadline is not None and time.monotonic() > self.deadline:
            return "the time is up"
        return None

    def _step(self, body: Body, state: Hashable, residual: Fraction) -> Kernel:
        """One step from a state; from a loop head it is the same whatever call of the function came there."""
        if state == START or body.given is None:
            return self._kernel(body, state, residual)
        known = self.steps.setdefault(body.function, {})
        if state not in known:
            known[state] = body, self._kernel(body, state, residual)
        first, kernel = known[state]
        if first is not body:
            body.drew = body.drew or first.drew
            for target in kernel.states:
                body.prefixes.setdefault(target, first.prefixes[target])
                body.origins.setdefault(target, first.origins.get(target, first))
            for outcome in kernel.outcomes:
                body.ended.setdefault(outcome, first.ended[outcome])
        return kernel

    def _kernel(self, body: Body, state: Hashable, residual: Fraction) -> Kernel:
        """One step from a state: every run from it to a next state or to the end, heaviest first."""
        found = Step()
        origin, base = body.origins.get(state, body), len(body.prefixes[state])
        cutoff = float(residual) / 2**GUARD_BITS
        heap: list[tuple[float, int, tuple[Choice, ...], Fraction]]
        heap = [(-1.0, 0, body.prefixes[state], Fraction(1))]
        serial = 0
        # Floats only order the search and end it; what was left out is found by subtraction.
        leaks = False
        floor = cutoff / 2**HOPELESS_BITS
        while heap and -heap[0][0] * len(heap) > (floor if not leaks and serial < COMPLETE else cutoff):
            spent = self._spent()
            if spent is not None:
                found.reason = spent
                break
            _, _, choices, mass = heapq.heappop(heap)
            run, end = self._run(origin, choices, base, (float(mass), cutoff if leaks else 0.0))
            for step in range(len(choices), len(run.choices)):
                weights, index = run.choices[step]
                for other, weight in enumerate(weights):
                    if other != index:
                        serial += 1
                        branch, share = (*run.choices[:step], (weights, other)), mass * weight
                        heapq.heappush(heap, (-float(share), serial, branch, share))
                mass *= weights[index]
            leaks = leaks or run.leaks or found.reason is not None or isinstance(end, Cut | Refused)
            self._book(body, run, end, mass, found)
        if heap and found.reason is None:
            found.reason = BELOW
        return found.kernel()

    def _book(self, body: Body, run: Run, end: Ended | Stop, mass: Fraction, found: Step) -> None:
        """Add the mass of a run to where it ended."""
        if isinstance(end, Reached):
            if end.key not in body.prefixes:
                body.prefixes[end.key] = tuple(run.choices)
                body.origins[end.key] = run.body
            found.states[end.key] = found.states.get(end.key, Fraction(0)) + mass
        elif isinstance(end, Stop):
            found.reason = str(end)
        else:
            key, _ = frozen(end)
            body.ended.setdefault(key, end)
            found.outcomes[key] = found.outcomes.get(key, Fraction(0)) + mass

    # Runs

    def _run(
        self, body: Body, choices: tuple[Choice, ...], base: int, likelihood: tuple[float, float]
    ) -> tuple[Run, Ended | Stop]:
        """One run along the choices, and how it ended."""
        run = Run(self, body, choices, base)
        run.likelihood, run.cutoff = likelihood
        self.runs += 1
        end = self._followed(run)
        self.draws += run.position
        body.drew = body.drew or run.drew
        if isinstance(end, Ended) and run.items:
            end = self._confirmed(run, end)
        self._check(run, end)
        return run, end

    def _confirmed(self, run: Run, end: Ended) -> Ended | Stop:
        """The same run with plain numbers in the place of its lazy draws has to end in the same way.

        A sampler that tells the two apart, or an operation that lazy numbers lack, is refused by this.
        """
        plain = Run(self, run.body, (), 0)
        plain.plain = iter([item.representative() for item in run.items])
        plain.plain_picks = iter(run.picked)
        other = self._followed(plain)
        if isinstance(other, Ended) and frozen(other)[0] == frozen(end)[0]:
            return end
        if isinstance(other, Contradiction | Cut | Refused):
            return other
        told = [brief(e.outcome()) if isinstance(e, Ended) else str(e) for e in (end, other)]
        return Refused(f"the sampler ends in {told[0]} on the tape, and in {told[1]} with plain numbers")

    def _followed(self, run: Run) -> Ended | Stop:
        """How a run ends."""
        token = active.set(run)
        try:
            with watched(lambda name: run.stop(Contradiction(f"it calls {name}"))):
                end: Ended | Stop = self._ended(run.body)
        except Stop as stop:
            end = stop
        except RecursionError:
            end = Cut("a run went deeper than Python's recursion limit")
        finally:
            active.reset(token)
            self.restore()
        return run.stopped or end

    def _ended(self, body: Body) -> Ended:
        """Call the sampler on copies of its arguments, and list its output while draws can still be made."""
        fresh = body.mutable is None or body.mutable
        args, kwargs = copy.deepcopy((body.args, body.kwargs)) if fresh else (body.args, body.kwargs)
        function = body.function if body.code is None else body.code.function
        try:
            value = function(*args, **kwargs)
        except RecursionError:
            raise
        except Exception as error:
            ended = Ended(None, error)
        else:
            ended = Ended(listed(value) if body.given is None else without_draws(value))
        if body.given is not None and frozen(ended)[1].has_lazy:
            raise Unfreezable("a uniform draw inside what an inner call returns")
        if body.mutable:
            _check_arguments(body, (args, kwargs), ended)
        return ended

    def _check(self, run: Run, end: Ended | Stop) -> None:
        """Give up where a run showed that the law is not one of arguments and draws alone."""
        if isinstance(end, Contradiction):
            self.failed = end
        elif isinstance(end, Ended) and run.position < run.given:
            self.failed = Contradiction(
                f"it drew {run.given} times, and on replay of the same choices only {run.position} times"
            )
        changed = self.guard()
        if changed is not None:
            self.failed = self.failed or Contradiction(f"it changes {changed}, which the next call would see")
        if self.failed is not None:
            raise self.failed


def _share(deadline: float | None) -> float | None:
    """When an inner law has to be done, so that there is time left to use it."""
    if deadline is None:
        return None
    now = time.monotonic()
    return now + (deadline - now) * INNER_SHARE


def _check_arguments(body: Body, arguments: tuple[Any, Any], ended: Ended) -> None:
    """A call that changes its arguments, or returns a part of them, cannot stand for itself.

    Raises Unfreezable, after which it is run in place.
    """
    after = Freezer()
    if after.freeze(arguments) != body.given:
        raise Unfreezable("arguments that a call changes")
    _, output = frozen(ended)
    if output.seen.keys() & after.seen.keys():
        raise Unfreezable("a part of its arguments that a call returns")


@quietly
def head(number: int, variables: dict[str, Any]) -> bool:
    """A loop head: stop the run here if it has drawn since its last state, and this state has a name."""
    run = active.get()
    if run is None:
        return True
    run.turns += 1
    if run.turns > MAX_TURNS:
        run.stop(Cut(f"a loop turned {MAX_TURNS} times without a draw"))
    code = run.body.code
    if run.plain is not None:
        return True
    if run.depth == 0 and code is not None and run.position > run.base and run.stopped is None:
        live = {name: variables[name] for name in code.live[number] if name in variables}
        try:
            key, _ = freeze_all(live)
        except Unfreezable:
            return True
        run.stop(Reached(("head", number, key)))
    return True

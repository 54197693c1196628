"""One evaluation of a program: its worlds, merged where they are equal, and its output distribution."""

from __future__ import annotations

import time
from collections.abc import Hashable, Iterable
from typing import Any, TypeVar

from ...budgets.progress import spend
from ...dp.weights import ZERO
from ...engines.partial import Partial
from ...errors import BudgetExceeded
from ...exact import Number
from ...outputs.alphabet import Tally
from .. import Program
from ..ends import Declared, Raised, field_names, is_output
from ..liveness import Live
from ..search import Limits
from .calls import Calls
from .comprehensions import Comprehensions
from .draws import Draws
from .expressions import Expressions
from .functions import Functions
from .heap import Heap
from .keys import world_key
from .loops import Loops
from .making import Making
from .matching import Matching
from .native import Guards, Native
from .objects import Objects
from .order import check_output, check_text
from .outside import OutsideSubset
from .outside_names import OutsideNames
from .plain import Plain
from .python_calls import NOBODY, PythonCalls
from .raising import Managers, Raising
from .statements import Statements
from .targets import Targets
from .worlds import ONE, Flow, Scope, World

T = TypeVar("T")

MOST_STATES = 100_000
"""Programs with more states at one time are enumerated, where limits and bounds are those of paths."""

GRACE = 500_000_000
"""Nanoseconds after a limit in which what has left its loops may still come to its end."""


class Stopped(BaseException):
    """A limit was reached; not an Exception, so that it is never taken for one of the program's."""


class Evaluation:
    """The parts of the evaluator, and the limits that they share.

    folds: whether lists are folded where they are made (`folded`); is_not_folded: whether one could not be.
    """

    def __init__(self, limits: Limits, *, folds: bool = True) -> None:
        self.folds: bool = folds
        self.is_not_folded: bool = False
        self.max_steps: int = limits.max_steps
        self.raises: Declared = limits.raises
        seconds = limits.seconds
        self.deadline: int | None = (
            None if seconds is None else time.monotonic_ns() + int(seconds * 1_000_000_000)
        )
        self.stopped: str | None = None
        self._grace = 0
        self.heap: Heap = Heap()
        self.names: OutsideNames = OutsideNames(self.heap)
        self.plain: Plain = Plain(self.names)
        self.guards: Guards = Guards(self.heap)
        self.native: Native = Native(self.names, self.guards)
        self.calls: Calls = Calls(self)
        self.draws: Draws = Draws(self)
        self.functions: Functions = Functions(self)
        self.making: Making = Making(self)
        self.python: PythonCalls = PythonCalls(self)
        self.objects: Objects = Objects(self)
        self.targets: Targets = Targets(self)
        self.comprehensions: Comprehensions = Comprehensions(self)
        self.loops: Loops = Loops(self)
        self.matching: Matching = Matching(self)
        self.managers: Managers = Managers(self)
        self.raising: Raising = Raising(self)
        self.expressions: Expressions = Expressions(self)
        self.statements: Statements = Statements(self)

    def distribution(self, of: Program[..., T], args: list[Any], named: dict[str, Any]) -> Partial[T]:
        """The distribution of a call, as far as the limits allow."""
        for value in (*args, *named.values()):
            self.names.constant(value)
        flow = Flow(NOBODY)
        start = World(Scope(NOBODY, {}), [], ONE, 0)
        found: list[World] = []
        reason: str | None = None
        try:
            found = self.calls.invoke(of, args, named, [start], flow)
        except Stopped as stop:
            reason = str(stop)
        for w in flow.raised:
            error = w.stack[-1]
            if not is_output(error, self.raises):
                raise OutsideSubset(f"it raised {type(error).__name__}: {error}")
            if field_names(type(error)):  # which its copies do not have
                raise OutsideSubset(f"it raised {type(error).__name__}, which holds more than its arguments")
            self._check_output(error.args)
            check_text(error, self.heap)
            w.stack[-1] = Raised.of(error)
        return self._partial([*found, *flow.raised], flow.lost, reason)

    def _partial(
        self, found: list[World], lost: list[tuple[Number, str]], reason: str | None
    ) -> Partial[Any]:
        """What is returned, each output checked as the enumeration checks it, and what is open."""
        tally: Tally[Any] = Tally("output")
        for w in found:
            if w.draws > self.max_steps:
                lost.append((w.mass, self._too_long()))
                continue
            self._check_output(w.stack[-1])
            tally.add(w.stack[-1], w.mass)
        left = ONE - sum(tally.mass.values(), ZERO)
        if reason is None and left != sum((mass for mass, _ in lost), ZERO):
            raise OutsideSubset("the masses of its outputs do not add up")
        if left and reason is None:
            reason = lost[0][1]
        return Partial(tally.mass, left, len(found), reason, tally.alphabet.keys)

    def _check_output(self, value: Any) -> None:
        """Refuse an output that holds a set whose order is not known."""
        if self.heap.careful:
            check_output(value, self.heap)

    def throw(self, world: World, error: BaseException, flow: Flow) -> None:
        """The world raises an exception."""
        if isinstance(error, RecursionError | MemoryError) or self.heap.kind_of(type(error)) != "exception":
            raise OutsideSubset(f"it raised {type(error).__name__}: {error}") from error
        if any(type(part) is str and " at 0x" in part for part in error.args):
            raise OutsideSubset("the message of an error shows where an object is")
        error.__traceback__ = error.__context__ = error.__cause__ = None
        world.stack.append(error)
        flow.raised.append(world)

    # Merging

    def pay(self, count: int) -> None:
        """Pay for visited worlds; where a limit is reached, loops are cut, and soon after everything."""
        if self.stopped is None:
            self.stopped = self._limit(count)
            self._grace = time.monotonic_ns() + GRACE
        elif time.monotonic_ns() > self._grace:
            raise Stopped(self.stopped)
        if count > MOST_STATES:
            raise OutsideSubset(f"it has more than {MOST_STATES} states at one time")

    def _limit(self, count: int) -> str | None:
        """Which limit of time or of a budget is reached, if one is."""
        try:
            spend(count)
        except BudgetExceeded as error:
            return str(error)
        if self.deadline is not None and time.monotonic_ns() > self.deadline:
            return "the time ran out"
        return None

    def cut(self, worlds: list[World], flow: Flow) -> bool:
        """Whether loops are cut now; the worlds in this one are then open."""
        if self.stopped is None:
            return False
        reason = self.stopped
        flow.lost += [(w.mass, reason) for w in worlds]
        return True

    def keyed(
        self,
        worlds: list[World],
        live: Live | None,
        flow: Flow,
        known_before: dict[Hashable, World] | None = None,
    ) -> dict[Hashable, World]:
        """Equal worlds as one, by their keys, with those known before; what has drawn too often is lost."""
        self.pay(len(worlds))
        found = {} if known_before is None else known_before
        heap, order = self.heap, None if live is None else live.order
        for w in worlds:
            if w.draws > self.max_steps:
                flow.lost.append((w.mass, self._too_long()))
                continue
            key = world_key(w, order, heap)
            known = found.setdefault(key, w)
            if known is not w:
                known.mass = known.mass + w.mass
                known.draws = max(known.draws, w.draws)
        return found

    def merged(self, worlds: list[World], live: Live | None, flow: Flow) -> list[World]:
        """Equal worlds as one, without the variables that are not needed any more."""
        if len(worlds) == 1 and worlds[0].draws <= self.max_steps:
            self.pay(1)
            found = worlds
        elif worlds:
            found = list(self.keyed(worlds, live, flow).values())
        else:
            return worlds
        if live is not None:
            drop(found, live)
        return found

    def fewer(self, worlds: list[World], before: int, flow: Flow) -> list[World]:
        """Equal worlds as one, in the midst of an expression, where there have become many."""
        if len(worlds) < 8 or len(worlds) < 2 * before:
            return worlds
        return self.merged(worlds, flow.during, flow)

    def _too_long(self) -> str:
        return f"a path drew more than {self.max_steps} times"


def drop(worlds: Iterable[World], live: Live) -> None:
    """Let go of the variables that are not needed any more; what is being handled is."""
    needed = live.names
    for w in worlds:
        names = w.scope.names
        for name in [n for n in names if n not in needed]:
            if not name.startswith("except "):
                del names[name]

"""Budgets: how long a computation may take, how many states it may visit, and who is told how far it is.

Long loops of this package are written `for item in track(items, "adjacent pairs")`, and every state that an
exploration visits is paid for with `spend()`.  Long arithmetic between them runs inside `interruptible()`,
where exact numbers read the clock.  Without a budget all of it costs next to nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias, TypeVar

from ..errors import BudgetExceeded
from ..exact import heartbeat

T = TypeVar("T")

Report: TypeAlias = Callable[[str, int, int | None], None]
"""Called with what is being counted, how many are done, and how many there are (None if unknown)."""

NANOSECONDS = 1_000_000_000


@dataclass
class Budget:
    """What a computation may spend: time until `deadline` (monotonic nanoseconds) and `max_states` states."""

    deadline: int | None = None
    max_states: int | None = None
    report: Report | None = None
    states: int = 0
    last: tuple[str, int, int | None] = ("steps", 0, None)
    """The latest checkpoint: what was counted, how many were done, and how many there are."""

    def check_time(self, what: str, done: int, total: int | None) -> None:
        """Raise BudgetExceeded once the deadline has passed."""
        if self.deadline is not None and time.monotonic_ns() > self.deadline:
            of = "" if total is None else f" of {total}"
            raise BudgetExceeded(
                f"the time budget ran out after {done}{of} {what}; give more time, or a smaller domain",
                {f"{what} done": done, **({} if total is None else {f"{what} in all": total})},
            )

    def check_states(self) -> None:
        """Raise BudgetExceeded once more than `max_states` states were visited."""
        if self.max_states is not None and self.states > self.max_states:
            raise BudgetExceeded(
                f"the budget of {self.max_states} states is spent; allow more, or use a smaller domain",
                {"states visited": self.states - 1},
            )


_current: ContextVar[Budget | None] = ContextVar("assay_budget", default=None)
_interruptible: ContextVar[bool] = ContextVar("assay_interruptible", default=False)


@contextmanager
def budget(
    *,
    seconds: int | Fraction | None = None,
    max_states: int | None = None,
    report: Report | None = None,
) -> Iterator[Budget]:
    """Everything computed inside the block shares one budget and reports its progress.

    Inside another budget there is no more time and no more states than that one has left, and what is visited
    is paid for in both.
    Raises (inside the block) BudgetExceeded, whose `known` says how far the computation came.
    """
    inner, outer = Budget(_deadline(seconds), max_states, report), _current.get()
    if outer is not None:
        inner.deadline = _least(inner.deadline, outer.deadline)
        left = None if outer.max_states is None else outer.max_states - outer.states
        inner.max_states = _least(max_states, left)
        inner.report = outer.report if report is None else report
    with _spending(inner):
        try:
            yield inner
        finally:
            if outer is not None:
                outer.states += inner.states


def _deadline(seconds: int | Fraction | None) -> int | None:
    return None if seconds is None else time.monotonic_ns() + int(seconds * NANOSECONDS)


def _least(one: int | None, other: int | None) -> int | None:
    """The smaller of two limits, where None is no limit."""
    return min((each for each in (one, other) if each is not None), default=None)


@contextmanager
def _spending(current: Budget) -> Iterator[None]:
    token = _current.set(current)
    try:
        yield
    finally:
        _current.reset(token)


def track(items: Sequence[T], what: str) -> Iterator[T]:
    """The items one by one; the budget's clock is read and its report called before each of them."""
    total = len(items)
    for done, item in enumerate(items):
        checkpoint(what, done, total)
        yield item
    checkpoint(what, total, total)


def checkpoint(what: str, done: int, total: int | None = None) -> None:
    """Report progress and read the clock once."""
    current = _current.get()
    if current is None:
        return
    current.last = (what, done, total)
    if current.report is not None:
        current.report(what, done, total)
    if done != total:
        current.check_time(what, done, total)


@contextmanager
def interruptible() -> Iterator[None]:
    """Arithmetic of ours, and nothing else, runs inside: exact numbers read the clock of the budget, if any.

    No code of a user may run here, which could catch the error and go on (see `uninterruptible`).
    """
    if _current.get() is None:
        yield
        return
    token = _interruptible.set(True)
    heartbeat.start()
    try:
        yield
    finally:
        heartbeat.stop()
        _interruptible.reset(token)


@contextmanager
def uninterruptible() -> Iterator[None]:
    """Code of a user runs inside, also where the surroundings can be interrupted."""
    token = _interruptible.set(False)
    try:
        yield
    finally:
        _interruptible.reset(token)


def _read_clock() -> None:
    """At a heartbeat: stop the computation where it can be stopped and its time is over."""
    current = _current.get()
    if current is not None and _interruptible.get():
        current.check_time(*current.last)


heartbeat.listen(_read_clock)


GRACE = Fraction(1, 4)
"""Seconds beyond the end of a budget in which what is known already is put together."""


@contextmanager
def grace() -> Iterator[None]:
    """What is known when a budget has run out is put together here, within GRACE seconds."""
    with _spending(Budget(_deadline(GRACE))), interruptible():
        yield


def is_spent() -> bool:
    """Whether the surrounding budget has run out, so that a computation may have been cut short by it."""
    current = _current.get()
    if current is None:
        return False
    try:
        current.check_states()
        current.check_time("", 0, None)
    except BudgetExceeded:
        return True
    return False


def seconds_left() -> Fraction | None:
    """What is left of the time of the surrounding budget, at least 0; None without a limit."""
    current = _current.get()
    if current is None or current.deadline is None:
        return None
    return max(Fraction(0), Fraction(current.deadline - time.monotonic_ns(), NANOSECONDS))


def spend(states: int = 1, what: str = "states") -> None:
    """Pay for visited states: the budget of states and the clock are checked."""
    current = _current.get()
    if current is None:
        return
    current.states += states
    current.check_states()
    checkpoint(what, current.states)

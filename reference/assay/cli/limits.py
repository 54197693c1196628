"""The budget of a command: `--max-states`, `--timeout`, and an alarm for code that never checks the clock.

How far it is, is shown in a line on the terminal.
"""

from __future__ import annotations

import signal
import sys
import threading
import time
from argparse import Namespace
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from fractions import Fraction
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Self, TextIO, TypeVar

from ..errors import BudgetExceeded
from .arguments import positive_seconds

if TYPE_CHECKING:
    from rich.progress import Progress

    from ..budgets.progress import Budget

T = TypeVar("T")

GRACE = 1
"""Seconds, beside a quarter of the budget, for a computation to notice its end by itself, and say more."""

LIMITED = "limited_from_outside"
"""The option of a command that does not keep to --timeout itself."""

AGAIN = 1
"""Seconds from one ring of the alarm to the next."""

PATIENCE_NS = 1_000_000_000
INTERVAL_NS = 100_000_000


class ProgressLine:
    """Shows reports `(what, done, total)` on a terminal; does nothing on any other stream."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self.stream = sys.stderr if stream is None else stream
        self.enabled = self.stream.isatty()
        self.due = time.monotonic_ns() + PATIENCE_NS
        self.bar: Progress | None = None

    def __call__(self, what: str, done: int, total: int | None) -> None:
        """Draw the line again, if it is time to."""
        if not self.enabled:
            return
        now = time.monotonic_ns()
        if now >= self.due:
            self.due = now + INTERVAL_NS
            self._draw(what, done, total or None)

    def _draw(self, what: str, done: int, total: int | None) -> None:
        """Another total, or fewer done than before, is something new, with an estimate of its own."""
        task = None if self.bar is None else self.bar.tasks[0]
        if task is None or task.total != total or done < task.completed:
            self.erase()
            self.bar = _bar(self.stream, total)
        if self.bar is not None:
            self.bar.update(self.bar.task_ids[0], description=what, completed=done, refresh=True)

    def erase(self) -> None:
        """Leave the terminal as it was."""
        if self.bar is not None:
            self.bar.stop()
            self.bar = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.erase()


def _bar(stream: TextIO, total: int | None) -> Progress:
    """A line that is drawn when it is told to, by this thread, and vanishes at the end."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        ProgressColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    count = TextColumn("{task.completed:,}" + ("" if total is None else f" of {total:,}"))
    what = TextColumn("{task.description}", markup=False)
    known: list[ProgressColumn] = [BarColumn(30), count, what, TimeRemainingColumn(compact=True)]
    progress = Progress(
        *([count, what, TimeElapsedColumn()] if total is None else known),
        console=Console(file=stream),
        auto_refresh=False,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
    progress.add_task("", total=total)
    progress.start()
    return progress


class Alarm(BaseException):
    """Interrupts code that never checks the clock; not an Exception, so that it is not caught by accident."""


@dataclass
class Clock:
    """Remembers the last report, passes it on to the progress line, and knows whether the alarm rang."""

    seconds: Fraction | None
    line: ProgressLine
    last: dict[str, object] = field(default_factory=dict)
    budget: Budget | None = None
    rings: int = 0

    def report(self, what: str, done: int, total: int | None) -> None:
        """Take a report."""
        self.last = {f"{what} done": done, **({} if total is None else {f"{what} in all": total})}
        self.line(what, done, total)

    def ring(self, number: int, frame: FrameType | None) -> None:
        """Interrupt whatever is running."""
        self.rings += 1
        raise Alarm

    def confirm(self) -> None:
        """Raise BudgetExceeded if the alarm rang: code that swallowed it may have returned anything."""
        if self.rings:
            raise self.spent()

    def is_over(self) -> bool:
        """Whether the time or the states of the budget are spent."""
        if self.budget is None:
            return False
        try:
            self.budget.check_time("steps", 0, None)
            self.budget.check_states()
        except BudgetExceeded:
            return True
        return False

    def spent(self) -> BudgetExceeded:
        """The error for a spent time budget."""
        limit = f"{float(self.seconds or 0):g} s"
        return BudgetExceeded(
            f"the time budget of {limit} is spent; give more time, or a smaller domain", self.last
        )


_asked: ContextVar[Clock | None] = ContextVar("assay_clock", default=None)


@contextmanager
def as_asked(options: Namespace) -> Iterator[None]:
    """Hold a command to --timeout, and show how far it is, unless it does so itself.

    Raises BudgetExceeded past the budget, also where the alarm was swallowed on the way.
    """
    if not getattr(options, LIMITED, False):
        yield
        return
    with limited(None if options.timeout is None else positive_seconds(options.timeout), None) as clock:
        token = _asked.set(clock)
        try:
            yield
        finally:
            _asked.reset(token)
        clock.confirm()


def noticed() -> None:
    """The end of the time was seen, by a command that shows what it has: it was not swallowed.

    Raises BudgetExceeded where the alarm rang before, and what swallowed it may have returned anything.
    """
    clock = _asked.get()
    if clock is not None and clock.rings:
        signal.setitimer(signal.ITIMER_REAL, 0)
        clock.rings -= 1
        clock.confirm()


def until_spent(items: Iterable[T], collected: list[T]) -> BudgetExceeded | None:
    """Collect the items while there is time; what says that there is none, in place of raising it."""
    try:
        collected.extend(items)
    except Alarm:
        noticed()
        return BudgetExceeded("the time budget is spent; give more time")
    except BudgetExceeded as spent:
        return spent
    return None


@contextmanager
def limited(seconds: Fraction | None, max_states: int | None) -> Iterator[Clock]:
    """Compute the block within the budget, with a progress line.

    Raises BudgetExceeded past the budget, also out of a loop that never draws.
    """
    from ..dp import budget

    with ProgressLine() as line:
        clock = Clock(seconds, line)
        try:
            with budget(seconds=seconds, max_states=max_states, report=clock.report) as kept, alarm(clock):
                clock.budget = kept
                yield clock
        except Alarm:
            raise clock.spent() from None


@contextmanager
def alarm(clock: Clock) -> Iterator[None]:
    """Interrupt the block shortly after the deadline.

    Works in the main thread where there are interval timers; elsewhere only Assay's own loops see the end.
    """
    main = threading.current_thread() is threading.main_thread()
    if clock.seconds is None or not main or not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, clock.ring)
    signal.setitimer(signal.ITIMER_REAL, float(clock.seconds * 5 / 4 + GRACE), AGAIN)
    try:
        yield
    finally:
        try:
            signal.setitimer(signal.ITIMER_REAL, 0)
        finally:  # once more, in case it rang before it was switched off
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)

"""The budget of a command: `--max-states`, `--timeout`, and an alarm for code that never checks the clock."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from types import FrameType

from ..errors import BudgetExceeded
from .progress import ProgressLine

GRACE = Fraction(1, 4)
"""Seconds after the deadline: until then the computation may notice it by itself, and say more."""

LAST_RESORT = 1
"""Seconds from one ring of the alarm to the next."""


class Alarm(BaseException):
    """The last resort: not an Exception, so that audited code does not catch it by accident."""


@dataclass
class Watch:
    """Passes reports on to the progress line, and remembers the last one."""

    line: ProgressLine
    last: dict[str, object] = field(default_factory=dict)

    def __call__(self, what: str, done: int, total: int | None) -> None:
        """Take a report."""
        self.last = {f"{what} done": done, **({} if total is None else {f"{what} in all": total})}
        self.line(what, done, total)


@contextmanager
def limited(seconds: Fraction | None, max_states: int | None) -> Iterator[None]:
    """Compute the block within the budget, with a progress line.

    Raises BudgetExceeded past the budget, also out of a loop that never draws.
    """
    from ..dp import budget

    with ProgressLine() as line:
        watch = Watch(line)
        try:
            with budget(seconds=seconds, max_states=max_states, report=watch), alarm(seconds, watch):
                yield
        except Alarm:
            raise spent(seconds, watch) from None


@contextmanager
def alarm(seconds: Fraction | None, watch: Watch) -> Iterator[None]:
    """Interrupt the block shortly after its deadline: first by an error that is caught where more is known.

    Works in the main thread where there are interval timers; elsewhere only Assay's own loops see the end.
    """
    main = threading.current_thread() is threading.main_thread()
    if seconds is None or not main or not hasattr(signal, "setitimer"):
        yield
        return
    rings = 0

    def ring(number: int, frame: FrameType | None) -> None:
        nonlocal rings
        rings += 1
        raise spent(seconds, watch) if rings == 1 else Alarm

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, float(seconds + GRACE), LAST_RESORT)
    try:
        yield
    finally:
        try:
            signal.setitimer(signal.ITIMER_REAL, 0)
        finally:  # once more, in case it rang before it was switched off
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)


def spent(seconds: Fraction | None, watch: Watch) -> BudgetExceeded:
    """The error for a spent time budget."""
    return BudgetExceeded(
        f"the time budget of {float(seconds or 0):g} s is spent; give more time, or a smaller domain",
        watch.last,
    )

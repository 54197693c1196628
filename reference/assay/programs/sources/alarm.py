"""An alarm clock for runs that neither draw nor return."""

from __future__ import annotations

import gc
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from types import FrameType

from .draws import Cut, active


@contextmanager
def alarm(seconds: Fraction | None) -> Iterator[None]:
    """Ends a run that neither draws nor returns, in the main thread, where a signal can reach it."""
    if seconds is None or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        run = active.get()
        if run is None:
            return
        if not is_swallowed(frame):
            run.stop(Cut("the time is up"))
        run.stopped = run.stopped or Cut("the time is up")  # its next draw raises

    previous = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, float(seconds) + 1, 1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)


def is_swallowed(frame: FrameType | None) -> bool:
    """Whether Python swallows what is raised here: in a callback of its garbage collector, or a `__del__`."""
    callbacks = [getattr(each, "__code__", None) for each in gc.callbacks]
    while frame is not None:
        if frame.f_code in callbacks or frame.f_code.co_name == "__del__":
            return True
        frame = frame.f_back
    return False

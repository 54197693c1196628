"""An alarm clock for runs that neither draw nor return."""

from __future__ import annotations

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
        if run is not None:
            run.stop(Cut("the time is up"))

    previous = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, float(seconds) + 1, 1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)

"""Watching a sampler for clocks, for random sources that are not the tape's, for runs without an end."""

from __future__ import annotations

import _posixsubprocess
import ctypes
import gc
import io
import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from types import FrameType, ModuleType
from typing import Any

from ..watch import Profiled, is_bystander, is_forbidden, is_generator, module_of, name_of
from .draws import Cut, active
from .randoms import TapeRandom

OUTSIDE = frozenset(
    {io.open, os.open, os.read, os.popen, ctypes.CDLL, socket.socket} | {_posixsubprocess.fork_exec}
)
"""Ways to randomness that is not a source of Python's: a file such as /dev/urandom, a child, a library."""


NO_OBJECT = (type(None), ModuleType, type)
"""What functions that are not methods of an object are bound to."""

HARMLESS: set[type] = set()
"""Classes whose methods are no clocks and draw nothing."""

KNOWN: set[Any] = set()
"""Functions that are no clocks and draw nothing, whoever calls them."""


def _is_harmless(function: Any, frame: FrameType) -> bool:
    """Whether a function that is no method is known to be no clock, and to draw nothing."""
    if function is id:
        return frame.f_globals.get("__name__") == "copy"
    if function in KNOWN:
        return True
    if function in OUTSIDE or is_forbidden(function, frame):
        return False
    KNOWN.add(function)
    return True


def watched(report: Callable[[str], None]) -> Profiled:
    """Inside the block, `report(name)` is called at every call into a clock or a foreign random source."""

    def watch(frame: FrameType, event: str, function: Any) -> None:
        if event != "c_call":
            return
        kind: Any = type(function.__self__)
        if kind in HARMLESS or (kind in NO_OBJECT and _is_harmless(function, frame)):
            return
        if not (function in OUTSIDE or is_forbidden(function, frame)):
            if not issubclass(kind, NO_OBJECT) and not is_generator(kind):
                HARMLESS.add(kind)
            return
        if function is id and module_of(frame).partition(".")[0] == "numpy":
            return  # its printing of arrays guards against recursion by addresses
        ours = isinstance(getattr(function, "__self__", None), TapeRandom)
        if not ours and not module_of(frame).startswith("assay.") and not is_bystander(frame):
            report(name_of(function))

    return Profiled(watch, report)


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

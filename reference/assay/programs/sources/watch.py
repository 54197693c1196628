"""Watching a sampler for clocks and for random sources that are not the tape's."""

from __future__ import annotations

import _posixsubprocess
import ctypes
import io
import os
import socket
from collections.abc import Callable
from types import FrameType, ModuleType
from typing import Any

from ..watch import Profiled, is_bystander, is_forbidden, is_generator, module_of, name_of
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

"""Who is told when somebody asks of a function of eps what has no single answer: `==`, its truth, hash, text.

As objects two such functions are equal or not, which the package relies on. As numbers EPS and 1 are equal at
one eps, so that code which goes on with the answer is read rightly at none or at all others. Who reads code
of a user's listens, and refuses it (`assay.programs.symbol`).
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

Signs = Callable[[], frozenset[int]]
"""The signs of what is compared with 0."""

Listener = Callable[[str, str, "Signs | None"], None]
"""Told the file of the code that asks, what it asks, and the signs if it asks for a sign."""


def _nobody(file: str, what: str, signs: Signs | None) -> None:
    """Nobody listens."""


_listener: Listener = _nobody

_HERE = str(Path(__file__).parent)

_SPECIAL = frozenset({"__bool__", "__eq__", "__format__", "__hash__", "__ne__", "__repr__", "__str__"})


def listen(listener: Listener) -> None:
    """Who is told from now on; it may raise."""
    global _listener
    _listener = listener


def report(what: str, signs: Signs | None = None) -> None:
    """A special method answers whoever called it."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_code.co_name in _SPECIAL and _is_here(frame):
        frame = frame.f_back
    if frame is not None and not _is_here(frame):
        _listener(frame.f_code.co_filename, what, signs)


def undecided(what: str) -> None:
    """An error says that there is no answer; whoever led here may go on after it."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and _is_here(frame):
        frame = frame.f_back
    if frame is not None:
        _listener(frame.f_code.co_filename, what, None)


def _is_here(frame: FrameType) -> bool:
    return frame.f_code.co_filename.startswith(_HERE)

"""Has a program gone on after an exception that a noisy value, which is no number, may have caused?

`int.bit_length(v)` raises TypeError for a noisy v, and returns a number for every integer.  No function of
Assay's is asked, so that nothing can be refused there; but the exception passes through the program's code,
where a trace function sees it.  A run that ends well after such an exception is refused.  What the program
raises by itself says nothing about a value, and nor do IndexError, ZeroDivisionError or ValueError.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import CodeType, FrameType
from typing import TYPE_CHECKING, Any

from ..bytecode import raising_offsets

if TYPE_CHECKING:
    from .plain import Guards

HARMLESS = (LookupError, ArithmeticError, StopIteration, ValueError, GeneratorExit)


class Exceptions:
    """The exceptions that passed through the user's code during a run."""

    def __init__(self) -> None:
        self.doubtful: BaseException | None = None
        """The first that may come from a value that is no number."""
        self._raised: list[BaseException] = []

    def note(self, frame: FrameType, error: BaseException) -> None:
        """An exception in a frame of the user's."""
        if any(error is each for each in self._raised):
            return
        self._raised.append(error)
        own = frame.f_lasti in raising_offsets(frame.f_code)
        if not own and self.doubtful is None and not is_harmless(error):
            self.doubtful = error


def is_harmless(error: BaseException) -> bool:
    """Whether an exception says nothing about the type of a value; Assay's own refusals are none of these."""
    return isinstance(error, HARMLESS) and not type(error).__module__.startswith("assay.")


@contextmanager
def noted(codes: Mapping[int, CodeType], guards: Guards | None = None) -> Iterator[Exceptions]:
    """Inside the block, exceptions that pass through these codes are noted, and what is guarded is looked at;
    without either, nothing is traced.

    A trace function that was set (a debugger's, or that of coverage) is set again afterwards.
    """
    found = Exceptions()
    if not codes and not guards:
        yield found
        return

    def local(frame: FrameType, event: str, arg: Any) -> Any:
        if event == "exception" and id(frame.f_code) in codes:
            found.note(frame, arg[1])
        elif event == "opcode" and guards is not None:
            guards.step(frame)
        return local

    def enter(frame: FrameType, event: str, arg: Any) -> Any:
        if guards is not None:
            guards.enter(frame)
        typed = guards is not None and id(frame.f_code) in guards.types
        if id(frame.f_code) not in codes and not typed:
            return None
        frame.f_trace_lines = False
        frame.f_trace_opcodes = typed
        return local

    previous = sys.gettrace()
    sys.settrace(enter)
    try:
        yield found
    finally:
        sys.settrace(previous)

"""The ends of the machine, which a program may not go on after: of the stack, and of memory.

Where they are depends on who calls the program, and on what else the machine does. A handler that is wide
enough swallows their exceptions without naming them; it is seen by tracing the code that has handlers.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import CodeType, FrameType, FunctionType
from typing import Any

from .bytecode import codes_in
from .reach import Reach

STACK = "Python's recursion limit"

MEMORY = "the end of memory"


SWALLOWS_NO_LIMIT = frozenset({"random", "secrets"})
"""Modules whose handlers are of other errors, such as TypeError."""


def limit_met(kind: Any) -> str | None:
    """The end of the machine that an exception of this class tells of."""
    if isinstance(kind, type):
        if issubclass(kind, RecursionError):
            return STACK
        if issubclass(kind, MemoryError):
            return MEMORY
    return None


def handles(reach: Reach) -> bool:
    """Whether code within reach has a handler of exceptions: a function, or a module of the standard library,
    which may call code of the user's back.
    """
    modules = {id(each.__globals__): each.__globals__ for each in reach.met.standard}
    return any(has_handlers(each.__code__) for each in reach.met.functions) or any(
        table.get("__name__") not in SWALLOWS_NO_LIMIT and _module_handles(table)
        for table in modules.values()
    )


def _module_handles(table: dict[str, Any]) -> bool:
    """Whether a function or a method of a module has a handler."""
    classes = [vars(each) for each in table.values() if isinstance(each, type)]
    functions = [each for names in (table, *classes) for each in names.values()]
    return any(has_handlers(each.__code__) for each in functions if isinstance(each, FunctionType))


def has_handlers(code: CodeType) -> bool:
    """Whether the code, or code inside it, has a handler of exceptions."""
    return any(each.co_exceptiontable for each in codes_in(code))


class LimitsMet:
    """Traces a run: `limit` is an end of the machine whose exception came to code that may handle it."""

    def __init__(self) -> None:
        self.limit: str | None = None

    def inside(self, frame: FrameType, event: str, arg: Any) -> Any:
        """The trace function of code with handlers."""
        if event == "exception":
            self.limit = limit_met(arg[0]) or self.limit
        return self.inside

    def enter(self, frame: FrameType, event: str, arg: Any) -> Any:
        """The trace function of calls."""
        if not frame.f_code.co_exceptiontable:
            return None
        frame.f_trace_lines = False
        return self.inside


@contextmanager
def limits_noted(report: Callable[[str], None]) -> Iterator[None]:
    """Inside the block, a program is followed; `report` is called at its end if it went on after an end of
    the machine.

    A tracer that was running is paused for the block and goes on after it.
    """
    notes, previous = LimitsMet(), sys.gettrace()
    sys.settrace(notes.enter)
    swallowed = True
    try:
        yield
    except (RecursionError, MemoryError):
        swallowed = False
        raise
    finally:
        lost = sys.gettrace() != notes.enter  # a call at the end of the stack takes it out
        sys.settrace(previous)
        limit = STACK if lost else notes.limit
        if swallowed and limit is not None:
            report(limit)

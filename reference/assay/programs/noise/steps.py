"""The instructions of a code object, with the lines that they stand on."""

from __future__ import annotations

from functools import lru_cache
from types import CodeType
from typing import Any, NamedTuple

from ..bytecode import instructions, line_of

GLOBAL = frozenset({"LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS"})
"""Instructions that read a global variable or a builtin."""

READ = frozenset({"LOAD_ATTR", "LOAD_METHOD"})
"""Instructions that read an attribute of the value that was loaded just before."""

CELL = frozenset({"LOAD_DEREF", "LOAD_CLASSDEREF", "LOAD_FROM_DICT_OR_DEREF"})
"""Instructions that read a closed-over variable."""


class Step(NamedTuple):
    """One instruction: what it does, with which name or constant, on which line, and where in the code."""

    name: str
    argument: Any
    line: int
    offset: int


@lru_cache(maxsize=1 << 12)
def steps_of(code: CodeType) -> tuple[Step, ...]:
    """All instructions of a code object, without those of the functions that it defines."""
    found, line = [], code.co_firstlineno
    for each in instructions(code):
        line = line_of(each, line)
        found.append(Step(each.opname, each.argval, line, each.offset))
    return tuple(found)


@lru_cache(maxsize=1 << 12)
def raising_offsets(code: CodeType) -> frozenset[int]:
    """Where the code itself raises an exception, by a `raise` statement or an `assert`."""
    return frozenset(each.offset for each in instructions(code) if each.opname == "RAISE_VARARGS")

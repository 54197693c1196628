"""The instructions of a code object, one thing at a time on every Python, and the code inside it.

Since Python 3.13 two reads or assignments of variables may be one instruction. They are taken apart here, so
that what is found out about code does not depend on which Python compiled it.
"""

from __future__ import annotations

import dis
from collections.abc import Iterator
from functools import lru_cache
from types import CodeType
from typing import Any, NamedTuple

PARTS = {
    "LOAD_FAST_LOAD_FAST": ("LOAD_FAST", "LOAD_FAST"),
    "LOAD_FAST_BORROW_LOAD_FAST_BORROW": ("LOAD_FAST_BORROW", "LOAD_FAST_BORROW"),
    "STORE_FAST_STORE_FAST": ("STORE_FAST", "STORE_FAST"),
    "STORE_FAST_LOAD_FAST": ("STORE_FAST", "LOAD_FAST"),
}
"""What two instructions in one do, in turn; their argument has four bits for each."""


def instructions(code: CodeType) -> Iterator[dis.Instruction]:
    """The instructions of a code object, without those of the functions that it defines.

    The parts of one have its offset, which the first of them is to be found by.
    """
    for found in dis.get_instructions(code):
        if found.opname not in PARTS:
            yield found
            continue
        argument = found.arg or 0
        places = zip(PARTS[found.opname], (argument >> 4, argument & 15), found.argval, strict=True)
        for name, place, variable in places:
            yield found._replace(
                opname=name, opcode=dis.opmap[name], arg=place, argval=variable, argrepr=variable
            )


def line_of(instruction: dis.Instruction, before: int) -> int:
    """The line of an instruction; that of the one before where it has none."""
    return (instruction.positions and instruction.positions.lineno) or before


def codes_in(code: CodeType) -> Iterator[CodeType]:
    """A code object and all that are inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes_in(constant)


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

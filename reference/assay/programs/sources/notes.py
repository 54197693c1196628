"""Notes of a run: the exceptions that came to code with handlers, and comparisons by identity.

A run on the tape and one with plain numbers must meet the same exceptions: a lazy value that lacks an
operation raises one that the sampler may swallow, and a plain number does not.

Whether two numbers are one object is an accident, and lazy draws have no answer.  `x is None` and the like
are fine: one side is known to be no number. What may compare two numbers is named, so that a sampler with
many-valued draws that does so can be refused.
"""

from __future__ import annotations

import builtins
import dis
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any, TypeAlias

from ..bytecode import codes_in, instructions
from ..limits_met import STACK, LimitsMet
from ..origins import INSTALLED, USER, origin_of_code
from ..reach import Reach
from .randoms import TapeRandom

NUMBERS = (int, float, complex, bytes, tuple)
"""Immutable values that a draw may stand for, or be a part of; equal ones may or may not be one object."""

SINGLE = (type(None), bool)
"""Numbers of which there is one object each, and no number at all."""


Place: TypeAlias = tuple[str, int, str]
"""What a code and its instrumented copy have in common: file, first line, name."""


def place_of(code: CodeType) -> Place:
    """The place of a code."""
    return code.co_filename, code.co_firstlineno, code.co_qualname


def by_identity(functions: Iterable[FunctionType]) -> dict[Place, str]:
    """The codes of the functions that compare what may be two numbers by `is`, and in which line."""
    found: dict[Place, str] = {}
    for function in functions:
        for code in codes_in(function.__code__):
            line = _unsafe_line(function, code)
            if line is not None:
                found[place_of(code)] = f"{code.co_qualname}, line {line}"
    return found


def _unsafe_line(function: FunctionType, code: CodeType) -> int | None:
    """The line of a comparison by identity with no side that is known to be no number."""
    if dis.opmap["IS_OP"] not in code.co_code:
        return None
    found = [each for each in instructions(code) if each.opname not in SKIPPED]
    line = code.co_firstlineno
    for place, instruction in enumerate(found):
        line = instruction.starts_line if type(instruction.starts_line) is int else line
        if instruction.opname == "IS_OP":
            right = _operand(found[: place + 1])
            left = _operand(found[: place + 1 - len(right)]) if right else []
            if not _is_no_number(function, right) and not _is_no_number(function, left):
                return line
    return None


SKIPPED = frozenset({"CACHE", "EXTENDED_ARG", "NOP"})


def _operand(code: list[dis.Instruction]) -> list[dis.Instruction]:
    """What pushes one value just before the last instruction; empty where jumps make that unclear."""
    height = 0
    for place in range(len(code) - 2, -1, -1):
        each, after = code[place], code[place + 1]
        if after.is_jump_target or "JUMP" in each.opname:
            return []
        height += dis.stack_effect(each.opcode, each.arg, jump=False)
        if height >= 1:
            return code[place:-1] if height == 1 else []
    return []


def _is_no_number(function: FunctionType, operand: list[dis.Instruction]) -> bool:
    """Whether the value of an operand is known to be no number."""
    if not operand:
        return False
    first, last = operand[0], operand[-1]
    if last.opname == "LOAD_CONST" and len(operand) == 1:
        return isinstance(last.argval, SINGLE) or not isinstance(last.argval, NUMBERS)
    if last.opname == "LOAD_ATTR" and last.argval == "__class__":
        return True
    if last.opname.startswith("CALL"):
        return first.opname == "LOAD_GLOBAL" and first.argval == "type" and _is_one_call(operand)
    try:
        value = _resolved(function, operand)
    except (AttributeError, ValueError, LookupError):
        return False
    return isinstance(value, SINGLE) or not isinstance(value, NUMBERS)


def _is_one_call(operand: list[dis.Instruction]) -> bool:
    return sum(each.opname.startswith("CALL") for each in operand) == 1


def _resolved(function: FunctionType, operand: list[dis.Instruction]) -> Any:
    """The value of a global or closed-over name, and of attributes of modules and classes."""
    first, *rest = operand
    if first.opname == "LOAD_GLOBAL":
        table = function.__globals__
        value = table[first.argval] if first.argval in table else getattr(builtins, first.argval)
    elif first.opname in ("LOAD_DEREF", "LOAD_CLASSDEREF"):
        names = function.__code__.co_freevars
        value = (function.__closure__ or ())[names.index(first.argval)].cell_contents
    else:
        raise LookupError(first.opname)
    for each in rest:
        if each.opname != "LOAD_ATTR" or not isinstance(value, ModuleType | type):
            raise LookupError(each.opname)
        value = getattr(value, each.argval)
    return value


class Notes(LimitsMet):
    """What is noted of a run: `met` has where exceptions came to code with handlers, and their class.

    `identity` is the place of a comparison by identity in code that ran, among the `unsafe` ones; `limit`
    says which end of the machine was met in code with handlers: of the stack, or of memory.
    """

    def __init__(self, unsafe: Mapping[Place, str]) -> None:
        super().__init__()
        self.met: list[tuple[CodeType, int, type]] = []
        self.identity: str | None = None
        self.unsafe = unsafe

    def inside_users(self, frame: FrameType, event: str, arg: Any) -> Any:
        """The trace function of a frame of the sampler's with handlers."""
        if event == "exception":
            self.met.append((frame.f_code, frame.f_lasti, arg[0]))
        self.inside(frame, event, arg)
        return self.inside_users

    def enter(self, frame: FrameType, event: str, arg: Any) -> Any:
        """The trace function of calls."""
        code = frame.f_code
        if self.unsafe and self.identity is None:
            self.identity = self.unsafe.get(place_of(code))
        inside = super().enter(frame, event, arg)  # of a library, too, which may call the sampler back
        return self.inside_users if inside is not None and is_users(code) else inside


@contextmanager
def noting(notes: Notes | None) -> Iterator[None]:
    """Inside the block, note what happens in code of the sampler, if there are notes."""
    if notes is None:
        yield
        return
    previous = sys.gettrace()
    sys.settrace(notes.enter)
    try:
        yield
    finally:
        if sys.gettrace() != notes.enter:  # a call at the end of the stack takes it out
            notes.limit = STACK
        sys.settrace(previous)


@contextmanager
def unseen() -> Iterator[None]:
    """Inside the block nothing is noted: the runs of another call, which has its own notes."""
    previous = sys.gettrace()
    sys.settrace(None)
    try:
        yield
    finally:
        sys.settrace(previous)


SIMPLE = frozenset({int, float, bool, str, bytes, type(None), Fraction, TapeRandom})
"""Arguments that bring no code of the sampler with them."""


class Within:
    """Which functions of a sampler have something in themselves or in what they can reach."""

    def __init__(self, has: Callable[[Reach], bool]) -> None:
        self.has = has
        self.known: dict[Callable[..., Any], bool] = {}

    def may_run(self, function: Callable[..., Any], given: Iterable[Any]) -> bool:
        """Whether a call of the function, given these arguments, may come to it; a local one always may."""
        if "<locals>" in function.__qualname__:
            return True
        if function not in self.known:
            self.known[function] = self.has(Reach(function))
        return self.known[function] or not all(type(value) in SIMPLE for value in given)


def remembers(reach: Reach) -> bool:
    """Whether a cache is within reach."""
    return bool(reach.met.caches or reach.met.holders)


def is_users(code: CodeType) -> bool:
    """Whether the code is the sampler's, and not of a library that is called as it is."""
    return origin_of_code(code) in (USER, INSTALLED)

"""One code object, followed over kinds of values: its stack at every instruction, and where they are put."""

from __future__ import annotations

import dis
from dataclasses import dataclass
from types import CodeType
from typing import TYPE_CHECKING, Any

from ..by_identity import once_for_each
from ..bytecode import instructions, line_of
from .attributes import element
from .instructions import RULES
from .instructions.rule import A_NUMBER, ANYTHING
from .values import PLAIN, Record, Value, join, same

if TYPE_CHECKING:
    from .analysis import Flow

_NOTHING = frozenset([
    "CACHE", "EXTENDED_ARG", "NOP", "RESUME", "PRECALL", "KW_NAMES", "MAKE_CELL", "COPY_FREE_VARS",
    "SETUP_ANNOTATIONS", "DELETE_FAST", "DELETE_DEREF", "DELETE_GLOBAL", "DELETE_NAME", "GEN_START",
    "ASYNC_GEN_WRAP", "NOT_TAKEN", "TO_BOOL", "GET_AWAITABLE",
])  # fmt: skip
_ENDS = frozenset(["RETURN_VALUE", "RETURN_CONST", "RAISE_VARARGS", "RERAISE", "INTERPRETER_EXIT"])
_ALWAYS = frozenset(["JUMP_FORWARD", "JUMP_BACKWARD", "JUMP_BACKWARD_NO_INTERRUPT", "JUMP", "JUMP_ABSOLUTE"])
_BY_EFFECT = frozenset([
    "BEFORE_ASYNC_WITH", "CALL_INTRINSIC_1", "CALL_INTRINSIC_2", "CHECK_EG_MATCH", "CLEANUP_THROW",
    "DELETE_ATTR", "DELETE_SUBSCR", "END_ASYNC_FOR", "END_SEND", "GET_AITER", "GET_ANEXT",
    "IMPORT_STAR", "LOAD_ASSERTION_ERROR", "LOAD_LOCALS", "PREP_RERAISE_STAR", "PRINT_EXPR",
    "WITH_EXCEPT_START",
])  # fmt: skip
"""Instructions that are followed by what they add to the stack, or take from it."""

FOLLOWED_OTHERWISE = _NOTHING | _ENDS | _BY_EFFECT
"""Instructions that need no rule."""


class Unfollowed(Exception):
    """Code whose instructions are not those of a Python that this was written for."""


@dataclass(frozen=True)
class _Listing:
    """The instructions of a code object, where each offset is among them, and the handlers of exceptions."""

    found: list[dis.Instruction]
    at: dict[int, int]
    handlers: list[Any]


@once_for_each
def _listing_of(code: CodeType) -> _Listing:
    """The listing of a code object."""
    found = list(instructions(code))
    at: dict[int, int] = {}
    for n, instruction in enumerate(found):
        at.setdefault(instruction.offset, n)
    handlers = list(dis.Bytecode(code).exception_entries)  # type: ignore[attr-defined]
    return _Listing(found, at, handlers)


class Machine:
    """One code object with the global variables that it sees."""

    line: int

    def __init__(self, flow: Flow, code: CodeType, table: dict[str, Any]) -> None:
        self.flow = flow
        self.code = code
        self.table = table
        listing = _listing_of(code)
        self.found: list[dis.Instruction] = listing.found
        self.at: dict[int, int] = listing.at
        self.handlers: list[Any] = listing.handlers
        self.line = code.co_firstlineno
        self.names: tuple[str, ...] = ()
        self.records: dict[int, Record] = {}

    def run(self) -> None:
        """Follow the code to everywhere that it may come to.

        Raises Unfollowed where the stack is not as expected, or an instruction is not known.
        """
        try:
            self._follow()
        except (IndexError, KeyError) as error:
            raise Unfollowed(f"the function {self.code.co_name}") from error

    def _follow(self) -> None:
        self.stacks: dict[int, tuple[Value, ...]] = {0: ()}
        self.todo: list[int] = [0]
        while self.todo:
            n = self.todo.pop()
            instruction, stack = self.found[n], list(self.stacks[n])
            self.line = line_of(instruction, self.line)
            for entry in self.handlers:
                if entry.start <= instruction.offset < entry.end:
                    given = [A_NUMBER] if entry.lasti else []
                    self._goto(
                        self.at[entry.target], [*stack[: entry.depth], *given, self.flow.kept.exception()]
                    )
            self._one(instruction, n, stack)

    def _goto(self, n: int, stack: list[Value]) -> None:
        """Come to an instruction with this stack."""
        known = self.stacks.get(n)
        if known is None:
            self.stacks[n] = tuple(stack)
        else:
            merged = tuple(map(join, known, stack)) if len(known) == len(stack) else known
            if all(map(same, known, merged)):
                return
            self.stacks[n] = merged
        self.todo.append(n)

    def _one(self, i: dis.Instruction, n: int, stack: list[Value]) -> None:
        """One instruction, and where it leads."""
        op, arg = i.opname, i.arg or 0
        if i.opcode in dis.hasjrel or i.opcode in dis.hasjabs:
            before = list(stack)
            taken = _adjusted(before, 0 if op in _ALWAYS else dis.stack_effect(i.opcode, i.arg, jump=True))
            self._goto(self.at[i.argval], taken)
            if op in _ALWAYS:
                return
            if op == "FOR_ITER":
                stack.append(element(self.flow, stack[-1], self.line))
            else:
                stack = _adjusted(stack, dis.stack_effect(i.opcode, i.arg, jump=False))
        elif op not in _NOTHING:
            rule = RULES.get(op)
            if rule is None:
                self._default(i, stack)
            else:
                rule(self, i, arg, stack)
        if op == "KW_NAMES":
            self.names = self.code.co_consts[arg]
        if op not in _ENDS:
            self._goto(n + 1, stack)

    def _default(self, i: dis.Instruction, stack: list[Value]) -> None:
        """An instruction without a rule."""
        if i.opname not in FOLLOWED_OTHERWISE:
            raise KeyError(i.opname)
        effect = dis.stack_effect(i.opcode, i.arg if i.opcode >= dis.HAVE_ARGUMENT else None)
        stack[:] = _adjusted(stack, effect)
        if stack and effect <= 0:
            stack[-1] = Value(stack[-1].top | PLAIN, stack[-1].inner | PLAIN)


def _adjusted(stack: list[Value], effect: int) -> list[Value]:
    """The stack with so many values more or fewer."""
    if effect < 0:
        return stack[:effect]
    return [*stack, *[ANYTHING] * effect]

"""One code object, followed over kinds of values: its stack at every instruction, and where they are put."""

from __future__ import annotations

import dis
from collections.abc import Sequence
from dataclasses import dataclass
from types import CodeType
from typing import TYPE_CHECKING, Any

from ..nodes import MISSING
from .values import (
    ADDRESS,
    CONTAINER,
    HOLDER,
    LOOSE,
    MADE,
    NULL,
    NUMBER,
    OBJECT,
    OWN,
    PLAIN,
    SET,
    TEXT,
    VIEW,
    Record,
    Value,
    join,
    same,
    together,
)

if TYPE_CHECKING:
    from .analysis import Flow

_NOTHING = frozenset(
    [
        "CACHE",
        "EXTENDED_ARG",
        "NOP",
        "RESUME",
        "PRECALL",
        "KW_NAMES",
        "MAKE_CELL",
        "COPY_FREE_VARS",
        "SETUP_ANNOTATIONS",
        "DELETE_FAST",
        "DELETE_DEREF",
        "DELETE_GLOBAL",
        "DELETE_NAME",
        "GEN_START",
        "ASYNC_GEN_WRAP",
        "NOT_TAKEN",
        "TO_BOOL",
        "GET_AWAITABLE",
    ]
)
_ENDS = frozenset(["RETURN_VALUE", "RETURN_CONST", "RAISE_VARARGS", "RERAISE", "INTERPRETER_EXIT"])
_ALWAYS = frozenset(["JUMP_FORWARD", "JUMP_BACKWARD", "JUMP_BACKWARD_NO_INTERRUPT", "JUMP", "JUMP_ABSOLUTE"])
_SETS = SET | LOOSE | VIEW
_MAKES_SETS = frozenset({"BUILD_SET", "SET_ADD", "SET_UPDATE"})
_ANY = Value(PLAIN, PLAIN)
_NUMBER = Value(NUMBER)
_SET_OPERATORS = frozenset(["&", "|", "-", "^", "&=", "|=", "-=", "^="])


class Unfollowed(Exception):
    """Code that makes sets, and whose instructions are not those of the Python that this was written for."""


@dataclass(frozen=True)
class _Listing:
    """The instructions of a code object, where each offset is among them, and the handlers of exceptions."""

    code: CodeType
    found: list[dis.Instruction]
    at: dict[int, int]
    handlers: list[Any]


_LISTINGS: dict[int, _Listing] = {}
"""What has been listed already, by the identity of the code: its hash takes long."""

_MOST_LISTED = 1024
"""So many are remembered; then all are forgotten."""


def _listing_of(code: CodeType) -> _Listing:
    """The listing of a code object, made once."""
    known = _LISTINGS.get(id(code))
    if known is None:
        if len(_LISTINGS) >= _MOST_LISTED:
            _LISTINGS.clear()
        found = list(dis.get_instructions(code))
        at = {instruction.offset: n for n, instruction in enumerate(found)}
        handlers = list(dis.Bytecode(code).exception_entries)  # type: ignore[attr-defined]
        known = _LISTINGS[id(code)] = _Listing(code, found, at, handlers)
    return known


class Machine:
    """One code object with the global variables that it sees."""

    def __init__(self, flow: Flow, code: CodeType, table: dict[str, Any]) -> None:
        self.flow = flow
        self.code = code
        self.table = table
        listing = _listing_of(code)
        self.found, self.at, self.handlers = listing.found, listing.at, listing.handlers
        self.line = code.co_firstlineno
        self.names: tuple[str, ...] = ()
        self.records: dict[int, Record] = {}

    def run(self) -> None:
        """Follow the code to everywhere that it may come to.

        Raises Unfollowed where the stack is not as expected, and the code might make a set.
        """
        try:
            self._follow()
        except (IndexError, KeyError) as error:
            if _MAKES_SETS & {i.opname for i in self.found} or {"set", "frozenset"} & {*self.code.co_names}:
                raise Unfollowed(f"the function {self.code.co_name}") from error

    def _follow(self) -> None:
        self.stacks: dict[int, tuple[Value, ...]] = {0: ()}
        self.todo = [0]
        while self.todo:
            n = self.todo.pop()
            instruction, stack = self.found[n], list(self.stacks[n])
            where = instruction.positions
            self.line = (where and where.lineno) or self.line
            for entry in self.handlers:
                if entry.start <= instruction.offset < entry.end:
                    given = [_NUMBER] if entry.lasti else []
                    self._goto(self.at[entry.target], [*stack[: entry.depth], *given, self.flow.exception()])
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
                stack.append(self.flow.element(stack[-1], self.line))
            else:
                stack = _adjusted(stack, dis.stack_effect(i.opcode, i.arg, jump=False))
        elif op not in _NOTHING:
            handler = getattr(self, f"_{op.lower()}", None)
            if handler is None:
                self._default(i, stack)
            else:
                handler(i, arg, stack)
        if op == "KW_NAMES":
            self.names = self.code.co_consts[arg]
        if op not in _ENDS:
            self._goto(n + 1, stack)

    def _default(self, i: dis.Instruction, stack: list[Value]) -> None:
        """An instruction without a rule."""
        effect = dis.stack_effect(i.opcode, i.arg if i.opcode >= dis.HAVE_ARGUMENT else None)
        stack[:] = _adjusted(stack, effect)
        if stack and effect <= 0:
            stack[-1] = Value(stack[-1].top | PLAIN, stack[-1].inner | PLAIN)

    # Names

    def _load_const(self, i: Any, arg: int, stack: list[Value]) -> None:
        code = isinstance(i.argval, CodeType)
        stack.append(Value(0, 0, i.argval) if code else self.flow.fresh(i.argval))

    def _return_const(self, i: Any, arg: int, stack: list[Value]) -> None:
        self.flow.returned(self.code, self.flow.fresh(i.argval), ends=True)

    def _load_small_int(self, i: Any, arg: int, stack: list[Value]) -> None:
        stack.append(_NUMBER)

    def _load_fast(self, i: Any, arg: int, stack: list[Value]) -> None:
        stack.append(self.flow.variable(self.code, i.argval))

    _load_fast_check = _load_fast_borrow = _load_fast_and_clear = _load_fast

    def _store_fast(self, i: Any, arg: int, stack: list[Value]) -> None:
        self.flow.assign(self.code, i.argval, stack.pop())

    _store_fast_maybe_null = _store_fast

    def _load_deref(self, i: Any, arg: int, stack: list[Value]) -> None:
        stack.append(self.flow.cell(self.code, i.argval))

    _load_closure = _load_deref

    def _load_classderef(self, i: Any, arg: int, stack: list[Value]) -> None:
        stack.append(self.flow.cell(self.code, i.argval))

    def _store_deref(self, i: Any, arg: int, stack: list[Value]) -> None:
        self.flow.assign_cell(i.argval, stack.pop())

    def _load_global(self, i: Any, arg: int, stack: list[Value]) -> None:
        if arg & 1:
            stack.append(NULL)
        stack.append(self.flow.named(self.table, self.code.co_names[arg >> 1]))

    def _load_name(self, i: Any, arg: int, stack: list[Value]) -> None:
        own = self.flow.variable(self.code, i.argval)
        stack.append(own if own.deep else self.flow.named(self.table, i.argval))

    def _store_name(self, i: Any, arg: int, stack: list[Value]) -> None:
        value = stack.pop()
        self.flow.assign(self.code, i.argval, value)
        self.flow.put_attribute(i.argval, value)

    def _store_global(self, i: Any, arg: int, stack: list[Value]) -> None:
        self.flow.assign_global(i.argval, stack.pop())

    def _import_name(self, i: Any, arg: int, stack: list[Value]) -> None:
        stack[-2:] = [self.flow.imported(i.argval, self.table)]

    def _import_from(self, i: Any, arg: int, stack: list[Value]) -> None:
        stack.append(self.flow.attribute(stack[-1], i.argval, self.line))

    def _push_null(self, i: Any, arg: int, stack: list[Value]) -> None:
        stack.append(NULL)

    # Attributes and elements

    def _load_attr(self, i: Any, arg: int, stack: list[Value]) -> None:
        owner = stack.pop()
        found = self.flow.attribute(owner, str(i.argval), self.line)
        stack.append(found)
        if _IS_NEW and arg & 1:
            stack.append(NULL if found.method is None else owner)

    def _load_method(self, i: Any, arg: int, stack: list[Value]) -> None:
        owner = stack.pop()
        found = self.flow.attribute(owner, i.argval, self.line)
        stack += [NULL, found] if found.method is None else [found, owner]

    def _store_attr(self, i: Any, arg: int, stack: list[Value]) -> None:
        _, value = stack.pop(), stack.pop()
        self.flow.put_attribute(i.argval, value)

    def _binary_subscr(self, i: Any, arg: int, stack: list[Value]) -> None:
        position, holder = stack.pop(), stack.pop()
        stack.append(self.flow.part(holder, position))

    def _binary_slice(self, i: Any, arg: int, stack: list[Value]) -> None:
        del stack[-2:]
        stack.append(self.flow.part(stack.pop(), _NUMBER))

    def _store_subscr(self, i: Any, arg: int, stack: list[Value]) -> None:
        position, _, value = stack.pop(), stack.pop(), stack.pop()
        if position.top & VIEW:  # a slice: it is filled in their order
            self.flow.reveals(value.top, self.line)
        self.flow.put(position, value)

    def _store_slice(self, i: Any, arg: int, stack: list[Value]) -> None:
        value = _popped(stack, 4)[0]
        self.flow.reveals(value.top, self.line)
        self.flow.put(value)

    def _get_iter(self, i: Any, arg: int, stack: list[Value]) -> None:
        stack.append(self.flow.iterated(stack.pop(), self.line))

    _get_yield_from_iter = _get_iter

    def _unpack_sequence(self, i: Any, arg: int, stack: list[Value]) -> None:
        stack += [self.flow.element(stack.pop(), self.line)] * arg

    def _unpack_ex(self, i: Any, arg: int, stack: list[Value]) -> None:
        part = self.flow.element(stack.pop(), self.line)
        rest = Value(CONTAINER, part.deep)
        stack += [part] * (arg >> 8) + [rest] + [part] * (arg & 255)

    # Containers

    def _build_tuple(self, i: Any, arg: int, stack: list[Value]) -> None:
        stack.append(Value(CONTAINER, together(_popped(stack, arg))))

    _build_list = _build_tuple

    def _build_map(self, i: Any, arg: int, stack: list[Value]) -> None:
        given = _popped(stack, 2 * arg)
        names = [key.known for key in given[::2]]
        stack.append(Value(CONTAINER, together(given), self._record(i, names, given[1::2])))

    def _build_const_key_map(self, i: Any, arg: int, stack: list[Value]) -> None:
        *given, keys = _popped(stack, arg + 1)
        names = keys.known if isinstance(keys.known, tuple) else ()
        stack.append(Value(CONTAINER, together([*given, keys]), self._record(i, names, given)))

    def _record(self, i: dis.Instruction, names: Sequence[Any], values: list[Value]) -> Any:
        """The parts of a dictionary, where all its keys are known texts; the same for the same parts."""
        if len(names) != len(values) or not all(isinstance(name, str) for name in names):
            return MISSING
        parts = dict(zip(names, values, strict=True))
        known = self.records.get(i.offset)
        if known is None or known.parts != parts:
            known = self.records[i.offset] = Record(parts)
        return known

    def _build_set(self, i: Any, arg: int, stack: list[Value]) -> None:
        stack.append(self.flow.set_of(_popped(stack, arg)))

    def _build_slice(self, i: Any, arg: int, stack: list[Value]) -> None:
        given = [part for part in _popped(stack, arg) if part.known is not None]
        stack.append(Value(NUMBER | VIEW, together(given)))

    def _build_string(self, i: Any, arg: int, stack: list[Value]) -> None:
        parts = _popped(stack, arg)
        stack.append(self.flow.longer_text(parts[0]) if parts else Value(TEXT))

    def _list_append(self, i: Any, arg: int, stack: list[Value]) -> None:
        added = stack.pop().deep
        stack[-arg] = Value(stack[-arg].top, stack[-arg].inner | added)

    def _map_add(self, i: Any, arg: int, stack: list[Value]) -> None:
        added = together(_popped(stack, 2))
        stack[-arg] = Value(stack[-arg].top, stack[-arg].inner | added)

    def _set_add(self, i: Any, arg: int, stack: list[Value]) -> None:
        added = stack.pop()
        made = self.flow.set_of([added])
        stack[-arg] = Value(stack[-arg].top | made.top, stack[-arg].inner | made.inner)

    def _list_extend(self, i: Any, arg: int, stack: list[Value]) -> None:
        part = self.flow.element(stack.pop(), self.line)
        stack[-arg] = Value(stack[-arg].top, stack[-arg].inner | part.deep)

    def _set_update(self, i: Any, arg: int, stack: list[Value]) -> None:
        made = self.flow.set_of([self.flow.inside(stack.pop())])
        stack[-arg] = Value(stack[-arg].top | made.top, stack[-arg].inner | made.inner)

    def _dict_update(self, i: Any, arg: int, stack: list[Value]) -> None:
        added = stack.pop()
        stack[-arg] = Value(stack[-arg].top, stack[-arg].inner | self.flow.inside(added).deep)

    def _dict_merge(self, i: Any, arg: int, stack: list[Value]) -> None:
        added, whole = stack[-1], stack[-1 - arg]
        self._dict_update(i, arg, stack)
        if isinstance(whole.known, Record) and isinstance(added.known, Record):
            parts = {**whole.known.parts, **added.known.parts}
            made = stack[-arg]
            stack[-arg] = Value(made.top, made.inner, self._record(i, [*parts], [*parts.values()]))

    def _list_to_tuple(self, i: Any, arg: int, stack: list[Value]) -> None:
        """It holds the same."""

    # Operators and texts

    def _binary_op(self, i: Any, arg: int, stack: list[Value]) -> None:
        b, a = stack.pop(), stack.pop()
        stack.append(self._operated(a, b, i.argrepr))

    def _operated(self, a: Value, b: Value, sign: str) -> Value:
        if a.top == b.top == NUMBER:
            return _NUMBER
        flow, inner = self.flow, flow_inner(self.flow, a, b)
        if sign.startswith("%") and a.top & TEXT:
            flow.text_of(Value(b.top, b.inner), self.line)
        if sign == "+=" or (sign == "|=" and a.top & (CONTAINER | OBJECT)):
            flow.reveals(b.top, self.line)  # a list or a dictionary takes the elements in their order
        if sign in ("+", "+=") and a.top & TEXT and not (a.top | b.top) & ~(TEXT | MADE | NUMBER):
            return flow.longer_text(a)
        made = flow.operators((a, b))
        top = made.top | ((a.top | b.top) & ~_SETS)
        if top & TEXT:
            top |= MADE
        if sign in _SET_OPERATORS and (a.top | b.top) & _SETS:
            top |= flow.set_of([Value(inner, inner)]).top if (a.top | b.top) & VIEW else 0
            top |= (a.top | b.top) & (SET | LOOSE)
        return Value(top, inner | made.inner)

    def _unary_negative(self, i: Any, arg: int, stack: list[Value]) -> None:
        value = stack.pop()
        stack.append(_NUMBER if value.top == NUMBER else Value(value.top | PLAIN, value.inner))

    _unary_invert = _unary_positive = _unary_negative

    def _unary_not(self, i: Any, arg: int, stack: list[Value]) -> None:
        stack[-1] = _NUMBER

    def _compare_op(self, i: Any, arg: int, stack: list[Value]) -> None:
        given = _popped(stack, 2)
        made = self.flow.operators(tuple(given))
        stack.append(Value(NUMBER | made.top, made.inner))

    def _contains_op(self, i: Any, arg: int, stack: list[Value]) -> None:
        self.flow.operators(tuple(_popped(stack, 2)))
        stack.append(_NUMBER)

    _is_op = _contains_op

    def _check_exc_match(self, i: Any, arg: int, stack: list[Value]) -> None:
        stack[-1] = _NUMBER

    def _format_value(self, i: Any, arg: int, stack: list[Value]) -> None:
        if arg & 4:
            self.flow.formatted(stack[-2], stack.pop(), self.line)
        self.flow.text_of(stack.pop(), self.line)
        stack.append(Value(TEXT | MADE))

    def _format_simple(self, i: Any, arg: int, stack: list[Value]) -> None:
        self.flow.text_of(stack.pop(), self.line)
        stack.append(Value(TEXT | MADE))

    _convert_value = _format_simple

    def _format_with_spec(self, i: Any, arg: int, stack: list[Value]) -> None:
        self.flow.formatted(stack[-2], stack.pop(), self.line)
        self._format_simple(i, arg, stack)

    # Calls and ends

    def _call(self, i: Any, arg: int, stack: list[Value]) -> None:
        names, self.names = self.names, ()
        self._called(arg, names, stack)

    def _call_kw(self, i: Any, arg: int, stack: list[Value]) -> None:
        names = stack.pop().known
        self._called(arg, names if isinstance(names, tuple) else (), stack)

    def _called(self, count: int, names: tuple[str, ...], stack: list[Value]) -> None:
        given = _popped(stack, count)
        second, first = stack.pop(), stack.pop()
        callee = second if first is NULL else first
        owner = None if first is NULL or second is NULL else second
        stack.append(self.flow.called(callee, given, names, self.line, owner))

    def _call_function_ex(self, i: Any, arg: int, stack: list[Value]) -> None:
        named = stack.pop() if arg & 1 else NULL
        listed = stack.pop()
        callee = stack.pop()
        if stack and stack[-1] is NULL:
            stack.pop()
        part = self.flow.element(listed, self.line)
        code = self.flow.code_of(callee.known) if callee.method is None else None
        parts = {} if named is NULL else named.known.parts if isinstance(named.known, Record) else None
        if code is not None and getattr(callee.known, "__code__", callee.known) is code and parts is not None:
            stack.append(self.flow.enter_spread(code, part, parts))
            return
        stack.append(self.flow.called(callee, [part, self.flow.inside(named)], None, self.line))

    def _make_function(self, i: Any, arg: int, stack: list[Value]) -> None:
        code = stack.pop().known
        if arg & 8:
            stack.pop()  # the variables that it closes over
        defaults = _popped(stack, (arg & 7).bit_count())
        if isinstance(code, CodeType):
            self.flow.made(code, defaults)
        bit = self.flow.bit(code) if isinstance(code, CodeType) else 0
        stack.append(Value(OWN | bit if bit else ADDRESS, 0, code))

    def _load_build_class(self, i: Any, arg: int, stack: list[Value]) -> None:
        stack.append(Value(ADDRESS))

    def _return_value(self, i: Any, arg: int, stack: list[Value]) -> None:
        self.flow.returned(self.code, stack.pop(), ends=True)

    def _yield_value(self, i: Any, arg: int, stack: list[Value]) -> None:
        self.flow.yielded(self.code, stack.pop())
        stack.append(_ANY)

    def _return_generator(self, i: Any, arg: int, stack: list[Value]) -> None:
        stack.append(_NUMBER)  # it is popped at once

    def _before_with(self, i: Any, arg: int, stack: list[Value]) -> None:
        manager = stack.pop()
        held = self.flow.inside(manager).deep
        entered = self.flow.called(
            self.flow.attribute(manager, "__enter__", self.line), [], (), self.line, manager
        )
        stack += [Value(ADDRESS), join(entered, Value(PLAIN | held, held))]

    # The stack itself

    def _pop_top(self, i: Any, arg: int, stack: list[Value]) -> None:
        stack.pop()

    def _copy(self, i: Any, arg: int, stack: list[Value]) -> None:
        stack.append(stack[-arg])

    def _swap(self, i: Any, arg: int, stack: list[Value]) -> None:
        stack[-1], stack[-arg] = stack[-arg], stack[-1]

    def _push_exc_info(self, i: Any, arg: int, stack: list[Value]) -> None:
        stack.insert(len(stack) - 1, _NUMBER)

    def _pop_except(self, i: Any, arg: int, stack: list[Value]) -> None:
        stack.pop()

    def _get_len(self, i: Any, arg: int, stack: list[Value]) -> None:
        stack.append(_NUMBER)

    def _match_class(self, i: Any, arg: int, stack: list[Value]) -> None:
        names, cls = stack.pop().known, stack.pop().known
        matched = stack.pop()
        listed = names if isinstance(names, tuple) else ()
        own = vars(cls).get("__match_args__") if isinstance(cls, type) else None
        if isinstance(own, tuple) and isinstance(names, tuple):
            parts = [self.flow.attribute(matched, name, self.line) for name in (*own[:arg], *listed)]
            stack.append(Value(CONTAINER, together(parts)))
        elif cls in (bool, int) and not listed and not matched.top & HOLDER:
            stack.append(Value(CONTAINER, NUMBER))
        elif cls in _MATCHED_WHOLE and not listed:
            stack.append(Value(CONTAINER, matched.deep))
        else:
            stack.append(Value(HOLDER | TEXT, self.flow.inside(matched).deep | NUMBER | TEXT))

    def _match_keys(self, i: Any, arg: int, stack: list[Value]) -> None:
        stack.append(Value(CONTAINER, self.flow.inside(stack[-2]).deep))

    def _match_mapping(self, i: Any, arg: int, stack: list[Value]) -> None:
        stack.append(_NUMBER)

    _match_sequence = _match_mapping


_MATCHED_WHOLE = (bool, bytearray, bytes, dict, float, frozenset, int, list, set, str, tuple)
"""Types whose one positional pattern is the value itself."""

_IS_NEW = "LOAD_METHOD" not in dis.opmap


def flow_inner(flow: Flow, a: Value, b: Value) -> int:
    """What is inside either of two values."""
    return flow.held(a) | flow.held(b)


def _popped(stack: list[Value], count: int) -> list[Value]:
    """The last values of the stack, which are taken off it."""
    if not count:
        return []
    taken = stack[-count:]
    del stack[-count:]
    return taken


def _adjusted(stack: list[Value], effect: int) -> list[Value]:
    """The stack with so many values more or fewer."""
    if effect < 0:
        return stack[:effect]
    return [*stack, *[_ANY] * effect]

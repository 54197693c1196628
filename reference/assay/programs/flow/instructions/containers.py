"""What instructions do that make and fill containers."""

from __future__ import annotations

import dis
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ...nodes import MISSING
from ..elements import element
from ..findings import longer_text
from ..values import CONTAINER, NUMBER, TEXT, VIEW, Record, Value, together
from .rule import Rule, popped

if TYPE_CHECKING:
    from ..machine import Machine


def _build_tuple(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    stack.append(Value(CONTAINER, together(popped(stack, arg))))


def _build_map(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    given = popped(stack, 2 * arg)
    names = [key.known for key in given[::2]]
    stack.append(Value(CONTAINER, together(given), _record(m, i, names, given[1::2])))


def _build_const_key_map(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    *given, keys = popped(stack, arg + 1)
    names = keys.known if isinstance(keys.known, tuple) else ()
    stack.append(Value(CONTAINER, together([*given, keys]), _record(m, i, names, given)))


def _record(m: Machine, i: dis.Instruction, names: Sequence[Any], values: list[Value]) -> Any:
    """The parts of a dictionary, where all its keys are known texts; the same for the same parts."""
    if len(names) != len(values) or not all(isinstance(name, str) for name in names):
        return MISSING
    parts = dict(zip(names, values, strict=True))
    known = m.records.get(i.offset)
    if known is None or known.parts != parts:
        known = m.records[i.offset] = Record(parts)
    return known


def _build_set(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    stack.append(m.flow.findings.set_of(popped(stack, arg)))


def _build_slice(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    given = [part for part in popped(stack, arg) if part.known is not None]
    stack.append(Value(NUMBER | VIEW, together(given)))


def _build_string(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    parts = popped(stack, arg)
    stack.append(longer_text(parts[0]) if parts else Value(TEXT))


def _list_append(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    added = stack.pop().deep
    stack[-arg] = Value(stack[-arg].top, stack[-arg].inner | added)


def _map_add(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    added = together(popped(stack, 2))
    stack[-arg] = Value(stack[-arg].top, stack[-arg].inner | added)


def _set_add(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    added = stack.pop()
    made = m.flow.findings.set_of([added])
    stack[-arg] = Value(stack[-arg].top | made.top, stack[-arg].inner | made.inner)


def _list_extend(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    part = element(m.flow, stack.pop(), m.line)
    stack[-arg] = Value(stack[-arg].top, stack[-arg].inner | part.deep)


def _set_update(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    made = m.flow.findings.set_of([m.flow.kept.inside(stack.pop())])
    stack[-arg] = Value(stack[-arg].top | made.top, stack[-arg].inner | made.inner)


def _dict_update(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    added = stack.pop()
    stack[-arg] = Value(stack[-arg].top, stack[-arg].inner | m.flow.kept.inside(added).deep)


def _dict_merge(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    added, whole = stack[-1], stack[-1 - arg]
    _dict_update(m, i, arg, stack)
    if isinstance(whole.known, Record) and isinstance(added.known, Record):
        parts = {**whole.known.parts, **added.known.parts}
        made = stack[-arg]
        stack[-arg] = Value(made.top, made.inner, _record(m, i, [*parts], [*parts.values()]))


def _list_to_tuple(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    """It holds the same."""


RULES: dict[str, Rule] = {
    "BUILD_TUPLE": _build_tuple,
    "BUILD_MAP": _build_map,
    "BUILD_CONST_KEY_MAP": _build_const_key_map,
    "BUILD_SET": _build_set,
    "BUILD_SLICE": _build_slice,
    "BUILD_STRING": _build_string,
    "LIST_APPEND": _list_append,
    "MAP_ADD": _map_add,
    "SET_ADD": _set_add,
    "LIST_EXTEND": _list_extend,
    "SET_UPDATE": _set_update,
    "DICT_UPDATE": _dict_update,
    "DICT_MERGE": _dict_merge,
    "LIST_TO_TUPLE": _list_to_tuple,
    "BUILD_LIST": _build_tuple,
}

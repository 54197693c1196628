"""What instructions do that make and fill containers, and that read, set and run through parts of values."""

from __future__ import annotations

import dis
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ...nodes import MISSING
from ..attributes import attribute, element, iterated, part
from ..findings import longer_text
from ..values import CONTAINER, NULL, NUMBER, TEXT, VIEW, Record, Value, together
from .rule import A_NUMBER, popped, rule

if TYPE_CHECKING:
    from ..machine import Machine


@rule("BUILD_TUPLE", "BUILD_LIST")
def _build_tuple(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    stack.append(Value(CONTAINER, together(popped(stack, arg))))


@rule("BUILD_MAP")
def _build_map(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    given = popped(stack, 2 * arg)
    names = [key.known for key in given[::2]]
    stack.append(Value(CONTAINER, together(given), _record(m, i, names, given[1::2])))


@rule("BUILD_CONST_KEY_MAP")
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


@rule("BUILD_SET")
def _build_set(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    stack.append(m.flow.findings.set_of(popped(stack, arg)))


@rule("BUILD_SLICE")
def _build_slice(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    given = [part for part in popped(stack, arg) if part.known is not None]
    stack.append(Value(NUMBER | VIEW, together(given)))


@rule("BUILD_STRING")
def _build_string(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    parts = popped(stack, arg)
    stack.append(longer_text(parts[0]) if parts else Value(TEXT))


@rule("LIST_APPEND")
def _list_append(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    added = stack.pop().deep
    stack[-arg] = Value(stack[-arg].top, stack[-arg].inner | added)


@rule("MAP_ADD")
def _map_add(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    added = together(popped(stack, 2))
    stack[-arg] = Value(stack[-arg].top, stack[-arg].inner | added)


@rule("SET_ADD")
def _set_add(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    added = stack.pop()
    made = m.flow.findings.set_of([added])
    stack[-arg] = Value(stack[-arg].top | made.top, stack[-arg].inner | made.inner)


@rule("LIST_EXTEND")
def _list_extend(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    part = element(m.flow, stack.pop(), m.line)
    stack[-arg] = Value(stack[-arg].top, stack[-arg].inner | part.deep)


@rule("SET_UPDATE")
def _set_update(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    made = m.flow.findings.set_of([m.flow.kept.inside(stack.pop())])
    stack[-arg] = Value(stack[-arg].top | made.top, stack[-arg].inner | made.inner)


@rule("DICT_UPDATE")
def _dict_update(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    added = stack.pop()
    stack[-arg] = Value(stack[-arg].top, stack[-arg].inner | m.flow.kept.inside(added).deep)


@rule("DICT_MERGE")
def _dict_merge(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    added, whole = stack[-1], stack[-1 - arg]
    _dict_update(m, i, arg, stack)
    if isinstance(whole.known, Record) and isinstance(added.known, Record):
        parts = {**whole.known.parts, **added.known.parts}
        made = stack[-arg]
        stack[-arg] = Value(made.top, made.inner, _record(m, i, [*parts], [*parts.values()]))


@rule("LIST_TO_TUPLE")
def _list_to_tuple(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    """It holds the same."""


_LOADS_METHODS = sys.version_info >= (3, 12)
"""Whether LOAD_ATTR reads methods, too; LOAD_METHOD still has a number there."""


@rule("LOAD_ATTR")
def _load_attr(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    owner = stack.pop()
    found = attribute(m.flow, owner, str(i.argval), m.line)
    stack.append(found)
    if _LOADS_METHODS and arg & 1:
        stack.append(NULL if found.method is None else owner)


@rule("LOAD_METHOD")
def _load_method(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    owner = stack.pop()
    found = attribute(m.flow, owner, i.argval, m.line)
    stack += [NULL, found] if found.method is None else [found, owner]


@rule("STORE_ATTR")
def _store_attr(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    _, value = stack.pop(), stack.pop()
    m.flow.kept.put_attribute(i.argval, value)


@rule("BINARY_SUBSCR")
def _binary_subscr(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    position, holder = stack.pop(), stack.pop()
    stack.append(part(m.flow, holder, position))


@rule("BINARY_SLICE")
def _binary_slice(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    del stack[-2:]
    stack.append(part(m.flow, stack.pop(), A_NUMBER))


@rule("STORE_SUBSCR")
def _store_subscr(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    position, _, value = stack.pop(), stack.pop(), stack.pop()
    if position.top & VIEW:  # a slice: it is filled in their order
        m.flow.findings.reveals(value.top, m.line)
    m.flow.kept.put(position, value)


@rule("STORE_SLICE")
def _store_slice(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    value = popped(stack, 4)[0]
    m.flow.findings.reveals(value.top, m.line)
    m.flow.kept.put(value)


@rule("GET_ITER", "GET_YIELD_FROM_ITER")
def _get_iter(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    stack.append(iterated(m.flow, stack.pop(), m.line))


@rule("UNPACK_SEQUENCE")
def _unpack_sequence(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    stack += [element(m.flow, stack.pop(), m.line)] * arg


@rule("UNPACK_EX")
def _unpack_ex(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    part = element(m.flow, stack.pop(), m.line)
    rest = Value(CONTAINER, part.deep)
    stack += [part] * (arg >> 8) + [rest] + [part] * (arg & 255)

"""What instructions do that read, set and run through parts: attributes, elements, slices."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from ..attributes import attribute
from ..elements import element, iterated, part
from ..values import CONTAINER, NULL, VIEW, Value
from .rule import A_NUMBER, Rule, popped

if TYPE_CHECKING:
    from ..machine import Machine


_LOADS_METHODS = sys.version_info >= (3, 12)
"""Whether LOAD_ATTR reads methods, too; LOAD_METHOD still has a number there."""


def _load_attr(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    owner = stack.pop()
    found = attribute(m.flow, owner, str(i.argval), m.line)
    stack.append(found)
    if _LOADS_METHODS and arg & 1:
        stack.append(NULL if found.method is None else owner)


def _load_method(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    owner = stack.pop()
    found = attribute(m.flow, owner, i.argval, m.line)
    stack += [NULL, found] if found.method is None else [found, owner]


def _store_attr(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    _, value = stack.pop(), stack.pop()
    m.flow.kept.put_attribute(i.argval, value)


def _binary_subscr(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    position, holder = stack.pop(), stack.pop()
    stack.append(part(m.flow, holder, position))


def _binary_slice(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    del stack[-2:]
    stack.append(part(m.flow, stack.pop(), A_NUMBER))


def _store_subscr(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    position, _, value = stack.pop(), stack.pop(), stack.pop()
    if position.top & VIEW:  # a slice: it is filled in their order
        m.flow.findings.reveals(value.top, m.line)
    m.flow.kept.put(position, value)


def _store_slice(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    value = popped(stack, 4)[0]
    m.flow.findings.reveals(value.top, m.line)
    m.flow.kept.put(value)


def _get_iter(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    stack.append(iterated(m.flow, stack.pop(), m.line))


def _unpack_sequence(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    stack += [element(m.flow, stack.pop(), m.line)] * arg


def _unpack_ex(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    part = element(m.flow, stack.pop(), m.line)
    rest = Value(CONTAINER, part.deep)
    stack += [part] * (arg >> 8) + [rest] + [part] * (arg & 255)


RULES: dict[str, Rule] = {
    "LOAD_ATTR": _load_attr,
    "LOAD_METHOD": _load_method,
    "STORE_ATTR": _store_attr,
    "BINARY_SUBSCR": _binary_subscr,
    "BINARY_SLICE": _binary_slice,
    "STORE_SUBSCR": _store_subscr,
    "STORE_SLICE": _store_slice,
    "GET_ITER": _get_iter,
    "UNPACK_SEQUENCE": _unpack_sequence,
    "UNPACK_EX": _unpack_ex,
    "GET_YIELD_FROM_ITER": _get_iter,
}

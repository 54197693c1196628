"""What instructions do that move values on the stack, and patterns of `match`."""

from __future__ import annotations

import dis
from typing import TYPE_CHECKING, Any

from ..attributes import attribute
from ..values import CONTAINER, HOLDER, NUMBER, TEXT, Value, together
from .rule import A_NUMBER, Rule

if TYPE_CHECKING:
    from ..machine import Machine


_MATCHED_WHOLE = (bool, bytearray, bytes, dict, float, frozenset, int, list, set, str, tuple)
"""Types whose one positional pattern is the value itself."""


def _pop_top(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    stack.pop()


def _end_for(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    del stack[dis.stack_effect(i.opcode) :]  # Python 3.12 takes two, later ones take one


def _copy(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    stack.append(stack[-arg])


def _swap(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    stack[-1], stack[-arg] = stack[-arg], stack[-1]


def _push_exc_info(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    stack.insert(len(stack) - 1, A_NUMBER)


def _pop_except(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    stack.pop()


def _get_len(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    stack.append(A_NUMBER)


def _match_class(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    names, cls = stack.pop().known, stack.pop().known
    matched = stack.pop()
    listed = names if isinstance(names, tuple) else ()
    own = vars(cls).get("__match_args__") if isinstance(cls, type) else None
    if isinstance(own, tuple) and isinstance(names, tuple):
        parts = [attribute(m.flow, matched, name, m.line) for name in (*own[:arg], *listed)]
        stack.append(Value(CONTAINER, together(parts)))
    elif cls in (bool, int) and not listed and not matched.top & HOLDER:
        stack.append(Value(CONTAINER, NUMBER))
    elif cls in _MATCHED_WHOLE and not listed:
        stack.append(Value(CONTAINER, matched.deep))
    else:
        stack.append(Value(HOLDER | TEXT, m.flow.kept.inside(matched).deep | NUMBER | TEXT))


def _match_keys(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    stack.append(Value(CONTAINER, m.flow.kept.inside(stack[-2]).deep))


def _match_mapping(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    stack.append(A_NUMBER)


RULES: dict[str, Rule] = {
    "POP_TOP": _pop_top,
    "END_FOR": _end_for,
    "COPY": _copy,
    "SWAP": _swap,
    "PUSH_EXC_INFO": _push_exc_info,
    "POP_EXCEPT": _pop_except,
    "GET_LEN": _get_len,
    "MATCH_CLASS": _match_class,
    "MATCH_KEYS": _match_keys,
    "MATCH_MAPPING": _match_mapping,
    "MATCH_SEQUENCE": _match_mapping,
}

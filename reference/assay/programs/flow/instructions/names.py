"""What instructions do with variables, imports and the stack itself, and for the patterns of `match`."""

from __future__ import annotations

import dis
from types import CodeType
from typing import TYPE_CHECKING, Any

from ..attributes import attribute
from ..values import CONTAINER, HOLDER, NULL, NUMBER, TEXT, Value, together
from .rule import A_NUMBER, rule

if TYPE_CHECKING:
    from ..machine import Machine


@rule("LOAD_CONST")
def _load_const(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    code = isinstance(i.argval, CodeType)
    stack.append(Value(0, 0, i.argval) if code else m.flow.users.fresh(i.argval))


@rule("RETURN_CONST")
def _return_const(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    m.flow.entries.returned(m.code, m.flow.users.fresh(i.argval), ends=True)


@rule("LOAD_FAST", "LOAD_FAST_CHECK", "LOAD_FAST_BORROW", "LOAD_FAST_AND_CLEAR")
def _load_fast(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    stack.append(m.flow.kept.variable(m.code, i.argval))


@rule("STORE_FAST", "STORE_FAST_MAYBE_NULL")
def _store_fast(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    m.flow.kept.assign(m.code, i.argval, stack.pop())


@rule("LOAD_DEREF", "LOAD_CLASSDEREF", "LOAD_CLOSURE")
def _load_deref(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    stack.append(m.flow.kept.cell(i.argval))


@rule("LOAD_FROM_DICT_OR_DEREF")
def _load_from_class_or_cell(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    stack[-1] = m.flow.kept.cell(i.argval)


@rule("LOAD_FROM_DICT_OR_GLOBALS")
def _load_from_class_or_global(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    stack.pop()
    _load_name(m, i, arg, stack)


@rule("STORE_DEREF")
def _store_deref(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    m.flow.kept.assign_cell(i.argval, stack.pop())


@rule("LOAD_GLOBAL")
def _load_global(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    if arg & 1:
        stack.append(NULL)
    stack.append(m.flow.named(m.table, m.code.co_names[arg >> 1]))


@rule("LOAD_NAME")
def _load_name(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    own = m.flow.kept.variable(m.code, i.argval)
    stack.append(own if own.deep else m.flow.named(m.table, i.argval))


@rule("STORE_NAME")
def _store_name(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    value = stack.pop()
    m.flow.kept.assign(m.code, i.argval, value)
    m.flow.kept.put_attribute(i.argval, value)


@rule("STORE_GLOBAL")
def _store_global(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    m.flow.kept.assign_global(i.argval, stack.pop())


@rule("IMPORT_NAME")
def _import_name(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    stack[-2:] = [m.flow.imported(i.argval, m.table)]


@rule("IMPORT_FROM")
def _import_from(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    stack.append(attribute(m.flow, stack[-1], i.argval, m.line))


@rule("PUSH_NULL")
def _push_null(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    stack.append(NULL)


_MATCHED_WHOLE = (bool, bytearray, bytes, dict, float, frozenset, int, list, set, str, tuple)
"""Types whose one positional pattern is the value itself."""


@rule("POP_TOP", "POP_EXCEPT")
def _pop_top(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    stack.pop()


@rule("END_FOR")
def _end_for(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    del stack[dis.stack_effect(i.opcode) :]  # Python 3.12 takes two, later ones take one


@rule("COPY")
def _copy(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    stack.append(stack[-arg])


@rule("SWAP")
def _swap(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    stack[-1], stack[-arg] = stack[-arg], stack[-1]


@rule("PUSH_EXC_INFO")
def _push_exc_info(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    stack.insert(len(stack) - 1, A_NUMBER)


@rule("MATCH_CLASS")
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


@rule("MATCH_KEYS")
def _match_keys(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    stack.append(Value(CONTAINER, m.flow.kept.inside(stack[-2]).deep))


@rule("LOAD_SMALL_INT", "GET_LEN", "MATCH_MAPPING", "MATCH_SEQUENCE")
def _push_number(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    stack.append(A_NUMBER)

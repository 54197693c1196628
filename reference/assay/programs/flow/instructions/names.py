"""What instructions do that read and set variables, and import."""

from __future__ import annotations

from types import CodeType
from typing import TYPE_CHECKING, Any

from ..attributes import attribute
from ..values import NULL, Value
from .rule import A_NUMBER, Rule

if TYPE_CHECKING:
    from ..machine import Machine


def _load_const(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    code = isinstance(i.argval, CodeType)
    stack.append(Value(0, 0, i.argval) if code else m.flow.users.fresh(i.argval))


def _return_const(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    m.flow.entries.returned(m.code, m.flow.users.fresh(i.argval), ends=True)


def _load_small_int(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    stack.append(A_NUMBER)


def _load_fast(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    stack.append(m.flow.kept.variable(m.code, i.argval))


def _store_fast(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    m.flow.kept.assign(m.code, i.argval, stack.pop())


def _load_deref(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    stack.append(m.flow.kept.cell(i.argval))


def _load_classderef(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    stack.append(m.flow.kept.cell(i.argval))


def _load_from_class_or_cell(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    stack[-1] = m.flow.kept.cell(i.argval)


def _load_from_class_or_global(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    stack.pop()
    _load_name(m, i, arg, stack)


def _store_deref(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    m.flow.kept.assign_cell(i.argval, stack.pop())


def _load_global(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    if arg & 1:
        stack.append(NULL)
    stack.append(m.flow.named(m.table, m.code.co_names[arg >> 1]))


def _load_name(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    own = m.flow.kept.variable(m.code, i.argval)
    stack.append(own if own.deep else m.flow.named(m.table, i.argval))


def _store_name(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    value = stack.pop()
    m.flow.kept.assign(m.code, i.argval, value)
    m.flow.kept.put_attribute(i.argval, value)


def _store_global(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    m.flow.kept.assign_global(i.argval, stack.pop())


def _import_name(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    stack[-2:] = [m.flow.imported(i.argval, m.table)]


def _import_from(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    stack.append(attribute(m.flow, stack[-1], i.argval, m.line))


def _push_null(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    stack.append(NULL)


RULES: dict[str, Rule] = {
    "LOAD_CONST": _load_const,
    "RETURN_CONST": _return_const,
    "LOAD_SMALL_INT": _load_small_int,
    "LOAD_FAST": _load_fast,
    "STORE_FAST": _store_fast,
    "LOAD_DEREF": _load_deref,
    "LOAD_CLASSDEREF": _load_classderef,
    "LOAD_FROM_DICT_OR_DEREF": _load_from_class_or_cell,
    "LOAD_FROM_DICT_OR_GLOBALS": _load_from_class_or_global,
    "STORE_DEREF": _store_deref,
    "LOAD_GLOBAL": _load_global,
    "LOAD_NAME": _load_name,
    "STORE_NAME": _store_name,
    "STORE_GLOBAL": _store_global,
    "IMPORT_NAME": _import_name,
    "IMPORT_FROM": _import_from,
    "PUSH_NULL": _push_null,
    "LOAD_FAST_CHECK": _load_fast,
    "LOAD_FAST_BORROW": _load_fast,
    "LOAD_FAST_AND_CLEAR": _load_fast,
    "STORE_FAST_MAYBE_NULL": _store_fast,
    "LOAD_CLOSURE": _load_deref,
}

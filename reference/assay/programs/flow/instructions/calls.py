"""What operators, comparisons, the formatting of texts, calls, definitions, returns, yields and `with` do."""

from __future__ import annotations

from types import CodeType
from typing import TYPE_CHECKING, Any

from ..attributes import attribute, element
from ..calls import called
from ..findings import longer_text
from ..values import (
    ADDRESS,
    CONTAINER,
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
)
from .rule import A_NUMBER, ANYTHING, popped, rule

if TYPE_CHECKING:
    from ..machine import Machine

_SETS = SET | LOOSE | VIEW
_SET_OPERATORS = frozenset(["&", "|", "-", "^", "&=", "|=", "-=", "^="])


@rule("BINARY_OP")
def _binary_op(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    b, a = stack.pop(), stack.pop()
    stack.append(_operated(m, a, b, i.argrepr))


def _operated(m: Machine, a: Value, b: Value, sign: str) -> Value:
    if a.top == b.top == NUMBER:
        return A_NUMBER
    flow, inner = m.flow, m.flow.kept.held(a) | m.flow.kept.held(b)
    if sign.startswith("%") and a.top & TEXT:
        flow.findings.text_of(Value(b.top, b.inner), m.line)
    if sign == "+=" or (sign == "|=" and a.top & (CONTAINER | OBJECT)):
        flow.findings.reveals(b.top, m.line)  # a list or a dictionary takes elements in their order
    if sign in ("+", "+=") and a.top & TEXT and not (a.top | b.top) & ~(TEXT | MADE | NUMBER):
        return longer_text(a)
    made = flow.entries.operators((a, b))
    top = made.top | ((a.top | b.top) & ~_SETS)
    if top & TEXT:
        top |= MADE
    if sign in _SET_OPERATORS and (a.top | b.top) & _SETS:
        top |= flow.findings.set_of([Value(inner, inner)]).top if (a.top | b.top) & VIEW else 0
        top |= (a.top | b.top) & (SET | LOOSE)
    return Value(top, inner | made.inner)


@rule("UNARY_NEGATIVE", "UNARY_INVERT", "UNARY_POSITIVE")
def _unary_negative(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    value = stack.pop()
    stack.append(A_NUMBER if value.top == NUMBER else Value(value.top | PLAIN, value.inner))


@rule("UNARY_NOT", "CHECK_EXC_MATCH")
def _to_truth(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    stack[-1] = A_NUMBER


@rule("COMPARE_OP")
def _compare_op(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    given = popped(stack, 2)
    made = m.flow.entries.operators(tuple(given))
    stack.append(Value(NUMBER | made.top, made.inner))


@rule("CONTAINS_OP", "IS_OP")
def _contains_op(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    m.flow.entries.operators(tuple(popped(stack, 2)))
    stack.append(A_NUMBER)


@rule("FORMAT_VALUE")
def _format_value(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    if arg & 4:
        m.flow.findings.formatted(stack[-2], stack.pop(), m.line)
    m.flow.findings.text_of(stack.pop(), m.line)
    stack.append(Value(TEXT | MADE))


@rule("FORMAT_SIMPLE", "CONVERT_VALUE")
def _format_simple(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    m.flow.findings.text_of(stack.pop(), m.line)
    stack.append(Value(TEXT | MADE))


@rule("FORMAT_WITH_SPEC")
def _format_with_spec(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    m.flow.findings.formatted(stack[-2], stack.pop(), m.line)
    _format_simple(m, i, arg, stack)


@rule("CALL")
def _call(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    names, m.names = m.names, ()
    _called(m, arg, names, stack)


@rule("CALL_KW")
def _call_kw(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    names = stack.pop().known
    _called(m, arg, names if isinstance(names, tuple) else (), stack)


def _called(m: Machine, count: int, names: tuple[str, ...], stack: list[Value]) -> None:
    given = popped(stack, count)
    second, first = stack.pop(), stack.pop()
    callee = second if first is NULL else first
    owner = None if first is NULL or second is NULL else second
    stack.append(called(m.flow, callee, given, names, m.line, owner))


@rule("CALL_FUNCTION_EX")
def _call_function_ex(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    named = stack.pop() if arg & 1 else NULL
    listed = stack.pop()
    callee = stack.pop()
    if callee is NULL:  # above the function since Python 3.13, below it before
        callee = stack.pop()
    elif stack and stack[-1] is NULL:
        stack.pop()
    part = element(m.flow, listed, m.line)
    code = m.flow.users.code_of(callee.known) if callee.method is None else None
    parts = {} if named is NULL else named.known.parts if isinstance(named.known, Record) else None
    if code is not None and getattr(callee.known, "__code__", callee.known) is code and parts is not None:
        stack.append(m.flow.entries.enter_spread(code, part, parts))
        return
    stack.append(called(m.flow, callee, [part, m.flow.kept.inside(named)], None, m.line))


@rule("MAKE_FUNCTION")
def _make_function(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    code = stack.pop().known
    if arg & 8:
        stack.pop()  # the variables that it closes over
    defaults = popped(stack, (arg & 7).bit_count())
    if isinstance(code, CodeType):
        m.flow.entries.defined(code, defaults)
    bit = m.flow.users.bit(code) if isinstance(code, CodeType) else 0
    stack.append(Value(OWN | bit if bit else ADDRESS, 0, code))


@rule("SET_FUNCTION_ATTRIBUTE")
def _set_function_attribute(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    function = stack.pop()
    given = stack.pop()
    if arg & 3 and isinstance(function.known, CodeType):  # its defaults, by place or by name
        m.flow.entries.defined(function.known, [given])
    stack.append(function)


@rule("LOAD_SUPER_ATTR")
def _load_super_attr(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    _, _, owner = popped(stack, 3)
    found = attribute(m.flow, Value(owner.top, owner.inner), i.argval, m.line)
    stack.append(found)
    if arg & 1:
        stack.append(NULL if found.method is None else owner)


@rule("LOAD_BUILD_CLASS")
def _load_build_class(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    stack.append(Value(ADDRESS))


@rule("RETURN_VALUE")
def _return_value(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    m.flow.entries.returned(m.code, stack.pop(), ends=True)


@rule("YIELD_VALUE")
def _yield_value(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    m.flow.entries.returned(m.code, stack.pop())
    stack.append(ANYTHING)


@rule("RETURN_GENERATOR")
def _return_generator(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    stack.append(A_NUMBER)  # it is popped at once


@rule("BEFORE_WITH")
def _before_with(m: Machine, i: Any, arg: int, stack: list[Value]) -> None:
    manager = stack.pop()
    held = m.flow.kept.inside(manager).deep
    entered = called(m.flow, attribute(m.flow, manager, "__enter__", m.line), [], (), m.line, manager)
    stack += [Value(ADDRESS), join(entered, Value(PLAIN | held, held))]

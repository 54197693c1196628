"""What operators, comparisons and the formatting of texts do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..findings import longer_text
from ..values import CONTAINER, LOOSE, MADE, NUMBER, OBJECT, PLAIN, SET, TEXT, VIEW, Value
from .rule import A_NUMBER, popped, rule

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

"""Numbers from their texts, to 150 digits, and what is certain of them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, TypeAlias, cast

mp = cast(Any, import_module("mpmath")).mp.clone()  # it has no types
mp.dps = 150

MARGIN = mp.mpf(10) ** -60
"""Differences below this share of the larger number count as none."""

Row = Mapping[str, Any]
Real: TypeAlias = Any
"""A number of mpmath, which has no types."""


class NotRechecked(Exception):
    """There is nothing to recheck with; the message says what is missing."""


class Wrong(Exception):
    """The witness does not show what it says."""


def value(text: str) -> Real:
    """The number that a text such as "3/4 - exp(1/2)/4" or "1.5" or "108^(1/6)" stands for."""
    if text in ("inf", "-inf"):
        return mp.inf if text == "inf" else -mp.inf
    return evaluated(text, {})


def evaluated(text: str, names: Mapping[str, Any]) -> Real:
    """An expression in some names."""
    tree = ast.parse(text.replace("^", "**"), mode="eval").body
    return _node(tree, names, text)


def _smallest(*values: Real) -> Real:
    return min(values)


def _largest(*values: Real) -> Real:
    return max(values)


FUNCTIONS: dict[str, Callable[..., Real]] = {
    "exp": mp.exp,
    "log": mp.log,
    "ln": mp.log,
    "sqrt": mp.sqrt,
    "expm1": mp.expm1,
    "log1p": mp.log1p,
    "erfc": mp.erfc,
    "min": _smallest,
    "max": _largest,
}


def _node(node: ast.expr, names: Mapping[str, Any], text: str) -> Real:
    match node:
        case ast.Constant(value=int()):
            return mp.mpf(node.value)
        case ast.Constant(value=float()):
            return mp.mpf(ast.get_source_segment(text.replace("^", "**"), node))
        case ast.Name(id=name) if name in names:
            given = names[name]
            return value(given) if isinstance(given, str) else mp.mpf(given)
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return -_node(inner, names, text)
        case ast.BinOp(left=left, op=op, right=right):
            a, b = _node(left, names, text), _node(right, names, text)
            return _operation(op, a, b, text)
        case ast.Call(func=ast.Name(id=name), args=inner) if name in FUNCTIONS:
            return FUNCTIONS[name](*(_node(each, names, text) for each in inner))
    raise NotRechecked(f"the expression {text!r} holds {ast.dump(node)[:80]}, which is not known")


def _operation(op: ast.operator, a: Real, b: Real, text: str) -> Real:
    match op:
        case ast.Add():
            return a + b
        case ast.Sub():
            return a - b
        case ast.Mult():
            return a * b
        case ast.Div():
            return a / b
        case ast.Pow():
            return a**b
    raise NotRechecked(f"the expression {text!r} holds an operation that is not known")


def certainly_above(a: Real, b: Real) -> bool:
    """a > b by more than the margin."""
    if mp.isinf(a) or mp.isinf(b):
        return bool(a > b)
    return bool(a - b > MARGIN * max(abs(a), abs(b)))


def require(holds: bool, what: str) -> None:
    """Raise Wrong unless it holds."""
    if not holds:
        raise Wrong(what)

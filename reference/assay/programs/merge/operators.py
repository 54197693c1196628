"""Operators: on one value and on two, chains of comparisons, `and` and `or`.  Displays, which make a value of
its parts: tuples, lists, sets, dictionaries, slices and f-strings.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .iteration import DICTIONARIES
from .order import same
from .outside import outside
from .worlds import Flow, World

if TYPE_CHECKING:
    from .evaluator import Evaluation

BINARY: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Pow: operator.pow,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.BitAnd: operator.and_,
    ast.MatMult: operator.matmul,
}
UNARY: dict[type, Callable[[Any], Any]] = {
    ast.UAdd: operator.pos,
    ast.USub: operator.neg,
    ast.Invert: operator.invert,
    ast.Not: operator.not_,
}
COMPARE: dict[type, Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.In: lambda a, b: a in b,
    ast.NotIn: lambda a, b: a not in b,
}


def binary(run: Evaluation, node: ast.BinOp, worlds: list[World], flow: Flow) -> list[World]:
    """An operator on two values."""
    worlds = run.expressions.push(node.right, run.expressions.push(node.left, worlds, flow), flow)
    op = run.guards.modulo if isinstance(node.op, ast.Mod) else BINARY[type(node.op)]
    return run.expressions.apply(2, op, worlds, flow)


def unary(run: Evaluation, node: ast.UnaryOp, worlds: list[World], flow: Flow) -> list[World]:
    """An operator on one value."""
    return run.expressions.apply(
        1, UNARY[type(node.op)], run.expressions.push(node.operand, worlds, flow), flow
    )


def boolean(run: Evaluation, node: ast.BoolOp, worlds: list[World], flow: Flow) -> list[World]:
    """`and` and `or`: the first value that decides, else the last."""
    decided: list[World] = []
    for part in node.values[:-1]:
        yes, no = run.expressions.parted(run.expressions.push(part, worlds, flow), flow, drop=False)
        decided += yes if isinstance(node.op, ast.Or) else no
        worlds = no if isinstance(node.op, ast.Or) else yes
        for w in worlds:
            w.stack.pop()
    return [*decided, *run.expressions.push(node.values[-1], worlds, flow)]


def compare(run: Evaluation, node: ast.Compare, worlds: list[World], flow: Flow) -> list[World]:
    """A chain of comparisons, up to the first that is false."""
    worlds = run.expressions.push(node.left, worlds, flow)
    decided: list[World] = []
    for i, (op, right) in enumerate(zip(node.ops, node.comparators, strict=True)):
        worlds = run.expressions.push(right, worlds, flow)
        test = comparison(run, op)
        if i == len(node.ops) - 1:
            return [*decided, *run.expressions.apply(2, test, worlds, flow)]
        worlds = run.expressions.apply(2, lambda a, b, f=test: (b, f(a, b)), worlds, flow)
        for w in worlds:
            w.stack += w.stack.pop()
        yes, no = run.expressions.parted(worlds, flow, drop=False)
        for w in yes:
            w.stack.pop()
        for w in no:
            del w.stack[-2]
        decided, worlds = [*decided, *no], yes
    raise outside(node, "it compares nothing")


def comparison(run: Evaluation, op: ast.cmpop) -> Callable[[Any, Any], Any]:
    """What a comparison asks of two values."""
    if isinstance(op, ast.Is):
        return lambda a, b: same(a, b, run.heap)
    if isinstance(op, ast.IsNot):
        return lambda a, b: not same(a, b, run.heap)
    return COMPARE[type(op)]


def slice_(run: Evaluation, node: ast.Slice, worlds: list[World], flow: Flow) -> list[World]:
    """A slice, of ends that may be left out."""
    parts = [part or ast.Constant(None) for part in (node.lower, node.upper, node.step)]
    return run.expressions.apply(3, slice, run.expressions.all(parts, worlds, flow), flow)


def display(
    run: Evaluation, node: ast.Tuple | ast.List | ast.Set, worlds: list[World], flow: Flow
) -> list[World]:
    """A tuple, a list or a set, in which others may be spread."""
    stars = [isinstance(part, ast.Starred) for part in node.elts]
    kind = {ast.Tuple: tuple, ast.List: list, ast.Set: set}[type(node)]

    def built(*values: Any) -> Any:
        found: list[Any] = []
        for star, value in zip(stars, values, strict=True):
            if star:
                found.extend(run.guards.ordered(value))
            else:
                found.append(value)
        return kind(found)

    return run.expressions.apply(len(stars), built, run.expressions.all(node.elts, worlds, flow), flow)


def dictionary(run: Evaluation, node: ast.Dict, worlds: list[World], flow: Flow) -> list[World]:
    """A dictionary, in which plain ones may be spread."""
    parts = [part for pair in zip(node.keys, node.values, strict=True) for part in pair if part is not None]
    worlds = run.expressions.all(parts, worlds, flow)

    def built(*values: Any) -> dict[Any, Any]:
        found, rest = dict[Any, Any](), iter(values)
        for key in node.keys:
            if key is not None:
                name = next(rest)
                found[name] = next(rest)
            elif type(spread := next(rest)) in DICTIONARIES:
                found.update(spread)
            else:
                raise outside(node, "it spreads what is not a plain dictionary")
        return found

    return run.expressions.apply(len(parts), built, worlds, flow)


def formatted(run: Evaluation, node: ast.JoinedStr, worlds: list[World], flow: Flow) -> list[World]:
    """An f-string with draws in it; each part is made a text as it is met."""
    for part in node.values:
        if isinstance(part, ast.FormattedValue):
            worlds = run.expressions.push(part.value, worlds, flow)
            spec = part.format_spec or ast.Constant("")
            worlds = run.expressions.apply(
                2, _Formatted(part.conversion, run), run.expressions.push(spec, worlds, flow), flow
            )
        else:
            worlds = run.expressions.push(part, worlds, flow)
    return run.expressions.apply(len(node.values), lambda *texts: "".join(texts), worlds, flow)


class _Formatted:
    """One part of an f-string, as text."""

    def __init__(self, conversion: int, run: Evaluation) -> None:
        conversions: dict[int, Callable[[Any], Any]] = {115: str, 114: repr, 97: ascii}
        self.convert = conversions.get(conversion)
        self.run = run

    def __call__(self, value: Any, spec: str) -> str:
        self.run.guards.text(value)
        return format(value if self.convert is None else self.convert(value), spec)

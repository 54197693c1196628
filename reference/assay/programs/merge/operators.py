"""Operators: on one value and on two, chains of comparisons, `and` and `or`."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

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

"""Reading a program with a whole number c >= 1 as a symbol: `EVERY_COUNT`, counters, shares of 1/c."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...exact import Log
from .expressions import BUDGET, COUNT, COUNTER, SHARE, Affine


class EveryCount:
    """The value of a parameter that may be any whole number >= 1: `Stream(program, c=EVERY_COUNT)`."""

    def __repr__(self) -> str:
        return "EVERY_COUNT"


EVERY_COUNT = EveryCount()


@dataclass(frozen=True, slots=True)
class Budget:
    """A multiple of EPS: a + b/c, and what is stored of that kind."""

    amount: Affine

    @property
    def rate(self) -> tuple[Fraction, Fraction] | None:
        """(a, b) where nothing is stored in it."""
        terms = self.amount.terms
        if all(s.startswith(SHARE) for s, _ in terms):
            return self.amount.offset, sum((c for _, c in terms), Fraction(0))
        return None

    def plus(self, other: Budget, sign: int) -> Budget:
        """The sum, or the difference."""
        return Budget(self.amount.plus(other.amount.times(Fraction(sign))))


def as_count(value: Any) -> Affine | None:
    """A whole number that both runs know, as a sum; None for anything else."""
    if isinstance(value, Affine):
        return value if value.is_count else None
    return Affine((), Fraction(value)) if type(value) in (bool, int, Fraction) else None


def as_budget(value: Any) -> Budget | None:
    """A multiple of EPS; None for anything else."""
    if isinstance(value, Budget):
        return value
    if isinstance(value, Log) and not (value.is_infinite or value.rational or value.coefficient):
        return Budget(Affine((), Fraction(value.symbolic)))
    return None


def budget_arithmetic(op: ast.operator, a: Any, b: Any) -> Budget | None:
    """EPS / (4 * c), and sums and multiples of such; None where it is none of these."""
    left, right = as_budget(a), as_budget(b)
    if isinstance(op, (ast.Add, ast.Sub)) and left is not None and right is not None:
        return left.plus(right, 1 if isinstance(op, ast.Add) else -1)
    if isinstance(op, ast.Mult) and (left is None) != (right is None):
        budget, factor = (left, b) if left is not None else (right, a)
        if budget is not None and type(factor) in (int, Fraction):
            return Budget(budget.amount.times(Fraction(factor)))
    if isinstance(op, ast.Div) and left is not None:
        if type(b) in (int, Fraction) and b:
            return Budget(left.amount.times(Fraction(1) / b))
        return _shared(left, b)
    return None


def _shared(budget: Budget, count: Any) -> Budget | None:
    """A multiple of EPS, divided by k c."""
    if not isinstance(count, Affine) or count.offset or len(count.terms) != 1 or budget.amount.terms:
        return None
    ((symbol, k),) = count.terms
    if not symbol.startswith(COUNT):
        return None
    return Budget(Affine.of({SHARE + symbol.removeprefix(COUNT): budget.amount.offset / k}))


def stored_as(name: str, value: Any) -> tuple[str, Affine, Any] | None:
    """How a counter or a budget is stored: its symbol, its value now, and what stands for it afterwards."""
    budget = as_budget(value)
    if budget is not None:
        symbol = Affine.symbol(f"{BUDGET}{name}")
        return f"{BUDGET}{name}", budget.amount, Budget(symbol)
    count = None if isinstance(value, bool) else as_count(value)
    if count is None or any(c.denominator != 1 for c in (*(c for _, c in count.terms), count.offset)):
        return None
    return f"{COUNTER}{name}", count, Affine.symbol(f"{COUNTER}{name}")


def counters(definition: ast.FunctionDef, loops: Iterable[ast.AST], count: str) -> frozenset[str]:
    """The variables that change in the loops and are compared with c, or with what is made of it.

    What stands in calls, such as rates, is not compared.
    """
    related = {count}
    size = 0
    while size < len(related):
        size = len(related)
        for node in ast.walk(definition):
            names = set(_together(node))
            if names & related:
                related |= names
    changed = {
        n.id
        for loop in loops
        for n in ast.walk(loop)
        if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
    }
    return frozenset(related & changed - {count})


def _together(node: ast.AST) -> Iterator[str]:
    """The names in a comparison, or in an assignment."""
    match node:
        case ast.Compare():
            yield from _outside_calls(node)
        case (
            ast.Assign(targets=[ast.Name(id=name)], value=value)
            | ast.AugAssign(target=ast.Name(id=name), value=value)
        ):
            yield name
            yield from _outside_calls(value)


def _outside_calls(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Name):
        yield node.id
    for part in ast.iter_child_nodes(node):
        if not isinstance(part, ast.Call):
            yield from _outside_calls(part)

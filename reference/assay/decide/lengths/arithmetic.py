"""Arithmetic of a program: of plain values as Python computes it, and of sums with noise as sums."""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from ...dp.dist import Dist
from ...errors import AssayError
from ...exact import Log, log_value
from ...outputs.text import brief
from .counts import Budget, budget_arithmetic
from .expressions import BUDGET, COUNT, COUNTER, PUBLIC, SHARE, STEP, Affine
from .program_values import NotRead, as_python, held, holds_eps, holds_symbols, is_plain

KNOWN_TO_BOTH = (PUBLIC, STEP, COUNT, SHARE, COUNTER, BUDGET)
"""How symbols without noise begin."""

OPERATORS: dict[type[ast.AST], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.In: lambda a, b: a in b,
    ast.NotIn: lambda a, b: a not in b,
}
"""Operators on plain values."""


def rate_of(value: Any) -> Log:
    """The rate of a draw."""
    return log_value(value, "rate")


OF_EPS: tuple[Callable[..., Any], ...] = (
    *(OPERATORS[op] for op in (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.Gt, ast.GtE, ast.Lt, ast.LtE)),
    *(operator.neg, len, min, max, abs, list, tuple, Dist.bernoulli, rate_of),
)
"""What may be done with EPS: a comparison is undecided where it depends on EPS, but `==` is then False."""


def plain(compute: Callable[..., Any], *parts: Any) -> Any:
    """Something of plain values alone, as Python computes it.  Raises NotRead."""
    if any(map(holds_symbols, parts)):
        raise NotRead("a noisy value, a place, a stream or the list of outputs is used as a plain value")
    for each in parts:
        if not is_plain(each):
            raise NotRead(f"{brief(each)} ({type(each).__name__}) is no plain value; give numbers or tuples")
    tuples = any(isinstance(each, tuple) for each in parts) and compute not in (len, list, tuple)
    if any(map(holds_eps, parts)) and (tuples or compute not in OF_EPS):
        raise NotRead("what EPS is equal to, and its text, are not known; multiply and order it")
    try:
        return held(compute(*map(as_python, parts)))
    except (ArithmeticError, TypeError, ValueError, KeyError, AssayError) as error:
        raise NotRead(f"Python says {error}") from None


def arithmetic(op: ast.operator, a: Any, b: Any) -> Any:
    """Sums of noisy values and multiples by numbers; all arithmetic of plain values.  Raises NotRead."""
    if any(isinstance(each, (Budget, Affine)) for each in (a, b)):
        budget = budget_arithmetic(op, a, b)
        if budget is not None:
            return budget
    if isinstance(a, Affine) or isinstance(b, Affine):
        return _of_sums(op, a, b)
    if type(op) not in OPERATORS:
        raise NotRead(f"the operator {type(op).__name__} is not read; write it with +, -, *, /, // and %")
    return plain(OPERATORS[type(op)], a, b)


def _of_sums(op: ast.operator, a: Any, b: Any) -> Affine:
    """Arithmetic of two, of which one is a sum."""
    _check_rounding(op, a, b)
    if isinstance(op, (ast.Add, ast.Sub)):
        other = affine(b)
        return added(affine(a), other if isinstance(op, ast.Add) else other.times(Fraction(-1)))
    if isinstance(op, ast.Mult) and not (isinstance(a, Affine) and isinstance(b, Affine)):
        noisy, factor = (a, b) if isinstance(a, Affine) else (b, a)
        return affine(noisy).times(number(factor))
    if isinstance(op, ast.Div) and not isinstance(b, Affine) and number(b):
        return affine(a).times(1 / number(b))
    raise NotRead("noisy values are added, and multiplied or divided by numbers; nothing else is read")


def negated(value: Any) -> Any:
    """-value.  Raises NotRead."""
    return value.times(Fraction(-1)) if isinstance(value, Affine) else plain(operator.neg, value)


def added(a: Affine, b: Affine) -> Affine:
    """The sum; where a public number cancels and no noise is left, a float would have been rounded."""
    total = a.plus(b)
    gone = {s for s, _ in (*a.terms, *b.terms)} - {s for s, _ in total.terms}
    public = [s for s in sorted(gone) if s.startswith((PUBLIC, STEP))]
    if public and all(s.startswith(KNOWN_TO_BOTH) for s, _ in total.terms):
        name = public[0].partition(" ")[2]
        raise NotRead(f"{name} cancels, which it does not if it is a float, as that rounds; leave it out")
    return total


def _check_rounding(op: ast.operator, a: Any, b: Any) -> None:
    """Refuse what Python rounds: a whole number that stays a symbol, beside a float or divided."""
    exact = any(isinstance(each, Affine) and each.terms and each.is_count for each in (a, b))
    if exact and (isinstance(op, ast.Div) or any(isinstance(each, float) for each in (a, b))):
        raise NotRead(
            "a whole number that may be any is computed in floating point, which rounds, so that the "
            "program may stop later than it says; multiply by whole numbers or Fraction(...)"
        )


def affine(value: Any) -> Affine:
    """A number or a noisy value as a sum.  Raises NotRead."""
    return value if isinstance(value, Affine) else Affine((), number(value))


def number(value: Any) -> Fraction:
    """A plain number.  Raises NotRead."""
    if type(value) in (bool, int, Fraction) or (type(value) is float and math.isfinite(value)):
        return Fraction(value)
    raise NotRead(f"{value!r} ({type(value).__name__}) is no number that is read")

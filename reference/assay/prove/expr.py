"""Expressions: the immutable terms that statements compare.

An expression is a variable, a rational constant, or one of

    -a   a + b   a - b   a * b   a / b   a ^ b   exp(a)   log(a)   sqrt(a)   min(a, b)   max(a, b)
    sum(i, lo, hi, body)      the sum of body over the integers i with lo <= i <= hi; 0 if there is none

An expression is *partial*: `1/x` has no value at x = 0. `0 ^ 0` is 1. The rules never assume that a value
exists; they check it (see `facts.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Union

from assay.errors import BudgetExceeded, FloatRefused, InvalidType, InvalidValue

ExprLike = Union["Expr", int, Fraction]
Rational = int | Fraction
MAX_DEPTH = 250

INFIX = {"+": 1, "-": 1, "*": 2, "/": 2, "^": 4}
LEVEL = INFIX | {"neg": 3}
"""How tightly operators bind."""


@dataclass(frozen=True, slots=True)
class Expr:
    """One node: `op` is "const" (with `value`), "var" (with `name`), "sum" or an operator.

    A sum has its index in `name`, and its ends and its body in `args`.
    """

    op: str
    args: tuple[Expr, ...] = ()
    value: Fraction = Fraction(0)
    name: str = ""
    _hash: int = field(init=False, repr=False, compare=False, default=0)
    _depth: int = field(init=False, repr=False, compare=False, default=0)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((self.op, self.args, self.value, self.name)))
        depth = 1 + max((a._depth for a in self.args), default=0)
        if depth > MAX_DEPTH:
            raise BudgetExceeded(f"expression: operations nested deeper than {MAX_DEPTH}")
        object.__setattr__(self, "_depth", depth)

    def __hash__(self) -> int:
        return self._hash

    def __str__(self) -> str:
        return show(self)

    def __neg__(self) -> Expr:
        return Expr("neg", (self,))

    def __add__(self, other: ExprLike) -> Expr:
        return Expr("+", (self, expr(other)))

    def __sub__(self, other: ExprLike) -> Expr:
        return Expr("-", (self, expr(other)))

    def __mul__(self, other: ExprLike) -> Expr:
        return Expr("*", (self, expr(other)))

    def __truediv__(self, other: ExprLike) -> Expr:
        return Expr("/", (self, expr(other)))

    def __pow__(self, other: ExprLike) -> Expr:
        return Expr("^", (self, expr(other)))

    def free(self) -> frozenset[str]:
        """The names of the variables that are not bound by a sum."""
        if self.op == "var":
            return frozenset([self.name])
        if self.op == "sum":
            lo, hi, body = self.args
            return lo.free() | hi.free() | (body.free() - {self.name})
        return frozenset().union(*(a.free() for a in self.args))

    def bound(self) -> frozenset[str]:
        """The names of the sum indices inside."""
        inner: frozenset[str] = frozenset().union(*(a.bound() for a in self.args))
        return inner | {self.name} if self.op == "sum" else inner

    def substitute(self, replacement: Mapping[str, Expr]) -> Expr:
        """Replace free variables, all at once.

        Raises:
            InvalidValue: a replacement mentions a sum index, which would be captured.
        """
        if self.op == "var":
            return replacement.get(self.name, self)
        if self.op == "sum":
            return self._substitute_in_sum(replacement)
        if not replacement or not self.args:
            return self
        return Expr(self.op, tuple(a.substitute(replacement) for a in self.args), self.value, self.name)

    def _substitute_in_sum(self, replacement: Mapping[str, Expr]) -> Expr:
        """The index is bound in the body, and free in the ends."""
        lo, hi, body = self.args
        inner = {k: v for k, v in replacement.items() if k in body.free() - {self.name}}
        captured = [v for v in inner.values() if self.name in v.free()]
        if captured:
            raise InvalidValue(
                f"substituting {captured[0]} into {self} captures the index {self.name!r}; rename it"
            )
        ends = (lo.substitute(replacement), hi.substitute(replacement))
        return Expr("sum", (*ends, body.substitute(inner)), name=self.name)

    def parts(self) -> Iterator[Expr]:
        """This expression and all below it, except those under a sum (where the index has no value)."""
        yield self
        for a in self.args[:2] if self.op == "sum" else self.args:
            yield from a.parts()


def const(value: Rational) -> Expr:
    """A rational constant."""
    return Expr("const", (), Fraction(value))


def var(name: str) -> Expr:
    """A variable."""
    return Expr("var", (), name=name)


def expr(value: ExprLike) -> Expr:
    """Read an int or a Fraction as a constant; leave an expression as it is.

    Raises:
        FloatRefused, InvalidType: the value is neither.
    """
    if isinstance(value, Expr):
        return value
    if isinstance(value, bool) or not isinstance(value, (int, Fraction)):
        if isinstance(value, float):
            raise FloatRefused(
                f"expression: {value!r} is a float; write it exactly, as Fraction({str(value)!r})"
            )
        raise InvalidType(f"expression: {value!r} is a {type(value).__name__}; give an Expr, int or Fraction")
    return const(value)


ZERO, ONE = const(0), const(1)


def exp(a: ExprLike) -> Expr:
    """e^a."""
    return Expr("exp", (expr(a),))


def log(a: ExprLike) -> Expr:
    """The natural logarithm of a."""
    return Expr("log", (expr(a),))


def sqrt(a: ExprLike) -> Expr:
    """The non-negative square root of a."""
    return Expr("sqrt", (expr(a),))


def finite_sum(index: str, lo: ExprLike, hi: ExprLike, body: ExprLike) -> Expr:
    """The sum of `body` over the integers index = lo, ..., hi."""
    return Expr("sum", (expr(lo), expr(hi), expr(body)), name=index)


def constant(a: Expr) -> Fraction | None:
    """The value of a constant, possibly written with a sign or as a quotient of constants, else None."""
    if a.op == "const":
        return a.value
    if a.op == "neg":
        inner = constant(a.args[0])
        return None if inner is None else -inner
    if a.op == "/":
        top, bottom = constant(a.args[0]), constant(a.args[1])
        return None if top is None or not bottom else top / bottom
    return None


def show(e: Expr) -> str:
    """The text of an expression, with no more parentheses than the grammar needs."""
    if e.op == "const":
        return str(e.value)
    if e.op == "var":
        return e.name
    if e.op == "sum":
        return f"sum({e.name}, {', '.join(map(show, e.args))})"
    if e.op not in LEVEL:
        return f"{e.op}({', '.join(map(show, e.args))})"
    mine = LEVEL[e.op]
    if e.op == "neg":
        return "-" + _wrapped(e.args[0], mine)
    left, right = e.args
    if e.op == "^":
        return f"{_wrapped(left, 5)}^{_wrapped(right, 4)}"
    gap = " " if mine == 1 else ""
    return f"{_wrapped(left, mine)}{gap}{e.op}{gap}{_wrapped(right, mine + 1)}"


def _wrapped(e: Expr, least: int) -> str:
    text = show(e)
    level = LEVEL.get(e.op, 5)
    if e.op == "const":
        level = 3 if e.value < 0 else 5
        if e.value.denominator != 1:
            level = min(level, 2)
    return text if level >= least else f"({text})"

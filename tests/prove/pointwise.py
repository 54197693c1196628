"""What a statement says at one point, computed apart from the kernel: the judge of random certificates."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product

from flint import arb, ctx, fmpq

from assay.prove.expr import Expr
from assay.prove.statement import Range, Relation, Statement

Value = Fraction | arb
Point = Mapping[str, Fraction]
BITS, MAX_SUM, MAX_POWER = 192, 60, 60


class Undefined(Exception):
    """The expression has no value here."""


class Unknown(Exception):
    """The value cannot be told from others at this precision."""


def ball(x: Value) -> arb:
    """The value as a ball."""
    return arb(fmpq(x.numerator, x.denominator)) if isinstance(x, Fraction) else x


def sign(x: Value) -> int:
    """The sign of a value; Unknown if its ball contains 0."""
    if isinstance(x, Fraction):
        return (x > 0) - (x < 0)
    if not x.is_finite() or x.contains(0):
        raise Unknown
    return 1 if x.lower() > 0 else -1


def value(e: Expr, at: Point) -> Value:
    """The value of e; every part of it must have one, except the body of an empty sum."""
    if e.op == "const":
        return e.value
    if e.op == "var":
        return at[e.name]
    if e.op == "sum":
        return _sum(e, at)
    a = value(e.args[0], at)
    if len(e.args) == 1:
        return _function(e.op, a)
    b = value(e.args[1], at)
    if e.op == "^":
        return _power(a, b)
    if e.op == "/" and sign(b) == 0:
        raise Undefined
    if e.op in ("min", "max"):
        first = sign(_arithmetic("-", a, b)) >= 0
        return a if first == (e.op == "max") else b
    return _arithmetic(e.op, a, b)


def _arithmetic(op: str, a: Value, b: Value) -> Value:
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return a + b if op == "+" else a - b if op == "-" else a * b if op == "*" else a / b
    s, t = ball(a), ball(b)
    return s + t if op == "+" else s - t if op == "-" else s * t if op == "*" else s / t


def _function(op: str, a: Value) -> Value:
    if op == "neg":
        return -a
    if op == "exp":
        return Fraction(1) if a == 0 else ball(a).exp()
    s = sign(a)
    if s < 0 or (s == 0 and op == "log"):
        raise Undefined
    if op == "log":
        return Fraction(0) if a == 1 else ball(a).log()
    return _root(a)


def _root(a: Value) -> Value:
    if isinstance(a, Fraction):
        p, q = math.isqrt(a.numerator), math.isqrt(a.denominator)
        if p * p == a.numerator and q * q == a.denominator:
            return Fraction(p, q)
    return ball(a).sqrt()


def _power(a: Value, k: Value) -> Value:
    if isinstance(k, Fraction) and k.denominator == 1:
        if k < 0 and sign(a) == 0:
            raise Undefined
        if abs(k) > MAX_POWER and a not in (-1, 0, 1):
            raise Unknown
        n = int(k)
        return a**n if isinstance(a, Fraction) or n >= 0 else 1 / a**-n
    if not isinstance(k, Fraction) and sign(a) < 0:
        raise Unknown  # k may be whole
    if sign(a) < 0 or (sign(a) == 0 and sign(k) < 0):
        raise Undefined
    if sign(a) == 0:
        return Fraction(0)
    return (ball(a).log() * ball(k)).exp()


def _sum(e: Expr, at: Point) -> Value:
    low, high = value(e.args[0], at), value(e.args[1], at)
    if not (isinstance(low, Fraction) and isinstance(high, Fraction)) or high - low > MAX_SUM:
        raise Unknown
    total: Value = Fraction(0)
    for i in range(math.ceil(low), math.floor(high) + 1):
        total = _arithmetic("+", total, value(e.args[2], {**at, e.name: Fraction(i)}))
    return total


def true_at(r: Relation, at: Point) -> bool:
    """Whether both sides have values here that compare as claimed."""
    try:
        s = sign(_arithmetic("-", value(r.left, at), value(r.right, at)))
    except Undefined:
        return False
    return {"<": s < 0, "<=": s <= 0, ">": s > 0, ">=": s >= 0, "=": s == 0, "!=": s != 0}[r.op]


OFFSETS = (
    Fraction(1, 1000),
    Fraction(1, 7),
    Fraction(1, 4),
    Fraction(1, 2),
    Fraction(1),
    Fraction(5),
    Fraction(50),
)


@lru_cache(maxsize=4096)
def values_of(r: Range) -> tuple[Fraction, ...]:
    """Points of a range: its ends, points close to them, small numbers, and a large one."""
    ends = [x for x in (r.low, r.high) if x is not None]
    found = ends + [x + s * d for x in ends or [Fraction(0)] for d in OFFSETS for s in (1, -1)]
    found += [Fraction(k, 2) for k in range(-6, 7)] + [sum(ends, Fraction(0)) / 2]
    kept = dict.fromkeys(x for x in found if r.contains(Range(r.name, x, x, False, False)) or _whole(r, x))
    return tuple(kept)


def _whole(r: Range, x: Fraction) -> bool:
    return x.denominator == 1 and r.contains(Range(r.name, x, x, False, False, True))


def points(s: Statement, most: int) -> Iterator[Point]:
    """All combinations of such values if there are few, else some of them."""
    columns = [values_of(r) for r in s.context.ranges]
    names = [r.name for r in s.context.ranges]
    if math.prod(map(len, columns)) <= most:
        yield from (dict(zip(names, p, strict=True)) for p in product(*columns))
        return
    choose = random.Random(str(s))
    for _ in range(most):
        yield {n: choose.choice(column) for n, column in zip(names, columns, strict=True)}


def fails_at(s: Statement, most: int = 80) -> Point | None:
    """A point of the domain at which the conclusion is undefined or wrong, if one of the points tried is."""
    with ctx.workprec(BITS):
        for at in points(s, most):
            try:
                if all(true_at(c, at) for c in s.context.conditions) and not true_at(s.conclusion, at):
                    return at
            except Unknown:
                continue
    return None

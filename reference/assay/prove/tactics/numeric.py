"""Values in floating point, and where a difference vanishes: guesses, which the rules confirm or refuse."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction

from assay.errors import AssayError
from assay.prove.balls import sign
from assay.prove.calculus import derivative
from assay.prove.expr import Expr, const
from assay.prove.normal import normal
from assay.prove.statement import Range, Statement

Floats = Mapping[str, float]
SMALL, MOST_TERMS, MOST_CUTS = 1e-7, 40, 3
SPREADS = (0.37, 0.81, 1.9)
"""Where the other variables are held while one is moved: twice, so that a point they share is no accident."""


def value(e: Expr, at: Floats) -> float | None:
    """About the value of e, if it has one that is not too large."""
    try:
        found = _value(e, at)
    except (ValueError, ArithmeticError, KeyError, TypeError):  # a power may be a complex number
        return None
    return found if math.isfinite(found) else None


def _value(e: Expr, at: Floats) -> float:
    if e.op == "const":
        return float(e.value)
    if e.op == "var":
        return at[e.name]
    if e.op == "sum":
        return _sum(e, at)
    args = [_value(a, at) for a in e.args]
    return float(OPERATIONS[e.op](*args))


def _sum(e: Expr, at: Floats) -> float:
    low, high = _value(e.args[0], at), _value(e.args[1], at)
    if high - low > MOST_TERMS:
        raise ValueError
    return math.fsum(_value(e.args[2], {**at, e.name: float(i)}) for i in range(round(low), round(high) + 1))


OPERATIONS: dict[str, Callable[..., float]] = {
    "neg": lambda a: -a,
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "^": lambda a, b: a**b,
    "exp": math.exp,
    "log": math.log,
    "sqrt": math.sqrt,
    "min": min,
    "max": max,
}


def grid(r: Range) -> list[float]:
    """Points of a range from end to end, closer near finite ends."""
    steps = [2.0**k for k in range(-9, 8)]
    low = None if r.low is None else float(r.low)
    high = None if r.high is None else float(r.high)
    if low is not None and high is not None:
        width = high - low
        inner = [low + width * i / 24 for i in range(1, 24)]
        near = [width * 2.0**-k for k in (6, 8, 11)]
        return sorted([*inner, *(low + t for t in near), *(high - t for t in near)])
    if low is not None:
        return [low + t for t in steps]
    if high is not None:
        return [high - t for t in reversed(steps)]
    return [-t for t in reversed(steps)] + [0.0] + steps


def held(goal: Statement, x: str) -> list[dict[str, float]]:
    """Values for the variables of the goal other than x."""
    found = []
    for spread in SPREADS[: 1 if len(goal.conclusion.free()) == 1 else 2]:
        point = {}
        for k, r in enumerate(goal.context.ranges):
            if r.name != x:
                places = grid(r)
                chosen = places[int(len(places) * ((spread * (k + 1)) % 1))]
                point[r.name] = float(round(chosen)) if r.integer else chosen
        found.append(point)
    return found


def minima(goal: Statement, r: Range) -> list[float]:
    """Inner points at which the excess, as a function of one variable, about vanishes and has a minimum.

    The other variables are held at several places; only points that all of them share are given.
    """
    shared: list[float] | None = None
    for others in held(goal, r.name):
        found = _minima(goal.conclusion.excess, r, others)
        if shared is not None:
            found = [x for x in found if any(abs(x - y) < SMALL * (1 + abs(x)) for y in shared)]
        shared = found
        if not found:
            return []
    return shared or []


def _minima(f: Expr, r: Range, others: Floats) -> list[float]:
    places = grid(r)
    values = [value(f, {**others, r.name: x}) for x in places]
    found = []
    for i in range(1, len(places) - 1):
        left, here, right = values[i - 1 : i + 2]
        if left is None or here is None or right is None or here > min(left, right):
            continue
        if here == left == right:
            continue
        x = _lowest(f, r.name, places[i - 1], places[i + 1], others)
        least = value(f, {**others, r.name: x})
        if least is not None and abs(least) < SMALL * (1 + max(left, right)):
            found.append(x)
    return found


def _lowest(f: Expr, x: str, a: float, b: float, others: Floats) -> float:
    """Where f is lowest between a and b: where its derivative changes sign, or by thirds."""
    try:
        slope: Expr | None = derivative(f, x)
    except AssayError:
        slope = None
    for _ in range(90):
        if slope is not None:
            middle = (a + b) / 2
            s = value(slope, {**others, x: middle})
            if s is None:
                slope = None
                continue
            a, b = (middle, b) if s < 0 else (a, middle)
            if s == 0:
                return middle
        else:
            c, d = a + (b - a) / 3, b - (b - a) / 3
            u, v = (value(f, {**others, x: t}) for t in (c, d))
            a, b = (a, d) if u is not None and v is not None and u <= v else (c, b)
    return (a + b) / 2


def touching(goal: Statement, r: Range) -> list[Fraction]:
    """Rational inner points at which the two sides agree, whatever the other variables are."""
    found = []
    for x in minima(goal, r)[:MOST_CUTS]:
        near = Fraction(x).limit_denominator(5000)
        if abs(near - Fraction(x)) < Fraction(1, 10**6) and vanishes(goal, r, near):
            found.append(near)
    return list(dict.fromkeys(found))


def vanishes(goal: Statement, r: Range, at: Fraction) -> bool:
    """Whether both sides agree at one value of one variable."""
    try:
        here = goal.conclusion.excess.substitute({r.name: const(at)})
        return not normal(here).top or sign(here) == 0
    except AssayError:
        return False

"""Tactics that cut a range in two and show both parts."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import partial

from assay.errors import AssayError
from assay.prove.balls import sign
from assay.prove.expr import const
from assay.prove.statement import Range, Statement
from assay.prove.tactics.calculus import movable
from assay.prove.tactics.numeric import touching
from assay.prove.tactics.sampling import descent
from assay.prove.tactics.search import Search
from assay.prove.theorem import Theorem


def splits(goal: Statement, search: Search, depth: int) -> Theorem | None:
    """One variable: near an end where both sides agree follow derivatives, elsewhere subdivide."""
    variables = movable(goal)
    if depth <= 0 or len(variables) != 1 or len(goal.conclusion.free()) != 1:
        return None
    r = variables[0]
    for cut in _cuts(goal, r):
        if search.expired:
            return None
        found = halves(goal, r, cut, search, depth)
        if found is not None:
            return found
    return None


def _cuts(goal: Statement, r: Range) -> list[Fraction]:
    """Where to cut a range: far out on a half-line, ever closer to an end where the two sides agree."""
    if r.low is None and r.high is None:
        return [Fraction(0)]
    if r.high is None and r.low is not None:
        return [r.low + t for t in (Fraction(1), Fraction(4), Fraction(1, 4), Fraction(16))]
    if r.low is None and r.high is not None:
        return [r.high - t for t in (Fraction(1), Fraction(4), Fraction(1, 4), Fraction(16))]
    if r.low is None or r.high is None:
        return []
    width = r.high - r.low
    tight = [_touches(goal, r, at) for at in (r.low, r.high)]
    fractions = [Fraction(1, 2)]
    if tight[0] and not tight[1]:
        fractions = [Fraction(1, n) for n in (2, 4, 16)]
    if tight[1] and not tight[0]:
        fractions = [1 - Fraction(1, n) for n in (2, 4, 16)]
    return [r.low + width * t for t in fractions]


def _touches(goal: Statement, r: Range, at: Fraction) -> bool:
    try:
        return sign(goal.conclusion.excess.substitute({r.name: const(at)})) == 0
    except AssayError:
        return True


def touchings(goal: Statement, search: Search, depth: int) -> Theorem | None:
    """Cut where both sides agree inside a range: from there derivatives can be followed both ways."""
    sides = (goal.conclusion.left, goal.conclusion.right)
    if (
        depth <= 0
        or goal.conclusion.kind != ">="
        or any(p.op in ("min", "max") for e in sides for p in e.parts())
    ):
        return None
    for r in movable(goal):
        for cut in search.remember(("touching", r.name, goal), partial(touching, goal, r)):
            found = halves(goal, r, cut, search, depth)
            if found is not None:
                return found
    return None


def halves(goal: Statement, r: Range, cut: Fraction, search: Search, depth: int) -> Theorem | None:
    """The goal up to a number, and from there on."""
    parts = []
    for half in (
        Range(r.name, r.low, cut, r.low_open, False),
        Range(r.name, cut, r.high, False, r.high_open),
    ):
        part = search.solve(Statement(goal.context.replace(half), goal.conclusion), depth - 1)
        if part is None:
            return None
        parts.append(part)
    return search.attempt("cases", goal, {"on": f"{r.name} <= {const(cut)}"}, parts)


def gaps(goal: Statement, search: Search, depth: int) -> Theorem | None:
    """An integer variable jumps over the reals at which the claim fails: split there."""
    integers = [r for r in goal.context.ranges if r.integer and r.name in goal.conclusion.free()]
    if depth <= 0 or len(integers) != 1 or goal.conclusion.kind == "=":
        return None
    r = integers[0]
    real = Range(r.name, r.low, r.high, r.low is None, r.high is None)
    where = descent(Statement(goal.context.replace(real), goal.conclusion))
    if where is None or where[r.name].denominator == 1:
        return None
    cut = const(math.floor(where[r.name]))
    parts = [
        search.solve(Statement(goal.context.replace(half), goal.conclusion), depth - 1)
        for half in (
            Range(r.name, r.low, cut.value, r.low_open, False, True),
            Range(r.name, cut.value, r.high, True, r.high_open, True),
        )
    ]
    shown = [p for p in parts if p is not None]
    return search.attempt("cases", goal, {"on": f"{r.name} <= {cut}"}, shown) if len(shown) == 2 else None

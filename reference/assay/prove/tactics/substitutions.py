"""Other variables for a goal: a quotient where two variables meet, a reciprocal where one is unbounded."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from assay.prove.expr import ONE, ZERO, Expr, var
from assay.prove.normal import normal
from assay.prove.statement import Context, Range, Relation, Statement
from assay.prove.tactics.calculus import movable
from assay.prove.tactics.search import Search
from assay.prove.theorem import Theorem


def ratios(goal: Statement, search: Search, depth: int) -> Theorem | None:
    """Two variables above 0 where both sides agree if they are equal: y = x s and x = y s, s in (0, 1]."""
    if depth <= 0 or goal.conclusion.kind != ">=" or goal.context.conditions:
        return None
    for x, y in _pairs(goal):
        first = _case(goal, x, y, Relation(var(y.name), "<=", var(x.name)), search, depth)
        if first is None:
            continue
        second = _case(goal, y, x, Relation(var(y.name), ">", var(x.name)), search, depth)
        if second is not None:
            return search.attempt("cases", goal, {"on": f"{y.name} <= {x.name}"}, [first, second])
    return None


def _pairs(goal: Statement) -> Iterator[tuple[Range, Range]]:
    variables = [r for r in movable(goal) if r.low == 0]
    for i, x in enumerate(variables):
        for y in variables[i + 1 :]:
            if x.high == y.high:
                met = goal.conclusion.excess.substitute({y.name: var(x.name)})
                if not normal(met).top:
                    yield x, y


def _case(goal: Statement, x: Range, y: Range, case: Relation, search: Search, depth: int) -> Theorem | None:
    """The goal where y <= x: with s = y/x for x > 0."""
    name = goal.context.fresh("s")
    share = Range(name, Fraction(0), Fraction(1), True, False)
    where = Context(tuple(share if r.name == y.name else _above(r, x) for r in goal.context.ranges))
    moved = goal.conclusion.substitute({y.name: var(x.name) * var(name)})
    shown = search.solve(Statement(where, moved), depth - 1)
    if shown is None:
        return None
    here = goal.context.given(case)
    share_of = var(y.name) / var(x.name)
    gap = {"weight": "1", "factors": [f"{x.name} - {y.name}"]}
    below = Statement(here, Relation(share_of, "<=", ONE))
    bound = search.attempt("combine", below, {"multiplier": x.name, "terms": [gap]})
    if bound is None:
        return None
    claim = Statement(here, goal.conclusion)
    return search.attempt("instantiate", claim, {"terms": {name: str(share_of)}}, [shown, bound])


def _above(r: Range, x: Range) -> Range:
    """The range of x without 0."""
    return Range(r.name, r.low, r.high, r.low_open or r.name == x.name, r.high_open, r.integer)


def reciprocals(goal: Statement, search: Search, depth: int) -> Theorem | None:
    """A variable above 0 without an upper end: x = 1/s, and what was at infinity is at 0."""
    if depth <= 0 or goal.conclusion.kind == "!=" or goal.context.conditions:
        return None
    for r in movable(goal):
        if r.low is None or r.low < 0 or r.high is not None or (r.low == 0 and not r.low_open):
            continue
        name = goal.context.fresh("s")
        if any(a.name.startswith("s") for a in goal.context.ranges):  # this one is a reciprocal already
            return None
        share = Range(name, Fraction(0), 1 / r.low if r.low else None, True, r.low_open or not r.low)
        where = Context(tuple(share if a.name == r.name else a for a in goal.context.ranges))
        moved = _simple(goal, r.name, name)
        shown = search.solve(Statement(where, moved), depth - 1)
        if shown is not None:
            terms = {name: f"1/{r.name}"}
            return search.attempt("instantiate", goal, {"terms": terms}, [shown, *search.lemmas])
    return None


def _simple(goal: Statement, x: str, name: str) -> Relation:
    """The conclusion with 1/s for x."""
    inverse: Expr = ONE / var(name)
    return Relation(goal.conclusion.excess.substitute({x: inverse}), goal.conclusion.kind, ZERO)

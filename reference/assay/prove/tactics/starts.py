"""Induction that starts later than the goal, where its step is true."""

from __future__ import annotations

from fractions import Fraction

from assay.prove.statement import Range, Statement
from assay.prove.tactics.logic import induction
from assay.prove.tactics.numeric import held, value
from assay.prove.tactics.search import Search
from assay.prove.theorem import Theorem

FAR, LATEST = 40, 8


def later(goal: Statement, search: Search, depth: int) -> Theorem | None:
    """The goal by induction from a later value of an integer variable on, and for the values before it."""
    if depth <= 0 or goal.conclusion.kind not in (">=", ">"):
        return None
    for r in goal.context.ranges:
        if not r.integer or r.low is None or r.high is not None or r.name not in goal.conclusion.free():
            continue
        for first in _starts(goal, r):
            found = _from(goal, r, r.low + first, search, depth)
            if found is not None:
                return found
    return None


def _starts(goal: Statement, r: Range) -> list[int]:
    """How much later: from where the excess grows by the factor that it has far out, and one more."""
    low = int(r.low or 0)
    for others in held(goal, r.name)[:1]:
        found = [value(goal.conclusion.excess, {**others, r.name: low + k}) for k in range(FAR)]
        values = [v for v in found if v is not None]
        if len(values) < FAR or not values[-2]:
            break
        growth = values[-1] / values[-2]
        falls = [k for k in range(FAR - 1) if values[k + 1] < growth * values[k] * (1 - 1e-9)]
        first = max(falls, default=-1) + 1
        return [k for k in (first, first + 1) if 0 < k <= LATEST]
    return [1]


def _from(goal: Statement, r: Range, first: Fraction, search: Search, depth: int) -> Theorem | None:
    """The goal by induction from a value on, and for the values before it."""
    from_there = Range(r.name, first, None, False, True, True)
    before = Range(r.name, r.low, first - 1, False, False, True)
    second = induction(Statement(goal.context.replace(from_there), goal.conclusion), search, depth)
    if second is None:
        return None
    start = search.solve(Statement(goal.context.replace(before), goal.conclusion), depth - 1)
    if start is None:
        return None
    return search.attempt("cases", goal, {"on": f"{r.name} <= {first - 1}"}, [start, second])

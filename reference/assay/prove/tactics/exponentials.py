"""x = e^y in a goal that has the logarithm of x beside a fractional power of it."""

from __future__ import annotations

from fractions import Fraction

from assay.prove.expr import ZERO, exp, log, var
from assay.prove.normal import normal
from assay.prove.polynomials import quotient_expr
from assay.prove.statement import Context, Range, Relation, Statement
from assay.prove.tactics.calculus import movable
from assay.prove.tactics.search import Search
from assay.prove.theorem import Theorem

LOGARITHMS = {None: None, Fraction(0): None, Fraction(1): Fraction(0)}
"""Of the ends of a range, where they are rational or infinite."""


def exponentials(goal: Statement, search: Search, depth: int) -> Theorem | None:
    """The goal with e^y for a variable x > 0, which leaves neither logarithms nor powers of it."""
    if depth <= 0 or goal.conclusion.kind not in (">=", ">") or goal.context.conditions:
        return None
    for r in movable(goal):
        y = _logarithm(r, goal.context.fresh("y"))
        if y is None or not _mixed(goal, r.name):
            continue
        moved = quotient_expr(normal(goal.conclusion.excess.substitute({r.name: exp(var(y.name))})))
        where = Context(tuple(y if a.name == r.name else a for a in goal.context.ranges))
        shown = search.solve(Statement(where, Relation(moved, goal.conclusion.kind, ZERO)), depth - 1)
        if shown is None:
            continue
        back = moved.substitute({y.name: log(var(r.name))})
        claim = Statement(goal.context, Relation(back, goal.conclusion.kind, ZERO))
        again = search.attempt("instantiate", claim, {"terms": {y.name: f"log({r.name})"}}, [shown])
        if again is not None:
            return search.attempt(
                "combine", goal, {"terms": [{"weight": "1", "factors": [str(back)]}]}, [again]
            )
    return None


def _logarithm(r: Range, name: str) -> Range | None:
    """The range of log(x); None where x may be 0 or an end is another number."""
    if r.low is None or (r.low == 0 and not r.low_open) or not {r.low, r.high} <= set(LOGARITHMS):
        return None
    low, high = LOGARITHMS[r.low], LOGARITHMS[r.high]
    return Range(name, low, high, low is None or r.low_open, high is None or r.high_open)


def _mixed(goal: Statement, name: str) -> bool:
    """Whether log(x) and a fractional power of x both occur."""
    form = normal(goal.conclusion.excess)
    atoms = [(a, k) for p in (form.top, form.bottom) for m in p for a, k in m]
    logs = any(a.op == "log" and a.args[0] == var(name) for a, _ in atoms)
    return logs and any(a == var(name) and k.denominator > 1 for a, k in atoms)

"""Geometric sums in closed form."""

from __future__ import annotations

from assay.prove.expr import ONE, Expr, exp, var
from assay.prove.facts import Facts
from assay.prove.normal import normal
from assay.prove.polynomials import quotient_expr
from assay.prove.statement import Relation, Statement
from assay.prove.tactics.clearing import sees
from assay.prove.tactics.rewriting import substituted
from assay.prove.tactics.search import Search
from assay.prove.theorem import Theorem


def geometric(goal: Statement, search: Search, depth: int) -> Theorem | None:
    """sum(i, m, n, f(i)) as (f(m) - f(n + 1))/(1 - r), where f(i + 1)/f(i) = r != 1 for every i."""
    if depth <= 1 or goal.conclusion.kind == "!=":
        return None
    sides = (goal.conclusion.left, goal.conclusion.right)
    for total in dict.fromkeys(p for side in sides for p in side.parts() if p.op == "sum"):
        closed = _closed(total, goal, search)
        if closed is None:
            continue
        equal = search.solve(Statement(goal.context, Relation(total, "=", closed)), depth - 1)
        if equal is not None:
            return substituted(goal, total, closed, equal, search, depth)
    return None


def _closed(total: Expr, goal: Statement, search: Search) -> Expr | None:
    """The closed form; None for a sum that is not geometric, or where r may be 1."""
    low, high, body = total.args
    ratio = _ratio(body, total.name)
    if ratio is None or ratio == ONE:
        return None
    facts = Facts(goal.context, tuple(t.statement for t in search.lemmas))
    if not any(sees(facts, gap) for gap in (ONE - ratio, ratio - ONE)):
        return None
    first, beyond = (body.substitute({total.name: end}) for end in (low, high + ONE))
    return (first - beyond) / (ONE - ratio)


def _ratio(e: Expr, i: str) -> Expr | None:
    """f(i + 1)/f(i), where it is the same for every i."""
    if i not in e.free():
        return ONE
    if e.op == "neg":
        return _ratio(e.args[0], i)
    if e.op in ("*", "/"):
        left, right = (_ratio(a, i) for a in e.args)
        return None if left is None or right is None else Expr(e.op, (left, right))
    if e.op not in ("exp", "^") or (e.op == "^" and i in e.args[0].free()):
        return None
    exponent = e.args[-1]
    step = quotient_expr(normal(exponent.substitute({i: var(i) + ONE}) - exponent))
    if i in step.free():
        return None
    return quotient_expr(normal(exp(step) if e.op == "exp" else e.args[0] ** step))

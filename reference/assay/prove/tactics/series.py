"""Geometric sums in closed form, and sums that stay below a number."""

from __future__ import annotations

from assay.prove.expr import ONE, ZERO, Expr, const, exp, var
from assay.prove.normal import normal
from assay.prove.polynomials import quotient_expr
from assay.prove.statement import Relation, Statement
from assay.prove.tactics.clearing import sees
from assay.prove.tactics.rewriting import substituted
from assay.prove.tactics.sampling import plausible
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
    facts = search.facts(goal.context)
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


def bounded(goal: Statement, search: Search, depth: int) -> Theorem | None:
    """S(n) <= C from S(n) <= C - (C - S(m)) (m + d)/(n + d), which agrees at the first n = m; d = 0, 1."""
    c = goal.conclusion
    if depth <= 1 or c.kind not in (">=", ">"):
        return None
    for total in dict.fromkeys(p for p in c.excess.parts() if p.op == "sum"):
        start = _start(goal, total)
        if start is None or not plausible(Statement(goal.context, Relation(start, ">=", ZERO))):
            continue
        for d in (0, 1):
            slack = start * (total.args[0] + d) / (total.args[1] + d)
            found = _with_slack(goal, slack, search, depth)
            if found is not None:
                return found
    return None


def _start(goal: Statement, total: Expr) -> Expr | None:
    """C - S(m) for S(n) <= C on a sum from m >= 1 up to an integer variable n >= m; None for others."""
    low, n, body = total.args
    r = goal.context.range(n.name) if n.op == "var" else None
    if r is None or not r.integer or not r.low or r.low < 1 or r.high is not None or low != const(r.low):
        return None
    rest = quotient_expr(normal(goal.conclusion.excess + total))
    return None if n.name in rest.free() else rest - body.substitute({total.name: low})


def _with_slack(goal: Statement, slack: Expr, search: Search, depth: int) -> Theorem | None:
    """The goal from a stronger one, by so much."""
    left = goal.conclusion.excess - slack
    parts = [Relation(left, ">=", ZERO), Relation(slack, goal.conclusion.kind, ZERO)]
    shown = [search.solve(Statement(goal.context, r), depth - 1) for r in parts]
    known = [t for t in shown if t is not None]
    terms = [{"weight": "1", "factors": [str(r.left)]} for r in parts]
    arguments = {"terms": terms}
    return search.attempt("combine", goal, arguments, [*known, *search.lemmas]) if len(known) == 2 else None

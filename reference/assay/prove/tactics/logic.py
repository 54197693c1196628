"""Tactics of logic: induction, cases for min and max, two inequalities for an equality."""

from __future__ import annotations

from assay.errors import AssayError
from assay.prove.expr import Expr, const, exp, var
from assay.prove.statement import Relation, Statement
from assay.prove.tactics.search import Search
from assay.prove.theorem import Theorem


def extremes(goal: Statement, search: Search, depth: int) -> Theorem | None:
    """Split on the order of the arguments of a min or max, and replace it by the one it equals."""
    if depth <= 0:
        return None
    sides = (goal.conclusion.left, goal.conclusion.right)
    m = next((p for side in sides for p in side.parts() if p.op in ("min", "max")), None)
    if m is None:
        return None
    a, b = m.args
    parts = []
    for op, chosen in ((">=", a if m.op == "max" else b), ("<", b if m.op == "max" else a)):
        where = goal.context.given(Relation(a, op, b))
        left, right = (_replace(side, m, chosen) for side in sides)
        simpler = Relation(left, goal.conclusion.op, right)
        inner = search.solve(Statement(where, simpler), depth - 1)
        equal = search.attempt("extreme", Statement(where, Relation(m, "=", chosen)), {"of": str(m)})
        if inner is None or equal is None:
            return None
        case = _rewrite(Statement(where, goal.conclusion), inner, equal, m, chosen, search)
        if case is None:
            return None
        parts.append(case)
    return search.attempt("cases", goal, {"on": f"{a} >= {b}"}, parts)


def _replace(e: Expr, old: Expr, new: Expr) -> Expr:
    if e == old:
        return new
    return Expr(e.op, tuple(_replace(a, old, new) for a in e.args), e.value, e.name) if e.args else e


def _rewrite(
    goal: Statement, inner: Theorem, equal: Theorem, m: Expr, chosen: Expr, search: Search
) -> Theorem | None:
    """The goal differs from `inner` by a multiple of m - chosen."""
    excess, simpler = goal.conclusion.excess, inner.statement.conclusion.excess
    slot = var("slot__")
    try:
        from assay.prove.calculus import derivative

        factor = derivative(_replace(excess, m, slot), "slot__").substitute({"slot__": m})
    except AssayError:
        return None
    arguments = {
        "terms": [{"weight": "1", "factors": [str(simpler)]}],
        "zeros": [{"zero": str(m - chosen), "times": str(factor)}],
    }
    return search.attempt("combine", goal, arguments, [inner, equal])


def induction(goal: Statement, search: Search, depth: int) -> Theorem | None:
    """Induction over an integer variable that has no upper end."""
    if depth <= 0:
        return None
    conditions = {n for c in goal.context.conditions for n in c.free()}
    for r in goal.context.ranges:
        if (
            not r.integer
            or r.low is None
            or r.high is not None
            or r.name in conditions
            or r.name not in goal.conclusion.free()
        ):
            continue
        start = Statement(goal.context.without(r.name), goal.conclusion.substitute({r.name: const(r.low)}))
        base = search.solve(start, depth - 1)
        if base is None:
            continue
        step = Statement(
            goal.context.given(goal.conclusion), goal.conclusion.substitute({r.name: var(r.name) + 1})
        )
        unfolded = _unfoldings(step, r.name, search)
        lemmas = search.lemmas
        search.lemmas = (*lemmas, *unfolded)
        next_ = search.solve(step, depth - 1)
        search.lemmas = lemmas
        if next_ is None:
            continue
        found = search.attempt("induction", goal, {"variable": r.name}, [base, next_])
        if found is not None:
            return found
    return None


def _unfoldings(step: Statement, n: str, search: Search) -> list[Theorem]:
    """For each sum that ends at an expression in n: split off its last term."""
    found = []
    sides = (step.conclusion.left, step.conclusion.right)
    for p in dict.fromkeys(p for side in sides for p in side.parts()):
        if p.op == "sum" and n in p.args[1].free():
            lo, hi, body = p.args
            parts = Expr("sum", (lo, hi - 1, body), name=p.name) + body.substitute({p.name: hi})
            claim = Statement(step.context, Relation(p, "=", parts))
            theorem = search.attempt("unfold", claim, {"sum": str(p), "end": "last"})
            if theorem is not None:
                found.append(theorem)
    return found


def equality(goal: Statement, search: Search, depth: int) -> Theorem | None:
    """left = right from zeros of the facts: each equality times a number."""
    if goal.conclusion.kind != "=":
        return None
    equalities = [c for c in goal.context.conditions if c.op == "="]
    equalities += [t.statement.conclusion for t in search.lemmas if t.statement.conclusion.op == "="]
    for scale in ("1", "-1"):
        zeros = [{"zero": str(c.excess), "times": scale} for c in equalities]
        found = search.attempt("combine", goal, {"zeros": zeros}, search.lemmas) if zeros else None
        if found is not None:
            return found
    return None


def logarithms(goal: Statement, search: Search, depth: int) -> Theorem | None:
    """log(u) <= v from u <= exp(v), and log(u) <= log(w) from u <= w; also the other way round."""
    left, op, right = goal.conclusion.left, goal.conclusion.op, goal.conclusion.right
    if depth <= 0 or op in ("=", "!=") or "log" not in (left.op, right.op):
        return None
    u, w = (side.args[0] if side.op == "log" else exp(side) for side in (left, right))
    inner = search.solve(Statement(goal.context, Relation(u, op, w)), depth - 1)
    return (
        None if inner is None else search.attempt("apply", goal, {"function": "log"}, [inner, *search.lemmas])
    )

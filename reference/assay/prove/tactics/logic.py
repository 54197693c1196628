"""Tactics of logic: induction, cases for min and max, two inequalities for an equality."""

from __future__ import annotations

from fractions import Fraction

from assay.prove.expr import ZERO, Expr, const, exp, var
from assay.prove.normal import normal
from assay.prove.polynomials import UNIT, quotient_expr
from assay.prove.statement import Context, Range, Relation, Statement
from assay.prove.tactics.cuts import halves
from assay.prove.tactics.rewriting import replace, replaced, rewritten, substituted
from assay.prove.tactics.search import Search
from assay.prove.theorem import Theorem


def relaxed(goal: Statement, search: Search, depth: int) -> Theorem | None:
    """The goal for all reals, and without its side conditions."""
    ranges = tuple(
        Range(r.name, r.low, r.high, r.low_open or r.low is None, r.high_open or r.high is None)
        for r in goal.context.ranges
    )
    wider = Statement(Context(ranges), goal.conclusion)
    if depth <= 0 or wider == goal:
        return None
    found = search.solve(wider, depth - 1)
    return None if found is None else search.attempt("direct", goal, {}, [found, *search.lemmas])


def corners(goal: Statement, search: Search, depth: int) -> Theorem | None:
    """Cut a range where the arguments of a min or max, linear in one variable, are equal."""
    if depth <= 0:
        return None
    for m in _extremes(goal):
        gap = normal(m.args[0] - m.args[1])
        names = {x for p in gap.top for x, _ in p}
        if not gap.whole or len(names) != 1 or any(len(p) > 1 or any(k != 1 for _, k in p) for p in gap.top):
            continue
        (x,) = names
        r = goal.context.range(x.name) if x.op == "var" else None
        if r is None or r.integer or any(x.name in c.free() for c in goal.context.conditions):
            continue
        at = -gap.top.get(UNIT, Fraction(0)) / gap.top[(x, Fraction(1)),]
        if (r.low is None or r.low < at) and (r.high is None or at < r.high):
            return halves(goal, r, at, search, depth)
    return None


def _extremes(goal: Statement) -> list[Expr]:
    sides = (goal.conclusion.left, goal.conclusion.right)
    return [p for side in sides for p in side.parts() if p.op in ("min", "max")]


def extremes(goal: Statement, search: Search, depth: int) -> Theorem | None:
    """Split on the order of the arguments of a min or max, and replace it by the one it equals."""
    if depth <= 0:
        return None
    m = next(iter(_extremes(goal)), None)
    if m is None:
        return None
    a, b = m.args
    for chosen in (a, b):  # the facts may order them already
        known = search.attempt("extreme", Statement(goal.context, Relation(m, "=", chosen)), {"of": str(m)})
        if known is not None:
            return _chosen(goal, m, chosen, known, search, depth)
    parts = []
    for op, chosen in ((">=", a if m.op == "max" else b), ("<", b if m.op == "max" else a)):
        case = Statement(goal.context.given(Relation(a, op, b)), goal.conclusion)
        equal = search.attempt("extreme", Statement(case.context, Relation(m, "=", chosen)), {"of": str(m)})
        part = None if equal is None else _chosen(case, m, chosen, equal, search, depth)
        if part is None:
            return None
        parts.append(part)
    return search.attempt("cases", goal, {"on": f"{a} >= {b}"}, parts)


def _chosen(
    goal: Statement, m: Expr, chosen: Expr, equal: Theorem, search: Search, depth: int
) -> Theorem | None:
    """The goal with `chosen` in the place of m, which equals it; then the goal."""
    lemmas = search.lemmas
    search.lemmas = (*lemmas, equal)
    found = substituted(goal, m, chosen, equal, search, depth)
    search.lemmas = lemmas
    return found


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
        next_ = _by_difference(goal, step, unfolded, search, depth)
        if next_ is not None:
            return search.attempt("induction", goal, {"variable": r.name}, [base, next_])
        lemmas = search.lemmas
        search.lemmas = (*lemmas, *unfolded)
        next_ = search.solve(step, depth - 1)
        search.lemmas = lemmas
        next_ = next_ or _by_term(step, unfolded, search, depth)
        if next_ is None:
            continue
        found = search.attempt("induction", goal, {"variable": r.name}, [base, next_])
        if found is not None:
            return found
    return None


def _by_difference(
    goal: Statement, step: Statement, unfolded: list[Theorem], search: Search, depth: int
) -> Theorem | None:
    """The step from the sign of what it adds to the hypothesis, if no sum is left in that."""
    equals = [(t.statement.conclusion.left, t.statement.conclusion.right, t) for t in unfolded]
    found = replaced(step.conclusion.excess, equals)
    if found is None:
        return None
    excess, zeros = found
    added = quotient_expr(normal(excess - goal.conclusion.excess))
    if any(p.op == "sum" for p in added.parts()) or not unfolded:
        return None
    kind = "=" if goal.conclusion.kind == "=" else ">="
    inner = search.solve(Statement(goal.context, Relation(added, kind, ZERO)), depth - 1)
    if inner is None:
        return None
    parts = [str(e) for e in (goal.conclusion.excess, added) if e != ZERO]
    arguments: dict[str, object] = {"zeros": zeros}
    if kind == "=":
        zeros += [{"zero": part} for part in parts]
    else:
        arguments["terms"] = [{"weight": "1", "factors": [part]} for part in parts]
    return search.attempt("combine", step, arguments, [inner, *unfolded])


def _by_term(step: Statement, unfolded: list[Theorem], search: Search, depth: int) -> Theorem | None:
    """The step with one sum replaced by the sum without its last term, plus that term."""
    for equal in unfolded:
        whole, parts = equal.statement.conclusion.left, equal.statement.conclusion.right
        left, right = (replace(side, whole, parts) for side in (step.conclusion.left, step.conclusion.right))
        shorter = Statement(step.context, Relation(left, step.conclusion.op, right))
        inner = search.solve(shorter, depth - 1)
        found = None if inner is None else rewritten(step, inner, [(whole, parts, equal)], search)
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
    """left = right from zeros of the facts, each equality times a number; or from <= and >=."""
    if goal.conclusion.kind != "=":
        return None
    equalities = [c for c in goal.context.conditions if c.op == "="]
    equalities += [t.statement.conclusion for t in search.lemmas if t.statement.conclusion.op == "="]
    for scale in ("1", "-1"):
        zeros = [{"zero": str(c.excess), "times": scale} for c in equalities]
        found = search.attempt("combine", goal, {"zeros": zeros}, search.lemmas) if zeros else None
        if found is not None:
            return found
    return _both_ways(goal, search, depth)


def _both_ways(goal: Statement, search: Search, depth: int) -> Theorem | None:
    """left = right from left <= right and left >= right."""
    if depth <= 1:
        return None
    found: list[Theorem] = []
    for op in ("<=", ">="):
        weak = Relation(goal.conclusion.left, op, goal.conclusion.right)
        shown = search.solve(Statement(goal.context, weak), depth - 2)
        if shown is None:
            return None
        found.append(shown)
    return search.attempt("direct", goal, {}, found)


def logarithms(goal: Statement, search: Search, depth: int) -> Theorem | None:
    """log(u) <= v from u <= exp(v), and log(u) <= log(w) from u <= w; also the other way round."""
    left, op, right = goal.conclusion.left, goal.conclusion.op, goal.conclusion.right
    if op == "=" and any(p.op == "log" for side in (left, right) for p in side.parts()):
        found = search.attempt("direct", Statement(goal.context, Relation(exp(left), op, exp(right))))
        return None if found is None else search.attempt("apply", goal, {"function": "log"}, [found])
    if depth <= 0 or op in ("=", "!=") or "log" not in (left.op, right.op):
        return None
    u, w = (side.args[0] if side.op == "log" else exp(side) for side in (left, right))
    inner = search.solve(Statement(goal.context, Relation(u, op, w)), depth - 1)
    return (
        None if inner is None else search.attempt("apply", goal, {"function": "log"}, [inner, *search.lemmas])
    )

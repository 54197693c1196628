"""Other variables for a goal: a quotient of two, a reciprocal, an exponential whose logarithm occurs."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from assay.prove.expr import ONE, ZERO, Expr, exp, log, var
from assay.prove.normal import normal
from assay.prove.polynomials import multiply, polynomial_expr, quotient_expr
from assay.prove.statement import Context, Range, Relation, Statement
from assay.prove.tactics.calculus import movable
from assay.prove.tactics.numeric import held, value
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
    """A variable x above 0 at whose infinity both sides meet: with x = 1/s that is at s = 0."""
    if depth <= 0 or goal.conclusion.kind not in (">=", ">") or goal.context.conditions:
        return None
    for r in movable(goal):
        if r.low is None or r.low < 0 or r.high is not None or (r.low == 0 and not r.low_open):
            continue
        if _fades(goal, r):
            found = _reciprocal(goal, r, search, depth)
            if found is not None:
                return found
    return None


def _fades(goal: Statement, r: Range) -> bool:
    """Whether the excess seems to go to 0 at infinity."""
    for others in held(goal, r.name)[:1]:
        near, far = (value(goal.conclusion.excess, {**others, r.name: x}) for x in (1e2, 1e4))
        return near is not None and far is not None and abs(far) < abs(near) / 10
    return False


def _reciprocal(goal: Statement, r: Range, search: Search, depth: int) -> Theorem | None:
    name = goal.context.fresh(f"inverse_{r.name}")
    share = Range(name, Fraction(0), 1 / r.low if r.low else None, True, r.low_open or not r.low)
    where = Context(tuple(share if a.name == r.name else a for a in goal.context.ranges))
    inverse: Expr = ONE / var(name)
    moved = _whole(goal.conclusion.excess.substitute({r.name: inverse}))
    shown = search.solve(Statement(where, Relation(moved, goal.conclusion.kind, ZERO)), depth - 1)
    if shown is None:
        return None
    back = moved.substitute({name: ONE / var(r.name)})
    claim = Statement(goal.context, Relation(back, goal.conclusion.kind, ZERO))
    terms = {"terms": {name: f"1/{r.name}"}}
    again = search.attempt("instantiate", claim, terms, [shown, *search.lemmas])
    if again is None:
        return None
    term: dict[str, object] = {"weight": "1", "factors": [str(back)]}
    return search.attempt("combine", goal, {"terms": [term]}, [again, *search.lemmas])


def _whole(e: Expr) -> Expr:
    """A quotient without negative powers of variables in its denominator."""
    form = normal(e)
    names = dict.fromkeys(x for m in form.bottom for x, _ in m if x.op == "var")
    lowest = {x: min(dict(m).get(x, Fraction(0)) for m in form.bottom) for x in names}
    shift = {tuple((x, -k) for x, k in lowest.items() if k < 0): Fraction(1)}
    if form.whole or shift == {(): 1}:
        return quotient_expr(form)
    return polynomial_expr(multiply(form.top, shift)) / polynomial_expr(multiply(form.bottom, shift))


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

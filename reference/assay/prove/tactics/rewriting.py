"""One part of a term replaced by what it equals, and what that changes."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from assay.errors import AssayError
from assay.prove.expr import ONE, ZERO, Expr, const, var
from assay.prove.normal import normal
from assay.prove.polynomials import monomial_expr, polynomial_expr, quotient_expr
from assay.prove.statement import Relation, Statement
from assay.prove.tactics.search import Search
from assay.prove.theorem import Theorem

SLOT = "slot__"


def replace(e: Expr, old: Expr, new: Expr) -> Expr:
    """The term with `new` in the place of `old`, wherever it stands."""
    if e == old:
        return new
    return Expr(e.op, tuple(replace(a, old, new) for a in e.args), e.value, e.name) if e.args else e


def through(
    goal: Statement, equals: Sequence[tuple[Expr, Expr, Theorem]], search: Search, depth: int
) -> Theorem | None:
    """The goal from the goal with new terms in the place of old ones, which equal them."""
    excess = quotient_expr(normal(goal.conclusion.excess))
    zeros: list[dict[str, object]] = []
    for old, new, _ in equals:
        factor = difference(excess, old, new)
        if factor is None:
            return None
        excess = replace(excess, old, new)
        zeros.append({"zero": str(old - new), "times": str(factor)})
    excess = quotient_expr(normal(excess))
    inner = search.solve(Statement(goal.context, Relation(excess, goal.conclusion.kind, ZERO)), depth)
    if inner is None:
        return None
    known = [inner, *(t for _, _, t in equals), *search.lemmas]
    if goal.conclusion.kind == "=":
        return search.attempt("combine", goal, {"zeros": [*zeros, {"zero": str(excess)}]}, known)
    terms = [{"weight": "1", "factors": [str(excess)]}]
    return search.attempt("combine", goal, {"terms": terms, "zeros": zeros}, known)


def substituted(
    goal: Statement, old: Expr, new: Expr, equal: Theorem, search: Search, depth: int
) -> Theorem | None:
    """The goal from the goal with `new` in the place of `old`, which equals it, on both sides."""
    left, right = (replace(side, old, new) for side in (goal.conclusion.left, goal.conclusion.right))
    inner = search.solve(Statement(goal.context, Relation(left, goal.conclusion.op, right)), depth - 1)
    return None if inner is None else rewritten(goal, inner, equal, old, new, search)


def rewritten(
    goal: Statement, inner: Theorem, equal: Theorem, m: Expr, chosen: Expr, search: Search
) -> Theorem | None:
    """The goal, from `inner`, which has `chosen` in the place of m, and from m = chosen."""
    simpler = str(inner.statement.conclusion.excess)
    factor = difference(goal.conclusion.excess, m, chosen)
    if factor is None:
        return None
    zeros: list[dict[str, object]] = [{"zero": str(m - chosen), "times": str(factor)}]
    arguments: dict[str, object] = {"zeros": zeros}
    if goal.conclusion.kind == "=":
        zeros.append({"zero": simpler})
    else:
        arguments["terms"] = [{"weight": "1", "factors": [simpler]}]
    return search.attempt("combine", goal, arguments, [inner, equal])


def difference(f: Expr, old: Expr, new: Expr) -> Expr | None:
    """(f(old) - f(new)) / (old - new), if f is a polynomial in `old`."""
    return _quotient(replace(f, old, var(SLOT)), old, new)


def _quotient(f: Expr, m: Expr, chosen: Expr) -> Expr | None:
    """(f(m) - f(chosen)) / (m - chosen) for a polynomial f; for s^k the sum of m^i chosen^(k - 1 - i)."""
    try:
        form = normal(f)
    except AssayError:
        return None
    total: Expr = ZERO
    for powers, c in form.top.items():
        k = dict(powers).get(var(SLOT), Fraction(0))
        others = tuple((a, j) for a, j in powers if a != var(SLOT))
        if k.denominator != 1 or k < 0 or any(SLOT in a.free() for a, _ in others):
            return None
        for i in range(int(k)):
            part = m ** const(i) * chosen ** const(int(k) - 1 - i) if k > 1 else ONE
            total = total + const(c) * monomial_expr(others) * part
    if SLOT in polynomial_expr(form.bottom).free():
        return None
    return total if form.whole else total / polynomial_expr(form.bottom)

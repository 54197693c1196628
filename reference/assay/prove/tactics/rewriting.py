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


def replaced(
    excess: Expr, equals: Sequence[tuple[Expr, Expr, Theorem]]
) -> tuple[Expr, list[dict[str, object]]] | None:
    """An excess with new terms in the place of old ones, and the zeros that it differs by, if it has some."""
    zeros: list[dict[str, object]] = []
    for old, new, _ in equals:
        factor = difference(excess, old, new)
        if factor is None:
            return None
        excess = replace(excess, old, new)
        zeros.append({"zero": str(old - new), "times": str(factor)})
    return excess, zeros


def through(
    goal: Statement, equals: Sequence[tuple[Expr, Expr, Theorem]], search: Search, depth: int
) -> Theorem | None:
    """The goal from the goal with new terms in the place of old ones, which equal them."""
    found = replaced(quotient_expr(normal(goal.conclusion.excess)), equals)
    if found is None:
        return None
    zeros, excess = found[1], quotient_expr(normal(found[0]))
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
    if inner is None:
        return None
    equals = [*_congruent(goal, old, new, equal, search), (old, new, equal)]
    return rewritten(goal, inner, equals, search)


def _congruent(
    goal: Statement, old: Expr, new: Expr, equal: Theorem, search: Search
) -> list[tuple[Expr, Expr, Theorem]]:
    """f(t) = f(t') for exponentials, logarithms and roots of terms t in which `old` is replaced."""
    found = []
    for p in dict.fromkeys(goal.conclusion.excess.parts()):
        if p.op not in ("exp", "log", "sqrt") or old not in p.args[0].parts():
            continue
        t, changed = p.args[0], replace(p.args[0], old, new)
        factor = difference(t, old, new)
        if factor is None:
            continue
        zeros = {"zeros": [{"zero": str(old - new), "times": str(factor)}]}
        inside = search.attempt("combine", Statement(goal.context, Relation(t, "=", changed)), zeros, [equal])
        if inside is None:
            continue
        whole = Expr(p.op, (changed,))
        claim = Statement(goal.context, Relation(p, "=", whole))
        shown = search.attempt("apply", claim, {"function": p.op}, [inside, *search.lemmas])
        if shown is not None:
            found.append((p, whole, shown))
    return found


def rewritten(
    goal: Statement, inner: Theorem, equals: Sequence[tuple[Expr, Expr, Theorem]], search: Search
) -> Theorem | None:
    """The goal, from `inner`, which has new terms in the place of old ones that equal them."""
    found = replaced(goal.conclusion.excess, equals)
    if found is None:
        return None
    zeros = found[1]
    arguments: dict[str, object] = {"zeros": zeros}
    simpler = str(inner.statement.conclusion.excess)
    if goal.conclusion.kind == "=":
        zeros.append({"zero": simpler})
    else:
        arguments["terms"] = [{"weight": "1", "factors": [simpler]}]
    return search.attempt("combine", goal, arguments, [inner, *(t for _, _, t in equals), *search.lemmas])


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

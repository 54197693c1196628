"""What has to be shown before a goal makes sense: denominators, arguments of logarithms and roots."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from assay.errors import AssayError
from assay.prove.expr import ZERO, Expr
from assay.prove.facts import Facts
from assay.prove.normal import normal
from assay.prove.statement import Relation, Statement
from assay.prove.tactics.clearing import factored
from assay.prove.tactics.sampling import plausible
from assay.prove.theorem import Theorem

if TYPE_CHECKING:
    from assay.prove.tactics.search import Search

DEPTH = 2
"""Of the search for a sign that a goal needs."""


def prepare(goal: Statement, search: Search, depth: int) -> None:
    """Add to the lemmas of the search what the goal needs to be defined and to lose its denominators."""
    quick, search.quick = search.quick, False
    for known in _opened(goal, search):
        search.lemmas = (*search.lemmas, known)
    for wanted in _wanted(goal):
        facts = Facts(goal.context, tuple(t.statement for t in search.lemmas))
        if _seen(facts, wanted):
            continue
        for claim in (wanted, Relation(-wanted.left, wanted.op, ZERO)):
            statement = Statement(goal.context, claim)
            if plausible(statement):
                shown = search.solve(statement, min(depth - 1, DEPTH))
                if shown is not None:
                    search.lemmas = (*search.lemmas, shown)
                break
    search.quick = quick


def _opened(goal: Statement, search: Search) -> Iterator[Theorem]:
    """a <= c and b <= c for a side condition max(a, b) <= c; a >= c and b >= c for min(a, b) >= c."""
    for c in goal.context.conditions:
        low, high = (c.left, c.right) if c.op in ("<", "<=") else (c.right, c.left)
        m, op = (low, "<=") if low.op == "max" else (high, ">=")
        if c.kind not in (">=", ">") or m.op != ("max" if op == "<=" else "min"):
            continue
        for a in m.args:
            bound = search.attempt("extreme", Statement(goal.context, Relation(a, op, m)), {"of": str(m)})
            claim = Statement(goal.context, Relation(high - a if m is low else a - low, c.kind, ZERO))
            terms = [{"factors": [str(c.excess)]}, {"factors": [str(m - a if m is low else a - m)]}]
            shown = None if bound is None else search.attempt("combine", claim, {"terms": terms}, [bound])
            if shown is not None:
                yield shown


def _seen(facts: Facts, wanted: Relation) -> bool:
    try:
        return facts.holds(wanted) or facts.holds(Relation(-wanted.left, wanted.op, ZERO))
    except AssayError:
        return False


def _wanted(goal: Statement) -> Iterator[Relation]:
    """Signs that definedness rests on, innermost first, then those of the factors of the denominator."""
    for side in (goal.conclusion.left, goal.conclusion.right):
        for e in reversed(list(side.parts())):
            if any(a.bound() for a in e.args):
                continue
            base = _base(e)
            if base is not None and base[0].free():
                yield Relation(base[0], base[1], ZERO)
    try:
        form = normal(goal.conclusion.excess)
    except AssayError:
        return
    if not form.whole:
        for f, _ in factored(form.bottom, goal.context)[1]:
            yield Relation(f, ">", ZERO)


def _base(e: Expr) -> tuple[Expr, str] | None:
    if e.op == "/":
        return e.args[1], ">"
    if e.op == "log":
        return e.args[0], ">"
    if e.op == "sqrt":
        return e.args[0], ">="
    if e.op == "^":
        k = normal(e.args[1]).constant()
        if k is None or k < 0:
            return e.args[0], ">"
        return (e.args[0], ">=") if k.denominator > 1 else None
    return None

"""A square root in a goal: isolated, both sides are squared."""

from __future__ import annotations

from fractions import Fraction

from assay.prove.expr import ONE, ZERO, Expr, const
from assay.prove.normal import normal
from assay.prove.polynomials import Polynomial, polynomial_expr, quotient_expr
from assay.prove.statement import Context, Relation, Statement
from assay.prove.tactics.clearing import cleared
from assay.prove.tactics.sampling import plausible
from assay.prove.tactics.search import Search
from assay.prove.theorem import Theorem


def squares(goal: Statement, search: Search, depth: int) -> Theorem | None:
    """low <= high from low^2 <= high^2 and high >= 0, where one of them is a square root times something."""
    if depth <= 0 or goal.conclusion.kind not in (">=", ">"):
        return None
    found = cleared(goal, search.facts(goal.context))
    if found is None:
        return None
    multiplier, top = found
    for root in dict.fromkeys(x for m in top for x, k in m if k.denominator == 2 and x.op != "exp"):
        for low, high in _sides(top, root):
            strict = goal.conclusion.kind == ">"
            claim = Statement(goal.context, Relation(low, "<" if strict else "<=", high))
            shown = by_squares(claim, search, depth)
            if shown is None:
                continue
            arguments: dict[str, object] = {"terms": [{"weight": "1", "factors": [str(high - low)]}]}
            if multiplier != ONE:
                arguments["multiplier"] = str(multiplier)
            whole = search.attempt("combine", goal, arguments, [shown, *search.lemmas])
            if whole is not None:
                return whole
    return None


def _sides(top: Polynomial, root: Expr) -> list[tuple[Expr, Expr]]:
    """A + B sqrt(u) >= 0 as -B sqrt(u) <= A, and as -A <= B sqrt(u)."""
    rooted: Polynomial = {}
    rest: Polynomial = {}
    for m, c in top.items():
        k = dict(m).get(root, Fraction(0))
        (rooted if k.denominator == 2 else rest)[m] = c
    a, b = polynomial_expr(rest), polynomial_expr(rooted)
    minus_a, minus_b = (polynomial_expr({m: -c for m, c in p.items()}) for p in (rest, rooted))
    return [(minus_b, a), (minus_a, b)]


def by_squares(goal: Statement, search: Search, depth: int) -> Theorem | None:
    """low <= high by cases: where it is true all is done, elsewhere there is a contradiction.

    Otherwise low > high, and (low - high) (low + high) = low^2 - high^2 would have the wrong sign.
    """
    low, high = goal.conclusion.left, goal.conclusion.right
    strict = goal.conclusion.op == "<"
    gap = quotient_expr(normal(high ** const(2) - low ** const(2)))
    wanted = [Relation(gap, ">" if strict else ">=", ZERO), Relation(high, ">=", ZERO)]
    claims = [Statement(goal.context, r) for r in wanted]
    if not all(plausible(c) for c in claims):
        return None
    known: list[Theorem] = list(search.lemmas)
    for claim in reversed(claims):
        theorem = search.solve(claim, depth - 1)
        if theorem is None:
            return None
        known.append(theorem)
    true = Relation(high, ">" if strict else ">=", low)
    kept = search.attempt("direct", Statement(goal.context.given(true), goal.conclusion), {}, known)
    wrong = goal.context.given(Relation(high, "<=" if strict else "<", low))
    clash = _clash(wrong, low, high, gap, strict, known, search)
    if kept is None or clash is None:
        return None
    refuted = search.attempt("absurd", Statement(wrong, goal.conclusion), {}, [clash])
    if refuted is None:
        return None
    return search.attempt("cases", goal, {"on": str(true)}, [kept, refuted, *known])


def _clash(
    wrong: Context, low: Expr, high: Expr, gap: Expr, strict: bool, known: list[Theorem], search: Search
) -> Theorem | None:
    """0 > 0 where low > high (or low >= high): (low - high) (low + high) + gap = 0."""
    smaller = [str(low - high)]
    terms = [{"weight": "1", "factors": smaller}, {"weight": "2", "factors": [str(high)]}]
    total = Relation(low + high, ">=" if strict else ">", ZERO)
    positive = search.attempt("combine", Statement(wrong, total), {"terms": terms}, known)
    if positive is None:
        return None
    product = {"weight": "1", "factors": [*smaller, str(low + high)]}
    parts = [product, {"weight": "1", "factors": [str(gap)]}]
    return search.attempt(
        "combine", Statement(wrong, Relation(ZERO, ">", ZERO)), {"terms": parts}, [positive, *known]
    )

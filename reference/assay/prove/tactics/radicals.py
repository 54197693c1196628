"""A square root on one side: its square is compared with that of the other side."""

from __future__ import annotations

from assay.prove.expr import ZERO, Expr, const
from assay.prove.statement import Context, Relation, Statement
from assay.prove.tactics.search import Search
from assay.prove.theorem import Theorem


def squares(goal: Statement, search: Search, depth: int) -> Theorem | None:
    """sqrt(u) <= v from u <= v^2 and v >= 0; v <= sqrt(u) from v^2 <= u.

    Otherwise v < sqrt(u), and (sqrt(u) - v) (sqrt(u) + v) = u - v^2 would have the wrong sign.
    """
    c = goal.conclusion
    if depth <= 0 or c.op not in ("<", "<=", ">", ">="):
        return None
    low, high = (c.left, c.right) if c.op in ("<", "<=") else (c.right, c.left)
    strict = c.op in ("<", ">")
    if low.op == "sqrt":
        return _split(goal, low, high, low, high, strict, search, depth)
    return _split(goal, low, high, high, low, strict, search, depth) if high.op == "sqrt" else None


def _split(
    goal: Statement, low: Expr, high: Expr, root: Expr, other: Expr, strict: bool, search: Search, depth: int
) -> Theorem | None:
    """The goal low <= high by cases: where it is true all is done, elsewhere there is a contradiction."""
    inside, square = root.args[0], other ** const(2)
    gap = square - inside if low == root else inside - square
    wanted = [Relation(gap, ">" if strict else ">=", ZERO), Relation(inside, ">=", ZERO)]
    if low == root:
        wanted.append(Relation(other, ">=", ZERO))
    known = []
    for relation in wanted:
        theorem = search.solve(Statement(goal.context, relation), depth - 1)
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
    return (
        None if refuted is None else search.attempt("cases", goal, {"on": str(true)}, [kept, refuted, *known])
    )


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

"""A goal whose polynomial falls into factors: the sign of each."""

from __future__ import annotations

from fractions import Fraction

from assay.prove.expr import ONE, Expr, const
from assay.prove.statement import Statement
from assay.prove.tactics.clearing import cleared, factored
from assay.prove.tactics.search import Search
from assay.prove.theorem import Theorem


def factors(goal: Statement, search: Search, depth: int) -> Theorem | None:
    """M (left - right) = c f^j g^k ..., where even powers are squares and the others have known signs."""
    if goal.conclusion.kind not in (">=", ">") or depth <= 0:
        return None
    found = cleared(goal, search.facts(goal.context))
    if found is None:
        return None
    multiplier, top = found
    scale, parts = factored(top, goal.context)
    if len(parts) < 2 and all(k == 1 for _, k in parts):
        return None
    return _signs(goal, multiplier, scale, parts, search, depth)


def _signs(
    goal: Statement,
    multiplier: Expr,
    scale: Fraction,
    parts: list[tuple[Expr, int]],
    search: Search,
    depth: int,
) -> Theorem | None:
    strict = goal.conclusion.kind == ">"
    texts: list[str] = []
    square: Expr = ONE
    known: list[Theorem] = []
    for f, k in parts:
        if k % 2 == 0 and not strict:
            square = square * f ** const(k // 2)
            continue
        if k > 1 and not strict:
            square = square * f ** const(k // 2)
        signed = search.sided(goal.context, f, ">" if strict else ">=", depth - 1)
        if signed is None:
            return None
        side, shown = signed
        scale = scale * side**k
        known.append(shown)
        texts += [str(f if side > 0 else -f)] * (k if strict else 1)
    if scale <= 0:
        return None
    term: dict[str, object] = {"weight": str(scale), "factors": texts}
    if square != ONE:
        term["square"] = str(square)
    arguments: dict[str, object] = {"terms": [term]}
    if multiplier != ONE:
        arguments["multiplier"] = str(multiplier)
    return search.attempt("combine", goal, arguments, [*known, *search.lemmas])

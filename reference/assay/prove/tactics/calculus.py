"""Tactics of analysis: compact boxes, derivatives followed to an end, concavity."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from assay.errors import AssayError
from assay.prove.calculus import derivative
from assay.prove.expr import ONE, ZERO, Expr, const
from assay.prove.normal import normal
from assay.prove.polynomials import Polynomial, monomial_expr, multiply, polynomial_expr, quotient_expr
from assay.prove.statement import Context, Range, Relation, Statement
from assay.prove.tactics.clearing import cleared
from assay.prove.tactics.sampling import plausible
from assay.prove.tactics.search import Search
from assay.prove.theorem import Theorem


def interval(goal: Statement, search: Search, depth: int) -> Theorem | None:
    """Subdivision of a compact box; of reals, if that will do."""
    ranges = goal.context.ranges
    if any(r.low is None or r.high is None for r in ranges) or goal.conclusion.kind == "=":
        return None
    arguments = {"boxes": str({0: 1, 1: 200, 2: 1500}.get(len(ranges), 4000)), "bits": "64"}
    if any(r.integer for r in ranges) and not goal.context.conditions:
        reals = tuple(Range(r.name, r.low, r.high, False, False) if r.integer else r for r in ranges)
        wider = search.attempt("interval", Statement(Context(reals), goal.conclusion), arguments)
        found = None if wider is None else search.attempt("direct", goal, {}, [wider])
        if found is not None:
            return found
    return search.attempt("interval", goal, arguments)


def movable(goal: Statement) -> list[Range]:
    """The real variables of the goal that no side condition mentions."""
    used = goal.conclusion.free()
    fixed = {n for c in goal.context.conditions for n in c.free()}
    return [
        r
        for r in goal.context.ranges
        if not r.integer and r.name in used and r.name not in fixed and (r.low is None or r.low != r.high)
    ]


def _derived(goal: Statement, r: Range, e: Expr, strict: bool) -> Statement:
    """e >= 0 (or > 0) inside the range, e simplified."""
    inside = goal.context.replace(Range(r.name, r.low, r.high))
    return Statement(inside, Relation(quotient_expr(normal(e)), ">" if strict else ">=", ZERO))


def slopes(goal: Statement, search: Search, depth: int) -> Theorem | None:
    """The sign of a derivative and the sign at an end.

    Before that, multiply by whatever makes derivatives simpler.
    """
    if depth <= 0 or goal.conclusion.kind not in (">=", ">") or _wild(goal):
        return None
    for r in sorted(movable(goal), key=lambda r: not _tight(goal, r)):
        for multiplier, f in _forms(goal, r.name, search):
            if search.expired:
                return None
            scaled = (
                goal
                if multiplier == ONE
                else Statement(goal.context, Relation(f, goal.conclusion.kind, ZERO))
            )
            found = _follow(scaled, r, search, depth)
            if found is not None and scaled is not goal:
                arguments = {"multiplier": str(multiplier), "terms": [{"weight": "1", "factors": [str(f)]}]}
                found = search.attempt("combine", goal, arguments, [found, *search.lemmas])
            if found is not None:
                return found
    return None


def _wild(goal: Statement) -> bool:
    """Whether a logarithm stands in an exponent: derivatives then grow without end."""
    exponents = [p.args[0] for p in goal.conclusion.excess.parts() if p.op == "exp"]
    return any(p.op == "log" and p.free() for u in exponents for p in u.parts())


def _tight(goal: Statement, r: Range) -> bool:
    """Whether both sides agree at an end of the range, whatever the other variables are."""
    try:
        f = goal.conclusion.excess
        return any(not normal(f.substitute({r.name: const(x)})).top for x in (r.low, r.high) if x is not None)
    except AssayError:
        return False


def _forms(goal: Statement, x: str, search: Search) -> Iterator[tuple[Expr, Expr]]:
    """Pairs (M, M f) worth differentiating: f cleared, and divided by each of its exponentials."""
    try:
        found = cleared(goal, search.facts(goal.context))
    except AssayError:
        found = None
    f = goal.conclusion.excess
    if found is None or any(a.op not in ("var", "exp") and x in a.free() for m in found[1] for a, _ in m):
        yield ONE, f
        if found is None:
            return
    clear, top = found
    growths = dict.fromkeys(tuple((a, k) for a, k in m if a.op == "exp" and x in a.free()) for m in top)
    order = sorted(growths, key=lambda g: (-_degree(top, g, x), sum(k for _, k in g)))
    seen: list[Polynomial] = []
    for growth in order:
        inverse = tuple((a, -k) for a, k in growth)
        scaled = multiply(top, {inverse: Fraction(1)})
        if scaled in seen:
            continue
        seen.append(scaled)
        m = monomial_expr(inverse)
        multiplier = clear if m == ONE else m if clear == ONE else clear * m
        yield multiplier, polynomial_expr(scaled)
    if clear != ONE:
        yield ONE, f


def _degree(top: Polynomial, growth: object, x: str) -> int:
    """The degree in x of the polynomial that an exponential is multiplied by."""
    best = 0
    for m in top:
        if tuple((a, k) for a, k in m if a.op == "exp" and x in a.free()) == growth:
            best = max(best, *(int(k) for a, k in m if a.op == "var" and a.name == x), 0)
    return best


def _follow(goal: Statement, r: Range, search: Search, depth: int) -> Theorem | None:
    f = goal.conclusion.excess
    try:
        slope = derivative(f, r.name)
    except AssayError:
        return None
    for end in ("low", "high"):
        at = r.low if end == "low" else r.high
        if at is None:
            continue
        edge = _edge(goal, r, at, f)
        if edge is None or not plausible(edge):
            continue
        excluded = r.low_open if end == "low" else r.high_open
        step = _derived(goal, r, slope if end == "low" else -slope, goal.conclusion.kind == ">" and excluded)
        if not plausible(step):
            continue
        inner = search.solve(step, depth - 1)
        if inner is None:
            continue
        last = search.solve(edge, depth - 1)
        premises = [inner] if last is None else [inner, last]
        found = search.attempt(
            "monotone", goal, {"variable": r.name, "end": end}, [*premises, *search.lemmas]
        )
        if found is not None:
            return found
    return None


def _edge(goal: Statement, r: Range, at: Fraction, f: Expr) -> Statement | None:
    """The sign wanted at an end of the range."""
    here = f.substitute({r.name: const(at)})
    kind = goal.conclusion.kind
    excluded = r.low_open if at == r.low else r.high_open
    try:
        return Statement(
            goal.context.without(r.name),
            Relation(quotient_expr(normal(here)), ">=" if excluded else kind, ZERO),
        )
    except AssayError:
        return None


def bends(goal: Statement, search: Search, depth: int) -> Theorem | None:
    """A concave function that is >= 0 at both ends."""
    if depth <= 0 or goal.conclusion.kind not in (">=", ">"):
        return None
    f = goal.conclusion.excess
    for r in movable(goal):
        if r.low is None or r.high is None or search.expired:
            continue
        try:
            bend = derivative(derivative(f, r.name), r.name)
            edges = [_edge(goal, r, at, f) for at in (r.low, r.high)]
        except AssayError:
            continue
        if not all(e is not None and plausible(e) for e in edges):
            continue
        for strict in (False, True)[: 1 + (goal.conclusion.kind == ">")]:
            found = _bent(goal, r, bend, [e for e in edges if e is not None], strict, search, depth)
            if found is not None:
                return found
    return None


def _bent(
    goal: Statement, r: Range, bend: Expr, edges: list[Statement], strict: bool, search: Search, depth: int
) -> Theorem | None:
    """The goal from the sign of its second derivative and from both ends."""
    step = _derived(goal, r, -bend, strict)
    inner = search.solve(step, depth - 1) if plausible(step) else None
    if inner is None:
        return None
    ends = [search.solve(e, depth - 1) for e in edges]
    known = [inner, *(e for e in ends if e is not None), *search.lemmas]
    return search.attempt("concave", goal, {"variable": r.name}, known)

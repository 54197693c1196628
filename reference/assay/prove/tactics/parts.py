"""A new variable for a part of a goal, where fewer variables or side conditions are left with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from assay.prove.expr import ONE, ZERO, Expr, const, var
from assay.prove.meaning import met
from assay.prove.normal import normal
from assay.prove.polynomials import UNIT, Monomial, Polynomial, monomial_expr, polynomial_expr, quotient_expr
from assay.prove.ranges import Span, span
from assay.prove.statement import Context, Range, Relation, Statement
from assay.prove.tactics.clearing import cleared, factored
from assay.prove.tactics.search import Search
from assay.prove.theorem import Theorem

MOST_STEPS = 20


@dataclass(frozen=True)
class Part:
    """u = c m + rest with a product m: where u is t, m is (t - rest)/c."""

    u: Expr
    m: Monomial
    c: Fraction
    rest: Expr

    def reduced(self, e: Expr, t: str) -> Expr:
        """The term with t for u, as far as division by u - t leads."""
        form = normal(e)
        top, bottom = (self._divided(p, t) for p in (form.top, form.bottom))
        return top if form.whole else top / bottom

    def _divided(self, p: Polynomial, t: str) -> Expr:
        value = (var(t) - self.rest) / const(self.c)
        for _ in range(MOST_STEPS):
            inside = [m for m in p if _divides(self.m, m)]
            if not inside:
                break
            total = polynomial_expr({m: k for m, k in p.items() if m not in inside})
            for m in inside:
                others = tuple((a, k - dict(self.m).get(a, 0)) for a, k in m if k != dict(self.m).get(a, 0))
                total = total + const(p[m]) * monomial_expr(others) * value
            p = normal(total).top
        total = ZERO
        for m, k in p.items():
            total = total + const(k) * monomial_expr(tuple((self._atom(a, t), j) for a, j in m))
        return quotient_expr(normal(total))

    def _atom(self, a: Expr, t: str) -> Expr:
        inner = a.op in ("exp", "log", "sqrt", "min", "max", "^")
        return Expr(a.op, tuple(self.reduced(x, t) for x in a.args)) if inner else a


def parts(goal: Statement, search: Search, depth: int) -> Theorem | None:
    """The goal with a variable t for a part u: an exponent, a logarithm's argument, a side of a condition."""
    c = goal.conclusion
    if depth <= 0 or c.kind not in (">=", ">") or any(p.op in ("min", "max") for p in c.excess.parts()):
        return None
    facts = search.facts(goal.context)
    clear = cleared(goal, facts)
    multiplier, excess = (
        (ONE, goal.conclusion.excess) if clear is None else (clear[0], polynomial_expr(clear[1]))
    )
    whole = Statement(goal.context, Relation(excess, goal.conclusion.kind, ZERO))
    for part in _parts(whole):
        inner = _simpler(whole, part)
        shown = None if inner is None else search.solve(inner, depth - 1)
        if inner is None or shown is None:
            continue
        t = inner.context.ranges[-1].name
        back = inner.conclusion.substitute({t: part.u})
        claim = Statement(goal.context, back)
        again = search.attempt("instantiate", claim, {"terms": {t: str(part.u)}}, [shown, *search.lemmas])
        if again is not None:
            arguments: dict[str, object] = {"terms": [{"weight": "1", "factors": [str(back.left)]}]}
            if multiplier != ONE:
                arguments["multiplier"] = str(multiplier)
            found = search.attempt("combine", goal, arguments, [again, *search.lemmas])
            if found is not None:
                return found
    return None


def _parts(goal: Statement) -> Iterator[Part]:
    """Sums of products, by each of these that has a variable."""
    for u in dict.fromkeys(_candidates(goal)):
        form = normal(u)
        for m, c in form.top.items() if form.whole else ():
            others = {n: k for n, k in form.top.items() if n != m}
            if m and all(a.op == "var" and k > 0 for a, k in m) and not any(_divides(m, n) for n in others):
                yield Part(_product(form.top, goal), m, c, polynomial_expr(others))


def _divides(m: Monomial, n: Monomial) -> bool:
    return all(dict(n).get(a, 0) >= k for a, k in m)


def _product(p: Polynomial, goal: Statement) -> Expr:
    """A polynomial as a product, whose sign is easier to see."""
    unit, factors = factored(p, goal.context)
    found = const(unit)
    for f, k in factors:
        found = found * (f ** const(k) if k > 1 else f)
    return found if len(factors) > 1 else polynomial_expr(p)


def _candidates(goal: Statement) -> Iterator[Expr]:
    for c in goal.context.conditions:
        top = {m: k for m, k in normal(c.excess).top.items() if m != UNIT}
        sign = -1 if all(k < 0 for k in top.values()) else 1
        yield polynomial_expr({m: sign * k for m, k in top.items()})
    for p in goal.conclusion.left.parts():
        if p.op in ("exp", "log") and len(p.args[0].free()) > 1:
            yield p.args[0]


def _simpler(goal: Statement, part: Part) -> Statement | None:
    """The goal with t for a part; None if it has as many variables and side conditions as before."""
    t = goal.context.fresh("t" if "t" not in goal.conclusion.free() else "t_")
    excess = part.reduced(goal.conclusion.excess, t)
    kept = [c for c in goal.context.conditions if not _bounds(c, part.u)]
    conditions = tuple(Relation(part.reduced(c.excess, t), c.kind, ZERO) for c in kept)
    free = excess.free().union(*(c.free() for c in conditions))
    before = goal.conclusion.free().union(*(c.free() for c in goal.context.conditions))
    fewer = len(free) < len(before) or len(conditions) < len(goal.context.conditions)
    if t not in free or len(free) > len(before) or not fewer:
        return None
    given = [r for r in goal.context.ranges if r.name in free]
    where = Context((*given, _range(t, goal, part.u)), conditions)
    return Statement(where, Relation(excess, goal.conclusion.kind, ZERO))


def _bounds(c: Relation, u: Expr) -> bool:
    """Whether a condition says that u is at most, or at least, a number."""
    return c.kind in (">=", ">") and any(normal(c.excess - s).constant() is not None for s in (u, -u))


def _range(t: str, goal: Statement, u: Expr) -> Range:
    """Where the part lies: by the ranges of its variables, and by the conditions that bound it."""
    low, high = _finite(span(u, goal.context))
    found = Range(t, low[0], high[0], low[1], high[1])
    for c in goal.context.conditions:
        for sign in (1, -1):
            rest = normal(c.excess - u if sign > 0 else c.excess + u).constant()
            if rest is None or c.kind not in (">=", ">"):
                continue
            is_open = c.kind == ">"
            end = Range(t, -rest, None, is_open, True) if sign > 0 else Range(t, None, rest, True, is_open)
            found = met(found, end)
    return found


def _finite(s: Span) -> tuple[tuple[Fraction | None, bool], tuple[Fraction | None, bool]]:
    """The ends of a span as those of a range: None for an infinite one."""
    low, high = ((None if end[0] else end[1], is_open or bool(end[0])) for end, is_open in s)
    return low, high

"""Each logarithm bounded by its tangent, each exponential likewise."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from assay.prove.expr import ONE, ZERO, Expr, const, exp
from assay.prove.normal import normal
from assay.prove.polynomials import Monomial, Polynomial, polynomial_expr, quotient_expr
from assay.prove.statement import Relation, Statement
from assay.prove.tactics.known import exponential_tangent
from assay.prove.tactics.sampling import plausible
from assay.prove.tactics.search import Search
from assay.prove.theorem import Theorem

from .logs import atoms


def tangents(goal: Statement, search: Search, depth: int) -> Theorem | None:
    """Each logarithm bounded by its tangent where it equals a common one, each exponential likewise.

    log(M) - log(u) <= M/u - 1 and <= from the other side, exp(t) >= M (1 + t - log(M)); M is the argument of
    a logarithm of the goal, or 1.
    """
    if depth <= 0 or goal.conclusion.kind != ">=":
        return None
    logs = [x for x in atoms(goal, "log") if x.free()]
    if not logs or len(logs) > 5:
        return None
    for pivot in [*logs, ZERO, *(-atom for atom in logs), *_constants(goal, logs)]:
        found = _by_tangents(goal, logs, pivot, search, depth)
        if found is not None:
            return found
    return None


def _constants(goal: Statement, logs: list[Expr]) -> Iterator[Expr]:
    """Logarithms of the arguments where both sides of the goal agree, if these are powers of e."""
    from assay.prove.tactics.calculus import movable
    from assay.prove.tactics.numeric import minima, value

    for r in movable(goal):
        if len(goal.conclusion.free()) > 1:
            return
        for x in minima(goal, r):
            for atom in logs:
                here = value(atom, {r.name: x})
                near = None if here is None else Fraction(here).limit_denominator(12)
                if here is not None and near and abs(float(near) - here) < 1e-6:
                    yield const(near)


def _by_tangents(
    goal: Statement, logs: list[Expr], pivot: Expr, search: Search, depth: int
) -> Theorem | None:
    form = normal(goal.conclusion.excess)
    parts = _linear(form.top, [*logs, *atoms(goal, "exp")])
    if parts is None:
        return None
    coefficients, _ = parts
    bottom = polynomial_expr(form.bottom)
    facts: list[Theorem] = []
    terms: list[dict[str, object]] = []
    rest = goal.conclusion.excess
    for atom, p in coefficients.items():
        if atom == pivot or -atom == pivot or (atom.op == "exp" and not (pivot.free() and atom.free())):
            continue
        weight = polynomial_expr(p) if form.whole else polynomial_expr(p) / bottom
        signed = search.sided(goal.context, weight, ">=", depth - 1)
        if signed is None and atom.op == "exp":
            continue
        if signed is None:
            return None
        side, shown = signed
        bound = _bound(atom, side, pivot)
        if bound is None:
            continue
        power, scale = bound
        gap = exp(power) - 1 - power
        claim = Statement(goal.context, Relation(gap, ">=", ZERO))
        premises = [exponential_tangent(), *search.lemmas]
        fact = search.attempt("instantiate", claim, {"terms": {"x": str(power)}}, premises)
        if fact is None:
            return None
        facts += [fact, shown]
        size = (weight if side > 0 else -weight) * scale
        terms.append({"weight": "1", "factors": [str(weight if side > 0 else -weight), str(scale), str(gap)]})
        rest = rest - size * gap
    if not terms:
        return None
    left = Statement(goal.context, Relation(quotient_expr(normal(rest)), ">=", ZERO))
    if any(x.op == "log" and x.free() for x in atoms(left, "log")) or not plausible(left):
        return None
    inner = search.solve(left, depth - 1)
    if inner is None:
        return None
    terms.append({"weight": "1", "factors": [str(left.conclusion.left)]})
    return search.attempt("combine", goal, {"terms": terms}, [inner, *facts, *search.lemmas])


def _bound(atom: Expr, side: int, pivot: Expr) -> tuple[Expr, Expr] | None:
    """t and M such that M (exp(t) - 1 - t) >= 0 bounds the atom from below (side 1) or from above."""
    if atom.op == "exp":
        if side < 0:
            return None
        return atom.args[0] - pivot, exp(pivot)
    return (pivot - atom if side > 0 else atom - pivot), ONE


def _linear(p: Polynomial, names: list[Expr]) -> tuple[dict[Expr, Polynomial], Polynomial] | None:
    """The coefficients of atoms in which a polynomial is linear, and the rest of it."""
    found: dict[Expr, Polynomial] = {}
    rest: Polynomial = {}
    for m, c in p.items():
        inside = [(x, k) for x, k in m if x in names]
        logs = [(x, k) for x, k in inside if x.op == "log"]
        if not inside or (not logs and (len(inside) > 1 or inside[0][1] != 1)):
            rest[m] = c
            continue
        chosen = logs or inside
        if len(chosen) > 1 or chosen[0][1] != 1:
            return None
        atom = chosen[0][0]
        others: Monomial = tuple(f for f in m if f[0] != atom)
        found.setdefault(atom, {})[others] = c
    return found, rest

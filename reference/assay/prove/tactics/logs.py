"""Tactics for logarithms: of products, bounded by tangents, and of both sides of a goal."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from assay.prove.expr import ONE, ZERO, Expr, const, exp, log
from assay.prove.facts import Facts
from assay.prove.normal import normal
from assay.prove.polynomials import Monomial, Polynomial, monomial_expr, polynomial_expr, quotient_expr
from assay.prove.statement import Relation, Statement
from assay.prove.tactics.clearing import factored, sees
from assay.prove.tactics.rewriting import through
from assay.prove.tactics.sampling import plausible
from assay.prove.tactics.search import Search
from assay.prove.tactics.tangents import (
    exponential_tangent,
    logarithm_of_exponential,
    power_as_exponential,
)
from assay.prove.theorem import Theorem


def atoms(goal: Statement, op: str) -> list[Expr]:
    """The atoms of one kind in the normal form of the goal."""
    form = normal(goal.conclusion.excess)
    found = dict.fromkeys(x for p in (form.top, form.bottom) for m in p for x, _ in m)
    return [x for x in found if x.op == op]


def expanded(goal: Statement, search: Search, depth: int) -> Theorem | None:
    """Logarithms of products and quotients as sums of logarithms of irreducible polynomials."""
    if depth <= 0 or goal.conclusion.kind == "!=":
        return None
    equals = []
    for atom in atoms(goal, "log"):
        total = _sum(atom, goal, search)
        if total is None:
            continue
        claim = Statement(goal.context, Relation(atom, "=", total))
        premises = [logarithm_of_exponential(), *search.lemmas]
        shown = search.attempt("instantiate", claim, {"terms": {"t": str(total)}}, premises)
        if shown is not None:
            equals.append((atom, total, shown))
    return through(goal, equals, search, depth - 1) if equals else None


def _sum(atom: Expr, goal: Statement, search: Search) -> Expr | None:
    """log(c f^j / g^k) as log(c) + j log(f) - k log(g); None if it is not a product."""
    inside = normal(atom.args[0])
    facts = Facts(goal.context, tuple(t.statement for t in search.lemmas))
    scale, parts = Fraction(1), []
    for p, side in ((inside.top, 1), (inside.bottom, -1)):
        if len(p) == 1:
            ((m, c),) = p.items()
            found = c, [(monomial_expr(((x, Fraction(1)),)), k) for x, k in m]
        else:
            unit, several = factored(p, goal.context)
            found = unit, [(f, Fraction(k)) for f, k in several]
            if not several:
                return None
        scale *= found[0] ** side
        parts += [(f, k * side) for f, k in found[1]]
    if len(parts) == 1 and scale == 1 and parts[0][1] == 1:
        return None
    total: Expr = log(const(scale)) if scale != 1 else ZERO
    for f, k in parts:
        side = next((s for s in (1, -1) if sees(facts, f if s > 0 else -f)), 0)
        if not side or (side < 0 and k.denominator != 1):
            return None
        scale *= side ** int(k) if side < 0 else 1
        total = total + const(k) * log(f if side > 0 else -f)
    return total


def tangents(goal: Statement, search: Search, depth: int) -> Theorem | None:
    """Each logarithm bounded by its tangent where it equals a common one, each exponential likewise.

    log(M) - log(u) <= M/u - 1 and <= from the other side, exp(t) >= M (1 + t - log(M)); M is the argument of
    a logarithm of the goal, or 1.
    """
    if depth <= 0 or goal.conclusion.kind != ">=":
        return None
    logs = atoms(goal, "log")
    if not logs or len(logs) > 5:
        return None
    for pivot in [*logs, ZERO, *_constants(goal, logs)]:
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
        if atom == pivot or (atom.op == "exp" and not (pivot.free() and atom.free())):
            continue
        weight = polynomial_expr(p) if form.whole else polynomial_expr(p) / bottom
        signed = _sided(goal, weight, search, depth)
        if signed is None and atom.op == "exp":
            continue
        if signed is None:
            return None
        side, shown = signed
        bound = _bound(atom, side, pivot)
        if bound is None:
            continue
        power, gap = bound
        claim = Statement(goal.context, Relation(gap, ">=", ZERO))
        premises = [exponential_tangent(), *search.lemmas]
        fact = search.attempt("instantiate", claim, {"terms": {"x": str(power)}}, premises)
        if fact is None:
            return None
        facts += [fact, shown]
        size = weight if side > 0 else -weight
        terms.append({"weight": "1", "factors": [str(size), str(gap)]})
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
    """t, and the excess of exp(t) >= 1 + t, as a bound for the atom from below (side 1) or above."""
    if atom.op == "exp":
        if side < 0:
            return None
        power = atom.args[0] - pivot
        scale = exp(pivot)
        return power, exp(power) * scale - scale * (ONE + power)
    power = pivot - atom if side > 0 else atom - pivot
    return power, exp(power) - 1 - power


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


def _sided(goal: Statement, e: Expr, search: Search, depth: int) -> tuple[int, Theorem] | None:
    """Which sign a term keeps, and the theorem that says so."""
    for side in (1, -1):
        claim = Statement(goal.context, Relation(e if side > 0 else -e, ">=", ZERO))
        if plausible(claim):
            shown = search.solve(claim, depth - 1)
            return None if shown is None else (side, shown)
    return None


def powers(goal: Statement, search: Search, depth: int) -> Theorem | None:
    """Powers with a variable exponent as exponentials."""
    if depth <= 0 or goal.conclusion.kind == "!=":
        return None
    equals = []
    for atom in atoms(goal, "^"):
        base, exponent = atom.args
        new = exp(exponent * log(base))
        claim = Statement(goal.context, Relation(atom, "=", new))
        premises = [power_as_exponential(), *search.lemmas]
        terms = {"x": str(base), "y": str(exponent)}
        shown = search.attempt("instantiate", claim, {"terms": terms}, premises)
        if shown is None:
            return None
        equals.append((atom, new, shown))
    return through(goal, equals, search, depth - 1) if equals else None


def exponents(goal: Statement, search: Search, depth: int) -> Theorem | None:
    """u <= c exp(v) from log(u) <= log(c) + v, and c exp(v) <= u likewise, for u > 0."""
    if depth <= 0 or goal.conclusion.kind not in (">=", ">"):
        return None
    form = normal(goal.conclusion.excess)
    if not form.whole:
        return None
    high, low = ({m: abs(c) for m, c in form.top.items() if (c > 0) == up} for up in (True, False))
    ends = [_logarithm(p) for p in (high, low)]
    if not high or not low or ends == [None, None]:
        return None
    sides = [
        log(polynomial_expr(p)) if end is None else end for p, end in zip((high, low), ends, strict=True)
    ]
    claim = Statement(goal.context, Relation(sides[0], goal.conclusion.kind, sides[1]))
    inner = search.solve(claim, depth - 1)
    return (
        None if inner is None else search.attempt("apply", goal, {"function": "exp"}, [inner, *search.lemmas])
    )


def _logarithm(p: Polynomial) -> Expr | None:
    """The logarithm of a number times exponentials and powers; None for a sum, or without exponentials."""
    if len(p) != 1:
        return None
    ((m, c),) = p.items()
    if c <= 0 or not any(x.op == "exp" for x, _ in m):
        return None
    total: Expr = ZERO if c == 1 else log(const(c))
    for x, k in m:
        part = x.args[0] if x.op == "exp" else log(x)
        scaled = part if k == 1 else const(k) * part
        total = scaled if total == ZERO else total + scaled
    return total

"""Products compared by their logarithms, and each logarithm bounded by its tangent, exponentials likewise."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from assay.prove.calculus import derivative
from assay.prove.expr import ONE, ZERO, Expr, const, exp, log
from assay.prove.normal import normal
from assay.prove.polynomials import Monomial, Polynomial, polynomial_expr, quotient_expr
from assay.prove.statement import Relation, Statement
from assay.prove.tactics.known import exponential_tangent
from assay.prove.tactics.sampling import plausible
from assay.prove.tactics.search import Search
from assay.prove.theorem import Theorem

from .logs import atoms


def compared(goal: Statement, search: Search, depth: int) -> Theorem | None:
    """Products on both sides, by their logarithms."""
    c = goal.conclusion
    if depth <= 0 or c.kind not in (">=", ">") or None in (_logarithm(c.left), _logarithm(c.right)):
        return None
    sides = (c.left, c.right) if c.op in (">=", ">") else (c.right, c.left)
    return _by_logarithms(goal, *sides, search, depth)


def exponents(goal: Statement, search: Search, depth: int) -> Theorem | None:
    """u <= v from log(u) <= log(v), where one of them is a product with exponentials, and both are > 0."""
    if depth <= 0 or goal.conclusion.kind not in (">=", ">"):
        return None
    c = goal.conclusion
    sides = (c.left, c.right) if c.op in (">=", ">") else (c.right, c.left)
    found = _by_logarithms(goal, *sides, search, depth)
    form = normal(c.excess)
    if found is not None or not form.whole:
        return found
    signed = ({m: abs(k) for m, k in form.top.items() if (k > 0) == up} for up in (True, False))
    high, low = (polynomial_expr(p) for p in signed)
    return (
        None
        if ZERO in (high, low) or (high, low) == sides
        else _by_logarithms(goal, high, low, search, depth)
    )


def curved(goal: Statement, search: Search, depth: int) -> Theorem | None:
    """The same at once where an exponent is not linear in a variable: derivatives then do not end."""
    for atom in atoms(goal, "exp"):
        u = atom.args[0]
        if any(normal(derivative(derivative(u, x), x)).top for x in u.free()):
            return exponents(goal, search, depth)
    return None


def _by_logarithms(goal: Statement, high: Expr, low: Expr, search: Search, depth: int) -> Theorem | None:
    ends = [_logarithm(high), _logarithm(low)]
    if not any(e is not None and e[1] for e in ends):
        return None
    logs = [log(side) if e is None else e[0] for side, e in zip((high, low), ends, strict=True)]
    claim = Statement(goal.context, Relation(logs[0], goal.conclusion.kind, logs[1]))
    inner = search.solve(claim, depth - 1)
    if inner is None:
        return None
    return search.attempt("apply", goal, {"function": "exp"}, [inner, *search.lemmas])


def _logarithm(e: Expr) -> tuple[Expr, bool] | None:
    """The logarithm of a product as a sum, and whether an exponential was in it; None for no product."""
    if e.op == "exp":
        return e.args[0], True
    if e.op in ("*", "/"):
        left, right = (_logarithm(a) for a in e.args)
        if left is None or right is None:
            return None
        total = left[0] + right[0] if e.op == "*" else left[0] - right[0]
        return (right[0] if left[0] == ZERO and e.op == "*" else total), left[1] or right[1]
    if e.op == "sqrt":
        return Expr("/", (log(e.args[0]), const(2))), True
    if e.op == "^" and (normal(e.args[1]).constant() or Fraction(1, 2)).denominator != 1:
        return e.args[1] * log(e.args[0]), True
    if e.op == "^":
        base = _logarithm(e.args[0])
        return None if base is None else (e.args[1] * base[0], base[1])
    if e.op == "const":
        return None if e.value <= 0 else (ZERO if e.value == 1 else log(e), False)
    return None if e.op in ("+", "-", "neg", "min", "max") else (log(e), False)


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

"""Products compared by their logarithms."""

from __future__ import annotations

from fractions import Fraction

from assay.prove.calculus import derivative
from assay.prove.expr import ZERO, Expr, const, log
from assay.prove.normal import normal
from assay.prove.polynomials import polynomial_expr
from assay.prove.statement import Relation, Statement
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

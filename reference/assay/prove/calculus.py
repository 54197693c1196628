"""Derivatives: the textbook formulas. Where the result is defined, it is the derivative."""

from __future__ import annotations

from fractions import Fraction

from assay.prove.expr import ONE, ZERO, Expr, const, finite_sum, log
from assay.prove.facts import Rejected
from assay.prove.normal import normal


def derivative(e: Expr, x: str) -> Expr:
    """The derivative of e with respect to x.

    Raises:
        Rejected: e has a min or max that depends on x.
    """
    if x not in e.free():
        return ZERO
    if e.op == "var":
        return ONE
    if e.op == "sum":
        return finite_sum(e.name, e.args[0], e.args[1], derivative(e.args[2], x))
    if e.op in ("min", "max"):
        raise Rejected(f"derivative: {e} has corners in {x}; split into cases first")
    u = e.args[0]
    du = derivative(u, x)
    if e.op == "neg":
        return -du
    if e.op == "exp":
        return _product(e, du)
    if e.op == "log":
        return du / u
    if e.op == "sqrt":
        return du / (const(2) * e)
    v = e.args[1]
    if e.op == "^":
        return _power(e, du, x)
    dv = derivative(v, x)
    if e.op in ("+", "-"):
        return Expr(e.op, (du, dv)) if e.op == "-" or ZERO not in (du, dv) else (du if dv == ZERO else dv)
    if e.op == "*":
        left, right = _product(du, v), _product(u, dv)
        return left + right if ZERO not in (left, right) else (left if right == ZERO else right)
    return du / v if dv == ZERO else (_product(du, v) - _product(u, dv)) / v**2


def _product(a: Expr, b: Expr) -> Expr:
    if ZERO in (a, b):
        return ZERO
    return b if a == ONE else a if b == ONE else a * b


def _power(e: Expr, du: Expr, x: str) -> Expr:
    """d(u^v) = v u^(v-1) u' for v without x, else u^v (v' log u + v u'/u)."""
    u, v = e.args
    k = normal(v).constant()
    if k is not None:
        return ZERO if k == 0 else _product(const(k) * (u if k == 2 else u ** const(k - Fraction(1))), du)
    if x not in v.free():
        return _product(v * u ** (v - 1), du)
    return e * (derivative(v, x) * log(u) + v * du / u)

"""Derivatives: the textbook formulas. Where the result is defined, it is the derivative."""

from __future__ import annotations

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
        return e * du
    if e.op == "log":
        return du / u
    if e.op == "sqrt":
        return du / (const(2) * e)
    v = e.args[1]
    dv = derivative(v, x)
    if e.op in ("+", "-"):
        return Expr(e.op, (du, dv))
    if e.op == "*":
        return du * v + u * dv
    if e.op == "/":
        return du / v if dv == ZERO else (du * v - u * dv) / v**2
    if x not in v.free():
        k = normal(v).constant()
        return v * u ** (v - 1 if k is None else const(k - 1)) * du
    return e * (dv * log(u) + v * du / u)

"""Derivatives in Coq: one lemma of the prelude for each operation, and the derivative that they give."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from assay.prove.coq.terms import Unsupported, exponent
from assay.prove.expr import ONE, ZERO, Expr, const
from assay.prove.statement import Relation

if TYPE_CHECKING:
    from assay.prove.coq.world import World


def derived(w: World, e: Expr, x: str) -> tuple[Expr, str]:
    """The derivative of e by x as the lemmas of the prelude give it, and the script that shows it."""
    if x not in e.free():
        return ZERO, "apply assay_d_const.\n"
    if e.op == "var":
        return ONE, "apply assay_d_id.\n"
    f = [f"(fun v_{x} : R => {w.term(a)})" for a in e.args]
    u = e.args[0]
    if e.op == "^":
        return _power(w, e, x, f[0])
    du, first = derived(w, u, x)
    if e.op == "neg":
        return -du, f"apply (assay_d_opp {f[0]}). {first}"
    if e.op == "exp":
        return e * du, f"apply (assay_d_exp {f[0]}). {first}"
    if e.op in ("log", "sqrt"):
        name = "ln" if e.op == "log" else "sqrt"
        positive = w.show(Relation(ZERO, "<", u))
        d = du / u if e.op == "log" else du / (const(2) * e)
        return d, f"apply (assay_d_{name} {f[0]}).\n{{ {first}}}\n{{ {positive}}}\n"
    if e.op not in "+-*/":
        raise Unsupported(f"Coq: the derivative of {e} is not exported")
    v = e.args[1]
    dv, second = derived(w, v, x)
    parts = f"\n{{ {first}}}\n{{ {second}}}\n"
    if e.op == "/":
        nonzero = w.show(Relation(v, "!=", ZERO))
        return (du * v - u * dv) / v**2, f"apply (assay_d_div {f[0]} {f[1]}).{parts}{{ {nonzero}}}\n"
    name = {"+": "plus", "-": "minus", "*": "mult"}[e.op]
    d = {"+": du + dv, "-": du - dv, "*": du * v + u * dv}[e.op]
    return d, f"apply (assay_d_{name} {f[0]} {f[1]}).{parts}"


def _power(w: World, e: Expr, x: str, f: str) -> tuple[Expr, str]:
    u, k = e.args[0], exponent(e.args[1])
    if k is None and x not in e.args[1].free():
        du, first = derived(w, u, x)
        z, v = w.whole(e.args[1]), e.args[1]
        if w.knows(Relation(v, ">=", ZERO)):
            side = "right. assay_whole. "
        else:
            side = f"left. {w.show(Relation(u, '!=', ZERO))}"
        return v * u ** (v - 1) * du, f"apply (assay_d_power {f} {z}).\n{{ {first}}}\n{{ {side}}}\n"
    if k is None or k.denominator > 2:
        raise Unsupported(f"Coq: the derivative of {e} is not exported")
    if k.denominator == 2:
        return _root_power(w, u, k, x)
    if k < 0:
        d, script = derived(w, ONE / u ** const(-k), x)
        body = f"(fun v_{x} : R => {w.term(ONE / u ** const(-k))})"
        return d, f"apply (is_derive_ext {body}).\n{{ intros ext. apply Rmult_1_l. }}\n{script}"
    du, first = derived(w, u, x)
    n = k.numerator
    d = const(n) * u ** const(max(n - 1, 0)) * du
    exact = (
        f"replace ({w.term(d)}) with (INR {n} * {w.term(u)} ^ pred {n} * {w.term(du)}) by "
        f"(simpl INR; simpl pred; ring).\n"
    )
    return d, f"{exact}apply (assay_d_pow {f} {n}). {first}"


def _root_power(w: World, u: Expr, k: Fraction, x: str) -> tuple[Expr, str]:
    """u^(n/2) is sqrt(u)^n."""
    return derived(w, Expr("sqrt", (u,)) ** const(k * 2), x)

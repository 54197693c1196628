"""Continuity in Coq: one lemma of the prelude for each operation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.prove.coq.terms import Unsupported, exponent
from assay.prove.expr import ZERO, Expr
from assay.prove.statement import Relation

if TYPE_CHECKING:
    from assay.prove.coq.world import World


def continuous(w: World, e: Expr, x: str) -> str:
    """The script that e is continuous in x, where it is defined."""
    if x not in e.free():
        return "apply continuous_const.\n"
    if e.op == "var":
        return "apply continuous_id.\n"
    f = [f"(fun v_{x} : R => {w.term(a)})" for a in e.args]
    first = continuous(w, e.args[0], x)
    if e.op in ("neg", "exp", "sqrt"):
        name = {"neg": "opp"}.get(e.op, e.op)
        return f"apply (assay_c_{name} {f[0]}). {first}"
    if e.op == "log":
        return f"apply (assay_c_ln {f[0]}).\n{{ {first}}}\n{{ {w.show(Relation(ZERO, '<', e.args[0]))}}}\n"
    k = exponent(e.args[1]) if e.op == "^" else None
    if k is not None and k.denominator == 1 and k >= 0:
        return f"apply (assay_c_pow {f[0]} {k.numerator}). {first}"
    if e.op not in "+-*/":
        raise Unsupported(f"Coq: the continuity of {e} is not exported")
    name = {"+": "plus", "-": "minus", "*": "mult", "/": "div"}[e.op]
    side = f"{{ {w.show(Relation(e.args[1], '!=', ZERO))}}}\n" if e.op == "/" else ""
    second = continuous(w, e.args[1], x)
    return f"apply (assay_c_{name} {f[0]} {f[1]}).\n{{ {first}}}\n{{ {second}}}\n{side}"

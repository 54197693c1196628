"""A finite sum written out, or split into sums of single terms, and the Coq script for it."""

from __future__ import annotations

import operator
from functools import reduce
from typing import TYPE_CHECKING

from assay.prove.coq.terms import Unsupported, term
from assay.prove.expr import ONE, ZERO, Expr, const
from assay.prove.normal import normal
from assay.prove.polynomials import polynomial_expr, quotient_expr

if TYPE_CHECKING:
    from assay.prove.coq.world import World


def split_sum(w: World, t: Expr) -> tuple[str, str]:
    """A sum over constant ends written out; any other split into sums of single terms."""
    lo, hi = normal(t.args[0]), normal(t.args[1])
    first, last = lo.constant(), hi.constant()
    if first is not None and last is not None:
        return _written_out(w, t, int(first), int(last))
    ends = quotient_expr(lo), quotient_expr(hi)
    split, script_end = _split(w, t)
    z = [w.whole(a) for a in ends]
    total = _added([f"({c} * {f})" for c, f in split]) if split else "0"
    lines = []
    for old, new in zip(t.args[:2], ends, strict=True):
        if old != new:
            lines.append(f"replace {w.whole(old)} with {w.whole(new)} by (first [ring | lia]).\n")
    inside, intro = w.summand(t.name, *ends)
    body = reduce(operator.add, [Expr("*", (a, b)) for a, b in script_end] or [ZERO])
    lines.append(
        f"transitivity (assay_sum {z[0]} {z[1]} (fun v_{t.name} : Z => {total})).\n"
        f"{{ apply assay_sum_ext. {intro}{inside.identity(t.args[2], body)}}}\n"
    )
    sums = [f"(assay_sum {z[0]} {z[1]} (fun v_{t.name} : Z => {f}))" for _, f in split]
    form = _added([f"({c} * {s})" for (c, _), s in zip(split, sums, strict=True)]) if split else "0"
    for n in range(len(split) - 1, 0, -1):
        head = _added([f"({c} * {f})" for c, f in split[:n]])
        tail = f"({split[n][0]} * {split[n][1]})"
        index = f"fun v_{t.name} : Z =>"
        lines.append(f"rewrite (assay_sum_plus {z[0]} {z[1]} ({index} {head}) ({index} {tail})).\n")
    for c, f in split:
        lines.append(f"rewrite (assay_sum_scale {z[0]} {z[1]} {c} (fun v_{t.name} : Z => {f})).\n")
    lines.append("reflexivity.\n" if split else "apply assay_sum_zero.\n")
    return form, "".join(lines)


def _added(texts: list[str]) -> str:
    return reduce(lambda total, text: f"({total} + {text})", texts)


def _split(w: World, t: Expr) -> tuple[list[tuple[str, str]], list[tuple[Expr, Expr]]]:
    """The terms of the body, each as what may leave the sum and what may not (texts, and expressions)."""
    found: list[tuple[str, str]] = []
    pairs: list[tuple[Expr, Expr]] = []
    inner = w.integers | {t.name}
    form = normal(t)
    if not normal(t.args[2]).whole:
        body = quotient_expr(normal(t.args[2]))
        return [("1", term(body, inner))], [(ONE, body)]
    for m, c in form.top.items():
        sums = [x for x, k in m if x.op == "sum" and x.name == t.name and k == 1]
        if len(sums) != 1:
            raise Unsupported(f"Coq: the sum {t} does not split")
        outside = polynomial_expr({tuple(f for f in m if f[0] != sums[0]): c})
        pairs.append((outside, sums[0].args[2]))
        found.append((w.term(outside), term(sums[0].args[2], inner)))
    return found, pairs


def _written_out(w: World, t: Expr, first: int, last: int) -> tuple[str, str]:
    if last - first > 40:
        raise Unsupported(f"Coq: the sum {t} has more than 40 terms")
    terms = [t.args[2].substitute({t.name: const(i)}) for i in range(first, last + 1)]
    total = w.term(reduce(operator.add, terms)) if terms else "0"
    ends = [w.whole(a) for a in t.args[:2]]
    steps = [f"replace {e} with ({n})%Z by ring.\n" for e, n in zip(ends, (first, last), strict=True)]
    for i in range(first, last + 1):
        steps.append(
            f"rewrite (assay_sum_first ({i}) ({last})) by lia. change ({i} + 1)%Z with ({i + 1})%Z.\n"
        )
    steps.append(f"rewrite (assay_sum_empty ({last + 1}) ({last})) by lia.\n" if terms else "")
    steps.append("cbv beta. simpl powerRZ. assay_field.\n" if terms else "apply assay_sum_empty. lia.\n")
    return total, "".join(steps)

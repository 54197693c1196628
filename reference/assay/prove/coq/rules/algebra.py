"""Coq scripts for the rules of algebra: direct, absurd, combine, sturm."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from functools import reduce

from assay.prove.coq.identity import identity
from assay.prove.coq.polynomials import polynomial, sign_script
from assay.prove.coq.rules.steps import Arguments, Premise, entered, entries, parsed, texts
from assay.prove.coq.world import World
from assay.prove.expr import ONE, ZERO, Expr, const, constant, var
from assay.prove.facts import Facts
from assay.prove.normal import normal
from assay.prove.polynomials import Polynomial, multiply, polynomial_expr
from assay.prove.roots import has_sign
from assay.prove.rules.algebra import coefficients
from assay.prove.statement import Range, Relation, Statement
from assay.prove.syntax import parse


def direct(s: Statement, arguments: Arguments, premises: Sequence[Premise]) -> str:
    """The claim is discharged."""
    w, start = entered(s, premises)
    return start + w.show(s.conclusion)


def absurd(s: Statement, arguments: Arguments, premises: Sequence[Premise]) -> str:
    """A premise is false as it stands."""
    _, start = entered(s, premises)
    return f"{start}exfalso. lra.\n"


def combine(s: Statement, arguments: Arguments, premises: Sequence[Premise]) -> str:
    """multiplier * excess = sum of terms + sum of zeros."""
    w, start = entered(s, premises)
    lines = [start]
    goal = w.read(s.conclusion)
    multiplier = parsed(w, arguments.get("multiplier", "1"))
    total: Expr = ZERO
    signs, best = [], _strict_index(s, arguments, premises)
    for n, entry in enumerate(entries(arguments, "terms")):
        value, script = _term(w, entry, n == best)
        total = total + value
        signs.append(f"T{n}")
        lines.append(f"assert (T{n} : 0 {'<' if n == best else '<='} {w.term(value)}).\n{{ {script}}}\n")
    for n, entry in enumerate(entries(arguments, "zeros")):
        zero, times = parsed(w, entry.get("zero")), parsed(w, entry.get("times", "1"))
        value = zero * times
        total = total + value
        lines.append(
            f"assert (Z{n} : {w.term(value)} = 0).\n{{ assert (Y : {w.term(zero)} = 0).\n"
            f"{{ {w.show(Relation(zero, '=', ZERO))}}}\nrewrite Y. apply Rmult_0_l. }}\n"
        )
    op = {">": "<", ">=": "<=", "=": "="}[goal.kind]
    side = "0 = " if op == "=" else f"0 {op} "
    lines.append(
        f"assert (M : 0 < {w.term(multiplier)}).\n{{ {w.show(Relation(ZERO, '<', multiplier))}}}\n"
        f"assert (I : {w.term(multiplier * goal.excess)} = {w.term(total)}).\n"
        f"{{ {identity(w, multiplier * goal.excess, total)}}}\n"
        f"assert (S : {side}{w.term(total)}) by lra.\n"
    )
    excess = w.term(goal.excess)
    lemma = {"<": "assay_lt_cancel", "<=": "assay_le_cancel", "=": "assay_eq_cancel"}[op]
    conclusion = f"{excess} = 0" if op == "=" else f"0 {op} {excess}"
    rewrite = "rewrite I; symmetry; exact S" if op == "=" else "rewrite I; exact S"
    lines.append(
        f"assert (C : {conclusion}) by (apply ({lemma} {w.term(multiplier)}); [exact M | {rewrite}]).\n"
        "clear - C. lra.\n"
    )
    return "".join(lines)


def _term(w: World, entry: Arguments, strict: bool) -> tuple[Expr, str]:
    """weight * factors * square^2, and the script that shows its sign."""
    value: Expr = parsed(w, entry.get("weight", "1"))
    op = "<" if strict else "<="
    script = "lra.\n"
    for factor in texts(entry.get("factors")):
        f = parsed(w, factor)
        lemma = "Rmult_lt_0_compat" if strict else "Rmult_le_pos"
        script = f"apply {lemma}.\n{{ {script}}}\n{{ {w.show(Relation(ZERO, op, f))}}}\n"
        value = value * f
    if "square" in entry:
        root = parsed(w, entry["square"])
        value = value * root**2
        if strict:
            script = f"apply Rmult_lt_0_compat.\n{{ {script}}}\n{{ lra. }}\n"
        else:
            script = f"apply assay_square.\n{script}"
    return value, script


def _strict_index(s: Statement, arguments: Arguments, premises: Sequence[Premise]) -> int:
    """The first term that the kernel sees to be > 0."""
    if s.conclusion.kind != ">":
        return -1
    facts = Facts(s.context, tuple(p for _, p in premises))
    for n, entry in enumerate(entries(arguments, "terms")):
        weight = constant(parse(str(entry.get("weight", "1"))))
        square = "square" not in entry or parse(str(entry["square"])) == ONE
        factors = [parse(f) for f in texts(entry.get("factors"))]
        if weight and square and all(facts.holds(Relation(f, ">", ZERO)) for f in factors):
            return n
    return -1


def sturm(s: Statement, arguments: Arguments, premises: Sequence[Premise]) -> str:
    """A rational function keeps a sign: excess * square = polynomial, which is split into factors."""
    w, start = entered(s, premises)
    goal = w.read(s.conclusion)
    form = normal(goal.excess)
    p, name = coefficients(multiply(form.top, form.bottom))
    while p and not p[-1]:
        p.pop()
    if not p:
        return f"{start}{w.show(goal)}"
    r = s.context.range(name) or Range("_")
    positive = has_sign(p, r, False)
    if not positive:
        p = [-c for c in p]
    strict = goal.kind != ">="
    excess = goal.excess if positive else -goal.excess
    x = w.term(var(name)) if name else "0"
    op = "<" if strict else "<="
    text = polynomial(p, x)
    lines = [start, f"assert (P : 0 {op} {text}).\n{{ {sign_script(w, p, r, strict)}}}\n"]
    bottom = polynomial_expr(form.bottom) * _even_power(form.top, form.bottom, name)
    nonzero = w.show(Relation(bottom, "!=", ZERO))
    lines.append(
        f"assert (N : {w.term(bottom)} <> 0).\n{{ {nonzero}}}\n"
        f"assert (M : 0 < {w.term(bottom)} ^ 2) by (apply pow2_gt_0; exact N).\n"
    )
    monomials = [const(c) * var(name) ** const(k) if k else const(c) for k, c in enumerate(p) if c]
    polynomial_ = reduce(operator.add, monomials)
    lines.append(
        f"assert (I : {w.term(bottom**2 * excess)} = {w.term(polynomial_)}).\n"
        f"{{ {identity(w, bottom**2 * excess, polynomial_)}}}\n"
        f"assert (J : {w.term(polynomial_)} = {text}) by field.\n"
        f"assert (C : 0 {op} {w.term(excess)}).\n"
        f"{{ apply (assay_{'lt' if strict else 'le'}_cancel ({w.term(bottom)} ^ 2)); [exact M |]. "
        f"change (0 {op} {w.term(bottom**2 * excess)}). rewrite I. try rewrite J. exact P. }}\n"
        "clear - C. lra.\n"
    )
    return "".join(lines)


def _even_power(top: Polynomial, bottom: Polynomial, name: str) -> Expr:
    """The power of the variable whose square clears negative exponents."""
    lowest = min([0, *(m[0][1].numerator if m else 0 for m in multiply(top, bottom))])
    return var(name) ** const((-lowest + (-lowest) % 2) // 2) if lowest else ONE

"""Denominators: what they are made of, and a goal without them."""

from __future__ import annotations

from fractions import Fraction

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from assay.errors import AssayError
from assay.prove.expr import ONE, ZERO, Expr, const
from assay.prove.facts import Facts
from assay.prove.normal import normal
from assay.prove.polynomials import Monomial, Polynomial, monomial_expr, multiply, polynomial_expr
from assay.prove.statement import Context, Relation, Statement
from assay.prove.tactics.generators import Plain, degree, expression, generators, plain

MOST_TERMS, HIGHEST_DEGREE = 400, 40


def factored(top: Polynomial, where: Context) -> tuple[Fraction, list[tuple[Expr, int]]]:
    """A polynomial in atoms as a number times powers of irreducible polynomials; empty if it is too large."""
    gens = generators([top], where)
    target = plain(top, gens)
    if not target or not gens or len(target) > MOST_TERMS or degree(target) > HIGHEST_DEGREE:
        return Fraction(1), []
    ring = fmpq_mpoly_ctx.get(tuple(f"g{i}" for i in range(len(gens))), Ordering.lex)
    p = ring.from_dict({k: fmpq(c.numerator, c.denominator) for k, c in target.items()})
    unit, parts = p.factor()
    return _rational(unit), [(expression(_plain(f), gens), int(k)) for f, k in parts]


def _rational(q: fmpq) -> Fraction:
    return Fraction(int(q.p), int(q.q))


def _plain(f: fmpq_mpoly) -> Plain:
    return {tuple(int(x) for x in k): _rational(c) for k, c in f.to_dict().items()}


def _positive(bottom: Polynomial, where: Context, facts: Facts) -> tuple[Fraction, Expr] | None:
    """s and M > 0 with s / M = 1 / bottom up to the sign that is seen, whole or factor by factor."""
    e = polynomial_expr(bottom)
    for sign in (1, -1):
        if sees(facts, e if sign > 0 else -e):
            return Fraction(sign), e if sign > 0 else -e
    scale, parts = factored(bottom, where)
    if not parts:
        return None
    product: Expr = ONE
    for f, k in parts:
        side = next((s for s in (1, -1) if sees(facts, f if s > 0 else -f)), None)
        if side is None:
            return None
        power = (f if side > 0 else -f) ** const(k) if k > 1 else f if side > 0 else -f
        product = power if product == ONE else product * power
        scale *= side**k
    return 1 / scale, product


def cleared(goal: Statement, facts: Facts) -> tuple[Expr, Polynomial] | None:
    """A multiplier M > 0 and a polynomial with exponents >= 0 that equals M (left - right).

    None if M's sign is unclear.
    """
    form = normal(goal.conclusion.excess)
    top, multiplier = form.top, ONE
    if not form.whole:
        found = _positive(form.bottom, goal.context, facts)
        if found is None:
            return None
        scale, multiplier = found
        top = {m: c * scale for m, c in top.items()}
    extra: list[tuple[Expr, Fraction]] = []
    for atom in dict.fromkeys(x for m in top for x, _ in m):
        lowest = min(dict(m).get(atom, Fraction(0)) for m in top)
        if lowest < 0 or (atom.op == "exp" and lowest > 0):
            if atom.op != "exp" and not sees(facts, atom):
                if lowest.denominator != 1:
                    return None
                lowest -= lowest.numerator % 2
            extra.append((atom, -lowest))
    if extra:
        power: Monomial = tuple(sorted(extra, key=lambda f: str(f[0])))
        top = multiply(top, {power: Fraction(1)})
        multiplier = monomial_expr(power) if multiplier == ONE else multiplier * monomial_expr(power)
    return multiplier, top


def sees(facts: Facts, e: Expr) -> bool:
    """Whether the facts show that e > 0."""
    try:
        return facts.holds(Relation(e, ">", ZERO))
    except AssayError:
        return False

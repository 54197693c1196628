"""Rigorous enclosures of expressions: the only place where balls are used.

Every answer is an enclosure or a sign that holds; "not known" is None.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product

from flint import arb, ctx, fmpq

from assay.prove.expr import Expr, const, constant
from assay.prove.normal import normal
from assay.prove.polynomials import quotient_expr
from assay.prove.work import limited, spend

Interval = tuple[Fraction, Fraction]
MAX_EXPONENT = 20_000


def ball(low: Fraction, high: Fraction) -> arb:
    """The ball that contains [low, high]."""
    a, b = _exact(low), _exact(high)
    return a if low == high else a.union(b)


def _exact(q: Fraction) -> arb:
    return arb(fmpq(q.numerator, q.denominator))


def ends(b: arb) -> Interval | None:
    """Rational ends of a ball, outward; None if it is not finite, or too large or small to write down."""
    if not b.is_finite():
        return None
    low, high = _dyadic(b.lower()), _dyadic(b.upper())
    return None if low is None or high is None else (low, high)


def _dyadic(b: arb) -> Fraction | None:
    mantissa, exponent = b.man_exp()
    if abs(int(exponent)) > MAX_EXPONENT:
        return None
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def evaluate(e: Expr, box: Mapping[str, arb]) -> arb:
    """An enclosure of every value of e on the box; not finite where e might be undefined."""
    spend(1 + ctx.prec // 256)
    if e.op == "const":
        return _exact(e.value)
    if e.op == "var":
        return box[e.name]
    if e.op == "sum":
        return _sum(e, box)
    a = evaluate(e.args[0], box)
    if e.op in ("neg", "exp", "log", "sqrt"):
        return {"neg": arb.__neg__, "exp": arb.exp, "log": arb.log, "sqrt": arb.sqrt}[e.op](a)
    if e.op == "^":
        return _power(a, e.args[1], box)
    b = evaluate(e.args[1], box)
    if e.op == "/":
        return arb("nan") if b.contains(0) else a / b
    if e.op in ("min", "max"):
        return a.min(b) if e.op == "min" else a.max(b)
    return {"+": arb.__add__, "-": arb.__sub__, "*": arb.__mul__}[e.op](a, b)


def _power(a: arb, exponent: Expr, box: Mapping[str, arb]) -> arb:
    k = constant(exponent)
    if k is None:
        up = evaluate(exponent, box)
        k = normal(exponent).constant() if up.is_finite() else None
        if k is None:
            return (up * a.log()).exp()
    if not a.is_finite():  # even 1/0 to the power 0 is undefined
        return a
    if k.denominator != 1:
        low = ends(a)
        if low is None or low[0] < 0 or k.denominator > 1_000_000:
            return arb("nan")
        a = a.root(k.denominator)
        k = Fraction(k.numerator)
    n = abs(k.numerator)
    if n > 1_000_000 or (k < 0 and a.contains(0)):
        return arb("nan")
    result = a**n if n % 2 or not a.contains(0) else _even(a, n)
    return result if k >= 0 else 1 / result


def _even(a: arb, n: int) -> arb:
    """a^n for even n and a ball around 0: not below 0."""
    return arb(1) if n == 0 else (a.abs_upper() ** n).union(arb(0))


def _sum(e: Expr, box: Mapping[str, arb]) -> arb:
    first, last = normal(e.args[0]).constant(), normal(e.args[1]).constant()
    if first is None or last is None or first.denominator * last.denominator != 1 or last - first > 1000:
        return arb("nan")
    total = 0 * (evaluate(e.args[0], box) + evaluate(e.args[1], box))  # undefined ends, undefined sum
    for i in range(int(first), int(last) + 1):
        total = total + evaluate(e.args[2].substitute({e.name: const(i)}), box)
    return total


def enclose(e: Expr, box: Mapping[str, Interval], bits: int) -> Interval | None:
    """Rational ends that bracket e on a box; None where e might be undefined."""
    with limited(), ctx.workprec(bits):
        spend(len(box))
        return ends(evaluate(e, {name: ball(*i) for name, i in box.items()}))


def sign(e: Expr) -> int | None:
    """The sign of e wherever it is defined, if its normal form is rational, or of a number by enclosure."""
    form = normal(e)
    value = form.constant()
    if value is not None:
        return (value > 0) - (value < 0)
    if e.free():
        return None
    for term, bits in product((quotient_expr(form), e), (64, 128, 256, 512, 1024)):
        found = enclose(term, {}, bits)
        if found is not None and (found[0] > 0 or found[1] < 0):
            return 1 if found[0] > 0 else -1
    return None

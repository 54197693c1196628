"""Expressions and comparisons as Coq terms over the standard reals.

Real variables are `v_x : R`, integer variables `v_n : Z` (as a number: `IZR v_n`). Whole symbolic exponents
become `powerRZ`, other symbolic exponents `exp (a * ln b)`, which is right for b > 0 only: `desugar` writes
them so, and the exporter asks for b > 0 where a statement mentions one. Sums are `assay_sum` of the prelude.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from assay.errors import AssayError
from assay.prove.expr import Expr, const, constant, log
from assay.prove.normal import normal
from assay.prove.statement import Relation

Integers = frozenset[str]
LARGEST_POWER = 60


class Unsupported(AssayError):
    """The certificate uses something that the exporter cannot write in Coq."""


def exponent(e: Expr) -> Fraction | None:
    """The constant that an exponent is, if it is one."""
    k = constant(e)
    return normal(e).constant() if k is None else k


def whole(e: Expr, integers: Integers) -> bool:
    """Whether e is written with integers only."""
    if e.op == "const":
        return e.value.denominator == 1
    if e.op == "var":
        return e.name in integers
    return e.op in ("neg", "+", "-", "*", "min", "max") and all(whole(a, integers) for a in e.args)


def desugar(e: Expr, integers: Integers) -> Expr:
    """Write powers with an exponent that is neither whole nor half as exp(exponent * log(base))."""
    inner = integers | {e.name} if e.op == "sum" else integers
    e = Expr(e.op, tuple(desugar(a, inner) for a in e.args), e.value, e.name)
    if e.op != "^":
        return e
    k = exponent(e.args[1])
    if (k is None and whole(e.args[1], integers)) or (k is not None and k.denominator <= 2):
        return e
    return Expr("exp", (e.args[1] * log(e.args[0]),))


def bases(e: Expr, integers: Integers) -> Iterator[Expr]:
    """The bases of the powers that `desugar` rewrites: they have to be positive."""
    inner = integers | {e.name} if e.op == "sum" else integers
    for a in e.args:
        yield from bases(a, inner)
    if e.op == "^" and desugar(e, integers).op == "exp":
        yield e.args[0]


def term(e: Expr, integers: Integers) -> str:
    """An expression as a Coq term of type R."""
    if e.op == "const":
        q = e.value
        return f"({q.numerator})" if q.denominator == 1 else f"({q.numerator} / {q.denominator})"
    if e.op == "var":
        return f"(IZR v_{e.name})" if e.name in integers else f"v_{e.name}"
    if e.op == "sum":
        body = term(e.args[2], integers | {e.name})
        ends = " ".join(whole_term(a, integers) for a in e.args[:2])
        return f"(assay_sum {ends} (fun v_{e.name} : Z => {body}))"
    if e.op == "^":
        return _power(e, integers)
    args = [term(a, integers) for a in e.args]
    if e.op in "+-*/":
        return f"({args[0]} {e.op} {args[1]})"
    if e.op == "neg":
        return f"(- {args[0]})"
    name = {"log": "ln", "min": "Rmin", "max": "Rmax"}.get(e.op, e.op)
    return f"({name} {' '.join(args)})"


def _power(e: Expr, integers: Integers) -> str:
    base, k = e.args[0], exponent(e.args[1])
    if k is None:
        if not whole(e.args[1], integers):
            return term(desugar(e, integers), integers)
        return f"(powerRZ {term(base, integers)} {whole_term(e.args[1], integers)})"
    if k.denominator == 2:
        return _natural(f"(sqrt {term(base, integers)})", k.numerator)
    if k.denominator != 1:
        return term(desugar(e, integers), integers)
    return _natural(term(base, integers), k.numerator)


def _natural(base: str, k: int) -> str:
    if abs(k) > LARGEST_POWER:
        raise Unsupported(f"Coq: the power {k} is above {LARGEST_POWER}")
    return f"({base} ^ {k})" if k >= 0 else f"(/ ({base} ^ {-k}))"


def whole_term(e: Expr, integers: Integers) -> str:
    """An expression in integers as a Coq term of type Z."""
    return f"({_whole(e, integers)})%Z"


def _whole(e: Expr, integers: Integers) -> str:
    if e.op == "const" and e.value.denominator == 1:
        return f"({e.value.numerator})"
    if e.op == "var" and e.name in integers:
        return f"v_{e.name}"
    if not whole(e, integers):
        raise Unsupported(f"Coq: {e} is not written with integers")
    args = [_whole(a, integers) for a in e.args]
    if e.op == "neg":
        return f"(- {args[0]})"
    return f"({args[0]} {e.op} {args[1]})" if e.op in "+-*" else f"(Z.{e.op} {args[0]} {args[1]})"


def comparison(r: Relation, integers: Integers) -> str:
    """A comparison as a Coq proposition."""
    op = {"!=": "<>"}.get(r.op, r.op)
    return f"{term(r.left, integers)} {op} {term(r.right, integers)}"


def rational(q: Fraction) -> str:
    """A rational number as a Coq term."""
    return term(const(q), frozenset())

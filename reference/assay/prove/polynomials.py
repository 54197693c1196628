"""Polynomials in atoms with rational exponents, quotients of them, and how they are written as expressions.

An atom is an expression that is not taken apart here, such as a variable, exp(x) or log(x). A prime number
under a root is an atom as well.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from assay.errors import BudgetExceeded
from assay.prove.expr import ONE, Expr, const
from assay.prove.work import MAX_BITS, size, spend

Monomial = tuple[tuple[Expr, Fraction], ...]
Polynomial = dict[Monomial, Fraction]

MAX_TERMS = 20_000
UNIT: Monomial = ()


@dataclass(frozen=True, slots=True)
class Quotient:
    """top / bottom; the bottom is never the zero polynomial, and is 1 where it can be."""

    top: Polynomial
    bottom: Polynomial

    @property
    def whole(self) -> bool:
        """Whether the bottom is 1."""
        return self.bottom == {UNIT: Fraction(1)}

    def constant(self) -> Fraction | None:
        """The rational number that this is, if it is one."""
        if not self.top:
            return Fraction(0)
        return self.top[UNIT] if self.whole and len(self.top) == 1 and UNIT in self.top else None


def whole(p: Polynomial) -> Quotient:
    """p / 1."""
    return Quotient(p, {UNIT: Fraction(1)})


def number(c: Fraction | int) -> Quotient:
    """A rational number in normal form."""
    return whole({UNIT: Fraction(c)} if c else {})


def atom_power(atom: Expr, k: Fraction | int = 1) -> Quotient:
    """atom^k."""
    return whole({((atom, Fraction(k)),): Fraction(1)} if k else {UNIT: Fraction(1)})


@lru_cache(maxsize=100_000)
def text(e: Expr) -> str:
    """The text of an expression, remembered."""
    return str(e)


def rational_power(c: Fraction, k: int) -> Fraction:
    """c^k, if it is not too large to be written."""
    if abs(c) != 1 and abs(k) * max(c.numerator.bit_length(), c.denominator.bit_length()) > MAX_BITS:
        raise BudgetExceeded(f"normal form: the power {c}^{k} is too large")
    return c**k


def add(p: Polynomial, q: Polynomial, factor: Fraction | int = 1) -> Polynomial:
    """p + factor q."""
    result = dict(p)
    spend(1 + len(q))
    for m, c in q.items():
        total = result.get(m, 0) + factor * c
        if total:
            result[m] = Fraction(total)
        else:
            result.pop(m, None)
    return result


def join(a: Monomial, b: Monomial) -> tuple[Monomial, Fraction]:
    """The product of two monomials; whole powers of primes move to the coefficient."""
    powers, scale = dict(a), Fraction(1)
    for atom, k in b:
        powers[atom] = powers.get(atom, Fraction(0)) + k
    for atom, k in powers.items():
        if atom.op == "const":
            scale *= rational_power(atom.value, math.floor(k))
            powers[atom] = k - math.floor(k)
        size(k.numerator, k.denominator)
    return tuple(sorted(((x, k) for x, k in powers.items() if k), key=lambda f: text(f[0]))), scale


def multiply(p: Polynomial, q: Polynomial) -> Polynomial:
    """p q, without unfolding whole powers of composite bases."""
    if len(p) * len(q) > MAX_TERMS:
        raise BudgetExceeded(f"normal form: a product of {len(p)} by {len(q)} terms; at most {MAX_TERMS}")
    result: Polynomial = {}
    for m, c in p.items():
        spend(1 + len(q) * (1 + (size(c.numerator, c.denominator) >> 8)))
        for n, d in q.items():
            joined, scale = join(m, n)
            total = result.get(joined, 0) + c * d * scale
            if total:
                result[joined] = Fraction(total)
            else:
                result.pop(joined, None)
    return result


def monomial_expr(m: Monomial) -> Expr:
    """A monomial as an expression; its exponentials are written as one."""
    result: Expr | None = None
    exponent: Polynomial = {}
    for x, k in m:
        if x.op == "exp":
            exponent = add(exponent, {((x.args[0], Fraction(1)),): k})
            continue
        factor = x if k == 1 else Expr("^", (x, const(k)))
        result = factor if result is None else result * factor
    if exponent:
        inner = polynomial_expr({(() if x[0][0] == ONE else x): k for x, k in exponent.items()})
        result = Expr("exp", (inner,)) if result is None else result * Expr("exp", (inner,))
    return ONE if result is None else result


def polynomial_expr(p: Polynomial) -> Expr:
    """A polynomial as an expression, terms in a fixed order."""
    result: Expr | None = None
    for m in sorted(p, key=lambda m: [(text(x), -k) for x, k in m]):
        c, body = p[m], monomial_expr(m)
        size = const(abs(c)) if body == ONE else body if abs(c) == 1 else const(abs(c)) * body
        signed = size if c > 0 else -size
        if result is not None:
            signed = result + size if c > 0 else result - size
        result = signed
    return const(0) if result is None else result


def quotient_expr(q: Quotient) -> Expr:
    """A quotient as an expression."""
    top = polynomial_expr(q.top)
    return top if q.whole else top / polynomial_expr(q.bottom)

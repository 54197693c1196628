"""Q(theta) for a transcendental theta: quotients of integer polynomials in lowest terms.

By the theorem of Hermite and Lindemann e^(1/d) satisfies no polynomial equation with rational coefficients,
so that two elements of Q(e^(1/d)) are equal iff their quotients in lowest terms are.  The same holds, by
definition, where theta = e^(epsilon/d) is a symbol.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import gcd
from typing import Self, cast

from ..errors import BudgetExceeded, UndecidedError
from ._flint import arb, fmpq, fmpz_poly, integer_text
from .field import RATIONALS, Element, Field, Quotient, Value

LARGEST_POLYNOMIAL = 1_000_000
"""Polynomials in theta of a larger degree are refused."""


@dataclass(frozen=True, slots=True)
class Transcendental(Field):
    """Q(theta) for a theta that satisfies no polynomial equation; its `degree`-th power is e or e^epsilon."""

    degree: int

    @classmethod
    @lru_cache(maxsize=1024)
    def of(cls, degree: int) -> Self:
        """The field of this degree, usually one object for all of its elements."""
        return cls(degree)

    def add(self, a: Value, b: Value) -> Element:
        """a/b + c/d = (ad + cb)/(bd)."""
        (an, ad), (bn, bd) = cast(Quotient, a), cast(Quotient, b)
        if ad == bd:
            return self.smallest(an + bn, ad)
        self.check(an.degree() + bd.degree())
        self.check(bn.degree() + ad.degree())
        return self.smallest(an * bd + bn * ad, ad * bd)

    def multiply(self, a: Value, b: Value) -> Element:
        """a/b * c/d = (ac)/(bd)."""
        (an, ad), (bn, bd) = cast(Quotient, a), cast(Quotient, b)
        self.check(an.degree() + bn.degree())
        self.check(ad.degree() + bd.degree())
        return self.smallest(an * bn, ad * bd)

    def negate(self, a: Value) -> Value:
        """-(a/b) = (-a)/b."""
        num, den = cast(Quotient, a)
        return -num, den

    def invert(self, a: Value) -> Element:
        """1/(a/b) = b/a."""
        num, den = cast(Quotient, a)
        return self, ((den, num) if num.leading_coefficient() > 0 else (-den, -num))

    def constant(self, q: fmpq) -> Value:
        """p/q as a quotient of constant polynomials."""
        return fmpz_poly([q.p]), fmpz_poly([q.q])

    def key(self, a: Value) -> tuple[object, ...]:
        """The coefficients above and below."""
        num, den = cast(Quotient, a)
        return (
            type(self).__name__,
            self.degree,
            tuple(map(int, num.coeffs())),
            tuple(map(int, den.coeffs())),
        )

    def ball(self, a: Value) -> arb:
        """num(theta)/den(theta), where theta has a value."""
        num, den = cast(Quotient, a)
        theta = self.generator()
        return num(theta) / den(theta)

    def generator(self) -> arb:
        """An enclosure of theta; UndecidedError for a symbol."""
        raise UndecidedError(
            f"the generator of {self} is a symbol and has no value; substitute an epsilon first"
        )

    def monomial(self, exponent: int) -> Element:
        """theta^exponent."""
        step = gcd(self.degree, exponent)
        field, k = type(self).of(self.degree // step), exponent // step
        if k == 0:
            return RATIONALS, fmpq(1)
        field.check(abs(k))
        power, one = fmpz_poly([0] * abs(k) + [1]), fmpz_poly([1])
        return field, ((power, one) if k > 0 else (one, power))

    def embed(self, a: Quotient, degree: int) -> Quotient:
        """The same number written in the generator of a larger degree."""
        factor = degree // self.degree
        if factor == 1:
            return a
        self.check(factor * max(a[0].degree(), a[1].degree()))
        return a[0].inflate(factor), a[1].inflate(factor)

    def smallest(self, num: fmpz_poly, den: fmpz_poly) -> Element:
        """The quotient in lowest terms, in the smallest field that holds it."""
        num, den = lowest_terms(num, den)
        if num.degree() <= 0 and den.degree() <= 0:
            return RATIONALS, fmpq(num[0], den[0])
        if self.degree == 1:
            return self, (num, den)
        step = gcd(self.degree, _exponent_step(num), _exponent_step(den))
        if step == 1:
            return self, (num, den)
        return type(self).of(self.degree // step), (num.deflate(step), den.deflate(step))

    def check(self, degree: int) -> None:
        """Refuse a polynomial that would not fit: BudgetExceeded."""
        if degree > LARGEST_POLYNOMIAL:
            raise BudgetExceeded(
                f"a polynomial of degree {integer_text(degree)} in the generator of {self} is beyond the "
                f"supported {LARGEST_POLYNOMIAL}; use epsilons with smaller numerators and denominators"
            )


def lowest_terms(num: fmpz_poly, den: fmpz_poly) -> Quotient:
    """num/den with coprime parts and a positive leading coefficient below."""
    common = num.gcd(den)
    if den.leading_coefficient() < 0:
        common = -common
    return (num, den) if common.is_one() else (num // common, den // common)


def _exponent_step(poly: fmpz_poly) -> int:
    """The greatest common divisor of the exponents that occur (0 for a constant)."""
    return 0 if poly.degree() <= 0 else int(poly.deflation()[1])


@dataclass(frozen=True, slots=True)
class Exponential(Transcendental):
    """Q(e^(1/d))."""

    def generator(self) -> arb:
        """e^(1/d)."""
        return arb(fmpq(1, self.degree)).exp()

    def __str__(self) -> str:
        return "Q(exp(1))" if self.degree == 1 else f"Q(exp(1/{self.degree}))"


@dataclass(frozen=True, slots=True)
class Symbolic(Transcendental):
    """Q(e^(epsilon/d)) with epsilon > 0 a symbol: an element is a function of epsilon."""

    def __str__(self) -> str:
        return "Q(exp(eps))" if self.degree == 1 else f"Q(exp(eps/{self.degree}))"

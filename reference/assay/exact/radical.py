"""Q(theta) for a positive radical theta = b^(1/m): polynomials in theta of degree below m.

No prime divides m and all exponents in b = prod p^w (see `radicals`), so that b is no q-th power for a prime
q dividing m; nor is it -4 times a fourth power, being positive.  By the criterion of Vahlen and Capelli x^m -
b is irreducible, and an element is zero iff its polynomial is.

Positive radicals no two of which have a rational ratio are linearly independent over Q (Besicovitch 1940,
Mordell 1953).  Hence the classes of radicals that occur in a number are determined by the number, and the
group that they generate names the smallest field that holds it, from whichever larger field it came.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import gcd
from typing import cast

from ._flint import arb, fmpq, fmpq_poly
from .field import RATIONALS, Element, Field, Value
from .radicals import Monomial, Radicand, inside


@dataclass(frozen=True, slots=True)
class Radical(Field):
    """Q(b^(1/m)), with the radicand in canonical form (see `radicals`)."""

    radicand: Radicand

    def add(self, a: Value, b: Value) -> Element:
        """Coefficient by coefficient."""
        return self.smallest(cast(fmpq_poly, a) + cast(fmpq_poly, b))

    def multiply(self, a: Value, b: Value) -> Element:
        """The product modulo theta^m - b."""
        return self.smallest(cast(fmpq_poly, a) * cast(fmpq_poly, b) % self.modulus())

    def negate(self, a: Value) -> Value:
        """Coefficient by coefficient."""
        return -cast(fmpq_poly, a)

    def invert(self, a: Value) -> Element:
        """s with s a + t (theta^m - b) = 1, by Euclid; theta^m - b is irreducible."""
        _, inverse, _ = cast(fmpq_poly, a).xgcd(self.modulus())
        return self.smallest(inverse)

    def constant(self, q: fmpq) -> Value:
        """A polynomial of degree zero."""
        return fmpq_poly([q])

    def key(self, a: Value) -> tuple[object, ...]:
        """The coefficients."""
        return ("Radical", self.radicand, tuple(cast(fmpq_poly, a).coeffs()))

    def ball(self, a: Value) -> arb:
        """p(theta)."""
        poly = cast(fmpq_poly, a)
        return poly.numer()(arb(self.radicand.base).root(self.radicand.degree)) / arb(poly.denom())

    def modulus(self) -> fmpq_poly:
        """theta^m - b, the polynomial modulo which products are taken."""
        return _modulus(self.radicand)

    def embed(self, a: fmpq_poly, target: Radical) -> fmpq_poly:
        """The same number as a polynomial in the generator of a field that holds theta."""
        return _rewritten(a, inside(self.radicand, target.radicand))

    def smallest(self, poly: fmpq_poly) -> Element:
        """The element in the smallest field that holds it."""
        exponents = [i for i, c in enumerate(poly.coeffs()) if c != 0]
        if not any(exponents):
            return RATIONALS, fmpq(poly[0])
        step = gcd(self.radicand.degree, *exponents)
        if step == 1:
            return self, poly
        image = self.radicand.power(step)
        return Radical(image.radicand), _rewritten(fmpq_poly(poly.coeffs()[::step]), image)

    def __str__(self) -> str:
        return f"Q({self.radicand})"


def of_monomial(monomial: fmpq | Monomial) -> Element:
    """A rational or a single radical as an element of the field it lies in."""
    if isinstance(monomial, fmpq):
        return RATIONALS, monomial
    return Radical(monomial.radicand), fmpq_poly([fmpq(0)] * monomial.exponent + [monomial.factor])


def _rewritten(poly: fmpq_poly, image: Monomial) -> fmpq_poly:
    """p(theta) as a polynomial in t, for theta = factor * t^j."""
    degree, base = image.radicand.degree, fmpq(image.radicand.base)
    out = [fmpq(0)] * degree
    for i, coefficient in enumerate(poly.coeffs()):
        wraps, exponent = divmod(i * image.exponent, degree)
        out[exponent] += coefficient * image.factor**i * base**wraps
    return fmpq_poly(out)


@lru_cache(maxsize=1024)
def _modulus(radicand: Radicand) -> fmpq_poly:
    """theta^m - b."""
    return fmpq_poly([-radicand.base] + [0] * (radicand.degree - 1) + [1])

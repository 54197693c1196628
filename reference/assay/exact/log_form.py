"""The canonical form of  r + s eps + c ln(v), on which equality and hashing of logarithms rest.

* v is 1 exactly where c is 0.
* A rational v is > 1 and no power of a rational.
* A v in Q(theta), with theta = e^(1/d) or e^(eps/d), is no power there, and theta divides neither part of it
  (powers of e and e^eps went to r and s); of v and 1/v the one with the larger numerator is kept.
* A v in Q(b^(1/m)) is > 1 and a sum of at least two radicals; it may be a power, see `log_order.equal`.
* The same holds of a v that mixes fields; no power of e divides either part of it (those went to r), and it
  is not a radical times an element of Q(theta), since a power of that lies in Q(theta).
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd, lcm
from typing import TypeAlias, cast

from ._flint import fmpq, fmpq_poly, fmpz_poly
from .elements import ONE, multiply, reciprocal
from .factoring import is_constant, primitive_root, primitive_root_of_quotient, without_monomial
from .fields import (
    COMPOSITUM,
    RATIONALS,
    Compositum,
    Element,
    Exponential,
    Quotient,
    Radical,
    SumQuotient,
    Transcendental,
)
from .order import absolute, difference_signs
from .powers import integer_power
from .sums import ZERO, shifted

Parts: TypeAlias = tuple[Fraction, Fraction, Fraction, Element]
"""(r, s, c, v)."""

Logarithm: TypeAlias = tuple[Fraction, Element]
"""(c, v) for c ln(v)."""


def joined(a: Logarithm, b: Logarithm) -> Logarithm:
    """(c, v) with c ln(v) = c_a ln(v_a) + c_b ln(v_b)."""
    (c, v), (d, w) = a, b
    if not c or not d or v == w:
        return c + d, v if c else w
    unit = Fraction(gcd(c.numerator, d.numerator), lcm(c.denominator, d.denominator))
    return unit, multiply(integer_power(v, int(c / unit)), integer_power(w, int(d / unit)))


def canonical_parts(r: Fraction, s: Fraction, c: Fraction, v: Element) -> Parts:
    """The canonical form of  r + s eps + c ln(v)  for a number v > 0."""
    if c == 0 or v == ONE:
        return r, s, ZERO, ONE
    field, value = v
    if isinstance(field, Radical):
        return _of_radical(r, s, c, v)
    if isinstance(field, Transcendental):
        return _of_transcendental(r, s, c, v)
    if isinstance(field, Compositum):
        return _of_mixed(r, s, c, v)
    primitive, power = primitive_root(cast(fmpq, value))
    if primitive < 1:
        primitive, power = 1 / primitive, -power
    return r, s, c * power, (RATIONALS, primitive)


def _of_radical(r: Fraction, s: Fraction, c: Fraction, v: Element) -> Parts:
    """A single radical has a rational power; a sum of several stays as it is, but > 1."""
    field, value = v
    degree = cast(Radical, field).radicand.degree
    if sum(x != 0 for x in cast(fmpq_poly, value).coeffs()) == 1:
        return canonical_parts(r, s, c / degree, integer_power(v, degree))
    return _above_one(r, s, c, v)


def _above_one(r: Fraction, s: Fraction, c: Fraction, v: Element) -> Parts:
    """The same with 1/v for v < 1."""
    return (r, s, c, v) if difference_signs(v, ONE) == {1} else (r, s, -c, reciprocal(v))


def _of_mixed(r: Fraction, s: Fraction, c: Fraction, v: Element) -> Parts:
    """Split e^q off, then take the power that leaves no radical where there is one, else keep v > 1."""
    num, den = cast(SumQuotient, v[1])
    low = min(q for q, _ in num)
    if low:
        return canonical_parts(r + c * low, s, c, COMPOSITUM.smallest(shifted(num, -low), den))
    radicals = {w for _, w in num}
    if len(radicals) == 1 and not any(w for _, w in den):
        degree = lcm(*(w.denominator for _, w in radicals.pop()))
        power = integer_power(v, degree)
        if not isinstance(power[0], Compositum):
            return canonical_parts(r, s, c / degree, power)
    return _above_one(r, s, c, v)


def _of_transcendental(r: Fraction, s: Fraction, c: Fraction, v: Element) -> Parts:
    """Split theta^k off, then take the largest root of the rest."""
    field = cast(Transcendental, v[0])
    k, rest = without_monomial(cast(Quotient, v[1]))
    shift = c * Fraction(k, field.degree)
    r, s = (r + shift, s) if isinstance(field, Exponential) else (r, s + shift)
    if is_constant(rest):
        return canonical_parts(r, s, c, field.smallest(*rest))
    root, power = primitive_root_of_quotient(rest)
    # of the two square roots of a square the positive one is meant
    positive = absolute(field.smallest(*root))
    num, den = cast(Quotient, positive[1])
    if _key(num) < _key(den):
        return r, s, -c * power, reciprocal(positive)
    return r, s, c * power, positive


def _key(poly: fmpz_poly) -> tuple[int, ...]:
    """An order of polynomials: by degree, then from the highest coefficient down."""
    return (poly.degree(), *(int(c) for c in reversed(poly.coeffs())))

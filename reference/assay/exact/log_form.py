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
from math import lcm
from typing import TypeAlias, cast

from ._flint import fmpq, fmpq_poly, fmpz_poly
from .factoring import primitive_root
from .fields import (
    COMPOSITUM,
    RATIONALS,
    Compositum,
    Exponential,
    Quotient,
    Radical,
    SumQuotient,
    Transcendental,
)
from .number import Number, from_element, from_rational
from .perfect import is_constant, primitive_root_of_quotient, without_monomial
from .sums import shifted

Parts: TypeAlias = tuple[Fraction, Fraction, Fraction, Number]
"""(r, s, c, v)."""

ZERO = Fraction(0)
ONE = from_rational(1)


def canonical_parts(r: Fraction, s: Fraction, c: Fraction, v: Number) -> Parts:
    """The canonical form of  r + s eps + c ln(v)  for a Number v > 0."""
    if c == 0 or v == ONE:
        return r, s, ZERO, ONE
    if isinstance(v.field, Radical):
        return _of_radical(r, s, c, v)
    if isinstance(v.field, Transcendental):
        return _of_transcendental(r, s, c, v)
    if isinstance(v.field, Compositum):
        return _of_mixed(r, s, c, v)
    primitive, power = primitive_root(cast(fmpq, v.value))
    if primitive < 1:
        primitive, power = 1 / primitive, -power
    return r, s, c * power, from_element((RATIONALS, primitive))


def _of_radical(r: Fraction, s: Fraction, c: Fraction, v: Number) -> Parts:
    """A single radical has a rational power; a sum of several stays as it is, but > 1."""
    degree = cast(Radical, v.field).radicand.degree
    if sum(x != 0 for x in cast(fmpq_poly, v.value).coeffs()) == 1:
        return canonical_parts(r, s, c / degree, v**degree)
    return (r, s, c, v) if v > ONE else (r, s, -c, v.reciprocal())


def _of_mixed(r: Fraction, s: Fraction, c: Fraction, v: Number) -> Parts:
    """Split e^q off, then take the power that leaves no radical where there is one, else keep v > 1."""
    num, den = cast(SumQuotient, v.value)
    low = min(q for q, _ in num)
    if low:
        v = from_element(COMPOSITUM.smallest(shifted(num, -low), den))
        return canonical_parts(r + c * low, s, c, v)
    radicals = {w for _, w in num}
    if len(radicals) == 1 and not any(w for _, w in den):
        degree = lcm(*(w.denominator for _, w in radicals.pop()))
        power = v**degree
        if not isinstance(power.field, Compositum):
            return canonical_parts(r, s, c / degree, power)
    return (r, s, c, v) if v > ONE else (r, s, -c, v.reciprocal())


def _of_transcendental(r: Fraction, s: Fraction, c: Fraction, v: Number) -> Parts:
    """Split theta^k off, then take the largest root of the rest."""
    field = cast(Transcendental, v.field)
    k, rest = without_monomial(cast(Quotient, v.value))
    shift = c * Fraction(k, field.degree)
    r, s = (r + shift, s) if isinstance(field, Exponential) else (r, s + shift)
    if is_constant(rest):
        return canonical_parts(r, s, c, from_element(field.smallest(*rest)))
    root, power = primitive_root_of_quotient(rest)
    # of the two square roots of a square the positive one is meant
    positive = abs(from_element(field.smallest(*root)))
    num, den = cast(Quotient, positive.value)
    if _key(num) < _key(den):
        return r, s, -c * power, positive.reciprocal()
    return r, s, c * power, positive


def _key(poly: fmpz_poly) -> tuple[int, ...]:
    """An order of polynomials: by degree, then from the highest coefficient down."""
    return (poly.degree(), *(int(c) for c in reversed(poly.coeffs())))

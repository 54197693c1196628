"""Perfect powers of rational functions."""

from __future__ import annotations

from math import gcd

from ._flint import fmpq, fmpz, fmpz_poly
from .fields import Quotient
from .radicals import rational_root


def quotient_root(value: Quotient, degree: int) -> Quotient | None:
    """A quotient r with r^degree = value; None where there is none.

    Factors the numerator and the denominator: every multiplicity must be a multiple of the degree, and the
    content a perfect power.
    """
    above, num = _root_of_factors(value[0], degree)
    below, den = _root_of_factors(value[1], degree)
    content = above / below
    if num is None or den is None or (content < 0 and degree % 2 == 0):
        return None
    scale = rational_root(abs(content), degree)
    if scale is None:
        return None
    return num * (scale.p if content > 0 else -scale.p), den * scale.q


def primitive_exponent(value: Quotient) -> int:
    """The largest g for which value is the g-th power of a quotient (1 where there is no larger one)."""
    multiplicities = [m for poly in value for _, m in poly.factor()[1]]
    common = gcd(*multiplicities)
    return max(g for g in range(1, common + 1) if common % g == 0 and quotient_root(value, g) is not None)


def rational_primitive(value: fmpq) -> tuple[fmpq, int]:
    """(r, g) with value = r^g and g as large as possible, for a positive value other than 1."""
    exponent = 1
    for prime in _primes_up_to(max(value.p.bit_length(), value.q.bit_length())):
        while (root := rational_root(value, prime)) is not None:
            value, exponent = root, exponent * prime
    return value, exponent


def _primes_up_to(limit: int) -> list[int]:
    return [n for n in range(2, limit + 1) if fmpz(n).is_prime()]


def _root_of_factors(poly: fmpz_poly, degree: int) -> tuple[fmpq, fmpz_poly | None]:
    """The content of the polynomial, and the root of its primitive part where that is a perfect power."""
    content, factors = poly.factor()
    root = fmpz_poly([1])
    for factor, multiplicity in factors:
        if multiplicity % degree:
            return fmpq(content), None
        root *= factor ** (multiplicity // degree)
    return fmpq(content), root

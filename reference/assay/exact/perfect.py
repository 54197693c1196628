"""Perfect powers of rational functions, by square-free factorisation."""

from __future__ import annotations

from math import gcd

from ._flint import fmpq, fmpz_poly
from .factoring import rational_root
from .field import Quotient

Factors = list[tuple[fmpz_poly, int]]


def without_monomial(value: Quotient) -> tuple[int, Quotient]:
    """(k, w) with value = theta^k w and theta dividing neither part of w."""
    low = [next(i for i, c in enumerate(poly.coeffs()) if c != 0) for poly in value]
    return low[0] - low[1], (value[0].right_shift(low[0]), value[1].right_shift(low[1]))


def is_constant(value: Quotient) -> bool:
    """Whether the quotient is a rational."""
    return bool(value[0].degree() <= 0 and value[1].degree() <= 0)


def root_of_quotient(value: Quotient, degree: int) -> Quotient | None:
    """A quotient r with r^degree = value; None where there is none.

    The parts are c prod f^m with square-free f, pairwise coprime: every m must be a multiple of the degree,
    and the quotient of the contents c a perfect power.
    """
    return _root(*_factored(value), degree)


def primitive_root_of_quotient(value: Quotient) -> tuple[Quotient, int]:
    """(r, g) with value = r^g and g as large as possible, for a value that is not constant."""
    content, above, below = _factored(value)
    common = gcd(*(m for _, m in above + below))
    for g in range(common, 1, -1):
        root = _root(content, above, below, g) if common % g == 0 else None
        if root is not None:
            return root, g
    return value, 1


def _factored(value: Quotient) -> tuple[fmpq, Factors, Factors]:
    """The quotient of the contents, and the square-free factors above and below."""
    (a, above), (b, below) = (poly.factor_squarefree() for poly in value)
    return fmpq(a, b), above, below


def _root(content: fmpq, above: Factors, below: Factors, degree: int) -> Quotient | None:
    if any(m % degree for _, m in above + below) or (content < 0 and degree % 2 == 0):
        return None
    scale = rational_root(abs(content), degree)
    if scale is None:
        return None
    sign = 1 if content > 0 else -1
    return _product(above, degree) * (sign * scale.p), _product(below, degree) * scale.q


def _product(factors: Factors, degree: int) -> fmpz_poly:
    """prod f^(m/degree)."""
    out = fmpz_poly([1])
    for factor, multiplicity in factors:
        out *= factor ** (int(multiplicity) // degree)
    return out

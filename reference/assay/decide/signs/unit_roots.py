"""Real roots of an integer polynomial in y on 0 < y < 1, isolated in exact integer arithmetic.

Descartes' rule of signs: the number of sign changes among the coefficients of (1+u)^n p(1/(1+u)) bounds the
number of roots of p in (0, 1), with equality for 0 and 1.  Halving the interval separates all roots of a
square-free p.
Source: Collins and Akritas, "Polynomial real root isolation using Descartes' rule of signs", SYMSAC 1976.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from ...exact._flint import fmpq, fmpz_poly

Interval = tuple[Fraction, Fraction]

ONE_PLUS_U = fmpz_poly([1, 1])


def sign_changes(poly: fmpz_poly) -> int:
    """How often neighbouring nonzero coefficients differ in sign."""
    signs = [c > 0 for c in poly.coeffs() if c != 0]
    return sum(a != b for a, b in pairwise(signs))


def descartes_bound(poly: fmpz_poly) -> int:
    """An upper bound of the number of roots in (0, 1), of the same parity, counted with multiplicity."""
    return sign_changes(reverse(poly)(ONE_PLUS_U))


def reverse(poly: fmpz_poly) -> fmpz_poly:
    """y^n p(1/y), for n = deg p."""
    return fmpz_poly(list(reversed(poly.coeffs())))


def sign_at(poly: fmpz_poly, y: Fraction) -> int:
    """The sign of p(y), exactly."""
    value = poly(fmpq(y.numerator, y.denominator))
    return (value > 0) - (value < 0)


def isolate(poly: fmpz_poly) -> list[Interval]:
    """Isolating intervals of the roots in (0, 1) of an irreducible polynomial, in increasing order.

    A rational root r is the interval (r, r); any other lies strictly inside an interval with rational ends,
    where p has opposite signs.
    """
    if poly.degree() == 1:
        root = Fraction(-int(poly[0]), int(poly[1]))
        return [(root, root)] if 0 < root < 1 else []
    return sorted((low, high) for low, high, roots in cells(poly) if roots)


def cells(poly: fmpz_poly) -> list[tuple[Fraction, Fraction, int]]:
    """(low, high, roots inside: 0 or 1) that cover (0, 1), for a polynomial without multiple roots.

    Their inner ends are no roots if the polynomial has no rational root.
    """
    found: list[tuple[Fraction, Fraction, int]] = []
    pending = [(poly, Fraction(0), Fraction(1))]
    while pending:
        local, low, width = pending.pop()
        bound = descartes_bound(local)
        if bound <= 1:
            found.append((low, low + width, bound))
        else:
            left, right = _halves(local)
            pending += [(right, low + width / 2, width / 2), (left, low, width / 2)]
    return found


def _halves(poly: fmpz_poly) -> tuple[fmpz_poly, fmpz_poly]:
    """2^n p(y/2) and 2^n p((y+1)/2): the polynomial on the two halves of (0, 1), each moved to (0, 1)."""
    degree = poly.degree()
    left = fmpz_poly([c << (degree - i) for i, c in enumerate(poly.coeffs())])
    return left, left(ONE_PLUS_U)


def bisect(poly: fmpz_poly, interval: Interval) -> Interval:
    """The half of an isolating interval that holds the root."""
    low, high = interval
    if low == high:
        return interval
    middle = (low + high) / 2
    at_middle = sign_at(poly, middle)
    if at_middle == 0:
        return middle, middle
    # p(low) may vanish at an end 0 or at a root next door, so that the sign at `high` is asked first
    reference = sign_at(poly, high)
    if reference == 0:
        return (low, middle) if sign_at(poly, low) != at_middle else (middle, high)
    return (middle, high) if reference != at_middle else (low, middle)

"""Real roots of integer polynomials above 1, and the signs that a polynomial takes there."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from ..errors import BudgetExceeded
from ._flint import complex_roots, ends, fmpq, fmpz_poly, precision

Interval = tuple[fmpq, fmpq]


LARGEST_SHIFTED = 10_000
LARGEST_ISOLATED = 1_000
"""The largest degrees for which p(1 + u) is expanded, and for which all complex roots are isolated."""


def shift_to_one(poly: fmpz_poly) -> fmpz_poly:
    """q(u) = p(1 + u), whose behaviour on u > 0 is that of p above 1."""
    _check_degree(poly, LARGEST_SHIFTED)
    return poly(fmpz_poly([1, 1]))


def sign_changes(poly: fmpz_poly) -> int:
    """How often neighbouring nonzero coefficients differ in sign.

    By Descartes' rule the number of roots u > 0, counted with multiplicity, is at most this and of the same
    parity.
    """
    positive = [c > 0 for c in poly.coeffs() if c != 0]
    return sum(a != b for a, b in pairwise(positive))


def leading_sign(poly: fmpz_poly) -> int:
    """The sign of the polynomial at infinity."""
    return 1 if poly.leading_coefficient() > 0 else -1


def signs_above_one(poly: fmpz_poly) -> frozenset[int]:
    """The set of signs that the polynomial takes on the open half-line x > 1."""
    if poly.degree() < 0:
        return frozenset((0,))
    if sign_changes(poly) <= 1:
        # at most one root x > 0, a simple one: it lies above 1 iff the signs at 1 and at infinity differ
        at_one, last = poly(1), leading_sign(poly)
        return frozenset((last,) if at_one * last >= 0 else (-1, 0, 1))
    shifted = shift_to_one(poly)
    if sign_changes(shifted) == 0:
        return frozenset((leading_sign(shifted),))
    return _signs_by_roots(tuple(int(c) for c in shifted.coeffs()))


@lru_cache(maxsize=4096)
def _signs_by_roots(coefficients: tuple[int, ...]) -> frozenset[int]:
    """The signs on u > 0: zero where there is a root, both others where there is one of odd multiplicity."""
    poly = fmpz_poly(list(coefficients))
    signs = {leading_sign(poly)}
    for factor, multiplicity in poly.factor_squarefree()[1]:
        if _has_positive_root(factor):
            signs |= {-1, 0, 1} if multiplicity % 2 else {0}
    return frozenset(signs)


def _has_positive_root(poly: fmpz_poly) -> bool:
    return sign_changes(poly) % 2 == 1 or (sign_changes(poly) > 0 and bool(positive_roots(poly, 64)))


def positive_roots(poly: fmpz_poly, bits: int) -> list[Interval]:
    """Disjoint intervals of positive rationals around the roots u > 0 of a square-free polynomial, in order.

    FLINT isolates the roots and marks the real ones by an imaginary part that is exactly zero; the precision
    grows from `bits` until the intervals tell them from each other and from 0.
    """
    _check_degree(poly, LARGEST_ISOLATED)
    reduced = poly if poly[0] != 0 else poly.right_shift(1)
    while True:
        with precision(bits):
            balls = [root.real for root, _ in complex_roots(reduced) if root.imag.is_zero()]
        intervals = sorted((i for i in map(ends, balls) if i is not None), key=lambda i: i[0])
        if len(intervals) == len(balls) and are_disjoint([(fmpq(0), fmpq(0)), *intervals]):
            return [i for i in intervals if i[0] > 0]
        bits *= 2


def are_disjoint(intervals: list[Interval]) -> bool:
    """Whether no two of the closed intervals meet."""
    ordered = sorted(intervals, key=lambda i: i[0])
    return all(a[1] < b[0] for a, b in pairwise(ordered))


def _check_degree(poly: fmpz_poly, largest: int) -> None:
    if poly.degree() > largest:
        raise BudgetExceeded(
            f"the roots of a polynomial of degree {poly.degree()} are beyond the supported degree {largest}; "
            "substitute a value for eps"
        )

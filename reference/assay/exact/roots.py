"""Real roots of integer polynomials, isolated in exact arithmetic, and the signs taken above 1.

Descartes' rule of signs: the number of sign changes among the coefficients of (1+u)^n p(1/(1+u)) bounds the
number of roots of p in (0, 1), with equality for 0 and 1.  Halving the interval separates all roots of a
square-free p.  (The trusted kernel counts roots by Sturm's theorem, in code of its own: `assay.prove.roots`.)
Source: Collins and Akritas, "Polynomial real root isolation using Descartes' rule of signs", SYMSAC 1976.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from ..errors import BudgetExceeded
from ._flint import fmpq, fmpz_poly, rational

Interval = tuple[fmpq, fmpq]
ONE_PLUS_U = fmpz_poly([1, 1])

LARGEST_SHIFTED = 10_000
LARGEST_ISOLATED = 1_000
"""The largest degrees for which p(1 + u) is expanded, and for which roots are isolated."""


def shift_to_one(poly: fmpz_poly) -> fmpz_poly:
    """q(u) = p(1 + u), whose behaviour on u > 0 is that of p above 1."""
    _check_degree(poly, LARGEST_SHIFTED)
    return poly(ONE_PLUS_U)


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
    return sign_changes(poly) % 2 == 1 or (sign_changes(poly) > 0 and bool(unit_roots(above_zero(poly))))


def positive_roots(poly: fmpz_poly, bits: int) -> list[Interval]:
    """Disjoint intervals of positive rationals around the roots u > 0 of a square-free polynomial, in order.

    u = 1/y - 1 for the roots y of `above_zero`; each interval is about 2^-bits of u long, or shorter.
    """
    moved = above_zero(poly)
    inside = unit_roots(moved)
    while True:
        refined = [refine(moved, interval, bits) for interval in inside]
        intervals = [(1 / rational(high) - 1, 1 / rational(low) - 1) for low, high in reversed(refined)]
        if are_disjoint(intervals):
            return intervals
        bits *= 2


def above_zero(poly: fmpz_poly) -> fmpz_poly:
    """q(y) = y^n p(1/y - 1), whose roots in (0, 1) are those of p above 0."""
    _check_degree(poly, LARGEST_ISOLATED)
    return reverse(poly(fmpz_poly([-1, 1])))


def unit_roots(poly: fmpz_poly) -> list[tuple[Fraction, Fraction]]:
    """Isolating intervals of the roots in (0, 1) of a square-free polynomial, in increasing order.

    A rational root r may be the interval (r, r); any other lies strictly inside an interval with rational
    ends, of which an end may be a root next door.
    """
    if poly.degree() == 1:
        root = Fraction(-int(poly[0]), int(poly[1]))
        return [(root, root)] if 0 < root < 1 else []
    return sorted((low, high) for low, high, roots in unit_cells(poly) if roots)


def unit_cells(poly: fmpz_poly) -> list[tuple[Fraction, Fraction, int]]:
    """(low, high, roots inside: 0 or 1) that cover (0, 1), for a polynomial without multiple roots.

    Their inner ends are no roots if the polynomial has no rational root; one that is stands as (r, r, 1).
    """
    found: list[tuple[Fraction, Fraction, int]] = []
    pending = [(poly, Fraction(0), Fraction(1))]
    while pending:
        local, low, width = pending.pop()
        bound = descartes_bound(local)
        if bound <= 1:
            found.append((low, low + width, bound))
            continue
        left, right = _halves(local)
        if right[0] == 0:
            found.append((low + width / 2, low + width / 2, 1))
        pending += [(right, low + width / 2, width / 2), (left, low, width / 2)]
    return found


def descartes_bound(poly: fmpz_poly) -> int:
    """An upper bound of the number of roots in (0, 1), of the same parity, counted with multiplicity."""
    return sign_changes(reverse(poly)(ONE_PLUS_U))


def reverse(poly: fmpz_poly) -> fmpz_poly:
    """y^n p(1/y), for n = deg p."""
    return fmpz_poly(list(reversed(poly.coeffs())))


def _halves(poly: fmpz_poly) -> tuple[fmpz_poly, fmpz_poly]:
    """2^n p(y/2) and 2^n p((y+1)/2): the polynomial on the two halves of (0, 1), each moved to (0, 1)."""
    degree = poly.degree()
    left = fmpz_poly([c << (degree - i) for i, c in enumerate(poly.coeffs())])
    return left, left(ONE_PLUS_U)


def refine(poly: fmpz_poly, interval: tuple[Fraction, Fraction], bits: int) -> tuple[Fraction, Fraction]:
    """An isolating interval, narrowed until 1/low - 1 and 1/high - 1 are 2^-bits of their size apart.

    The secant says in which of 2^k parts the root should be; where it is, k is doubled, else halved.
    Source: Abbott, "Quadratic interval refinement for real roots", ISSAC 2006 (poster).
    """
    low, high = interval
    k = 1
    while low != high and not 0 < (high - low) * 2**bits <= low * (1 - high):
        at_low, at_high = (poly(rational(y)) for y in (low, high))
        part = int(at_low / (at_low - at_high) * 2**k) if at_low * at_high < 0 else -1
        step = (high - low) / 2**k
        guess = low + part * step
        if part >= 0 and sign_at(poly, guess) * sign_at(poly, guess + step) < 0:
            low, high, k = guess, guess + step, 2 * k
        else:
            low, high = bisect(poly, (low, high))
            k = max(1, k // 2)
    return low, high


def bisect(poly: fmpz_poly, interval: tuple[Fraction, Fraction]) -> tuple[Fraction, Fraction]:
    """The half of an isolating interval that holds the root."""
    low, high = interval
    if low == high:
        return interval
    middle = (low + high) / 2
    at_middle = sign_at(poly, middle)
    if at_middle == 0:
        return middle, middle
    above_low = sign_at(poly, low) or sign_at(poly.derivative(), low)  # low may be a root next door
    return (middle, high) if above_low == at_middle else (low, middle)


def sign_at(poly: fmpz_poly, y: Fraction) -> int:
    """The sign of p(y), exactly."""
    value = poly(rational(y))
    return (value > 0) - (value < 0)


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

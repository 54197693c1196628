"""Real roots of integer polynomials above 1, and the signs that a polynomial takes there."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from ._flint import arb, complex_roots, fmpq, fmpz_poly, precision


def _shift_to_one(poly: fmpz_poly) -> fmpz_poly:
    """q(u) = p(1 + u), whose behaviour on u > 0 is that of p above 1."""
    return poly(fmpz_poly([1, 1]))


def _sign_changes(signs: list[int]) -> int:
    """How often neighbouring nonzero signs differ."""
    kept = [s for s in signs if s]
    return sum(a != b for a, b in pairwise(kept))


def _coefficient_signs(poly: fmpz_poly) -> list[int]:
    return [(c > 0) - (c < 0) for c in poly.coeffs()]


def signs_above_one(poly: fmpz_poly) -> frozenset[int]:
    """The set of signs that the polynomial takes on the open half-line x > 1.

    Descartes' rule on p(1 + u) settles the common case; otherwise every root u > 0 of the square-free part is
    isolated, and the sign is taken between neighbours.
    """
    if poly.degree() < 0:
        return frozenset((0,))
    shifted = _shift_to_one(poly)
    if _sign_changes(_coefficient_signs(shifted)) == 0:
        return frozenset((1 if shifted.leading_coefficient() > 0 else -1,))
    return _signs_by_roots(tuple(int(c) for c in shifted.coeffs()))


@lru_cache(maxsize=65536)
def _signs_by_roots(coefficients: tuple[int, ...]) -> frozenset[int]:
    """The signs on u > 0 of the polynomial, from its sign at infinity and the multiplicities of its roots."""
    poly = fmpz_poly(list(coefficients))
    current = 1 if poly.leading_coefficient() > 0 else -1
    signs = {current}
    for _, multiplicity in sorted_positive_roots(poly):
        signs.add(0)
        if multiplicity % 2:
            current = -current
            signs.add(current)
    return frozenset(signs)


def sorted_positive_roots(poly: fmpz_poly) -> list[tuple[arb, int]]:
    """The roots u > 0 with their multiplicities, the largest first, as disjoint balls that exclude 0.

    FLINT isolates the roots and marks the real ones by an imaginary part that is exactly zero; the precision grows
    until no real root other than 0 itself, which is divided out, has a ball that touches 0.
    """
    coefficients = poly.coeffs()
    zero_root = next(i for i, c in enumerate(coefficients) if c != 0)
    reduced, bits = fmpz_poly(coefficients[zero_root:]), 64
    while True:
        with precision(bits):
            real = [(root.real, m) for root, m in complex_roots(reduced) if root.imag.is_zero()]
        if not any(ball.contains(0) for ball, _ in real):
            break
        bits *= 2
    return sorted(((r, m) for r, m in real if r > 0), key=lambda pair: midpoint(pair[0]), reverse=True)


def midpoint(ball: arb) -> fmpq:
    """The centre of a ball, exactly."""
    mantissa, exponent = ball.mid().man_exp()
    return fmpq(mantissa) * fmpq(2) ** int(exponent)

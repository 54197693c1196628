"""Inequalities p(s) <= e^epsilon p'(s) in the tail s = 0, 1, 2, ... of a noisy value.

With w = y^s both sides are polynomials in w over functions of y.  A few s are examined one by one; from s =
S on, w = y^S theta with 0 < theta <= 1, and the difference divided by the lowest power of w is a polynomial
G(theta, y). If all coefficients of G((1/(1+a), 1/(1+b))) (1+a)^m (1+b)^n are <= 0, then G <= 0 on 0 < theta,
y < 1: a Bernstein criterion, sufficient but not necessary.
"""

from __future__ import annotations

from .cases import Strip, Tail
from .noise import Terms, add, scale
from .values import CONTEXT, UNIT, ZERO, Poly, Value, terms

MOST_TERMS = 10_000
"""(m+1)(n+1) at most for the degrees m, n of G: the criterion is not tried on larger ones."""

LAST_START = 12
"""S at most: so many values are examined one by one before the tail is given up as undecided."""


def nonpositive_from(tail: Tail, factor: Value) -> tuple[int, Poly] | None:
    """(S, G) with the least S <= LAST_START such that p(s) <= factor p'(s) shows for all s >= S.

    None where it shows it for no S.  For continuous noise S = 0.
    """
    difference = _difference(tail, factor)
    if difference is None:
        return None
    for s in range(LAST_START + 1 if tail.family.discrete else 1):
        poly = _from(difference, s)
        if all_coefficients_nonpositive(poly):
            return s, poly
    return None


def nonpositive_on(strip: Strip, factor: Value) -> Poly | None:
    """G for which the criterion shows p(s) <= factor p'(s) for all 0 <= s <= 1 and all epsilon, else None.

    With theta = e^(-ts) and psi = e^(-t(1-s)), both in (0, 1], y = theta psi and the difference is a
    polynomial in both.
    """
    difference = _difference(strip, factor)
    if difference is None:
        return None
    common = _common_denominator(difference)
    lowest = min((a for a, _ in difference), default=0)
    theta, psi = CONTEXT.gens()
    total = CONTEXT.constant(0)
    for (a, _), c in difference.items():
        total = total + (c * Value(common)).num.compose(theta, theta * psi) * theta ** (a - lowest)
    return total if all_coefficients_nonpositive(total) else None


def _difference(case: Tail | Strip, factor: Value) -> Terms | None:
    """p - factor p', or None where powers of t or of s occur, which the criterion does not cover."""
    difference = add(case.p, scale(case.q, ZERO - factor))
    if any(i or c.num.degrees()[0] > 0 for (_, i), c in difference.items()):
        return None
    return difference


def _common_denominator(difference: Terms) -> Poly:
    common = UNIT
    for c in difference.values():
        common = common * (c.den // common.gcd(c.den))
    return common


def _from(difference: Terms, start: int) -> Poly:
    """G for that S."""
    lowest = min((a for a, _ in difference), default=0)
    common = _common_denominator(difference)
    theta = CONTEXT.gens()[0]
    total = CONTEXT.constant(0)
    for (a, _), c in difference.items():
        moved = c * Value.power(start * (a - lowest)) * Value(common)
        total = total + moved.num * theta ** (a - lowest)
    return total


def all_coefficients_nonpositive(poly: Poly) -> bool:
    """Whether (1+a)^m (1+b)^n P(1/(1+a), 1/(1+b)) is seen to have no positive coefficient."""
    m, n = (int(d) for d in poly.degrees())
    if (m + 1) * (n + 1) > MOST_TERMS:
        return False
    a, b = (UNIT + g for g in CONTEXT.gens())
    moved = CONTEXT.constant(0)
    powers_a, powers_b = [a**i for i in range(m + 1)], [b**j for j in range(n + 1)]
    for i, j, c in terms(poly):
        moved = moved + powers_a[m - i] * powers_b[n - j] * c
    return all(c <= 0 for c in moved.coeffs())

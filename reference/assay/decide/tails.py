"""Inequalities p(s) <= e^epsilon p'(s) in the tail s = 0, 1, 2, ... of a noisy value, for all s and all epsilon at once.

With w = y^s both sides are polynomials in w over functions of y.  A few s are examined one by one; from s = S on,
w = y^S theta with 0 < theta <= 1, and the difference divided by the lowest power of w is a polynomial G(theta, y).
If all coefficients of G((1/(1+a), 1/(1+b))) (1+a)^m (1+b)^n are <= 0, then G <= 0 on 0 < theta, y < 1: a Bernstein
criterion, sufficient but not necessary.
"""

from __future__ import annotations

from .cases import Tail
from .noise import Terms, add, scale
from .values import CONTEXT, UNIT, ZERO, Poly, Value, terms

LAST_START = 12
"""S at most: so many values are examined one by one before the tail is given up as undecided."""


def nonpositive_from(tail: Tail, factor: Value) -> int | None:
    """The least S <= LAST_START with p(s) <= factor p'(s) for all s >= S and all epsilon, or None where none is found."""
    difference = add(tail.p, scale(tail.q, ZERO - factor))
    if not difference:
        return 0
    if any(i or c.num.degrees()[0] > 0 for (_, i), c in difference.items()):
        return None
    return next((s for s in range(LAST_START + 1) if _nonpositive(difference, s)), None)


def _nonpositive(difference: Terms, start: int) -> bool:
    """Whether the criterion shows G <= 0 for that S."""
    lowest = min(a for a, _ in difference)
    common = UNIT
    for c in difference.values():
        common = common * (c.den // common.gcd(c.den))
    theta = CONTEXT.gens()[0]
    total = CONTEXT.constant(0)
    for (a, _), c in difference.items():
        moved = c * Value.power(start * (a - lowest)) * Value(common)
        total = total + moved.num * theta ** (a - lowest)
    return _all_coefficients_nonpositive(total)


def _all_coefficients_nonpositive(poly: Poly) -> bool:
    """Whether (1+a)^m (1+b)^n P(1/(1+a), 1/(1+b)) has no positive coefficient."""
    m, n = (int(d) for d in poly.degrees())
    a, b = (UNIT + g for g in CONTEXT.gens())
    moved = CONTEXT.constant(0)
    powers_a, powers_b = [a**i for i in range(m + 1)], [b**j for j in range(n + 1)]
    for i, j, c in terms(poly):
        moved = moved + powers_a[m - i] * powers_b[n - j] * c
    return all(c <= 0 for c in moved.coeffs())

"""A criterion for  sum c theta^i psi^j u^m w^n <= 0  on 0 < theta, psi <= 1, with u = -ln theta, w = -ln psi.

With theta = 1/(1+a) and psi = 1/(1+b), a, b >= 0, and for the logarithms

    2a/(2+a)  <=  ln(1+a)  <=  a(2+a)/(2(1+a)) = sinh(ln(1+a)),

the upper bound in terms with a positive coefficient and the lower bound in the others give a polynomial in
a and b times a positive function.  If none of its coefficients is positive, the sum is <= 0.  This Bernstein
criterion is sufficient, not necessary.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..probabilities.values import CONTEXT, UNIT, Poly, terms

SquareTerm = tuple[int, int, int, int, int]
"""(i, j, m, n, c)."""

MOST_TERMS = 10_000
"""The criterion is not tried on polynomials in a and b that may have more terms."""


def nonpositive(found: Iterable[SquareTerm]) -> bool:
    """Whether the criterion shows that the sum is <= 0 on the whole square."""
    parts: dict[tuple[int, int], list[tuple[int, int, int]]] = {}
    for i, j, m, n, c in found:
        parts.setdefault((m, n), []).append((i, j, c))
    every = [term for part in parts.values() for term in part]
    top = [max((term[v] for term in every), default=0) for v in (0, 1)]
    logs = [max((exponents[v] for exponents in parts), default=0) for v in (0, 1)]
    if (top[0] + 3 * logs[0] + 1) * (top[1] + 3 * logs[1] + 1) > MOST_TERMS:
        return False
    total = CONTEXT.constant(0)
    for (m, n), part in parts.items():
        positive, negative = _split(_moved(part, top))
        total = total + positive * _upper(0, m, logs[0]) * _upper(1, n, logs[1])
        total = total + negative * _lower(0, m, logs[0]) * _lower(1, n, logs[1])
    return all(c <= 0 for c in total.coeffs())


def _moved(part: list[tuple[int, int, int]], top: list[int]) -> Poly:
    """sum c (1+a)^(I-i) (1+b)^(J-j)."""
    a, b = (UNIT + g for g in CONTEXT.gens())
    rows: dict[int, list[int]] = {}
    for i, j, c in part:
        row = rows.setdefault(top[0] - i, [0] * (top[1] + 1))
        row[top[1] - j] += c
    powers = [UNIT]
    for _ in range(top[1]):
        powers.append(powers[-1] * b)
    total = CONTEXT.constant(0)
    for power, row in rows.items():
        inner = sum((powers[n] * c for n, c in enumerate(row) if c), CONTEXT.constant(0))
        total = total + a**power * inner
    return total


def _split(poly: Poly) -> tuple[Poly, Poly]:
    """The terms with positive coefficients, and the others."""
    positive = CONTEXT.from_dict({(i, j): c for i, j, c in terms(poly) if c > 0})
    return positive, poly - positive


def _upper(variable: int, power: int, most: int) -> Poly:
    """(a (2+a)^2)^power d^(most - power), the upper bound times d^most, for d = 2 (1+a) (2+a)."""
    a = CONTEXT.gens()[variable]
    return (a * (2 + a) ** 2) ** power * (2 * (1 + a) * (2 + a)) ** (most - power)


def _lower(variable: int, power: int, most: int) -> Poly:
    """(4 a (1+a))^power d^(most - power)."""
    a = CONTEXT.gens()[variable]
    return (4 * a * (1 + a)) ** power * (2 * (1 + a) * (2 + a)) ** (most - power)

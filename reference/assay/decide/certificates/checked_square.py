"""Inequalities on the square 0 < theta, psi <= 1, confirmed with Python integers alone."""

from __future__ import annotations

from .checked_terms import Terms, times


def nonpositive_on_square(terms: Terms) -> bool:
    """sum c theta^i psi^j u^m w^n <= 0 for 0 < theta, psi <= 1, u = -ln theta, w = -ln psi.

    With theta = 1/(1+a), psi = 1/(1+b) and  4a(1+a)/d <= ln(1+a) <= a(2+a)^2/d  for d = 2(1+a)(2+a), each
    bound where it makes the sum larger, no coefficient of the polynomial in a and b is positive.
    """
    top = [max((term[v] for term in terms), default=0) for v in range(4)]
    parts: dict[tuple[int, int], Square] = {}
    for i, j, m, n, c in terms:
        moved = _outer(_power([1, 1], top[0] - i), _power([1, 1], top[1] - j), c)
        parts[(m, n)] = _plus(parts.get((m, n), {}), moved)
    total: Square = {}
    for (m, n), part in parts.items():
        for keep, bound in ((1, [0, 4, 4, 1]), (-1, [0, 4, 4])):
            u, w = (_bounded(bound, power, most) for power, most in ((m, top[2]), (n, top[3])))
            kept = {e: c for e, c in part.items() if c * keep > 0}
            total = _plus(total, times(kept, _outer(u, w, 1)))
    return all(c <= 0 for c in total.values())


Square = dict[tuple[int, int], int]
"""A polynomial in a and b."""


def _bounded(bound: list[int], power: int, most: int) -> list[int]:
    """bound^power d^(most - power) for d = 4 + 6a + 2a^2; the bounds are a(2+a)^2 and 4a(1+a)."""
    found = [1]
    for factor in [bound] * power + [[4, 6, 2]] * (most - power):
        found = _product(found, factor)
    return found


def _power(p: list[int], n: int) -> list[int]:
    found = [1]
    for _ in range(n):
        found = _product(found, p)
    return found


def _product(p: list[int], q: list[int]) -> list[int]:
    found = [0] * (len(p) + len(q) - 1)
    for i, a in enumerate(p):
        for j, b in enumerate(q):
            found[i + j] += a * b
    return found


def _outer(p: list[int], q: list[int], c: int) -> Square:
    return {(i, j): a * b * c for i, a in enumerate(p) for j, b in enumerate(q)}


def _plus(p: Square, q: Square) -> Square:
    found = dict(p)
    for exponent, c in q.items():
        found[exponent] = found.get(exponent, 0) + c
    return found

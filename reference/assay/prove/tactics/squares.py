"""Sums of squares: by completing squares of a quadratic polynomial, and squares of sums of two monomials."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from fractions import Fraction

from assay.prove.expr import ONE, Expr, const
from assay.prove.tactics import lp
from assay.prove.tactics.generators import Generator, Plain, Powers, degree

Square = tuple[Fraction, str]
"""A weight >= 0 and the text of what is squared."""

MOST_MONOMIALS = 14


def completed(p: Plain, gens: list[Generator]) -> list[Square] | None:
    """A quadratic polynomial as a sum of weighted squares, if it is >= 0 everywhere.

    With the largest variable x of p = a x^2 + b x + c: p = a (x + b/(2a))^2 + (c - b^2/(4a)).
    """
    if degree(p) > 2:
        return None
    found: list[Square] = []
    rest = dict(p)
    for index in range(len(gens)):
        unit = tuple(int(i == index) for i in range(len(gens)))
        a = rest.get(tuple(2 * k for k in unit), Fraction(0))
        linear = {_minus(key, unit): c for key, c in rest.items() if key[index] == 1}
        if a <= 0:
            if a < 0 or linear:
                return None
            continue
        root = {unit: Fraction(1)} | {key: c / (2 * a) for key, c in linear.items()}
        found.append((a, str(expression(root, gens))))
        for k, c in root.items():
            for m, d in root.items():
                key = tuple(x + y for x, y in zip(k, m, strict=True))
                rest[key] = rest.get(key, Fraction(0)) - a * c * d
        rest = {key: c for key, c in rest.items() if c}
    left = rest.pop((0,) * len(gens), Fraction(0))
    return [*found, (left, "1")] if left >= 0 and not rest else None


def of_monomials(p: Plain, gens: list[Generator], stop: Callable[[], bool]) -> list[Square] | None:
    """A polynomial as a sum of weighted squares of m and of m + n, m - n for monomials m and n."""
    if not p or degree(p) % 2:
        return None
    least, most = min(map(sum, p)), degree(p)
    highest = [max(key[i] for key in p) for i in range(len(gens))]
    monomials = [
        key
        for key in itertools.product(*(range(h // 2 + 1) for h in highest))
        if least <= 2 * sum(key) <= most
    ]
    if len(monomials) > MOST_MONOMIALS:
        return None
    roots: list[Plain] = [{m: Fraction(1)} for m in monomials]
    for m, n in itertools.combinations(monomials, 2):
        roots += [{m: Fraction(1), n: Fraction(s)} for s in (1, -1)]
    squares = [_square(r) for r in roots]
    weights = lp.feasible(squares, p, stop)
    if weights is None:
        return None
    return [(w, str(expression(r, gens))) for w, r in zip(weights, roots, strict=True) if w]


def _square(p: Plain) -> Plain:
    total: Plain = {}
    for (k, c), (m, d) in itertools.product(p.items(), repeat=2):
        key = tuple(x + y for x, y in zip(k, m, strict=True))
        total[key] = total.get(key, Fraction(0)) + c * d
    return total


def _minus(key: Powers, unit: Powers) -> Powers:
    return tuple(x - y for x, y in zip(key, unit, strict=True))


def expression(p: Plain, gens: list[Generator]) -> Expr:
    """A polynomial in the generators as an expression."""
    total: Expr | None = None
    for key, c in p.items():
        term: Expr = const(abs(c))
        for g, k in zip(gens, key, strict=True):
            if k:
                factor = g.expr if k == 1 else g.expr ** const(k)
                term = factor if term == ONE else term * factor
        total = (term if c > 0 else -term) if total is None else (total + term if c > 0 else total - term)
    return const(0) if total is None else total

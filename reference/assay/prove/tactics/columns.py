"""What is not negative: products of constraints and squares, as columns of a linear program; square sums."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from assay.linear.feasible import feasible
from assay.prove.tactics.generators import Generator, Plain, as_text, degree, expression, linear, times

MAX_COLUMNS = 220


@dataclass(frozen=True)
class Column:
    """A product that is known to be >= 0 (or = 0, if `zero`), as certificate text and as a polynomial."""

    factors: tuple[str, ...]
    value: Plain
    square: str = ""
    zero: str = ""

    @cached_property
    def degree(self) -> int:
        """The total degree."""
        return degree(self.value)


def bounds(gens: list[Generator]) -> list[Column]:
    """Each finite end of a generator."""
    found = []
    for i, g in enumerate(gens):
        if g.low is not None:
            found.append(Column((as_text(g.expr, low=g.low),), linear(i, 1, -g.low, len(gens))))
        if g.high is not None:
            found.append(Column((as_text(g.expr, high=g.high),), linear(i, -1, g.high, len(gens))))
    return found


def squares(gens: list[Generator]) -> list[Column]:
    """Squares of differences of generators."""
    n = len(gens)
    found = []
    for i, g in enumerate(gens):
        offsets = {Fraction(0), Fraction(1), *(b for b in (g.low, g.high) if b is not None)}
        for b in offsets:
            p = linear(i, 1, -b, n)
            found.append(Column((), times(p, p), as_text(g.expr, low=b)))
    for i, j in itertools.combinations(range(n), 2):
        p = linear(i, 1, Fraction(0), n) | linear(j, -1, Fraction(0), n)
        found.append(Column((), times(p, p), str(gens[i].expr - gens[j].expr)))
    return found


def substitute(p: Plain, values: list[Plain]) -> Plain:
    """The polynomial with a polynomial in the place of each generator."""
    total: Plain = {}
    for key, c in p.items():
        term: Plain = {(0,) * len(values): c}
        for v, k in zip(values, key, strict=True):
            for _ in range(k):
                term = times(term, v)
        for k2, c2 in term.items():
            total[k2] = total.get(k2, Fraction(0)) + c2
    return {k: c for k, c in total.items() if c}


def products_of(
    base: list[Column], squares: list[Column], zeros: list[Column], d: int, size: int
) -> list[Column]:
    """Products of constraints up to degree d, alone and times one square.

    Zeros times monomials, both signs.
    """
    one: Plain = {(0,) * size: Fraction(1)}
    found: list[Column] = []
    for z in zeros:
        for c in [Column((), one), *base]:
            if z.degree + c.degree <= max(d, z.degree):
                value = times(z.value, c.value)
                factors = c.factors + z.factors
                found.append(Column(factors, value, "", z.zero))
                found.append(Column(factors, {k: -v for k, v in value.items()}, "-", z.zero))
    for c in itertools.islice(powers(base, d, one), MAX_COLUMNS):
        found.append(c)
    plain_products = [c for c in found if not c.zero]
    for s in squares:
        for c in plain_products:
            if s.degree + c.degree <= d and len(found) < 2 * MAX_COLUMNS:
                found.append(Column(c.factors, times(s.value, c.value), s.square))
    return found


def powers(base: list[Column], d: int, one: Plain) -> Iterator[Column]:
    """Products of constraints up to degree d."""
    yield Column((), one)
    layer = [(0, Column((), one))]
    while layer:
        grown = []
        for start, c in layer:
            for i in range(start, len(base)):
                if c.degree + base[i].degree <= d and len(c.factors) < d:
                    factors = c.factors + base[i].factors
                    grown.append((i, Column(factors, times(c.value, base[i].value))))
        yield from (c for _, c in grown)
        layer = grown


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
        linear = {
            tuple(x - y for x, y in zip(key, unit, strict=True)): c
            for key, c in rest.items()
            if key[index] == 1
        }
        if a <= 0:
            if a < 0 or linear:
                return None
            continue
        root = {unit: Fraction(1)} | {key: c / (2 * a) for key, c in linear.items()}
        found.append((a, str(expression(root, gens))))
        for key, c in times(root, root).items():
            rest[key] = rest.get(key, Fraction(0)) - a * c
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
    squares = [times(r, r) for r in roots]
    weights = feasible(squares, p, stop)
    if weights is None:
        return None
    return [(w, str(expression(r, gens))) for w, r in zip(weights, roots, strict=True) if w]

"""Products of constraints and squares: the columns of the linear program that looks for an identity."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from assay.prove.tactics.generators import Generator, Plain, as_text, degree, linear, times

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

"""A goal as a polynomial: name the atoms, know their bounds."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from assay.prove.expr import ONE, Expr, const
from assay.prove.polynomials import Polynomial, monomial_expr
from assay.prove.ranges import span
from assay.prove.statement import Context

Powers = tuple[int, ...]
Plain = dict[Powers, Fraction]


@dataclass(frozen=True)
class Generator:
    """One atom (to the power 1/scale), with rational bounds where there are some."""

    atom: Expr
    scale: Fraction
    low: Fraction | None
    high: Fraction | None

    @property
    def expr(self) -> Expr:
        """The generator as an expression."""
        return monomial_expr(((self.atom, 1 / self.scale),))


def generators(polynomials: list[Polynomial], where: Context) -> list[Generator]:
    """The atoms of some polynomials."""
    scales: dict[Expr, Fraction] = {}
    for p in polynomials:
        for m in p:
            for atom, k in m:
                scales[atom] = _common(scales.get(atom, k), k)
    found = []
    for atom, step in scales.items():
        scale = 1 / step
        plain = Generator(atom, scale, None, None)
        (low, _), (high, _) = span(plain.expr, where)
        bounds = [_tidy(x[1], up) if x[0] == 0 else None for x, up in ((low, False), (high, True))]
        found.append(Generator(atom, scale, bounds[0], bounds[1]))
    return found


def _common(a: Fraction, b: Fraction) -> Fraction:
    """The largest number of which both are multiples."""
    return Fraction(math.gcd(a.numerator, b.numerator), math.lcm(a.denominator, b.denominator))


def _tidy(x: Fraction, up: bool) -> Fraction:
    """A simple rational just outside, if x is a long one."""
    if x.denominator < 1000:
        return x
    scaled = x * 1000
    return Fraction(math.ceil(scaled) if up else math.floor(scaled), 1000)


def plain(p: Polynomial, gens: list[Generator]) -> Plain | None:
    """A polynomial in the generators.

    None if it has another atom or an exponent that is not a whole number >= 0.
    """
    result: Plain = {}
    for m, c in p.items():
        powers = dict(m)
        key = []
        for g in gens:
            k = powers.pop(g.atom, Fraction(0)) * g.scale
            if k.denominator != 1 or k < 0:
                return None
            key.append(k.numerator)
        if powers:
            return None
        result[tuple(key)] = c
    return result


def times(p: Plain, q: Plain) -> Plain:
    """p q."""
    result: Plain = {}
    for a, c in p.items():
        for b, d in q.items():
            key = tuple(x + y for x, y in zip(a, b, strict=True))
            result[key] = result.get(key, Fraction(0)) + c * d
    return {k: c for k, c in result.items() if c}


def degree(p: Plain) -> int:
    """The total degree."""
    return max((sum(k) for k in p), default=0)


def linear(index: int, slope: int, offset: Fraction, size: int) -> Plain:
    """slope g_index + offset."""
    zero = (0,) * size
    one = tuple(int(i == index) for i in range(size))
    return {k: v for k, v in ((one, Fraction(slope)), (zero, offset)) if v}


def as_text(e: Expr, low: Fraction | None = None, high: Fraction | None = None) -> str:
    """e, e - low or high - e."""
    if high is not None:
        return str(const(high) - e) if high else str(-e)
    if low:
        return str(e - const(low)) if low > 0 else str(e + const(-low))
    return str(e)


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

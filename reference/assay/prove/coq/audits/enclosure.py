"""How closely theta is enclosed, so that every sign is certain: the same checks as in `theory.v`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import zip_longest
from math import ceil, factorial, floor

from assay.prove.coq.audits.generator import Generator, Parts, Polynomial, Polynomials
from assay.prove.coq.terms import Unsupported

LARGEST_PRECISION = 4096
"""Bits; what is nearer to zero than they tell is not exported."""


@dataclass(frozen=True)
class Known:
    """low <= unit theta <= high; theta^degree = power; the series of e^x to 2 `terms` + 1 show it."""

    unit: int = 1
    low: int = 1
    high: int = 1
    degree: int = 0
    power: int = 0
    terms: int = 0

    def __str__(self) -> str:
        """The record in Coq."""
        return f"Known {self.unit} {self.low} {self.high} {self.degree} {self.power}"


def settled(
    polys: Polynomials, split: Parts, pairs: Sequence[tuple[int, int]], event: Sequence[int] | None
) -> tuple[Polynomials, Known, Known]:
    """Enclosures of theta and of the power of e in epsilon that decide every sign.

    Of all pairs, or of the one that is refuted by an event; in the polynomials en/ed is the bound of
    e^epsilon that suffices.

    Raises:
        Unsupported: the precision does not suffice.
    """
    bits = 64 if polys.power is None else 4
    while bits <= LARGEST_PRECISION:
        theta, power = enclosed(polys.theta, bits), Known()
        if polys.power is not None:
            power = enclosed(polys.power, bits + 16)
            polys = bounded(polys, split, power, 1 << bits, above=event is not None)
        if settles(theta, polys, pairs, event):
            return polys, theta, power
        bits *= 2
    raise Unsupported(
        f"a comparison is too close: {LARGEST_PRECISION} bits of {polys.theta} do not settle it"
    )


def bounded(polys: Polynomials, split: Parts, power: Known, unit: int, *, above: bool) -> Polynomials:
    """The polynomials with a rational bound of e^epsilon, below or above it."""
    steps = ceil(split.rational)
    end = Fraction(power.high if above else power.low, power.unit) ** steps * split.value * unit
    return replace(polys, en=(ceil(end) if above else floor(end),), ed=(unit,))


def enclosed(theta: Generator, bits: int) -> Known:
    """Theta to about that many bits."""
    unit = 1 << bits
    if theta.degree:
        low = _root(theta.base * unit**theta.degree, theta.degree)
        return Known(unit, low, low + 1, theta.degree, theta.base)
    if not theta.step:
        return Known()
    n = 1
    while theta.step ** (2 * n + 2) * 2 * unit > factorial(2 * n + 2):
        n += 1
    below = sum(theta.step**i / factorial(i) for i in range(2 * n + 2))
    inverse = sum((-theta.step) ** i / factorial(i) for i in range(2 * n + 2))
    return Known(unit, int(unit * below), -int(-unit / inverse // 1), terms=n)


def _root(value: int, degree: int) -> int:
    """The largest whole number whose power is at most the value."""
    low, high = 0, 1 << (value.bit_length() // degree + 1)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**degree <= value else (low, middle)
    return low


def settles(
    k: Known, polys: Polynomials, pairs: Iterable[tuple[int, int]], event: Sequence[int] | None
) -> bool:
    """Whether the enclosure decides what the file claims, as `is_private` or `is_not_private` does."""
    below = [*polys.denominators, polys.common, polys.ed, polys.dd]
    if any(lower(k, p) < 0 for row in polys.table for p in row) or any(lower(k, p) <= 0 for p in below):
        return False
    over, under = scaled(polys, polys.ed), scaled(polys, polys.en)
    bound = times(polys.dn, times(polys.ed, polys.common))
    for x, y in pairs:
        gains = [minus(p, q) for p, q in zip(over[x], under[y], strict=True)]
        if event is not None:
            return lower(k, minus(times(polys.dd, total(gains[o] for o in event)), bound)) > 0
        taken = [g for g in gains if lower(k, minus((), g)) < 0]
        if any(lower(k, g) < 0 for g in taken) or lower(k, minus(bound, times(polys.dd, total(taken)))) < 0:
            return False
    return True


def scaled(polys: Polynomials, factor: Polynomial) -> list[list[Polynomial]]:
    """The rows times the factor, over the common denominator."""
    factors = [times(factor, c) for c in polys.cofactors]
    return [[times(f, p) for p in row] for f, row in zip(factors, polys.table, strict=True)]


def lower(k: Known, p: Polynomial) -> int:
    """The numerator of a lower bound of p(theta), by Horner's rule; its denominator is positive."""
    p = reduced(k, p)
    if not p:
        return 0
    value, scale = p[-1], 1
    for c in reversed(p[:-1]):
        scale *= k.unit
        value = c * scale + (k.low if value >= 0 else k.high) * value
    return value


def reduced(k: Known, p: Polynomial) -> Polynomial:
    """Modulo theta^degree = power."""
    if not k.degree:
        return p
    while len(p) > k.degree:
        p = plus(p[: k.degree], tuple(k.power * c for c in p[k.degree :]))
    return p


def plus(p: Polynomial, q: Polynomial) -> Polynomial:
    """p + q."""
    return tuple(a + b for a, b in zip_longest(p, q, fillvalue=0))


def minus(p: Polynomial, q: Polynomial) -> Polynomial:
    """p - q."""
    return tuple(a - b for a, b in zip_longest(p, q, fillvalue=0))


def times(p: Polynomial, q: Polynomial) -> Polynomial:
    """p q."""
    found = [0] * (len(p) + len(q) - 1) if p and q else []
    for i, a in enumerate(p):
        for j, b in enumerate(q):
            found[i + j] += a * b
    return tuple(found)


def total(polys: Iterable[Polynomial]) -> Polynomial:
    """The sum of some polynomials."""
    found: Polynomial = ()
    for p in polys:
        found = plus(found, p)
    return found

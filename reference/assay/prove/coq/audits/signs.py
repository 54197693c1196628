"""Whether the signs that a claim depends on are seen, and how closely theta is enclosed for that.

These are the checks `is_private` and `is_not_private` of `theory.v`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, factorial, floor
from typing import Protocol

from assay.prove.coq.audits.generator import Generator, Parts
from assay.prove.coq.audits.polynomials import (
    ONE,
    Polynomial,
    Polynomials,
    minus,
    plus,
    shifted,
    times,
    total,
)
from assay.prove.coq.terms import Unsupported

MOST_SUMS = 1024
"""So many sums are compared with delta where the best event depends on epsilon."""


class Sees(Protocol):
    """What is known of theta."""

    def not_negative(self, p: Polynomial) -> bool:
        """Whether p(theta) >= 0 is seen."""

    def positive(self, p: Polynomial) -> bool:
        """Whether p(theta) > 0 is seen."""


@dataclass(frozen=True)
class AboveOne:
    """That theta > 1: signs are seen by coefficients, after at most `depth` divisions of the line."""

    depth: int

    def __str__(self) -> str:
        """The same in Coq."""
        return f"AboveOne {self.depth}"

    def not_negative(self, p: Polynomial) -> bool:
        """Whether p >= 0 on all of theta > 1 is seen."""
        return _on_the_line(shifted(p), self.depth, strict=False)

    def positive(self, p: Polynomial) -> bool:
        """Whether p > 0 on all of theta > 1 is seen."""
        return _on_the_line(shifted(p), self.depth, strict=True)


def _on_the_line(p: Polynomial, depth: int, *, strict: bool) -> bool:
    """p(u) >= 0, or > 0, for all u > 0: by its coefficients, or at 1 and on both sides of it."""
    if all(c >= 0 for c in p):
        return not strict or any(p)
    if not depth or sum(p) < strict:
        return False
    return _on_the_line(shifted(p), depth - 1, strict=strict) and _on_the_line(
        shifted(p[::-1]), depth - 1, strict=strict
    )


def settles(
    known: Sees, polys: Polynomials, pairs: Iterable[tuple[int, int]], event: Sequence[int] | None
) -> bool:
    """Whether what is known decides what the file claims of the pairs, or of the one refuted by the event."""
    draws = [draw for draw in polys.draws if draw is not None]
    below = [*polys.denominators, polys.dd, *(p for d in draws for p in (d.denominator, d.scale))]
    weights = [*polys.table, *(draw.weights for draw in draws)]
    if not all(map(known.positive, below)) or not all(known.not_negative(p) for row in weights for p in row):
        return False
    return all(_settles_pair(known, polys, x, y, event) for x, y in pairs)


def _settles_pair(known: Sees, polys: Polynomials, x: int, y: int, event: Sequence[int] | None) -> bool:
    """Whether the inequality of a pair is seen, or for an event that it fails."""
    en, ed = polys.factor or ((), ())
    dx, dy = polys.denominators[x], polys.denominators[y]
    below, cx, cy = (dx, ONE, ONE) if dx == dy else (times(dx, dy), dy, dx)
    over, under = times(ed, cx), times(en, cy)
    if not known.positive(below) or not known.positive(ed):
        return False
    rows = zip(polys.table[x], polys.table[y], strict=True)
    gains = [minus(times(over, p), times(under, q)) for p, q in rows]
    bound = times(polys.dn, times(ed, below))
    if event is not None:
        return known.positive(minus(times(polys.dd, total(gains[o] for o in event)), bound))
    return _at_most(known, gains, bound, polys.dd)


def _at_most(known: Sees, gains: Sequence[Polynomial], bound: Polynomial, dd: Polynomial) -> bool:
    """Whether the sum of the positive gains is seen to be at most bound/dd."""
    sums: list[Polynomial] = [()]
    for gain in gains:
        if known.not_negative(minus((), gain)):
            continue
        more = [plus(gain, p) for p in sums]
        sums = more if known.not_negative(gain) else sums + more
        if len(sums) > MOST_SUMS:
            return False
    return all(known.not_negative(minus(bound, times(dd, p))) for p in sums)


LARGEST_PRECISION = 4096
"""Bits; what is nearer to zero than they tell is not exported."""


@dataclass(frozen=True)
class Known:
    """low <= 2^bits theta <= high; theta^degree = power; the series of e^x to 2 `terms` + 1 show it."""

    bits: int = 0
    low: int = 1
    high: int = 1
    degree: int = 0
    power: int = 0
    terms: int = 0

    def __str__(self) -> str:
        """The record in Coq."""
        return f"Known {self.bits} {self.low} {self.high} {self.degree} {self.power}"

    def not_negative(self, p: Polynomial) -> bool:
        """Whether p(theta) >= 0 is seen."""
        return self.lower(p) >= 0

    def positive(self, p: Polynomial) -> bool:
        """Whether p(theta) > 0 is seen."""
        return self.lower(p) > 0

    def lower(self, p: Polynomial) -> int:
        """A lower bound of 2^bits p(theta), by Horner's rule, rounded down at every step."""
        value = 0
        for c in reversed(self.reduced(p)):
            value = (c << self.bits) + ((self.low if value >= 0 else self.high) * value >> self.bits)
        return value

    def reduced(self, p: Polynomial) -> Polynomial:
        """Modulo theta^degree = power."""
        while self.degree and len(p) > self.degree:
            p = plus(p[: self.degree], tuple(self.power * c for c in p[self.degree :]))
        return p


@dataclass(frozen=True)
class Bound:
    """e^epsilon is at least en/ed, or at most: its `part`-th power is e^(j step) a/c, with e^step in `step`.

    The step is u/d.
    """

    part: int
    j: int
    u: int
    d: int
    a: int
    c: int
    step: Known
    en: int
    ed: int


def settled(
    polys: Polynomials,
    theta: Generator,
    split: Parts,
    pairs: Sequence[tuple[int, int]],
    event: Sequence[int] | None,
) -> tuple[Polynomials, Known, Bound | None]:
    """Enclosures of theta, and of e^epsilon where that is no quotient in theta, that decide every sign.

    Of all pairs, or of the one that is refuted by an event; e^epsilon is then replaced by its bound.

    Raises:
        Unsupported: the precision does not suffice.
    """
    bits = 4
    bound = None
    while bits <= LARGEST_PRECISION:
        known = enclosed(theta, bits + 4)
        if polys.factor is None or bound is not None:
            bound = bounded(split, bits, above=event is not None)
            polys = replace(polys, factor=((bound.en,), (bound.ed,)))
        if settles(known, polys, pairs, event):
            return polys, known, bound
        bits *= 2
    raise Unsupported(f"a comparison is too close: {LARGEST_PRECISION} bits of {theta} do not settle it")


def bounded(split: Parts, bits: int, *, above: bool) -> Bound:
    """A rational bound of e^epsilon = (e^(part rational) value)^(1/part), below or above it.

    Raises:
        Unsupported: epsilon has the logarithm of an irrational number.
    """
    if split.irrational is not None:
        raise Unsupported(
            f"epsilon has the rational part {split.rational} beside the logarithm of an irrational number"
        )
    exponent = split.part * split.rational
    j = ceil(abs(exponent)) if exponent > 0 else -ceil(abs(exponent))
    step = exponent / j if j else Fraction(1)
    known = enclosed(Generator(step=step), bits + 16)
    low, high = Fraction(known.low, 1 << known.bits), Fraction(known.high, 1 << known.bits)
    end = split.value * (high if above == (j >= 0) else low) ** j
    unit = 1 << bits
    scaled = end * unit**split.part
    root = _root(floor(scaled), split.part)
    near = root if not above else root + (Fraction(root) ** split.part < scaled)
    return Bound(split.part, j, *step.as_integer_ratio(), *split.value.as_integer_ratio(), known, near, unit)


def enclosed(theta: Generator, bits: int) -> Known:
    """Theta to about that many bits."""
    unit = 1 << bits
    if theta.degree:
        low = _root(theta.base * unit**theta.degree, theta.degree)
        return Known(bits, low, low + 1, theta.degree, theta.base)
    if not theta.step:
        return Known()
    n = 1
    while theta.step ** (2 * n + 2) * 2 * unit > factorial(2 * n + 2):
        n += 1
    below = sum(theta.step**i / factorial(i) for i in range(2 * n + 2))
    inverse = sum((-theta.step) ** i / factorial(i) for i in range(2 * n + 2))
    return Known(bits, int(unit * below), -int(-unit / inverse // 1), terms=n)


def _root(value: int, degree: int) -> int:
    """The largest whole number whose power is at most the value."""
    low, high = 0, 1 << (value.bit_length() // degree + 1)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**degree <= value else (low, middle)
    return low

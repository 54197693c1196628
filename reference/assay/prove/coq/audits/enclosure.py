"""How closely theta is enclosed, so that every sign is certain: the same checks as in `theory.v`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, factorial, floor

from assay.prove.coq.audits.generator import Generator, Parts
from assay.prove.coq.audits.polynomials import Polynomial, Polynomials, plus
from assay.prove.coq.audits.signs import settles
from assay.prove.coq.terms import Unsupported

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

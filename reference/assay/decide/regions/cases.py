"""Cases of an outcome: one pair (p, p'), all values of a tail, a strip or a range, or an open one."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import ClassVar, TypeVar

from ...exact import Log
from ..probabilities.noise import CONTINUOUS, Family, Terms, reflected
from ..probabilities.piecewise import Piecewise
from ..probabilities.values import Value


@dataclass(frozen=True)
class Case:
    """p and p' of one outcome; `values` are its noisy values, if it holds any."""

    outcome: Hashable
    values: tuple[int | Fraction, ...]
    p: Value
    q: Value
    ranges: tuple[Hashable, ...] = ()
    """Ranges of noisy values that are taken together, see `regions`."""


@dataclass(frozen=True)
class Tail:
    """All outcomes with the noisy value v = start + s (upper) or start - s (lower), for whole or real s >= 0.

    p and p' are sums of terms in s, see `noise`.
    """

    outcome: Hashable
    family: Family
    start: int
    upper: bool
    p: Terms
    q: Terms
    unit: int = 1
    """v is in units of 1/unit."""

    def at(self, s: int) -> tuple[Value, Value]:
        """(p, p') at one s."""
        return self.family.at(self.p, s), self.family.at(self.q, s)

    def key(self) -> tuple[object, ...]:
        """Equal for tails that say the same."""
        return self.family.discrete, frozenset(self.p.items()), frozenset(self.q.items())

    def value(self, s: int) -> int | Fraction:
        """The noisy value v."""
        v = self.start + (s if self.upper else -s)
        return v if self.unit == 1 else Fraction(v, self.unit)


@dataclass(frozen=True)
class Strip:
    """All outcomes with a continuous noisy value start + s, 0 <= s <= length; p and p' are sums of terms."""

    family: ClassVar[Family] = CONTINUOUS
    outcome: Hashable
    start: int
    p: Terms
    q: Terms
    unit: int = 1
    """`start` and `length` are in units of 1/unit."""
    length: int = 1

    @property
    def ends(self) -> str:
        """Between which values it lies."""
        return f"{Fraction(self.start, self.unit)} and {Fraction(self.start + self.length, self.unit)}"

    def key(self) -> tuple[object, ...]:
        """Equal for strips that say the same."""
        return self.length, frozenset(self.p.items()), frozenset(self.q.items())


@dataclass(frozen=True)
class OpenOutcome:
    """Outcomes that no case covers, and why."""

    outcome: Hashable
    reason: str


AnyCase = Case | Tail | Strip | OpenOutcome


def terms_from(f: Piecewise, start: int, inside: int) -> Terms:
    """The terms of s -> f(start + s), for the piece that holds at `inside`."""
    return f.family.shift(f.piece_at(inside), start)


def breaks_of(f: Piecewise, g: Piecewise) -> list[int]:
    """Where a piece of either begins; 0 where none does."""
    return sorted({*f.breaks, *g.breaks}) or [0]


def tails(outcome: Hashable, f: Piecewise, g: Piecewise, unit: int = 1) -> Iterator[Tail]:
    """The values from the last breakpoint of either on, and those below the first, for p = f and p' = g."""
    breaks = breaks_of(f, g)
    low, high = breaks[0] - (1 if f.family.discrete else 0), breaks[-1]
    yield Tail(outcome, f.family, high, True, terms_from(f, high, high), terms_from(g, high, high), unit)
    p, q = (reflected(terms_from(each, low, breaks[0] - 1)) for each in (f, g))
    yield Tail(outcome, f.family, low, False, p, q, unit)


TailOrStrip = TypeVar("TailOrStrip", Tail, Strip)


def inflated(case: TailOrStrip, m: int) -> TailOrStrip:
    """The tail or strip with k m in place of k; for a real s the terms hold u = t s, m times the new one."""
    if m == 1:
        return case
    grows = 1 if case.family.discrete else m
    p, q = (
        {(a * m, i): c.inflate(m) * Value.of(grows**i) for (a, i), c in side.items()}
        for side in (case.p, case.q)
    )
    return replace(case, p=p, q=q)


FINEST = 2000
"""Continuous values are examined in units of 1/FINEST at the finest."""


def finer_unit(epsilon: Log, rates: Iterable[Fraction]) -> int:
    """m: for the claim c EPS and noise of rate r EPS around 0 and 1, p/p' = e^(c EPS) at (1-c/r)/2 = n/m."""
    m = lcm(2, *(2 * (epsilon.symbolic / rate).denominator for rate in rates))
    return m if m <= FINEST else 1


@dataclass(frozen=True)
class Range:
    """The values low <= v <= high; None is an infinite end."""

    low: int | None
    high: int | None
    unit: int = 1
    """The ends are in units of 1/unit."""

    def ends(self) -> tuple[Fraction | None, Fraction | None]:
        """The ends as numbers."""
        low, high = (None if end is None else Fraction(end, self.unit) for end in (self.low, self.high))
        return low, high

    def __contains__(self, n: Fraction | int) -> bool:
        low, high = self.ends()
        return (low is None or low <= n) and (high is None or n <= high)

    def __repr__(self) -> str:
        low, high = self.ends()
        if low == high and low is not None:
            return str(low)
        return ("(-inf" if low is None else f"[{low}") + ", " + ("inf)" if high is None else f"{high}]")


def mass(f: Piecewise, r: Range) -> Value:
    """The sum, or the integral, of f over whole ends of a range."""
    step = 1 if f.family.discrete else 0
    rising = f.cumulative()
    upper = rising.limit() if r.high is None else rising.at(r.high)
    return upper if r.low is None else upper - rising.at(r.low - step)

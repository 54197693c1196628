"""Cases of an outcome: one pair (p, p') of probabilities, all values of a tail or a strip, or an open one."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar, TypeVar

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

"""Cases of an outcome: one pair (p, p') of probabilities, all values of a tail or a strip, or an open one."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction

from ..probabilities.noise import Family, Terms
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

    @property
    def is_discrete(self) -> bool:
        """Whether s is a whole number."""
        return self.family.discrete

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

    outcome: Hashable
    start: int
    p: Terms
    q: Terms
    unit: int = 1
    """`start` and `length` are in units of 1/unit."""
    length: int = 1

    @property
    def is_discrete(self) -> bool:
        """It is not."""
        return False

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


def terms_from(f: Piecewise | None, start: int, inside: int) -> Terms:
    """The terms of s -> f(start + s), for the piece that holds at `inside`."""
    return {} if f is None else f.family.shift(f.piece_at(inside), start)

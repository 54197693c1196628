"""`EpsilonSet`: a finite union of open intervals of epsilon > 0, whose ends are exact roots."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key
from math import floor

from ...errors import InvalidValue
from ...exact import Certified, EpsilonLike, Log, log_value
from .endpoints import end_json, endpoint, endpoint_text, side
from .sign_table import Root, SignTable


@dataclass(frozen=True, slots=True)
class Interval:
    """The open interval low < t < high; None is 0 below, and infinity above."""

    low: Root | None
    high: Root | None


def positive_set(table: SignTable) -> list[Interval]:
    """Where the function is positive; an interior zero between two positive cells is left out."""
    ends = (None, *table.roots, None)
    return [Interval(ends[n], ends[n + 1]) for n, sign in enumerate(table.signs) if sign > 0]


def _compare_low(a: Interval, b: Interval) -> int:
    if a.low is None or b.low is None:
        return (a.low is not None) - (b.low is not None)
    return a.low.compare(b.low)


def _starts_before_end(low: Root | None, high: Root | None) -> bool:
    """Whether an interval that starts at `low` starts strictly before one that ends at `high` is over."""
    return low is None or high is None or low.compare(high) < 0


def union(intervals: Iterable[Interval]) -> list[Interval]:
    """The union of open intervals as disjoint ones, in increasing order."""
    merged: list[Interval] = []
    for each in sorted(set(intervals), key=cmp_to_key(_compare_low)):
        if merged and _starts_before_end(each.low, merged[-1].high):
            last = merged[-1]
            longer = last.high is not None and (each.high is None or last.high.compare(each.high) < 0)
            merged[-1] = Interval(last.low, each.high if longer else last.high)
        else:
            merged.append(each)
    return merged


def restricted(intervals: Iterable[Interval], outer: Interval) -> list[Interval]:
    """The parts of the intervals inside `outer`."""
    found = []
    for i in intervals:
        low = max((r for r in (i.low, outer.low) if r is not None), default=None)
        high = min((r for r in (i.high, outer.high) if r is not None), default=None)
        if low is None or high is None or low < high:
            found.append(Interval(low, high))
    return found


@dataclass(frozen=True)
class EpsilonSet:
    """A union of disjoint open intervals of t = epsilon/k, in increasing order."""

    intervals: tuple[Interval, ...]
    k: int

    @classmethod
    def of(cls, intervals: Iterable[Interval], k: int) -> EpsilonSet:
        """The union of open intervals of t."""
        return cls(tuple(union(intervals)), k)

    @property
    def is_empty(self) -> bool:
        """Whether the set is empty."""
        return not self.intervals

    @property
    def is_everything(self) -> bool:
        """Whether the set is all epsilon > 0."""
        return self.intervals == (Interval(None, None),)

    def ends(self) -> list[tuple[Log | Certified | None, Log | Certified | None]]:
        """The intervals as pairs of exact epsilons: `Log` for a closed form, else `Certified`."""
        return [
            (
                None if i.low is None else endpoint(i.low, self.k),
                None if i.high is None else endpoint(i.high, self.k),
            )
            for i in self.intervals
        ]

    def sample(self) -> Fraction:
        """A simple rational epsilon in the set."""
        return min((_simplest(i, self.k) for i in self.intervals), key=lambda q: (q.denominator, q.numerator))

    def __contains__(self, epsilon: EpsilonLike) -> bool:
        """Whether an epsilon > 0 lies in the set: a rational or a logarithm, as a value or as text.

        Raises InvalidValue for an epsilon that is not positive, infinite or a function of EPS, FloatRefused
        for a float, and UndecidedError where nothing is known to separate it from an end.
        """
        at = _positive(log_value(epsilon, "epsilon")) / self.k
        return any(
            (i.low is None or side(i.low, at) < 0) and (i.high is None or side(i.high, at) > 0)
            for i in self.intervals
        )

    def __str__(self) -> str:
        if self.is_empty:
            return "no eps"
        if self.is_everything:
            return "every eps > 0"
        return " or ".join(_interval_text(i, self.k) for i in self.intervals)

    def to_json(self) -> list[dict[str, object]]:
        """The intervals as JSON values: each end with its polynomial, an isolating interval and a decimal."""
        return [{"low": end_json(i.low, self.k), "high": end_json(i.high, self.k)} for i in self.intervals]


def _positive(epsilon: Log) -> Log:
    """An epsilon at which a set of them is asked."""
    if epsilon.is_infinite or epsilon.is_symbolic or epsilon <= 0:
        raise InvalidValue(
            f"epsilon = {epsilon} is not in question; give a finite number > 0, such as 1 or ln(2)"
        )
    return epsilon


def _interval_text(i: Interval, k: int) -> str:
    if i.low is None:
        return f"eps < {endpoint_text(i.high, k)}" if i.high is not None else "every eps > 0"
    if i.high is None:
        return f"eps > {endpoint_text(i.low, k)}"
    return f"{endpoint_text(i.low, k)} < eps < {endpoint_text(i.high, k)}"


def _simplest(interval: Interval, k: int) -> Fraction:
    """The rational epsilon with the least denominator in the interval (a little inside of it)."""
    width = Fraction(1, 4)
    while True:
        low = Fraction(0) if interval.low is None else interval.low.narrow(width)[1] * k
        high = None if interval.high is None else interval.high.narrow(width)[0] * k
        if high is None:
            return Fraction(floor(low) + 1)
        if low < high:
            return simplest_between(low, high)
        width /= 16


def simplest_between(low: Fraction, high: Fraction) -> Fraction:
    """The fraction with the least denominator strictly between 0 <= low < high."""
    whole = floor(low)
    if whole + 1 < high:
        return Fraction(whole + 1)
    if low == whole:
        # between whole and high <= whole + 1: whole + 1/n for the least n with 1/n < high - whole
        return whole + Fraction(1, floor(1 / (high - whole)) + 1)
    return whole + 1 / simplest_between(1 / (high - whole), 1 / (low - whole))

"""Which neighbours fail: what exchanging a row does to an estimate, against the scales of the noise."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from ..errors import UndecidedError
from ..exact import Certified, Log, Number, certified, number
from .estimators import Estimator, Rows
from .laplace_pairs import laplace_delta
from .neighbours import Counts, Exchange

R = TypeVar("R")

DIGITS = 24


class Amount:
    """A length with fractions on its two sides, so that most comparisons are of fractions."""

    def __init__(self, exact: Number | Certified) -> None:
        self.exact = exact
        if isinstance(exact, Number) and exact.is_rational:
            self.low = self.high = exact.as_fraction()
        else:
            self.low, self.high = Fraction(exact.lower(DIGITS)), Fraction(exact.upper(DIGITS))

    def above(self, other: Amount) -> bool:
        """Whether this one is larger; UndecidedError where enclosures agree to the last bit."""
        if self.low > other.high:
            return True
        if self.high < other.low or self.exact is other.exact:
            return False
        return bool(self.exact > other.exact)


class Changes:
    """|g(X) - g(X')|, each computed once."""

    def __init__(self, estimator: Estimator | None, values: Iterable[object], n: int) -> None:
        self._estimator, self._values, self._n = estimator, tuple(values), n
        self._estimates: dict[Counts, Number | Certified] = {}
        self._changes: dict[tuple[int, int], dict[Counts, Amount]] = {}
        self._exact: dict[Number, Amount] = {}

    def __call__(self, seen: Exchange[R]) -> Iterable[tuple[Amount, Fraction | int]]:
        """Every change with its weight; equal exact ones are one."""
        if seen.old == seen.new:
            return [(self._amount(number(0)), sum(seen.common.values()))]
        if self._estimator is None:
            distance = abs(number(seen.old, "row") - number(seen.new, "row"))  # type: ignore[arg-type]
            return [(self._amount(distance / self._n), sum(seen.common.values()))]
        i, j = sorted((self._values.index(seen.old), self._values.index(seen.new)))
        known, weights = self._changes.setdefault((i, j), {}), dict[Amount, Fraction | int]()
        for common, weight in seen.common.items():
            counts = common or ()
            if counts not in known:
                known[counts] = self._amount(self._change(counts, i, j))
            weights[known[counts]] = weights.get(known[counts], 0) + weight
        return weights.items()

    def _amount(self, change: Number | Certified) -> Amount:
        return (
            self._exact.setdefault(change, Amount(change)) if isinstance(change, Number) else Amount(change)
        )

    def _change(self, common: Counts, i: int, j: int) -> Number | Certified:
        g, f = self._of(common, i), self._of(common, j)
        if isinstance(g, Number) and isinstance(f, Number):
            return abs(g - f)
        return abs(certified(g) - certified(f))

    def _of(self, common: Counts, row: int) -> Number | Certified:
        counts = (*common[:row], common[row] + 1, *common[row + 1 :])
        if counts not in self._estimates:
            rows: Rows = dict(zip(self._values, counts, strict=True))
            found = self._estimator(rows) if self._estimator is not None else number(0)
            self._estimates[counts] = found if isinstance(found, Certified) else number(found, "g(X)")
        return self._estimates[counts]


@dataclass
class Ends:
    """The largest change that is known to pass, and the smallest that is known to fail."""

    passing: Amount | None = None
    failing: Amount | None = None


class Judge:
    """Which conditions neighbours meet; every pair of scales once."""

    def __init__(self, n: int, alpha: Log, factor: Number, eta: Number) -> None:
        self._n, self._alpha, self._factor, self._eta = n, alpha, factor, eta
        self._known: dict[tuple[Number, Number], Ends] = {}

    def spread(self, seen: Exchange[R]) -> bool:
        """Whether s(X) > e^beta s(X')."""
        return seen.quantile > self._factor * seen.other

    def fails(self, seen: Exchange[R]) -> Callable[[Amount], tuple[bool, bool]]:
        """Of a change, whether delta(2 alpha) exceeds eta, M(X) against M(X') and M(X') against M(X)."""
        s, t = seen.quantile / self._n, seen.other / self._n
        one, two = self._failing(s, t), self._failing(t, s)
        return lambda change: (one(change), two(change))

    def _failing(self, scale: Number, other: Number) -> Callable[[Amount], bool]:
        """Of a change, by what is known of smaller and larger ones.

        delta grows with the shift m: it is 1 - integral of min(p, e^epsilon q_m), whose level sets are
        intervals around 0 and around m, which overlap less and less.
        """
        ends = self._known.setdefault((scale, other), Ends())

        def fails(change: Amount) -> bool:
            passing, failing = ends.passing, ends.failing
            if passing is not None and decided(lambda: change.above(passing)) is False:
                return False
            if failing is not None and decided(lambda: failing.above(change)) is False:
                return True
            found = self._exceeds(change.exact, scale, other)
            if found:
                ends.failing = change
            else:
                ends.passing = change
            return found

        return fails

    def _exceeds(self, change: Number | Certified, scale: Number, other: Number) -> bool:
        if isinstance(change, Number) and not change and scale == other:
            return False
        # lengths in units of 1/alpha, so that the scales are exact numbers
        shift = certified(change) * certified(self._alpha)
        return bool(laplace_delta(2 * self._alpha, shift, scale, other) > self._eta)


def decided(question: Callable[[], bool]) -> bool | None:
    """The answer, or None where enclosures do not tell."""
    try:
        return question()
    except UndecidedError:
        return None

"""Which neighbours fail: what exchanging a row does to an estimate, against the scales of the noise."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TypeVar

from ..errors import UndecidedError
from ..exact import Certified, Log, Number, certified, number
from .estimators import Estimator, Rows
from .laplace_pairs import laplace_delta
from .neighbours import Counts, Exchange

R = TypeVar("R")

HALVINGS = 24
"""How closely the largest change that does not fail is known before changes are compared with it."""


class Changes:
    """|g(X) - g(X')|, each estimate computed once."""

    def __init__(self, estimator: Estimator | None, values: Iterable[object], n: int) -> None:
        self._estimator, self._values, self._n = estimator, tuple(values), n
        self._known: dict[Counts, Number | Certified] = {}

    def __call__(self, seen: Exchange[R]) -> Iterable[tuple[Number | Certified, Fraction | int]]:
        """Every change with its weight; equal exact ones are one."""
        if seen.old == seen.new:
            return [(number(0), sum(seen.common.values()))]
        if self._estimator is None:
            distance = abs(number(seen.old, "row") - number(seen.new, "row"))  # type: ignore[arg-type]
            return [(distance / self._n, sum(seen.common.values()))]
        i, j = self._values.index(seen.old), self._values.index(seen.new)
        exact, others = dict[Number, Fraction | int](), list[tuple[Number | Certified, Fraction | int]]()
        for common, weight in seen.common.items():
            change = self._change(common or (), i, j)
            if isinstance(change, Number):
                exact[change] = exact.get(change, 0) + weight
            else:
                others.append((change, weight))
        return [*exact.items(), *others]

    def _change(self, common: Counts, i: int, j: int) -> Number | Certified:
        g, f = self._of(common, i), self._of(common, j)
        if isinstance(g, Number) and isinstance(f, Number):
            return abs(g - f)
        return abs(certified(g) - certified(f))

    def _of(self, common: Counts, row: int) -> Number | Certified:
        counts = (*common[:row], common[row] + 1, *common[row + 1 :])
        if counts not in self._known:
            rows: Rows = dict(zip(self._values, counts, strict=True))  # type: ignore[arg-type]
            found = self._estimator(rows) if self._estimator is not None else number(0)
            self._known[counts] = found if isinstance(found, Certified) else number(found, "g(X)")
        return self._known[counts]


class Judge:
    """Which conditions neighbours meet; every pair of scales once."""

    def __init__(self, n: int, alpha: Log, factor: Number, eta: Number) -> None:
        self._n, self._alpha, self._factor, self._eta = n, alpha, factor, eta
        self._known: dict[tuple[Number, Number], tuple[Number, Number]] = {}

    def spread(self, seen: Exchange[R]) -> bool:
        """Whether s(X) > e^beta s(X')."""
        return seen.quantile > self._factor * seen.other

    def fails(self, change: Number | Certified, seen: Exchange[R]) -> tuple[bool, bool]:
        """Whether delta(2 alpha) exceeds eta, M(X) against M(X') and M(X') against M(X)."""
        s, t = seen.quantile / self._n, seen.other / self._n
        return self._fails(change, s, t), self._fails(change, t, s)

    def _fails(self, change: Number | Certified, scale: Number, other: Number) -> bool:
        if isinstance(change, Number) and not change and scale == other:
            return False
        if scale and other:
            low, high = self._around(scale, other)
            if decided(lambda: bool(change <= low)):
                return False
            if decided(lambda: bool(change >= high)):
                return True
        return self._exceeds(change, scale, other)

    def _around(self, scale: Number, other: Number) -> tuple[Number, Number]:
        """Changes that surely do not and do exceed eta, near the one where delta is eta; low < 0 for none.

        delta grows with the shift m: it is 1 - integral of min(p, e^epsilon q_m), whose level sets are
        intervals around 0 and around m, which overlap less and less.
        """
        if (scale, other) not in self._known:
            low, high = number(0), scale + other

            def exceeds(change: Number) -> bool | None:
                return decided(lambda: self._exceeds(change, scale, other))

            while not (beyond := exceeds(high)):
                low, high = low if beyond is None else high, 2 * high
            if low == 0 and exceeds(low) is not False:
                low = number(-1)
            for _ in range(HALVINGS if low >= 0 else 0):
                middle = (low + high) / 2
                beyond = exceeds(middle)
                if beyond is None:
                    break
                low, high = (low, middle) if beyond else (middle, high)
            self._known[scale, other] = low, high
        return self._known[scale, other]

    def _exceeds(self, change: Number | Certified, scale: Number, other: Number) -> bool:
        # lengths in units of 1/alpha, so that the scales are exact numbers
        shift = certified(change) * certified(self._alpha)
        return bool(laplace_delta(2 * self._alpha, shift, scale, other) > self._eta)


def decided(question: Callable[[], bool]) -> bool | None:
    """The answer, or None where enclosures do not tell."""
    try:
        return question()
    except UndecidedError:
        return None

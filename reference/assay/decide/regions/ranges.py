"""`Range`: noisy values that are taken together, and the mass of a distribution on them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from ...exact import Log
from ..probabilities.piecewise import Piecewise
from ..probabilities.values import Value

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

"""The distribution of a sum of independent integer steps, each taken or not: its tails, exactly or in
enclosures.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from flint import arb_poly, fmpq_poly

from ..exact._flint import arb, bounds, precision, rational

BITS = 192
MOST_EXACT = 1 << 12
"""Up to so many steps times places the probabilities are worked out as rationals."""


class Distribution:
    """The distribution of the sum of steps[j], each with probability shares[j]."""

    def __init__(self, steps: Sequence[int], shares: Sequence[Fraction]) -> None:
        self.start: int = sum(min(step, 0) for step in steps)
        self.width: int = sum(map(abs, steps))
        self.is_exact: bool = (self.width + 1) * (len(steps) + 1) <= MOST_EXACT
        make = _exactly if self.is_exact else _in_balls
        with precision(BITS):
            factors = [make(_factor(step, p)) for step, p in zip(steps, shares, strict=True)]
            self.polynomial: Any = _product([*factors, make([Fraction(1)])])

    def tail(self, at: int) -> tuple[Fraction, Fraction]:
        """Bounds of P[sum >= at], equal where it is exact."""
        first = at - self.start
        if first <= 0:
            return Fraction(1), Fraction(1)
        if first > self.width:
            return Fraction(0), Fraction(0)
        with precision(BITS):
            chances = (self.polynomial[i] for i in range(first, self.width + 1))
            if self.is_exact:
                found = sum(chances, rational(0))
                return (Fraction(int(found.p), int(found.q)),) * 2
            ends = bounds(sum(chances, arb(0)))
        if ends is None:
            return Fraction(0), Fraction(1)
        return max(ends[0], Fraction(0)), min(ends[1], Fraction(1))


def _factor(step: int, share: Fraction) -> list[Fraction]:
    """The generating polynomial of one step, from its lower value on."""
    found = [Fraction(0)] * (abs(step) + 1)
    found[max(step, 0)] += share
    found[max(-step, 0)] += 1 - share
    return found


def _exactly(coefficients: list[Fraction]) -> Any:
    return fmpq_poly([rational(c) for c in coefficients])


def _in_balls(coefficients: list[Fraction]) -> Any:
    return arb_poly([arb(rational(c)) for c in coefficients])


def _product(factors: list[Any]) -> Any:
    """The product, in a tree."""
    while len(factors) > 1:
        pairs = [factors[i : i + 2] for i in range(0, len(factors), 2)]
        factors = [pair[0] * pair[1] if len(pair) == 2 else pair[0] for pair in pairs]
    return factors[0]

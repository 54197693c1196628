"""Sums of independent losses: integer convolution with outward rounding.

Weights are integers in units of 2^-bits.  A product of two distributions is an exact product of integer
polynomials (FLINT), rounded back to the unit: up for the distribution above, down for the distribution below.
Negligible tails are cut on the safe side: above, the low tail moves up to the first kept loss and the high
tail to infinity; below, the low tail is dropped and the high tail moves down to the last kept loss.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..budgets.progress import checkpoint, seconds_left
from ..errors import BudgetExceeded
from ..exact._flint import fmpz, fmpz_poly
from .grid import GridDistribution

CUT_BITS = 24
"""Tails of up to 2^CUT_BITS units are cut after every product."""


SECONDS_A_BIT = 4e-9
"""What a bit of a point takes, roughly."""


class TooLong(Exception):
    """A product has more points than fit into the memory: rounding errors keep its tails from being cut."""


@dataclass(frozen=True)
class Convolution:
    """How distributions are multiplied: the unit 2^-bits, the side on which to err, how many points are too
    many.
    """

    bits: int
    above: bool
    most_points: int | None = None

    def product(self, a: GridDistribution, b: GridDistribution) -> GridDistribution:
        """The distribution of the sum of the two losses.  Raises TooLong before it is made."""
        if self.most_points is not None and a.weights.length() + b.weights.length() > self.most_points:
            raise TooLong
        self._check_time(a.weights.length() + b.weights.length())
        exact = a.weights * b.weights
        checkpoint("products", 1)
        rounded = exact // fmpz(2) ** self.bits
        if self.above and exact.degree() >= 0:
            rounded = rounded + fmpz_poly([1] * (exact.degree() + 1))
        return self._cut(GridDistribution(rounded, a.first + b.first, self._infinite(a, b)))

    def _check_time(self, points: int) -> None:
        """Raises BudgetExceeded before a product that would end after the time is over."""
        checkpoint("products", 0)
        left, needed = seconds_left(), points * self.bits * SECONDS_A_BIT
        if left is not None and needed > left:
            raise BudgetExceeded(
                f"a product of {points} points takes about {needed:.0f} s, more than is left; give more "
                "time, or ask for a larger width"
            )

    def _infinite(self, a: GridDistribution, b: GridDistribution) -> int:
        """1 - (1 - a)(1 - b) = a + b - ab, rounded."""
        product = a.infinite * b.infinite
        return a.infinite + b.infinite - (product >> self.bits) - (0 if self.above else 1 if product else 0)

    def _cut(self, distribution: GridDistribution) -> GridDistribution:
        """The distribution without its negligible tails."""
        weights, allowed = distribution.weights, 1 << CUT_BITS
        low, low_mass = 0, 0
        while low < weights.degree() and low_mass + int(weights[low]) <= allowed:
            low_mass += int(weights[low])
            low += 1
        high, high_mass = weights.degree(), 0
        while high > low and high_mass + int(weights[high]) <= allowed:
            high_mass += int(weights[high])
            high -= 1
        kept = weights.truncate(high + 1).right_shift(low)
        if self.above:
            return GridDistribution(
                kept + fmpz_poly([low_mass]), distribution.first + low, distribution.infinite + high_mass
            )
        return GridDistribution(
            kept + fmpz_poly([0] * (high - low) + [high_mass]),
            distribution.first + low,
            distribution.infinite,
        )

    def power(self, distribution: GridDistribution, count: int) -> GridDistribution:
        """The distribution of the sum of `count` >= 0 independent losses, by repeated squaring."""
        result = GridDistribution(fmpz_poly([fmpz(2) ** self.bits]), 0, 0)
        square = distribution
        while count:
            if count & 1:
                result = self.product(result, square)
            count >>= 1
            if count:
                square = self.product(square, square)
        return result

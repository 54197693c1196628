"""One round with two finite losses, repeated: how many rounds have the larger loss is binomial.

    P(at least m of k) = sum over i >= m of C(k, i) a^i b^(k - i) / d^k   for probabilities a/d and b/d.

One tail is one exact sum, by binary splitting (Haible and Papanikolaou 1998): from one term to the next the
ratio is (k - i) a / ((i + 1) b), and products of neighbouring ratios are joined in pairs, so that long
integers are only multiplied by long ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

from ...exact import Number
from ...exact._flint import fmpz, fmpz_poly
from ...exact.fields import RATIONALS
from .packing import to_number

BLOCK = 32
"""So many ratios are multiplied one after another."""

BYTES_A_ROUND = 256
"""What a round takes at most, beside its digits in the result."""


@dataclass(frozen=True, slots=True)
class Binomial:
    """k = `count` rounds of which each has the larger loss with probability high/denominator, the smaller
    with probability low/denominator; the rest is an infinite loss.
    """

    low: int
    high: int
    denominator: int
    count: int

    def memory(self) -> int:
        """An estimate of the bytes that a tail takes."""
        digits = self.count * (self.denominator * self.count).bit_length() // 8
        return 16 * digits + BYTES_A_ROUND * self.count

    def tail(self, first: int) -> Number:
        """P(no loss is infinite and at least `first` of them are the larger one), for first >= 0."""
        if first > self.count:
            return to_number(fmpz_poly([0]), fmpz_poly([1]), RATIONALS)
        after = self.count - first
        _, q, t = self._joined(first, self.count)
        lead = fmpz(comb(self.count, first)) * fmpz(self.high) ** first * fmpz(self.low) ** after
        total = lead * (q + t) // q  # a sum of integers
        return to_number(fmpz_poly([total]), fmpz_poly([fmpz(self.denominator) ** self.count]), RATIONALS)

    def _joined(self, start: int, stop: int) -> tuple[fmpz, fmpz, fmpz]:
        """prod p_i, prod q_i and sum over j of prod_(i <= j) p_i prod_(i > j) q_i for start <= i, j < stop,
        where p_i/q_i is the ratio from term i to the next.
        """
        if stop - start <= BLOCK:
            return self._block(start, stop)
        middle = (start + stop) // 2
        p, q, t = self._joined(start, middle)
        p_after, q_after, t_after = self._joined(middle, stop)
        return p * p_after, q * q_after, t * q_after + p * t_after

    def _block(self, start: int, stop: int) -> tuple[fmpz, fmpz, fmpz]:
        """The same, one ratio after another."""
        p, q, t = 1, 1, 0
        for i in range(start, stop):
            above, below = (self.count - i) * self.high, (i + 1) * self.low
            p, q = p * above, q * below
            t = t * below + p
        return fmpz(p), fmpz(q), fmpz(t)

"""One round with two finite losses, repeated: how many rounds have the larger loss is binomial.

    d^k P(l <= larger ones < r) = sum over l <= i < r of C(k, i) a^i b^(k - i)  for probabilities a/d and b/d.

A sum of neighbouring terms is exact by binary splitting (Haible and Papanikolaou 1998): from one term to the
next the ratio is (k - i) a / ((i + 1) b), and products of neighbouring ratios are joined in pairs, so that
long integers are only multiplied by long ones.  All terms together are (a + b)^k, so that of a tail and its
complement the one with fewer terms is summed, and a tail that is known gives those near it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import perm

from ..exact._flint import arb, fmpz

BLOCK = 64
"""So many ratios are multiplied one after another."""

BYTES_A_ROUND = 256
"""What a round takes at most, beside its digits in the result."""


@dataclass(frozen=True)
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
        lengths = self.count * (self.denominator * self.count).bit_length() // 8
        return 16 * lengths + BYTES_A_ROUND * self.count

    def digits(self) -> int:
        """An estimate of the bytes of its result."""
        return self.count * self.denominator.bit_length() // 8 + 16

    @cached_property
    def scale(self) -> fmpz:
        """d^k, the denominator of all probabilities."""
        return fmpz(self.denominator) ** self.count

    @cached_property
    def finite(self) -> fmpz:
        """d^k P(no loss is infinite)."""
        whole = self.low + self.high
        return self.scale if whole == self.denominator else fmpz(whole) ** self.count

    def tail(self, first: int) -> fmpz:
        """d^k P(no loss is infinite and at least `first` of them are the larger one), first >= 0."""
        if first <= self.count - first:
            return self.finite - self.between(0, first)
        return self.between(first, self.count + 1)

    def tail_by(self, first: int, known_first: int, known: fmpz) -> fmpz:
        """tail(first), from known = tail(known_first) where fewer terms lie between than beyond."""
        if abs(first - known_first) >= min(first, self.count + 1 - first):
            return self.tail(first)
        if first <= known_first:
            return known + self.between(first, known_first)
        return known - self.between(known_first, first)

    def tail_balls(self) -> list[arb]:
        """An enclosure of tail(first)/d^k for first = 0, ..., k + 1; `precision` is set by the caller."""
        term, total = (arb(self.high) / self.denominator) ** self.count, arb(0)
        found = [total]
        for i in range(self.count, -1, -1):
            total += term
            found.append(total)
            # exact integers, one rounding each
            term = term * (i * self.low) / ((self.count - i + 1) * self.high)
        return found[::-1]

    def between(self, start: int, stop: int) -> fmpz:
        """d^k P(no loss is infinite and start <= larger ones < stop), for start >= 0 and stop <= k + 1."""
        if start >= stop:
            return fmpz(0)
        _, q, t = self._joined(start, stop - 1)
        lead = fmpz.bin_uiui(self.count, start) * fmpz(self.low) ** (self.count - start)
        return lead * (q + t) // q * fmpz(self.high) ** start  # the quotient is a sum of integers

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
        """The same, one ratio after another, from the last to the first."""
        q, t = 1, 0
        above = range((self.count - stop + 1) * self.high, (self.count - start + 1) * self.high, self.high)
        below = range(stop * self.low, start * self.low, -self.low)
        for p_i, q_i in zip(above, below, strict=True):
            t = p_i * (q + t)
            q *= q_i
        length = stop - start
        return fmpz(perm(self.count - start, length) * self.high**length), fmpz(q), fmpz(t)

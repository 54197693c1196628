"""Test supermartingales against an exact distribution: bets that grow where the outputs do not follow it.

A bet with predictive probabilities q_t, chosen before output t is seen, multiplies its stake by q_t(o)/P(o).
If every output has the distribution P given the outputs before it, the stake is a nonnegative supermartingale
that starts at 1, and so is an average of bets. By Ville's inequality it ever reaches 1/alpha with a
probability of at most alpha. With an upper bound u(o) >= P(o) in the place of P(o) the stake only gets
smaller.
Source: J. Ville, "Etude critique de la notion de collectif" (1939); A. Ramdas, P. Grunwald, V. Vovk and
G. Shafer, "Game-theoretic statistics and safe anytime-valid inference", Statistical Science 38 (2023).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from .null import Null

BITS = 96
"""A factor loses less than 2^(1 - BITS) of the product."""


class FloorProduct:
    """A lower bound, mantissa * 2^exponent, of the product of the factors so far."""

    __slots__ = ("exponent", "mantissa")

    exponent: int
    mantissa: int

    def __init__(self) -> None:
        self.mantissa, self.exponent = 1, 0

    def times(self, above: int, below: int) -> None:
        """Multiply by above/below, for above >= 0 and below > 0, and round down to about BITS bits."""
        product = self.mantissa * above
        shift = BITS + below.bit_length() - product.bit_length()
        product = product << shift if shift > 0 else product >> -shift
        self.mantissa = product // below
        self.exponent -= shift

    @property
    def scale(self) -> int:
        """The s with value < 2^s."""
        return self.mantissa.bit_length() + self.exponent

    def value(self) -> Fraction:
        """The lower bound."""
        if self.exponent >= 0:
            return Fraction(self.mantissa << self.exponent)
        return Fraction(self.mantissa, 1 << -self.exponent)


STRENGTHS = (1, 16, 256, 4096, 65536)
"""How many outputs the belief in P is worth, before the counts take over: one bet for each."""

FOLLOWERS = 16
"""The same for the bet on what follows the output before."""


class Bet:
    """The bet q_t(o) = (n_o + c p_o)/(t + c), n_o of t outputs having been o: a Dirichlet prior around P.

    With `follow` the counts are those of the outputs that followed the same output as this one does; a
    sampler whose outputs depend on each other is noticed by it.
    """

    def __init__(self, null: Null, strength: int, follow: bool = False) -> None:
        self.strength: int = strength
        self.follow: bool = follow
        total = null.total
        # q_t(o)/u_o = (n_o U/u_o + c) / ((t + c) U) for p_o = u_o/U, U the sum of the bounds
        self._inverse = {i: total / u for i, u in null.upper.items()}
        self._total = total
        self._counts: dict[tuple[int | None, int], int] = {}
        self._seen: dict[int | None, int] = {}
        self._before: int | None = None
        self.stake: FloorProduct = FloorProduct()

    def factor(self, cell: int) -> tuple[int, int]:
        """q_t(o)/u(o) for an output in this cell, as a quotient of integers."""
        inverse = self._inverse[cell]
        hits, seen = self._counts.get((self._before, cell), 0), self._seen.get(self._before, 0)
        above = hits * inverse.numerator + self.strength * inverse.denominator
        below = (seen + self.strength) * inverse.denominator
        return above * self._total.denominator, below * self._total.numerator

    def observe(self, cell: int) -> None:
        """Multiply the stake for the next output, then learn from it."""
        self.stake.times(*self.factor(cell))
        key = (self._before, cell)
        self._counts[key] = self._counts.get(key, 0) + 1
        self._seen[self._before] = self._seen.get(self._before, 0) + 1
        if self.follow:
            self._before = cell


class Bets:
    """The average of several bets, compared with 1/alpha after every output."""

    largest: Fraction

    def __init__(self, null: Null, alarm: Fraction, strengths: Sequence[int] = STRENGTHS) -> None:
        self.bets: list[Bet] = [Bet(null, c) for c in strengths] + [Bet(null, FOLLOWERS, follow=True)]
        self._bound = 1 / alarm
        self._scale = (self._bound.numerator // self._bound.denominator).bit_length()
        self.largest = Fraction(1)

    def observe(self, cell: int) -> bool:
        """Whether the average has reached 1/alpha, after an output in this cell."""
        for bet in self.bets:
            bet.observe(cell)
        # an average of at least 1/alpha has a term that is
        if max(bet.stake.scale for bet in self.bets) < self._scale:
            return False
        return self.e_value() >= self._bound

    def e_value(self) -> Fraction:
        """A lower bound of the average of the stakes, now; `largest` keeps the largest one asked for."""
        value = sum((bet.stake.value() for bet in self.bets), Fraction(0)) / len(self.bets)
        self.largest = max(self.largest, value)
        return value

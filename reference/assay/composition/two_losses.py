"""k rounds of one pair that has two finite losses, of rational probability: the total loss is binomial.

    L = k l + M (h - l)  with the losses l < h and M ~ the number of larger ones,
    delta(epsilon) = P(L = inf) + P(M >= m) - e^epsilon Q(M >= m)  with the first m of a loss above epsilon,
    d^k P(l <= M < r) = sum over l <= i < r of C(k, i) a^i b^(k - i)  for probabilities a/d and b/d.

No lattice is needed for it.  A sum of neighbouring terms is exact by binary splitting (Haible and
Papanikolaou 1998): from one term to the next the ratio is (k - i) a / ((i + 1) b), and products of
neighbouring ratios are joined in pairs, so that long integers are only multiplied by long ones.  All terms
together are (a + b)^k, so that of a tail and its complement the one with fewer terms is summed, and a tail
that is known gives those near it.  In a pair that is its own mirror image (randomised response, clamped noise
with neighbouring centres) Q(M >= m) = P(M <= k - m), so that both tails are of one distribution and share
their terms.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import lcm, perm

from ..exact import Log, Number
from ..exact._flint import arb, fmpq, fmpz, precision
from ..exact.fields import RATIONALS
from ..exact.number import from_element
from ..exact.order import FIRST_BITS
from .finite_pair import FinitePair
from .threshold import first_true, is_positive, near

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


@dataclass(frozen=True)
class TwoLosses:
    """The totals of k rounds by increasing loss: `lowest` + i `step` for i = 0, ..., k."""

    lowest: Log
    step: Log
    above: Binomial
    below: Binomial

    def __len__(self) -> int:
        return self.above.count + 1

    def loss(self, index: int) -> Log:
        """The total loss where so many rounds have the larger one."""
        return self.lowest + self.step * index

    def first_above(self, bound: Log) -> int:
        """The least i with loss(i) > bound; one guess, checked, is enough."""
        if bound.is_symbolic:
            return first_true(lambda i: self.loss(i) > bound, len(self), 0)
        step = self.step.enclosure(FIRST_BITS)
        with precision(FIRST_BITS):
            missing = bound.enclosure(FIRST_BITS) - self.lowest.enclosure(FIRST_BITS)
            guess = near(missing / step) + 1

            def exceeds(i: int) -> bool:
                return is_positive(step * i - missing, lambda: self.loss(i) > bound)

            return first_true(exceeds, len(self), guess)

    def tail(self, index: int) -> tuple[Number, Number]:
        """(P, Q) of the event that the total loss is finite and at least loss(index)."""
        above, below = self._tails(index)
        return quotient_of(above, self.above.scale), quotient_of(below, self.below.scale)

    def delta(self, bound: Log) -> Number:
        """The exact delta(bound) for a finite bound."""
        first = self.first_above(bound)
        above, below = self._tails(first)
        above += self.above.scale - self.above.finite
        if below == 0:
            return quotient_of(above, self.above.scale)
        factor = bound.exp()
        t = factor.exact_rational()
        if t is None:
            return quotient_of(above, self.above.scale) - factor * quotient_of(below, self.below.scale)
        # one quotient in lowest terms, in place of one for every term
        if self.above.denominator == self.below.denominator:
            return quotient_of(t.q * above - t.p * below, t.q * self.above.scale)
        above, below = t.q * above * self.below.scale, t.p * below * self.above.scale
        return quotient_of(above - below, t.q * self.above.scale * self.below.scale)

    def allows(self, index: int, infinite: Number, allowed: Number) -> bool:
        """Whether delta(loss(index)) <= allowed; by enclosures as far as they settle it."""
        loss = self.loss(index)
        above, below = (balls[index + 1] for balls in self._balls)
        given = infinite.enclosure(FIRST_BITS), allowed.enclosure(FIRST_BITS), loss.enclosure(FIRST_BITS)
        with precision(FIRST_BITS):
            excess = given[0] + above - given[2].exp() * below - given[1]
        return not is_positive(excess, lambda: self.delta(loss) > allowed)

    @cached_property
    def _balls(self) -> tuple[list[arb], list[arb]]:
        """Enclosures of the tails from every index on."""
        with precision(FIRST_BITS):
            return self.above.tail_balls(), self.below.tail_balls()

    @cached_property
    def is_mirrored(self) -> bool:
        """Whether Q has the larger loss with the probability that the smaller one has under P, and so on."""
        p, q = self.above, self.below
        return (p.low, p.high, p.denominator) == (q.high, q.low, q.denominator)

    def _tails(self, first: int) -> tuple[fmpz, fmpz]:
        """The tails under P and under Q, over their scales."""
        p, q = self.above, self.below
        above = p.tail(first)
        if not self.is_mirrored:
            return above, q.tail(first)
        return above, p.finite - p.tail_by(p.count + 1 - first, first, above)


def two_losses(one: FinitePair, count: int) -> TwoLosses | None:
    """The totals of count >= 1 rounds, or None where the round has not two losses of rational probability."""
    if len(one.atoms) != 2 or not all(a.p.is_rational and a.q.is_rational for a in one.atoms):
        return None
    low, high = one.atoms
    if low.loss > high.loss:
        low, high = high, low
    above, below = _binomial(low.p, high.p, count), _binomial(low.q, high.q, count)
    return TwoLosses(low.loss * count, high.loss - low.loss, above, below)


def _binomial(low: Number, high: Number, count: int) -> Binomial:
    """The two probabilities over one denominator."""
    a, b = low.as_fraction(), high.as_fraction()
    scale = lcm(a.denominator, b.denominator)
    return Binomial(int(a * scale), int(b * scale), scale, count)


def quotient_of(above: fmpz, below: fmpz) -> Number:
    """The rational above/below."""
    return from_element((RATIONALS, fmpq(above, below)))

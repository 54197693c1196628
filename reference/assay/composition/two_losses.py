"""k rounds of one pair that has two finite losses, of rational probability: the total loss is binomial.

    L = k l + M (h - l)  with the losses l < h and M ~ the number of larger ones,
    delta(epsilon) = P(L = inf) + P(M >= m) - e^epsilon Q(M >= m)  with the first m of a loss above epsilon.

No lattice is needed for it.  In a pair that is its own mirror image (randomised response, clamped noise with
neighbouring centres) Q(M >= m) = P(M <= k - m), so that both tails are of one distribution and share their
terms.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import lcm

from ..exact import Log, Number
from ..exact._flint import arb, fmpq, fmpz, precision
from ..exact.fields import RATIONALS
from ..exact.number import from_element
from ..exact.order import FIRST_BITS
from .binomial import Binomial
from .finite_pair import FinitePair
from .threshold import first_true, is_positive, near


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

"""Rounds whose losses are hardly ever noticeable: the total is large where one of them is, and no other way.

Let s = eta/(k - 1) for k rounds, 0 < eta < epsilon, and u the sum of all P(|L_i| > s).  Then

    (1 - u) sum of delta_i(epsilon + eta)  <=  delta(epsilon)  <=  sum of delta_i(epsilon - eta) + u^2/2.

Above: where at most one loss is above s, the total is at most eta above that one; that two are above s has at
most the probability u^2/2.  Below: the events that one loss is above s and all others are within s of 0 are
disjoint, and there the total is at most eta below that loss.  Both hold for all pairs; the ends are close
where rates are tiny.  This is the principle of a single big jump (Foss, Korshunov and Zachary, An
Introduction to Heavy-Tailed and Subexponential Distributions, 2013, chapter 3), with both errors bounded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Any

from ..composition.answer import Answer
from ..composition.pair import DominatingPair
from ..errors import BudgetExceeded
from ..exact import Log
from ..exact._flint import arb, bounds, precision, rational
from ..exact.bracket import Bracket, log2_of
from ..exact.order import ball_sign
from .question import Question
from .single_loss import SingleTotal
from .total_loss import Total

BITS = 256
SHARES = (6, 10, 14, 18, 24, 32, 44, 60)
"""Minus log2 of the eta that are tried, in terms of epsilon."""
RARE = Fraction(1, 2**20)
"""The u from which on the engine is not asked."""
SECONDS = 0.001
"""What a pair takes."""
NOTICED, SMALLEST = Fraction(1, 2**10), Fraction(1, 2**20)
"""The eta at which u is looked at, in terms of epsilon; and at least, or where epsilon is not known."""


@dataclass(frozen=True)
class OneEnd(Total):
    """The lower or the upper one of the bounds, with eta = 2^-share epsilon.

    The lower one is also at least every delta_i(epsilon), as other rounds may be left out, and the upper one
    at most the sum of all delta_i(epsilon/k): basic composition.
    """

    rounds: Sequence[tuple[DominatingPair, int]]
    share: int
    is_upper: bool

    def delta(self, epsilon: Log) -> Bracket:
        """The end, as the delta of a distribution of its own."""
        eta = Fraction(1, 2**self.share)
        with precision(BITS):
            ends = bounds(rare(self.rounds, epsilon.enclosure(BITS) * rational(eta)))
        u = Fraction(1) if ends is None else max(Fraction(0), ends[1])
        return Bracket.exactly(
            self._above(epsilon, eta, u) if self.is_upper else self._below(epsilon, eta, u)
        )

    def _below(self, epsilon: Log, eta: Fraction, u: Fraction) -> Fraction:
        """The lower end."""
        alone = max(end.lower for end, _ in self._each(epsilon))
        with precision(BITS):
            ends = bounds(missing(self.rounds))
        u += Fraction(1) if ends is None else max(Fraction(0), ends[1])
        if u >= 1:
            return alone
        return max(alone, (1 - u) * sum(end.lower * k for end, k in self._each(epsilon * (1 + eta))))

    def _above(self, epsilon: Log, eta: Fraction, u: Fraction) -> Fraction:
        """The upper end."""
        count = sum(k for _, k in self.rounds)
        found = min(Fraction(1), _upper(self._each(epsilon / count)))
        return min(found, _upper(self._each(epsilon * (1 - eta))) + u * u / 2)

    def _each(self, epsilon: Log) -> list[tuple[Bracket, int]]:
        """delta of every round, with its count."""
        return [(SingleTotal(pair, BITS).delta(epsilon), count) for pair, count in self.rounds]


def _upper(each: list[tuple[Bracket, int]]) -> Fraction:
    """The sum of the upper ends."""
    return sum((Fraction(1 if end.upper is None else end.upper) * k for end, k in each), Fraction(0))


def rare(rounds: Sequence[tuple[DominatingPair, int]], eta: arb) -> arb:
    """The sum of all P(|L_i| > s), s = eta/(k - 1), at the precision in force."""
    total = arb(0)
    s = eta / max(1, sum(count for _, count in rounds) - 1)
    for pair, count in rounds:
        beyond = pair.tail(s).p + pair.head(-s).p + pair.mass_at_infinity()
        # an atom that may lie on the border counts
        beyond += sum((atom.p for atom in pair.point_masses() if ball_sign(abs(atom.loss) - s) != -1), arb(0))
        total += count * beyond
    return total


def missing(rounds: Sequence[tuple[DominatingPair, int]]) -> arb:
    """What the masses of all rounds leave of 1: those of tables from below are rounded down."""
    total = arb(0)
    for pair, count in rounds:
        known = pair.total().p + sum((atom.p for atom in pair.point_masses()), pair.mass_at_infinity())
        total += count * (1 - known).max(arb(0))
    return total


class ByOneLargeLoss:
    """The engine for tiny rates."""

    name: str = "one large loss"
    least_cost: float = 0.0

    def cost(self, question: Question) -> float | None:
        """A few closed forms; None where losses are not rare."""
        if question.count < 2:
            return None
        with precision(BITS):
            eta = arb(rational(SMALLEST))
            if question.epsilon is not None:
                eta = eta.max(question.epsilon.enclosure(BITS) * rational(NOTICED))
            is_rare = ball_sign(rare(question.rounds, eta) - rational(RARE)) == -1
        return SECONDS * len(question.rounds) if is_rare else None

    def answer(self, question: Question) -> Answer[Any]:
        """The two bounds at several eta.

        Raises BudgetExceeded with the bracket in `.known` where they stay farther apart than is wanted.
        """
        best = question.nothing_known()
        narrow = 3 + max(0, ceil(-log2_of(question.wanted)))
        for share in SHARES if question.delta is None else (narrow,):
            below, above = (OneEnd(question.rounds, share, side).answer(question) for side in (False, True))
            best = best.intersection(Bracket(below.lower, above.upper))
            if question.answered_by(best):
                return Answer.of(best, self.name)
        raise BudgetExceeded(
            f"losses are not so rare that one of them decides; the best bracket so far is {best}; ask for a "
            "larger width",
            {"bracket": best},
        )

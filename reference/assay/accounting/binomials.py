"""Binomial probabilities and tails as balls, at the precision in force.

The terms t_j = C(n, j) q^j (1-q)^(n-j) are summed away from the mode.  The ratio of neighbours falls on the
way, so that what is left after a term is at most that of a geometric series.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from ..composition.pair import working_precision
from ..errors import BudgetExceeded
from ..exact._flint import arb, precision, rational

MAX_TERMS = 2_000_000
GUARD_BITS = 32


@dataclass(frozen=True)
class Binomial:
    """The number of successes in `trials` trials, each of probability `rate`, 0 < rate < 1."""

    trials: int
    rate: Fraction

    def at_least(self, least: int) -> arb:
        """P(successes >= least)."""
        return _tails(self, least, working_precision())[0]

    def below(self, least: int) -> arb:
        """P(successes < least)."""
        return _tails(self, least, working_precision())[1]

    def exactly(self, j: int) -> arb:
        """t_j by logarithms of factorials, with the bits that their size takes."""
        n, q = self.trials, self.rate
        if not 0 <= j <= n:
            return arb(0)
        with precision(working_precision() + GUARD_BITS + 2 * n.bit_length()):
            log_odds = arb(rational(q)).log() * j + arb(rational(1 - q)).log() * (n - j)
            ways = arb(n + 1).lgamma() - arb(j + 1).lgamma() - arb(n - j + 1).lgamma()
            return (ways + log_odds).exp()

    def _outwards(self, first: int, step: int) -> arb:
        """t_first + t_(first + step) + ..., on a side of the mode where the terms fall."""
        n, odds = self.trials, self.rate / (1 - self.rate)
        if not 0 <= first <= n:
            return arb(0)
        term = total = self.exactly(first)
        ball, enough = arb(rational(odds)), 2.0 ** -min(1000, working_precision() + 8)
        for count in range(1, MAX_TERMS):
            j = first + step * (count - 1)
            if j == (n if step > 0 else 0):
                return total
            falls = ball * (n - j) / (j + 1) if step > 0 else j / (ball * (n - j + 1))
            if count % 32 == 0 and self._falls_fast(term, total, falls, enough):
                rest = term * falls / (1 - falls)
                return total + arb(0).union(rest)
            term = term * falls
            total += term
        raise BudgetExceeded(
            f"a binomial tail of {n} trials of probability {float(self.rate)} takes more than {MAX_TERMS} "
            "terms; ask for a smaller data set"
        )

    def _falls_fast(self, term: arb, total: arb, falls: arb, enough: float) -> bool:
        """Whether what is left is far below the precision (or half as many steps would have been enough)."""
        ratio = float(falls.mid())
        return ratio < 1 and float((term / total).mid()) * ratio / (1 - ratio) < enough


@lru_cache(maxsize=64)
def _tails(distribution: Binomial, least: int, bits: int) -> tuple[arb, arb]:
    """P(successes >= least) and its complement: the one that falls from `least` on is summed."""
    if least <= 0:
        return arb(1), arb(0)
    if least > distribution.trials:
        return arb(0), arb(1)
    with precision(bits + GUARD_BITS):
        if least > (distribution.trials + 1) * distribution.rate:
            upper = distribution._outwards(least, 1)
            return upper, 1 - upper
        lower = distribution._outwards(least - 1, -1)
        return 1 - lower, lower

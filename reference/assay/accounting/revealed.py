"""One of several pairs, chosen at random and independently of the record; which one is public.

What chooses is a binomial count.  Its probabilities and tails are balls, at the precision in force: the terms
t_j = C(n, j) q^j (1-q)^(n-j) are summed away from the mode.  The ratio of neighbours falls on the way, so
that what is left after a term is at most that of a geometric series.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache

from ..budgets.progress import track
from ..composition.pair import BallAtom, DominatingPair, Tail, check_pair, working_precision
from ..errors import AssayError, BudgetExceeded, InvalidType
from ..exact import Log, Number, number
from ..exact._flint import arb, precision, rational
from ..exact.real import brief

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


@dataclass(frozen=True)
class Event:
    """That a binomial count is `low`, ..., `high`, given that it is at least `given`."""

    distribution: Binomial
    low: int
    high: int
    given: int = 0

    def ball(self) -> arb:
        """The probability, at the precision in force."""
        return self._whole() / self.distribution.at_least(self.given)

    def _whole(self) -> arb:
        if self.low == self.high:
            return self.distribution.exactly(self.low)
        if self.high >= self.distribution.trials:
            return self.distribution.at_least(self.low)
        if self.low <= 0:
            return self.distribution.below(self.high + 1)
        return (self.distribution.at_least(self.low) - self.distribution.at_least(self.high + 1)).max(arb(0))


def _is_part(part: object) -> bool:
    return isinstance(part, tuple) and len(part) == 2 and isinstance(part[0], Event)


@dataclass(frozen=True)
class Revealed(DominatingPair):
    """With the probability of each event its pair; which event it is, is public.

    parts: disjoint events of one count, with the pair of each; together they are certain.
    """

    parts: tuple[tuple[Event, DominatingPair], ...]
    is_bound = True
    """No data sets are known that attain it."""

    def __post_init__(self) -> None:
        """Raises InvalidType for what is not a tuple of events with their pairs."""
        parts: object = self.parts
        if not isinstance(parts, tuple) or not all(_is_part(part) for part in parts):
            raise InvalidType(
                f"parts = {brief(repr(parts))} is a {type(parts).__name__}; give a tuple of (Event, "
                f"DominatingPair)"
            )
        for _, pair in self.parts:
            check_pair(pair, "pair")

    @property
    def name(self) -> str:
        """The pairs."""
        return "one of " + ", ".join(pair.name for _, pair in self.parts) + ", at random and known"

    @cached_property
    def _by_precision(self) -> dict[int, list[tuple[arb, DominatingPair]]]:
        return {}

    def _weighted(self) -> list[tuple[arb, DominatingPair]]:
        """The pairs with their probabilities, at the precision in force."""
        bits = working_precision()
        if bits not in self._by_precision:
            self._by_precision[bits] = [(event.ball(), pair) for event, pair in self.parts]
        return self._by_precision[bits]

    def _mean(self, of: Callable[[DominatingPair], Tail]) -> Tail:
        p, q = arb(0), arb(0)
        for weight, pair in self._weighted():
            found = of(pair)
            p, q = p + weight * found.p, q + weight * found.q
        return Tail(p, q)

    def tail(self, loss: arb) -> Tail:
        """The mean of the tails."""
        return self._mean(lambda pair: pair.tail(loss))

    def head(self, loss: arb) -> Tail:
        """The mean of the heads."""
        return self._mean(lambda pair: pair.head(loss))

    def total(self) -> Tail:
        """The mean of the totals."""
        return self._mean(lambda pair: pair.total())

    def point_masses(self) -> Sequence[BallAtom]:
        """Those of all pairs."""
        return tuple(
            BallAtom(a.loss, weight * a.p, weight * a.q)
            for weight, pair in self._weighted()
            for a in track(pair.point_masses(), "atoms")
        )

    def mass_at_infinity(self) -> arb:
        """The mean."""
        return sum((weight * pair.mass_at_infinity() for weight, pair in self._weighted()), arb(0))

    def exact_mass_at_infinity(self) -> Number | None:
        """0 where it is for all pairs; the weights of the others are balls."""
        return _no_mass(pair.exact_mass_at_infinity() for _, pair in self.parts)

    def exact_mass_at_minus_infinity(self) -> Number | None:
        """The same in the other direction."""
        return _no_mass(pair.exact_mass_at_minus_infinity() for _, pair in self.parts)

    def mass_at_minus_infinity(self) -> arb:
        """The mean."""
        return sum((weight * pair.mass_at_minus_infinity() for weight, pair in self._weighted()), arb(0))

    def extremes(self) -> tuple[Log, Log] | None:
        """The least and the largest of all; None where one of them is not known."""
        ends = [pair.extremes() for _, pair in self.parts]
        known = [end for end in ends if end is not None]
        if len(known) < len(ends):
            return None
        try:
            return min(low for low, _ in known), max(high for _, high in known)
        except AssayError:
            return None

    @property
    def is_symmetric(self) -> bool:
        """Whether all pairs are."""
        return all(pair.is_symmetric for _, pair in self.parts)


def _no_mass(masses: Iterable[Number | None]) -> Number | None:
    """0 where all are, else None."""
    return number(0) if all(mass is not None and not mass for mass in masses) else None

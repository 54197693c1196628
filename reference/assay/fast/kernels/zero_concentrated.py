"""Zero-concentrated privacy over all pairs: rho = sup over s > 0 of f(s), f(s) = K(s)/(s (s + 1)).

K(s) = ln M(s), M(s) = E_P[e^(s L)], is convex with K(0) = 0, so that K(s)/s grows and, for s in [a, b],

    f(s) <= K(b)/(b (a + 1)),   and   f(s) <= l/(a + 1)   for the largest loss l and all s >= a.

A lower bound r of the largest rho comes from K'(0) = KL and from f at the points of a grid.  A class attains
it only if on some interval [a, b] of the grid M(b) >= e^(r b (a + 1)), which a survey of M(b) tells; the grid
ends where l/(a + 1) < r.  The classes that are left are measured by the reference.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, TypeVar

from ...dp import Attained
from ...dp.concentrated import zcdp as zcdp_of_pair
from ...enclosures.enclosed import Divergence, largest
from ...engines.answers import Declined
from ...exact import eps, precision
from ...exact._flint import arb, bounds, rational
from .classes import Ranks, Survey
from .epsilon import infinite_loss
from .matrix import TOP
from .moments import TOO_CLOSE, TOO_MANY, listed_ranks, tabulated

if TYPE_CHECKING:
    from .measures import Kernel

X = TypeVar("X")
T = TypeVar("T")

POINTS = 64
"""At most so many points of the grid; s + 1 grows by a factor of 17/16 or more from one to the next."""

PRECISION = 256
"""Bits of all balls: r >= 2^-60 and s <= l/r, so that e^(s L) is known to far more than the 60 bits kept."""

NEGLIGIBLE = 100
"""e^-100 < 2^-144 counts as 0 beside numbers of 2^-60."""

FEW = 4
"""Up to so many classes are all measured."""


def zcdp(kernel: Kernel[X, T]) -> Attained[Divergence, X, T] | Declined:
    """The largest rho, with the first pair that attains it."""
    if (found := infinite_loss(kernel)) is not None:
        return found
    among: Iterable[int] = range(len(kernel.classes))
    if len(kernel.classes) > FEW:
        ranks = listed_ranks(kernel)
        if ranks is None:
            return TOO_MANY
        if all(p == q for p, q in ranks):
            return Attained(eps(0), kernel.pair(0), None)
        candidates = _Screen(kernel, ranks).candidates()
        if candidates is None:
            return TOO_CLOSE
        among = candidates
    value, c = largest({c: zcdp_of_pair(*kernel.merged(c)) for c in among})
    return Attained(value, kernel.pair(c), None)


class _Screen:
    """Which classes may attain the largest rho."""

    def __init__(self, kernel: Kernel[X, T], ranks: frozenset[Ranks]) -> None:
        self.kernel, self.ranks = kernel, sorted(ranks)
        self.scale = Fraction(TOP, len(kernel.matrix.outputs))

    def candidates(self) -> list[int] | None:
        """Those that no bound excludes, in order; None where the losses cannot be enclosed."""
        means = tabulated(self.kernel, self.ranks, lambda p, q: p * (p.log() - q.log()))
        if means is None or not self._enclose_losses():
            return None
        self.best = Fraction(0)
        for c in self.kernel.classes.totals(means).highest(self.kernel.slack):
            self._raise_by_mean(c)
            if self.best:
                break
        if not self.best:
            return None
        grid = self._grid()
        for s in grid[1:]:
            self._raise_at(s)
        found: set[int] = set()
        for a, b in pairwise(grid):
            if self.top[1] < self.best * (a + 1):
                break
            found.update(self._survey(b).at_least(self._least(a, b)))
        return sorted(found)

    def _enclose_losses(self) -> bool:
        """The losses ln(P(o)/Q(o)), enclosed, and both ends of the largest."""
        pool = self.kernel.matrix.pool
        with precision(PRECISION):
            known = {rank: pool[rank].enclosure(PRECISION) for key in self.ranks for rank in key}
            self.losses = {(p, q): (known[p] / known[q]).log() for p, q in self.ranks if p}
        ends = {key: bounds(loss) for key, loss in self.losses.items()}
        finite = {key: found for key, found in ends.items() if found is not None}
        if len(finite) < len(ends):
            return False
        self.largest = max(finite, key=lambda key: finite[key][1])
        self.top = finite[self.largest]
        return True

    def _grid(self) -> list[Fraction]:
        """0 = s_0 < s_1 < ... with l < r (s_n + 1)."""
        ratio = self.top[1] / self.best
        step = Fraction(1, 16)
        while (1 + step) ** POINTS <= ratio:
            step *= 2
        grid = [Fraction(0)]
        while grid[-1] + 1 <= ratio:
            grid.append((grid[-1] + 1) * (1 + step) - 1)
        return [*grid, (grid[-1] + 1) * (1 + step) - 1]

    def _survey(self, s: Fraction) -> Survey:
        """scale e^(-s l) M(s), class by class: every term is a probability times a number of at most 1."""
        return self.kernel.classes.totals(self._table(s))

    def _table(self, s: Fraction) -> dict[Ranks, int]:
        """Whole numbers v with v <= scale x < v + 2, also where x was taken for 0."""
        pool = self.kernel.matrix.pool
        table = dict.fromkeys(self.ranks, 0)
        with precision(PRECISION):
            highest, at = self.losses[self.largest], arb(rational(s))
            for key, loss in self.losses.items():
                ends = bounds(at * (loss - highest))
                if ends is not None and ends[1] > -NEGLIGIBLE:
                    low = bounds(pool[key[0]].enclosure(PRECISION) * (at * (loss - highest)).exp())
                    table[key] = 0 if low is None else max(0, int(low[0] * self.scale // 1))
        return table

    def _least(self, a: Fraction, b: Fraction) -> int:
        """What scale e^(-b l) M(b) has to reach for f(s) >= r somewhere in [a, b]."""
        with precision(PRECISION):
            exponent = arb(rational(self.best * b * (a + 1))) - arb(rational(b)) * self.losses[self.largest]
            ends = bounds(exponent)
            needed = None if ends is None or ends[1] <= -NEGLIGIBLE else bounds(exponent.exp())
        wanted = 0 if needed is None else int(needed[0] * self.scale // 1)
        return min(wanted, 1 << 61) - self.kernel.slack

    def _raise_by_mean(self, c: int) -> None:
        """r is at least KL(P || Q) of a class."""
        self._raise(self._moment(c, None))

    def _raise_at(self, s: Fraction) -> None:
        """r is at least f(s) of a class with the largest M(s)."""
        c = self._survey(s).highest(0)[0]
        with precision(PRECISION):
            self._raise(self._moment(c, s).log() / arb(rational(s * (s + 1))))

    def _moment(self, c: int, s: Fraction | None) -> arb:
        """E_P[e^(s L)] of a class; E_P[L] for None."""
        distribution, pool = self.kernel.classes.distribution(c), self.kernel.matrix.pool
        with precision(PRECISION):
            total = arb(0)
            for (p, q), n in distribution.items():
                if p:
                    loss = self.losses[p, q]
                    term = loss if s is None else (arb(rational(s)) * loss).exp()
                    total += n * pool[p].enclosure(PRECISION) * term
        return total

    def _raise(self, ball: arb) -> None:
        """r is at least the lower end of an enclosure of some f(s)."""
        ends = bounds(ball)
        if ends is not None:
            self.best = max(self.best, Fraction(int(ends[0] * TOP // 1), TOP))

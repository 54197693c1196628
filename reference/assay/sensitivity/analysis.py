"""Random DP by sensitivity analysis, exactly: how often noise of scale s(X) = d(X)/n fails.

    M(X) = g(X) + (s(X)/alpha) L,   L with the density e^(-|z|)/2,   s(X) = d(X)/n

with d(X) the empirical quantile of sensitivities h (`neighbours`).  For rows of finitely many values all
probabilities are sums over finitely many neighbours, and each pair of Laplace distributions is compared by
its certified delta(2 alpha).
Source: Hall, Rinaldo and Wasserman, "Random Differential Privacy", section 6.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import TypeVar

from ..arguments import check_function, integer, probability
from ..budgets.progress import track
from ..dp import Dist
from ..dp.exchangeable import values_of
from ..exact import Certified, EpsilonLike, ExactLike, Log, Number, certified, eps, number
from ..outputs.tables import table
from ..theorems.random_dp import RandomGuarantee
from ..theorems.random_sensitivity import random_sensitivity, smooth_noise_eta
from .estimators import Estimator, Rows
from .laplace_pairs import laplace_delta
from .neighbours import Counts, Neighbours, Process, neighbours
from .quantiles import table_of_sensitivities

R = TypeVar("R")

DIGITS = 8


@dataclass(frozen=True)
class SensitivityAnalysis:
    """What noise of scale d(X)/n gives for rows drawn from P, all exact.

    gamma1             P(s(X) > e^beta s(X')), the failure of (10)
    gamma2             P(|g(X) - g(X')| > min(s(X), s(X'))), what (11) has to be for the proof
    gamma2_rows        P(h/n > min(s(X), s(X'))), h of the rows that are exchanged
    gamma2_independent P(h/n > min(s(X), s(X'))), h of rows independent of X and X', as printed
    covered            whether |g(X) - g(X')| <= h/n for all neighbours that are drawn
    gamma              P(M(X), M(X') are not (2 alpha, eta)-indistinguishable in this order), definition 2
    gamma_both         the same in one order or the other
    """

    n: int
    alpha: Log
    beta: Log
    delta: Number
    process: Process
    eta: Number
    gamma1: Fraction
    gamma2: Fraction
    gamma2_rows: Fraction
    gamma2_independent: Fraction
    covered: bool
    gamma: Fraction
    gamma_both: Fraction

    @property
    def bound(self) -> RandomGuarantee:
        """(2 alpha, eta, 2 gamma1 + gamma2)-Random DP, by the theorem."""
        return random_sensitivity(self.alpha, self.beta, self.gamma1, self.gamma2)

    @property
    def printed(self) -> Fraction:
        """gamma1 + gamma2 as the source has it: it need not be a bound."""
        return min(self.gamma1 + self.gamma2_independent, Fraction(1))

    def achieves(self, gamma: ExactLike) -> bool:
        """Whether it is (2 alpha, eta, gamma)-Random DP, in both directions; decided exactly."""
        return bool(probability(gamma, "gamma") >= self.gamma_both)

    def __str__(self) -> str:
        how = "n/2 pairs" if self.process == "pairs" else "all pairs"
        rows: list[tuple[str, str, ExactLike]] = [
            ("P(s(X) > e^beta s(X'))", "gamma1", self.gamma1),
            ("P(|g(X) - g(X')| > min(s, s'))", "gamma2", self.gamma2),
            ("P(h/n > min(s, s')), rows exchanged", "", self.gamma2_rows),
            ("P(h/n > min(s, s')), independent rows", "as printed", self.gamma2_independent),
            ("exact, X against X'", "gamma", self.gamma),
            ("exact, in either order", "gamma", self.gamma_both),
            ("theorem", "2 gamma1 + gamma2", self.bound.gamma),
            ("source", "gamma1 + gamma2", self.printed),
        ]
        spelt = [(a, b, str(number(c).decimal(DIGITS))) for a, b, c in rows]
        head = (
            f"({2 * self.alpha}, {self.eta}, gamma)-Random DP of g + (s/alpha) Laplace, s = d/n: "
            f"n = {self.n}, {how}, delta = {self.delta}, beta = {self.beta}"
        )
        tail = "" if self.covered else "\n|g(X) - g(X')| exceeds h/n for some neighbours"
        return "\n".join([head, *table(spelt)]) + tail


def sensitivity_analysis(
    rows: Dist[R],
    n: int,
    alpha: EpsilonLike,
    beta: EpsilonLike,
    delta: ExactLike,
    *,
    estimator: Estimator | None = None,
    h: Callable[[R, R], ExactLike] | None = None,
    process: Process = "pairs",
) -> SensitivityAnalysis:
    """Every probability of section 6, exactly, for rows drawn independently from `rows`.

    estimator: g, a function of {value: how often}; the mean if not given, for which "pairs" takes thousands
    of rows.  h: the sensitivity of a pair of rows, |x - x'| if not given.  process: the quantile over n/2
    disjoint pairs, or over all pairs of rows ("u", the U-statistic).
    Raises InvalidType, InvalidValue for bad arguments and as `random_sensitivity`, BudgetExceeded where there
    are too many types of rows, UndecidedError where two certified numbers agree to the last bit.
    """
    if estimator is not None:
        check_function(estimator, "estimator", "assay.sensitivity.median")
    level, spread, size = eps(alpha, "alpha"), eps(beta, "beta"), integer(n, "n", 2)
    eta = smooth_noise_eta(level, spread)
    law = neighbours(rows, size, delta, h, process=process, counts=estimator is not None)
    heights = table_of_sensitivities(rows, h)
    judge = _Judge(size, level, spread.exp(), eta, _Changes(estimator, values_of(rows), size))
    tally = dict.fromkeys(("one", "two", "exchanged", "forward", "either"), Fraction(0))
    covered, least = True, dict[Number, Fraction]()
    for seen, mass in track(tuple(law.items()), "neighbours"):
        found = judge(seen)
        height = heights[seen.old, seen.new]
        lower = min(seen.quantile, seen.other)
        least[lower] = least.get(lower, Fraction(0)) + mass
        covered = covered and bool(found.change <= height / size)
        for name, holds in (
            ("one", found.spread),
            ("two", found.beyond),
            ("exchanged", height > lower),
            ("forward", found.forward),
            ("either", found.forward or found.backward),
        ):
            tally[name] += mass if holds else 0
    return SensitivityAnalysis(
        size,
        level,
        spread,
        number(delta),
        process,
        eta,
        tally["one"],
        tally["two"],
        tally["exchanged"],
        _independent(rows, heights, least),
        covered,
        tally["forward"],
        tally["either"],
    )


def _independent(
    rows: Dist[R], heights: dict[tuple[R, R], Number], least: dict[Number, Fraction]
) -> Fraction:
    """P(h(x, x') > min(d(X), d(X'))) with x, x' independent of X and X'."""
    total = Fraction(0)
    for x, y in product(rows.support, repeat=2):
        mass = (rows[x] * rows[y]).as_fraction()
        total += mass * sum((share for d, share in least.items() if heights[x, y] > d), Fraction(0))
    return total


@dataclass(frozen=True)
class _Found:
    """What holds of one pair of neighbours."""

    change: Number | Certified
    spread: bool
    beyond: bool
    forward: bool
    backward: bool


class _Changes:
    """|g(X) - g(X')|, each estimate computed once."""

    def __init__(self, estimator: Estimator | None, values: Iterable[object], n: int) -> None:
        self._estimator, self._values, self._n = estimator, tuple(values), n
        self._known: dict[Counts, Number | Certified] = {}

    def __call__(self, seen: Neighbours[R]) -> Number | Certified:
        if seen.old == seen.new:
            return number(0)
        if self._estimator is None or seen.common is None:
            return abs(number(seen.old, "row") - number(seen.new, "row")) / self._n  # type: ignore[arg-type]
        g, f = self._of(seen.common, seen.old), self._of(seen.common, seen.new)
        if isinstance(g, Number) and isinstance(f, Number):
            return abs(g - f)
        return abs(certified(g) - certified(f))

    def _of(self, common: Counts, row: object) -> Number | Certified:
        counts = tuple(c + (v == row) for c, v in zip(common, self._values, strict=True))
        if counts not in self._known:
            rows: Rows = dict(zip(self._values, counts, strict=True))  # type: ignore[arg-type]
            found = self._estimator(rows) if self._estimator is not None else number(0)
            self._known[counts] = found if isinstance(found, Certified) else number(found, "g(X)")
        return self._known[counts]


class _Judge:
    """Which conditions a pair of neighbours meets; every pair of scales and change once."""

    def __init__(self, n: int, alpha: Log, factor: Number, eta: Number, changes: _Changes) -> None:
        self._n, self._alpha, self._factor, self._eta, self._changes = n, alpha, factor, eta, changes
        self._known: dict[tuple[Number, Number, Number], bool] = {}

    def __call__(self, seen: Neighbours[R]) -> _Found:
        s, t, change = seen.quantile / self._n, seen.other / self._n, self._changes(seen)
        return _Found(
            change,
            s > self._factor * t,
            bool(change > min(s, t)),
            self._fails(change, s, t),
            self._fails(change, t, s),
        )

    def _fails(self, change: Number | Certified, scale: Number, other: Number) -> bool:
        """Whether delta(2 alpha) exceeds eta, noise of scale/alpha against other/alpha."""
        if isinstance(change, Certified):
            return self._exceeds(change, scale, other)
        key = (change, scale, other)
        if key not in self._known:
            self._known[key] = self._exceeds(change, scale, other)
        return self._known[key]

    def _exceeds(self, change: Number | Certified, scale: Number, other: Number) -> bool:
        if isinstance(change, Number) and not change and scale == other:
            return False
        # lengths in units of 1/alpha, so that the scales are exact numbers
        shift = certified(change) * certified(self._alpha)
        return bool(laplace_delta(2 * self._alpha, shift, scale, other) > self._eta)

"""Random DP by sensitivity analysis, exactly: how often noise of scale s(X) = d(X)/n fails.

    M(X) = g(X) + (s(X)/alpha) L,   L with the density e^(-|z|)/2,   s(X) = d(X)/n

with d(X) the empirical quantile of sensitivities h (`neighbours`).  For rows of finitely many values all
probabilities are sums over finitely many neighbours, and each pair of Laplace distributions is compared by
its certified delta(2 alpha).
Source: Hall, Rinaldo and Wasserman, "Random Differential Privacy", section 6.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import TypeVar

from ..arguments import check_function, integer, probability
from ..dp import Dist
from ..dp.exchangeable import values_of
from ..exact import EpsilonLike, ExactLike, Log, Number, eps, number
from ..outputs.tables import table
from ..theorems.random_dp import RandomGuarantee
from ..theorems.random_sensitivity import random_sensitivity, smooth_noise_eta
from .estimators import Estimator
from .judging import Amount, Changes, Judge
from .neighbours import Process, exchanges
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
    law = exchanges(rows, size, delta, h, process=process, counts=estimator is not None)
    heights = table_of_sensitivities(rows, h)
    changes = Changes(estimator, values_of(rows), size)
    judge = Judge(size, level, spread.exp(), eta)
    tally = dict.fromkeys(("one", "two", "exchanged", "forward", "either"), Fraction(0))
    covered, least = True, dict[Number, Fraction]()
    for seen in law:
        height, lower = heights[seen.old, seen.new], min(seen.quantile, seen.other)
        least[lower] = least.get(lower, Fraction(0)) + seen.mass
        tally["one"] += seen.mass if judge.spread(seen) else 0
        tally["exchanged"] += seen.mass if height > lower else 0
        most, scale, fails = Amount(height / size), Amount(lower / size), judge.fails(seen)
        for change, share in changes(seen):
            mass = share * seen.unit
            forward, backward = fails(change)
            covered = covered and not change.above(most)
            tally["two"] += mass if change.above(scale) else 0
            tally["forward"] += mass if forward else 0
            tally["either"] += mass if forward or backward else 0
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

"""The headline comparison: worst error of private one-way marginals against d, mechanism by mechanism.

Laplace, L-infinity and Gaussian noise by certified quantiles; the repaired Gaussian mechanism by a seeded
simulation with confidence bounds, because its error has no closed form.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from ..arguments import open_probability, positive_integer
from ..exact import EpsilonLike, ExactLike
from .marginals import worst_error
from .marginals_repair import Repair, repair
from .marginals_simulation import SimulatedQuantile, simulate_repair

Bracket = tuple[Fraction, Fraction]

SHARES = (Fraction(1, 20), Fraction(1, 8), Fraction(1, 4))
COUNTS = (1, 4, 16)
PILOT = 9
"""Trials of the simulation that chooses the parameters of the repair; another seed than the one reported."""


@dataclass(frozen=True)
class Comparison:
    """One value of d: certified brackets of a quantile of the worst error, and the simulated repair.

    laplace and l_infinity are (epsilon, 0)-DP, gaussian and repaired (epsilon, delta)-DP.
    """

    d: int
    laplace: Bracket
    l_infinity: Bracket
    gaussian: Bracket
    repair: Repair | None
    repaired: SimulatedQuantile | None

    @property
    def saved(self) -> Fraction:
        """The factor that L-infinity noise saves over Laplace noise, rounded down."""
        return self.laplace[0] / self.l_infinity[1]


def compare_marginals(
    sizes: Iterable[int],
    n: int,
    epsilon: EpsilonLike,
    delta: ExactLike,
    *,
    share: ExactLike = "1/2",
    trials: int = 0,
    seed: int = 1,
) -> Iterator[Comparison]:
    """The quantile `share` of the worst error for each number d of marginals, one after the other.

    trials = 0 simulates nothing.

    Raises InvalidValue unless n, d >= 1, 0 < epsilon < infinity, 0 < delta < 1 and 0 < share < 1.
    """
    rows, leak, at = (
        positive_integer(n, "n"),
        open_probability(delta, "delta"),
        open_probability(share, "share"),
    )
    for size in sizes:
        d = positive_integer(size, "d")
        best = choose_repair(rows, d, epsilon, leak, share=at, seed=seed + 1) if trials else None
        simulated = None if best is None else simulate_repair(best, share=at, trials=trials, seed=seed)
        laplace = worst_error("laplace", rows, d, epsilon).quantile(at)
        ours = worst_error("l_infinity", rows, d, epsilon).quantile(at)
        gaussian = worst_error("gaussian", rows, d, epsilon, leak).quantile(at)
        yield Comparison(d, laplace, ours, gaussian, best, simulated)


def choose_repair(
    n: int, d: int, epsilon: EpsilonLike, delta: ExactLike, *, share: ExactLike = "1/2", seed: int = 2
) -> Repair:
    """Parameters of the repair that did best in a small simulation, over SHARES and COUNTS.

    The threshold is where c/2 of the d Gaussian errors are expected beyond it.
    """
    options: list[tuple[float, int, Repair]] = []
    for part in SHARES:
        for c in (c for c in COUNTS if c <= d):
            base = repair(n, d, epsilon, delta, c=c, threshold=1, share=part)
            edge = base.sigma * Fraction(_exceeded(c / (2 * d))) / 2
            made = Repair(n, d, c, edge, base.sigma, base.epsilon_0)
            pilot = simulate_repair(made, share=share, trials=PILOT, seed=seed, confidence="1/10")
            options.append((pilot.high, len(options), made))
    return min(options)[2]


def _exceeded(share: float) -> float:
    """z with P(|N(0, 1)| > z) = share, in floats."""
    low, high = 0.0, 40.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if math.erfc(middle / math.sqrt(2)) > share else (low, middle)
    return high

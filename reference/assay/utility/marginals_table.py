"""The headline comparison: worst error of private one-way marginals against d, mechanism by mechanism.

Laplace, L-infinity and Gaussian noise by certified quantiles; the repaired Gaussian mechanism by a simulation
with distribution-free confidence bounds, because its error has no closed form.  Its draws are pseudo-random
floats: what comes out is labelled with its seed and confidence, and proves nothing.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ..arguments import open_probability, positive_integer
from ..attacks.tracing_confidence import quantile_bounds
from ..attacks.tracing_noise import Noise, sample
from ..exact import EpsilonLike, ExactLike
from .marginals import worst_error
from .marginals_repair import Repair, repair


@dataclass(frozen=True)
class SimulatedQuantile:
    """Bounds on a quantile of the worst error, from so many trials."""

    low: float
    high: float
    share: str
    confidence: str
    trials: int
    seed: int

    def __str__(self) -> str:
        return (
            f"simulation, seed {self.seed}, {self.trials} trials: quantile {self.share} in "
            f"[{self.low:.6g}, {self.high:.6g}] with confidence {self.confidence}"
        )


def simulate_noise(
    noise: Noise,
    d: int,
    *,
    share: ExactLike = "1/2",
    trials: int = 200,
    seed: int = 1,
    confidence: ExactLike = "99/100",
) -> SimulatedQuantile:
    """The quantile of max |noise_j|; compare `marginals.WorstError.quantile`, which is certified."""
    return _simulated(
        lambda generator: max(map(abs, sample(noise, d, generator))), share, trials, seed, confidence
    )


def simulate_repair(
    algorithm: Repair,
    means: Sequence[float] | None = None,
    *,
    share: ExactLike = "1/2",
    trials: int = 200,
    seed: int = 1,
    confidence: ExactLike = "99/100",
) -> SimulatedQuantile:
    """The quantile of max |a_j - Dbar_j| for the repaired Gaussian mechanism; column means 0 if not given."""
    truth = [0.0] * algorithm.d if means is None else list(means)

    def error(generator: random.Random) -> float:
        answers = run_repair(algorithm, truth, generator)
        return max(abs(a - m) for a, m in zip(answers, truth, strict=True))

    return _simulated(error, share, trials, seed, confidence)


def run_repair(algorithm: Repair, means: Sequence[float], generator: random.Random) -> list[float]:
    """One run in floats, which shows the error and is no private implementation: see `marginals_repair`."""
    t, w, v = (float(s) for s in algorithm.scales)
    sigma, threshold, left = float(algorithm.sigma), float(algorithm.threshold), algorithm.c
    edge, answers = threshold + _laplace(t, generator), []
    for mean in means:
        rough, fix = _clip(mean + generator.gauss(0.0, sigma)), 0.0
        query = (mean - rough) / 2
        if left and abs(query) + _laplace(w, generator) >= edge:
            fix, left = _clip(query + _laplace(v, generator)), left - 1
            edge = threshold + _laplace(t, generator)
        answers.append(_clip(rough + 2 * fix))
    return answers


def _clip(x: float) -> float:
    return min(1.0, max(-1.0, x))


def _laplace(scale: float, generator: random.Random) -> float:
    return generator.choice((-scale, scale)) * generator.expovariate(1.0)


def _simulated(
    draw: Callable[[random.Random], float], share: ExactLike, trials: int, seed: int, confidence: ExactLike
) -> SimulatedQuantile:
    generator = random.Random(seed)
    errors = [draw(generator) for _ in range(positive_integer(trials, "trials"))]
    low, high = quantile_bounds(errors, share, confidence)
    return SimulatedQuantile(low, high, str(share), str(confidence), trials, seed)


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

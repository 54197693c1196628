"""Simulated worst errors of private one-way marginals, with distribution-free confidence bounds.

Draws are pseudo-random floats: what comes out is labelled with its seed and confidence, and proves nothing.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..arguments import positive_integer
from ..attacks.tracing_confidence import quantile_bounds
from ..attacks.tracing_noise import Noise, sample
from ..exact import ExactLike
from .marginals_repair import Repair


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

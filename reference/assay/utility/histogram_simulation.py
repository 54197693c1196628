"""Seeded runs of the noisy histogram, for pictures: floating point, and labelled as a simulation.

The distributions are those of `histogram_risk`; what is certified is computed there.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, floor, log

from ..arguments import integer, positive_integer
from ..exact import EpsilonLike
from ..queries.projection import Counts, TieRule, project
from ..queries.sparse_histogram import noise_level


@dataclass(frozen=True)
class Runs:
    """The first released histogram, and the L1 losses of all runs."""

    first: Counts
    losses: tuple[float, ...]

    @property
    def mean(self) -> float:
        """The mean loss of the runs."""
        return sum(self.losses) / len(self.losses)

    def share_above(self, level: float) -> float:
        """The share of runs with a larger loss."""
        return sum(loss > level for loss in self.losses) / len(self.losses)


def simulate(
    counts: Sequence[int],
    alpha: EpsilonLike,
    *,
    sparse: bool,
    trials: int = 100,
    seed: int = 1,
    ties: TieRule = "order",
) -> Runs:
    """Draw the noise `trials` times and project; equal seeds give equal runs.

    Raises InvalidType, InvalidValue for trials < 1, and as `projected_loss`.
    """
    positive_integer(trials, "trials")
    integer(seed, "seed")
    theta, n = tuple(counts), sum(counts)
    rng, decay = random.Random(seed), exp(-float(noise_level(alpha)) / 2)
    released = [
        project(tuple(c if sparse and not c else c + _noise(rng, decay) for c in theta), n, ties)
        for _ in range(trials)
    ]
    losses = (sum(abs(a - b) for a, b in zip(found, theta, strict=True)) / n for found in released)
    return Runs(released[0], tuple(losses))


def _noise(rng: random.Random, decay: float) -> int:
    """The difference of two geometric draws."""
    return _geometric(rng, decay) - _geometric(rng, decay)


def _geometric(rng: random.Random, decay: float) -> int:
    """P(Z >= z) = decay^z."""
    return floor(log(1.0 - rng.random()) / log(decay))

"""Generated mechanisms for testing reductions: exact, small, and reaching the corners (zeros included)."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterable, Sequence
from fractions import Fraction
from typing import TypeVar

from assay.dp import Dist
from assay.exact import EpsilonLike, ExactLike, Log, ln
from assay.theorems.witnesses import canonical_distribution

T = TypeVar("T", bound=Hashable)
X = TypeVar("X", bound=Hashable)


def fraction(rng: random.Random, most: int = 8) -> Fraction:
    """A rational in [0, 1]."""
    d = rng.randint(1, most)
    return Fraction(rng.randint(0, d), d)


def inner_fraction(rng: random.Random, most: int = 8) -> Fraction:
    """A rational in (0, 1)."""
    d = rng.randint(2, most)
    return Fraction(rng.randint(1, d - 1), d)


def level(rng: random.Random) -> Log:
    """A positive epsilon whose exponential is rational."""
    return ln(1 + Fraction(rng.randint(1, 6), rng.randint(1, 3)))


def dist(rng: random.Random, outcomes: Sequence[T]) -> Dist[T]:
    """A distribution with small integer weights, some of them 0."""
    weights = [rng.choice((0, 1, 1, 2, 5)) for _ in outcomes]
    if not any(weights):
        weights[0] = 1
    total = sum(weights)
    return Dist({o: Fraction(w, total) for o, w in zip(outcomes, weights, strict=True)})


def positive_dist(rng: random.Random, size: int) -> Dist[int]:
    """A distribution on 0, ..., size - 1 without zeros, so that every divergence is finite."""
    weights = [rng.randint(1, 5) for _ in range(size)]
    return Dist({o: Fraction(w, sum(weights)) for o, w in enumerate(weights)})


def kernel(rng: random.Random, inputs: Iterable[X], outcomes: Sequence[T]) -> dict[X, Dist[T]]:
    """A generated Markov kernel."""
    return {x: dist(rng, outcomes) for x in inputs}


def dp_pair(
    rng: random.Random, epsilon: EpsilonLike, delta: ExactLike = 0, outcomes: int = 3
) -> tuple[Dist[int], Dist[int]]:
    """An (epsilon, delta)-indistinguishable pair: the canonical pair through a generated kernel."""
    k = kernel(rng, ("surely 0", "0", "1", "surely 1"), range(outcomes))
    p, q = (canonical_distribution(bit, epsilon, delta).bind(lambda o: k[o]) for bit in (True, False))
    return p, q

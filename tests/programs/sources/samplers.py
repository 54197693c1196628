"""Samplers as other people write them: with the usual random sources, and without knowing Assay."""

from __future__ import annotations

import math
import os
import random
import secrets
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any


def threshold(p: float) -> bool:
    """True if a uniform float is below p."""
    return random.random() < p


def floor_log(ratio: float) -> int:
    """A geometric variable by inversion, float rounding included."""
    return math.floor(math.log(1.0 - random.random()) / math.log(ratio))


def binned(scale: float) -> int:
    """A float Laplace variable, rounded."""
    u = random.random() - 0.5
    sign = 1.0 if u >= 0 else -1.0
    return round(-scale * sign * math.log(1.0 - 2.0 * abs(u)))


def exp1(x: Fraction, rng: Any) -> int:
    """1 with probability e^-x for 0 <= x <= 1: the parity of the first k for which a coin of x/k fails."""
    k = 1
    while rng.randrange((x / k).denominator) < (x / k).numerator:
        k += 1
    return k % 2


def decay(x: Fraction, rng: Any) -> bool:
    """True with probability e^-x for x >= 0."""
    while x > 1:
        if not exp1(Fraction(1), rng):
            return False
        x -= 1
    return bool(exp1(x, rng))


def geometric(x: Fraction, rng: Any) -> int:
    """k with probability (1 - e^-x) e^(-kx)."""
    k = 0
    while decay(x, rng):
        k += 1
    return k


def discrete_laplace(scale: int, rng: Any = None) -> int:
    """z with probability proportional to e^(-|z|/scale)."""
    rng = rng or random.SystemRandom()
    while True:
        negative = rng.getrandbits(1)
        size = geometric(Fraction(1, scale), rng)
        if not (negative and size == 0):
            return -size if negative else size


def discrete_gaussian(variance: int, rng: Any = None) -> int:
    """z with probability proportional to e^(-z^2/(2 variance)), by rejection from a discrete Laplace."""
    rng = rng or random.SystemRandom()
    scale = math.isqrt(variance) + 1
    while True:
        z = discrete_laplace(scale, rng)
        if decay((abs(z) - Fraction(variance, scale)) ** 2 / (2 * variance), rng):
            return z


def capped_walk(steps: int) -> int:
    """A random walk between two walls: it ends by itself, after a time without bound."""
    at = 2
    while 0 < at < 5:
        at += 1 if random.random() < 0.5 else -1
    return at


def leaking(bit: bool) -> bool:
    """Tells the truth once in 2^30 times."""
    if secrets.randbits(30) == 0:
        return bit
    return bool(os.urandom(1)[0] & 1)


def chooses(weights: Sequence[float], outcomes: Sequence[Any] = "abc") -> Callable[[int], Callable[[], Any]]:
    """A seeded sampler of the outcomes with these weights."""
    return lambda seed: (lambda rng: lambda: rng.choices(outcomes, weights)[0])(random.Random(seed))

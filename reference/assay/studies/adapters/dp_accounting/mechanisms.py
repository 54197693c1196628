"""The mechanisms that dp-accounting names, as it defines them, in Assay's terms."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

from ....dp import Dist
from ....errors import InvalidValue
from ...survey.noise import ADD_REMOVE, Noise


def gaussian(
    sigma: Fraction, q: Fraction | int = 1, sensitivity: Fraction | int = 1, count: int = 1, **more: Any
) -> Noise:
    """Gaussian noise on a Poisson sample."""
    return Noise("gaussian", {"sigma": sigma, "sensitivity": sensitivity}, rate=q, count=count, **more)


def laplace(
    scale: Fraction, q: Fraction | int = 1, sensitivity: Fraction | int = 1, count: int = 1, **more: Any
) -> Noise:
    """Laplace noise, density e^(-|x|/scale) / (2 scale), on a Poisson sample."""
    return Noise("laplace", {"scale": scale, "sensitivity": sensitivity}, rate=q, count=count, **more)


def discrete_laplace(
    a: Fraction, q: Fraction | int = 1, sensitivity: int = 1, count: int = 1, **more: Any
) -> Noise:
    """Mass function e^(-a |x|) tanh(a/2) on the integers."""
    return Noise(
        "discrete-laplace", {"scale": 1 / a, "sensitivity": sensitivity}, rate=q, count=count, **more
    )


def discrete_gaussian(
    sigma: Fraction, q: Fraction | int = 1, sensitivity: int = 1, count: int = 1, **more: Any
) -> Noise:
    """Mass function proportional to e^(-x^2/(2 sigma^2)) on the integers."""
    return Noise(
        "discrete-gaussian", {"sigma": sigma, "sensitivity": sensitivity}, rate=q, count=count, **more
    )


def approximate(epsilon: Fraction, delta: Fraction | int = 0, count: int = 1) -> Noise:
    """The worst mechanism that is (epsilon, delta)-private."""
    return Noise("approximate", {"epsilon": epsilon, "delta": delta}, count=count)


def response(p: Fraction, k: int, count: int = 1) -> Noise:
    """Randomised response: with probability p one of k buckets, else the input; a bucket is replaced."""
    here, there = 1 - p + p / k, p / k
    if not 0 <= p <= 1 or k < 2:
        raise InvalidValue(f"p = {p}, k = {k} make no randomised response")
    rest = {2: (k - 2) * p / k} if k > 2 and p else {}
    first, second = {0: here, 1: there, **rest}, {0: there, 1: here, **rest}
    return Noise("finite", table=(_dist(first), _dist(second)), count=count)


def response_special(p: Fraction, k: int, count: int = 1) -> Noise:
    """The same, a bucket replaced by the special record, for which the output is uniform."""
    first = {0: 1 - p + p / k, 1: (k - 1) * p / k}
    second = {0: Fraction(1, k), 1: Fraction(k - 1, k)}
    return Noise("finite", table=(_dist(first), _dist(second)), count=count)


def best_of_geometric(p: Fraction, mean: Fraction) -> Noise:
    """The larger output of K runs of randomised response on a bit, K geometric of that mean, a bit replaced.

    All outputs are 0 with probability E[z^K] = g z / (1 - (1 - g) z) where one is 0 with z, and g = 1/mean.
    """
    g, zeros = 1 / mean, (1 - p / 2, p / 2)
    first, second = ({0: g * z / (1 - (1 - g) * z)} for z in zeros)
    return Noise("finite", table=(_dist({**first, 1: 1 - first[0]}), _dist({**second, 1: 1 - second[0]})))


def _dist(masses: dict[int, Fraction]) -> Dist[int]:
    return Dist({outcome: mass for outcome, mass in masses.items() if mass})


def truncated_rate(n: int, q: Fraction, most: int) -> Fraction:
    """The probability that a record is in a Poisson sample of n, truncated to `most` records at random."""
    total = Fraction(0)
    for others in range(n):
        chance = comb(n - 1, others) * q**others * (1 - q) ** (n - 1 - others)
        total += chance * min(Fraction(1), Fraction(most, others + 1))
    return q * total


__all__ = [
    "ADD_REMOVE",
    "Noise",
    "approximate",
    "best_of_geometric",
    "discrete_gaussian",
    "discrete_laplace",
    "gaussian",
    "laplace",
    "response",
    "response_special",
    "truncated_rate",
]

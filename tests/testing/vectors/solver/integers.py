"""Laplace and Gaussian noise on all integers."""

from __future__ import annotations

from decimal import localcontext
from math import floor
from typing import Any

from .noise import Geometric
from .reals import Given, R, Refused, epsilon, has, real, whole

FAR = 180
"""Sums leave out terms below e^-180 of the first."""


def laplace(given: Given) -> Any:
    return Geometric(1 / real(given, "scale", above=0))


def shift(given: Given) -> Any:
    return whole(given, "sensitivity", 1, 2**16)


def laplace_delta(noise: Any, size: Any, e: Any) -> Any:
    r = R()
    gains = [noise.at_least(0) - r.exp(e) * noise.at_least(size)]
    gains += [noise.mass(z) - r.exp(e) * noise.mass(z - size) for z in range(1, size)]
    return sum((g for g in gains if g > 0), r.of(0))


def gaussian_sum(variance: Any, centre: Any, last: Any) -> Any:
    """The sum of e^(-(z - centre)^2/(2 variance)) over z <= last."""
    r, total, z, first = R(), R().of(0), last, None
    while True:
        exponent = -r.of((z - centre) ** 2) / (2 * variance)
        total += r.exp(exponent)
        if z <= centre:
            first = exponent if first is None else first
            if exponent < first - FAR:
                return total
        z -= 1


def everything(variance: Any) -> Any:
    return 2 * gaussian_sum(variance, 0, -1) + 1


def gaussian_delta(variance: Any, size: Any, e: Any) -> Any:
    r = R()
    last = floor(r.of(size) / 2 - e * variance / size)
    gain = gaussian_sum(variance, 0, last) - r.exp(e) * gaussian_sum(variance, size, last)
    return gain / everything(variance)


def variance_of(given: Given) -> Any:
    return real(given, "variance", above=0)


def gaussian_mass(given: Given) -> Any:
    z, s = whole(given, "z"), variance_of(given)
    return R().exp(-R().of(z * z) / (2 * s)) / everything(s)


def gaussian_tail(given: Given) -> Any:
    z, s = whole(given, "z"), variance_of(given)
    if z <= 0:
        return 1 - gaussian_sum(s, 0, z - 1) / everything(s)
    return gaussian_sum(s, 0, -z) / everything(s)


def smallest(exceeds: Any) -> Any:
    high = 1
    while exceeds(high):
        high *= 2
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if exceeds(middle) else (low, middle)
    return R().of(max(high - 1, 1) if has("CalibrationTooSmall") else high)


def laplace_scale(given: Given) -> Any:
    size, e, d = shift(given), epsilon(given, finite=True), real(given, "delta", 0, below=1)
    if e == 0 and d == 0:
        raise Refused("epsilon and delta")

    def exceeds(s: Any) -> Any:
        found = laplace_delta(Geometric(1 / R().of(s)), size, e)
        return found > d and not R().same(found, d)

    return smallest(exceeds)


def gaussian_variance(given: Given) -> Any:
    size, e, d = shift(given), epsilon(given, finite=True), real(given, "delta", above=0, below=1)
    with localcontext() as few:
        few.prec = 60
        return smallest(lambda s: gaussian_delta(R().of(s), size, e) > d)


FUNCTIONS = {
    "integer_laplace_mass": lambda g: laplace(g).mass(whole(g, "z")),
    "integer_laplace_tail": lambda g: laplace(g).at_least(whole(g, "z")),
    "integer_laplace_delta": lambda g: laplace_delta(laplace(g), shift(g), epsilon(g, finite=True)),
    "integer_laplace_scale": laplace_scale,
    "integer_gaussian_mass": gaussian_mass,
    "integer_gaussian_tail": gaussian_tail,
    "integer_gaussian_delta": lambda g: gaussian_delta(variance_of(g), shift(g), epsilon(g, finite=True)),
    "integer_gaussian_variance": gaussian_variance,
}

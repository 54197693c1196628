"""The distributions that diffprivlib's documentation promises: exact where outputs are discrete, else of
bins.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from ....dp import Dist
from ....engines.partial import Partial
from ....exact import Certified, Number, certified, eps, number
from ....exact._flint import arb
from ....mechanisms.exponential import permute_and_flip_distribution
from .._truths import ball

DIGITS = 25
REACH = 45
"""Two-sided geometric noise is listed up to this distance, at epsilon/sensitivity >= 1."""

Below = Callable[[Fraction], Certified]
"""A distribution function."""


def two_coins(epsilon: Fraction) -> Callable[[str], Dist[str]]:
    """The label with e^epsilon/(1 + e^epsilon), for labels "a" and "b"."""
    odds = eps(epsilon).exp()
    return lambda x: Dist({x: odds / (1 + odds), "b" if x == "a" else "a": 1 / (1 + odds)})


def coin(gamma: float) -> Dist[int]:
    """1 with probability e^-gamma."""
    heads = 1 / eps(Fraction(gamma)).exp()
    return Dist({1: heads, 0: 1 - heads} if gamma else {1: 1})


def geometric(rate: Fraction, read: Callable[[int], int] = int) -> Callable[[int], Partial[int]]:
    """read(x + Z), where P(Z = z) is (1 - b)/(1 + b) b^|z| and b = e^-rate; what is not listed stays open."""
    odds = eps(rate).exp()

    def distribution(x: int) -> Partial[int]:
        table: dict[int, Number] = {}
        top = (odds - 1) / (odds + 1)
        for z in range(-REACH, REACH + 1):
            outcome = read(x + z)
            table[outcome] = table.get(outcome, number(0)) + top / odds ** abs(z)
        return Partial(table, 1 - sum(table.values(), number(0)), len(table))

    return distribution


def truncated(lower: int, upper: int) -> Callable[[int], int]:
    """To the closest point of the range."""
    return lambda z: min(max(z, lower), upper)


def folded(lower: int, upper: int) -> Callable[[int], int]:
    """Mirrored at the ends until it is inside."""

    def read(z: int) -> int:
        while not lower <= z <= upper:
            z = 2 * lower - z if z < lower else 2 * upper - z
        return z

    return read


def weighted(epsilon: Fraction, sensitivity: Fraction, monotonic: bool, measure: Sequence[int]) -> Any:
    """Candidate i with a probability proportional to measure_i e^(epsilon u_i / (2 sensitivity))."""
    rate = epsilon / sensitivity / (1 if monotonic else 2)

    def distribution(utility: Sequence[int]) -> Dist[int]:
        weights = [m * eps(rate * u).exp() for u, m in zip(utility, measure, strict=True)]
        total = sum(weights, number(0))
        return Dist({i: w / total for i, w in enumerate(weights)})

    return distribution


def permute_and_flip(epsilon: Fraction, sensitivity: Fraction) -> Callable[[Sequence[int]], Dist[int]]:
    """Candidates in random order, each taken with e^(epsilon (u_i - max u) / (2 sensitivity))."""
    return lambda utility: permute_and_flip_distribution(
        dict(enumerate(utility)), epsilon, sensitivity=sensitivity
    )


def binned(below: Below, cuts: Sequence[Fraction]) -> Partial[int]:
    """The distribution of the number of cuts that are at most the output, for a distribution without atoms at
    the cuts.
    """
    ends = [(Fraction(v.lower(DIGITS)), Fraction(v.upper(DIGITS))) for v in map(below, cuts)]
    edges = [(Fraction(0), Fraction(0)), *ends, (Fraction(1), Fraction(1))]
    lower = {i: number(max(Fraction(0), edges[i + 1][0] - edges[i][1])) for i in range(len(edges) - 1)}
    return Partial(lower, 1 - sum(lower.values(), number(0)), len(cuts))


def bin_of(cuts: Sequence[Fraction]) -> Callable[[float], int]:
    """How many cuts are at most a value."""
    floats = [float(cut) for cut in cuts]
    return lambda value: sum(bool(value >= cut) for cut in floats)


def laplace_below(centre: Any, scale: Any) -> Below:
    """P(centre + L <= t) for Laplace noise."""

    def below(t: Fraction) -> Certified:
        gap = (certified(t) - certified(centre)) / certified(scale)
        return (gap.exp() / 2) if gap <= 0 else 1 - (-gap).exp() / 2

    return below


def normal_below(centre: Fraction, sigma: Any) -> Below:
    """P(centre + N <= t) for normal noise."""

    def below(t: Fraction) -> Certified:
        gap = (certified(t) - certified(centre)) / certified(sigma)
        return Certified(lambda bits: (-gap.enclosure(bits) / arb(2).sqrt()).erfc() / 2, f"Phi at {t}")

    return below


def conditioned(below: Below, lower: Fraction, upper: Fraction) -> Below:
    """The distribution given that it is in a range."""
    start, end = below(lower), below(upper)
    return lambda t: (below(t) - start) / (end - start)


def mirrored(below: Below, lower: Fraction, upper: Fraction, images: int = 12) -> Below:
    """The distribution folded into a range, up to `images` foldings to either side."""
    width = upper - lower

    def at(t: Fraction) -> Certified:
        total = certified(0)
        for k in range(-images, images + 1):
            shift = 2 * k * width
            total = total + below(t + shift) - below(2 * lower - t + shift)
        return total

    return at


def gaussian_scale(epsilon: Fraction, delta: Fraction, sensitivity: Fraction) -> Certified:
    """sqrt(2 ln(1.25/delta)) sensitivity/epsilon."""
    return ball(
        lambda e, d, s: (2 * (arb(5) / 4 / d).log()).sqrt() * s / e,
        "sqrt(2 ln(1.25/delta)) s/epsilon",
        epsilon,
        delta,
        sensitivity,
    )

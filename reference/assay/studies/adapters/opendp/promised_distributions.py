"""Distributions that opendp's samplers promise, as exact distributions or certified bounds of them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from ....dp import Dist
from ....engines.partial import Partial
from ....exact import Certified, Number, exp, number
from ....mechanisms import noise

REACH = 12
"""A discrete Gaussian is listed up to REACH deviations; the rest has a mass below 2 e^(-REACH^2/2)."""

DIGITS = 40


def clamp(z: int, ends: int) -> int:
    """z, brought to -ends..ends."""
    return max(-ends, min(ends, z))


def laplace_integers(scale: Fraction, ends: int, centre: int = 0) -> Dist[int]:
    """Discrete Laplace noise around an integer, the output brought to -ends..ends."""
    return noise.discrete_laplace_clamped(scale, -ends, ends, centre=centre)


def gaussian_integers(scale: Fraction, ends: int, centre: int = 0) -> Partial[int]:
    """Discrete Gaussian noise with the parameter sigma = scale, the output brought to -ends..ends.

    The distribution on all integers, conditioned on |z| <= n, is exact; P(|z| > n) <= 2 e^(-n^2 / (2
    sigma^2)) is what stays open (Canonne, Kamath and Steinke, NeurIPS 2020, proposition 22 with the weaker
    constant).
    """
    reach = -(-REACH * scale.numerator // scale.denominator)
    middle = noise.discrete_gaussian_truncated(scale**2, -reach, reach)
    left = Fraction((2 * exp(-Fraction(reach**2) / (2 * scale**2))).upper(DIGITS))
    lower: dict[int, Number] = {}
    for z, p in middle.items():
        outcome = clamp(centre + z, ends)
        lower[outcome] = lower.get(outcome, number(0)) + Fraction(p.lower(DIGITS)) * (1 - left)
    return Partial(lower, 1 - sum(lower.values(), number(0)), len(lower))


def binned(cuts: Sequence[Fraction], below: Sequence[Number | Certified], gap: Fraction) -> Partial[int]:
    """The distribution of the number of cuts that are below an output, from P(output <= cut) up to `gap`
    each.
    """
    known = [Fraction(0), *(Fraction(p.lower(DIGITS)) for p in below), Fraction(1)]
    slack = gap + Fraction(1, 10 ** (DIGITS - 2))
    lower = {i: number(max(Fraction(0), b - a - slack)) for i, (a, b) in enumerate(pairwise(known))}
    return Partial(lower, 1 - sum(lower.values(), number(0)), len(cuts))


def laplace_below(scale: Fraction, cut: Fraction) -> Number:
    """P(X <= cut) = e^(cut/scale)/2 for cut <= 0, and 1 - e^(-cut/scale)/2 above."""
    tail = exp(-abs(cut) / scale) / 2
    return tail if cut <= 0 else 1 - tail


def independent_flips(flip: Fraction, bits: Sequence[int]) -> Dist[tuple[int, ...]]:
    """Every bit is flipped on its own with the given probability."""
    return Dist.product(*(Dist({bit: 1 - flip, 1 - bit: flip}) for bit in bits))

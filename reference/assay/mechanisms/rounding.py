"""Randomised rounding: a rational value becomes an integer, or one bit, with the value as its expectation."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction

from ..adjacency import Adjacency, all_pairs
from ..arguments import integer, positive_rational, rational
from ..budgets.sizes import check_size
from ..dp import Dist, Mechanism
from ..errors import InvalidValue
from ..exact import EpsilonLike, ExactLike, eps, integer_text
from ..exact.real import brief as number_text
from . import noise
from ._arguments import adjacent_where, decay, integer_range


def rounded_at_random(value: ExactLike) -> Dist[int]:
    """P(floor(v) + 1) = v - floor(v) and P(floor(v)) = 1 - (v - floor(v)), so that the mean is v."""
    exact = rational(value, "value")
    below = math.floor(exact)
    return Dist({below: 1 - (exact - below), below + 1: exact - below})


def one_bit_mean(
    epsilon: EpsilonLike,
    *,
    steps: int = 1,
    domain: Iterable[Fraction] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[Fraction, int]:
    """P(1 | x) = (1 + x (e^epsilon - 1)) / (e^epsilon + 1) and P(0 | x) = 1 - P(1 | x), for rational x in [0,
    1].

    Randomised rounding of x to a bit, and then randomised response. Default domain: 0, 1/steps, ..., 1;
    neighbours: all pairs. The exact epsilon is epsilon where 0 and 1 are in the domain.
    Source: Duchi, Jordan and Wainwright, FOCS 2013; Ding, Kulkarni and Yekhanin, "Collecting telemetry data
    privately", NeurIPS 2017, equation (1).
    """
    grid, a = integer(steps, "steps", 1), decay(epsilon)

    def distribution(x: ExactLike) -> Dist[int]:
        value = rational(x, "input")
        if not 0 <= value <= 1:
            raise InvalidValue(
                f"input = {number_text(value)} ({type(x).__name__}) is not in [0, 1]; scale the values first"
            )
        one = (a + value * (1 - a)) / (1 + a)
        return Dist({1: one, 0: 1 - one})

    return Mechanism(
        distribution,
        (Fraction(i, grid) for i in range(grid + 1)) if domain is None else domain,
        all_pairs() if adjacency is None else adjacency,
        name="one_bit_mean",
    )


def rounded_geometric_clamped(
    n: int,
    epsilon: EpsilonLike,
    *,
    steps: int = 1,
    sensitivity: ExactLike = 1,
    low: int = 0,
    high: int | None = None,
    domain: Iterable[Fraction] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[Fraction, int]:
    """clamp(R(x) + Z, low, high), R(x) = x rounded at random, P(Z = z) = (1 - a)/(1 + a) a^|z|, a =
    e^(-epsilon/D).

    x is a rational number, by default one of 0, 1/steps, ..., n; neighbours differ by at most the
    sensitivity, and D = ceil(sensitivity) is how far the rounded values can be coupled. Claim: epsilon-DP;
    exact where the sensitivity is an integer that is at most n. Rounding to the nearest integer instead needs
    D = ceil(sensitivity) too, and is biased.
    Source: Kairouz, Liu and Steinke, "The distributed discrete Gaussian mechanism for federated learning with
    secure aggregation", ICML 2021 (randomised rounding before integer noise).
    """
    top, grid, step = (
        integer(n, "n", 1),
        integer(steps, "steps", 1),
        positive_rational(sensitivity, "sensitivity"),
    )
    rate = eps(epsilon, "epsilon") / math.ceil(step)
    outputs = integer_range(low, top if high is None else high)

    def noisy(value: int) -> Dist[int]:
        return noise.two_sided_geometric_clamped(rate, outputs[0], outputs[-1], centre=value)

    if domain is None:
        because = f"n = {integer_text(top)} (int), steps = {integer_text(grid)} (int)"
        check_size(top * grid + 1, "inputs", because, "use a smaller n or fewer steps")
    inputs = [Fraction(i, grid) for i in range(top * grid + 1)] if domain is None else list(domain)
    return Mechanism(
        lambda x: rounded_at_random(x).bind(noisy),
        inputs,
        adjacent_where(inputs, lambda x, y: abs(x - y) <= step) if adjacency is None else adjacency,
        name="rounded_geometric_clamped",
    )

"""The discrete Gaussian mechanism on a finite range, with exact weights."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from ..adjacency import Adjacency, l1
from ..arguments import integer, positive_rational
from ..dp import Dist, Mechanism
from ..exact import ExactLike
from . import noise
from ._arguments import adjacent_where, integer_range, integer_vector, vectors

Vector: TypeAlias = tuple[int, ...]


def discrete_gaussian_truncated(
    variance: ExactLike,
    low: int,
    high: int,
    *,
    sensitivity: int = 1,
    domain: Iterable[int] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[int, int]:
    """P(y | x) = e^(-(y - x)^2 / (2 sigma^2)) / C(x) on low..high, renormalised.

    variance is the parameter sigma^2, a rational number > 0. Inputs are integers, by default low..high;
    neighbours differ by at most the sensitivity. Every probability lies in a field Q(e^(1/d)). As the range
    is finite, the exact epsilon is finite too: the largest over neighbours x, x' and outputs y of ((y - x')^2
    - (y - x)^2) / (2 sigma^2) + ln(C(x')/C(x)). The distribution clamped from all integers is not offered:
    its tails lie in no such field (see `noise.discrete_gaussian_truncated`), so that guarantees for the
    untruncated distribution, such as sensitivity^2/(2 sigma^2)-zCDP, do not carry over unchanged.
    Source: Canonne, Kamath and Steinke, "The Discrete Gaussian for Differential Privacy", NeurIPS 2020.
    """
    outputs, spread = integer_range(low, high), positive_rational(variance, "variance")
    step = integer(sensitivity, "sensitivity", 1)
    return Mechanism(
        lambda x: noise.discrete_gaussian_truncated(
            spread, outputs[0], outputs[-1], centre=integer(x, "input")
        ),
        outputs if domain is None else domain,
        l1(step) if adjacency is None else adjacency,
        name="discrete_gaussian_truncated",
    )


def discrete_gaussian_vectors_truncated(
    d: int,
    variance: ExactLike,
    low: int,
    high: int,
    *,
    sensitivity: ExactLike = 1,
    domain: Iterable[Vector] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[Vector, Vector]:
    """P(y | x) = prod_i e^(-(y_i - x_i)^2 / (2 sigma^2)) / C(x_i) on {low, ..., high}^d.

    Every coordinate as in `discrete_gaussian_truncated`; neighbours differ by at most the sensitivity, a
    rational number, in the Euclidean norm.
    Source: Canonne, Kamath and Steinke, NeurIPS 2020, section 2.2 (several dimensions).
    """
    outputs, spread = integer_range(low, high), positive_rational(variance, "variance")
    square = positive_rational(sensitivity, "sensitivity") ** 2
    inputs = vectors(outputs, d) if domain is None else tuple(domain)

    def distribution(x: Vector) -> Dist[Vector]:
        each = (
            noise.discrete_gaussian_truncated(spread, outputs[0], outputs[-1], centre=c)
            for c in integer_vector(x)
        )
        return Dist.product(*each)

    def near(x: Vector, y: Vector) -> bool:
        return sum((a - b) ** 2 for a, b in zip(x, y, strict=True)) <= square

    return Mechanism(
        distribution,
        inputs,
        adjacent_where(inputs, near) if adjacency is None else adjacency,
        name="discrete_gaussian_vectors_truncated",
    )

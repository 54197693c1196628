"""A quantile by the exponential mechanism: a value is the likelier, the nearer its rank is to the wanted
one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from ..adjacency import Adjacency, hamming
from ..arguments import integer, probability, rational
from ..dp import Dist, Mechanism
from ..exact import EpsilonLike, ExactLike, eps
from ..mechanisms._arguments import integer_vector, interval, vectors
from ..mechanisms.exponential import gibbs_distribution

Rows: TypeAlias = tuple[int, ...]


def exponential_quantile(
    n: int,
    epsilon: EpsilonLike,
    *,
    quantile: ExactLike = "1/2",
    values: tuple[int, int] = (0, 2),
    domain: Iterable[Rows] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[Rows, int]:
    """P(y | x) proportional to e^(-epsilon |#{i : x_i < y} - quantile n| / 2), for y in the range of values.

    Default domain: all n-tuples of the values; neighbours: one row is replaced, which changes the rank
    #{i : x_i < y} by at most 1. Claim: epsilon-DP; the exact epsilon is less.
    Raises InvalidValue unless 0 <= quantile <= 1 is rational.
    Source: Smith, "Privacy-preserving statistical estimation with optimal convergence rates", STOC 2011, on a
    grid.
    """
    size, outputs, rate = integer(n, "n", 1), interval(values, "values"), eps(epsilon, "epsilon")
    wanted = rational(probability(quantile, "quantile"), "quantile") * size

    def distribution(x: Rows) -> Dist[int]:
        rows = integer_vector(x)
        return gibbs_distribution({y: -abs(sum(v < y for v in rows) - wanted) for y in outputs}, rate)

    return Mechanism(
        distribution,
        vectors(outputs, size) if domain is None else domain,
        hamming(1) if adjacency is None else adjacency,
        name="exponential_quantile",
    )

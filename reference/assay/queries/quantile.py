"""A quantile by the exponential mechanism; a median with noise in proportion to its smooth sensitivity."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TypeAlias

from ..adjacency import Adjacency, hamming
from ..arguments import integer, probability, rational
from ..budgets.sizes import check_size
from ..dp import Dist, Mechanism
from ..errors import InvalidValue
from ..exact import EpsilonLike, ExactLike, eps, integer_text
from ..exact.real import brief as number_text
from ..mechanisms import noise
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


MOST_ROWS = 1 << 8
"""A median of more rows is refused."""

MOST_BASE = 1 << 8
"""Noise of more parts in a unit is refused."""


def smooth_sensitivity_of_the_median(rows: Sequence[int], base: ExactLike, ends: tuple[int, int]) -> Fraction:
    """max over k = 0..n of base^(-k) max over t = 0..k+1 of x_(m+t) - x_(m+t-k-1), with m = (n + 1)/2.

    x_(1) <= ... <= x_(n) are the sorted rows, n odd, x_(i) the lower end for i < 1 and the upper one for i >
    n: the smallest beta-smooth upper bound on the local sensitivity, beta = ln(base), where one row is
    replaced.
    Raises InvalidValue for an even number of rows or a base < 1.
    Source: Nissim, Raskhodnikova and Smith, "Smooth sensitivity and sampling in private data analysis", STOC
    2007, proposition 3.4.
    """
    values, power = sorted(integer_vector(tuple(rows), "rows")), rational(base, "base")
    size = len(values)
    if size % 2 == 0:
        raise InvalidValue(f"n = {size} rows have no middle one; give an odd number of rows")
    if power < 1:
        raise InvalidValue(f"base = {number_text(power)} (Fraction) is below 1; give base = e^beta >= 1")

    def at(i: int) -> int:
        return ends[0] if i < 1 else ends[1] if i > size else values[i - 1]

    middle = (size + 1) // 2
    return max(
        Fraction(at(middle + t) - at(middle + t - k - 1)) / power**k
        for k in range(size + 1)
        for t in range(k + 2)
    )


def smooth_sensitivity_median_clamped(
    n: int,
    epsilon: EpsilonLike,
    *,
    base: ExactLike = 2,
    values: tuple[int, int] = (0, 2),
    domain: Iterable[Rows] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[Rows, int]:
    """clamp(median(x) + Z, low, high), P(Z = z) proportional to e^(-epsilon |z| / (2 S(x))).

    S(x) = `smooth_sensitivity_of_the_median` with base = e^beta, and values = (low, high). Default domain:
    all n-tuples of the values, n odd; neighbours: one row is replaced. The source claims (epsilon, delta)-DP
    with Laplace noise and beta = epsilon / (2 ln(2/delta)), which is delta = 2 e^(-epsilon/(2 beta));
    delta(epsilon) is what this mechanism needs. Where S(x) = 0, which takes values = (v, v), the median is
    released as it is.
    Source: Nissim, Raskhodnikova and Smith, STOC 2007, section 2.
    """
    size, outputs, rate = integer(n, "n", 1), interval(values, "values"), eps(epsilon, "epsilon") / 2
    ends = (outputs[0], outputs[-1])
    power = rational(base, "base")
    because, what = f"base = {number_text(power)} (Fraction)", "parts of a unit of noise"
    check_size(power.numerator, what, because, "use a smaller base", MOST_BASE)
    check_size(size, "rows", f"n = {integer_text(size)} (int)", "use a smaller n", MOST_ROWS)
    smooth_sensitivity_of_the_median([outputs[0]] * size, base, ends)

    def distribution(x: Rows) -> Dist[int]:
        middle = sorted(integer_vector(x))[len(x) // 2]
        scale = smooth_sensitivity_of_the_median(x, base, ends)
        return noise.two_sided_geometric_clamped(rate / scale if scale else "inf", *ends, centre=middle)

    return Mechanism(
        distribution,
        vectors(outputs, size) if domain is None else domain,
        hamming(1) if adjacency is None else adjacency,
        name="smooth_sensitivity_median_clamped",
    )

"""GeoSample: a clamped geometric mechanism that compares one uniform integer with integer weights."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from ..adjacency import Adjacency, l1
from ..arguments import integer
from ..dp import Dist, Mechanism
from ._arguments import category


def geo_sample(
    n: int,
    k: int,
    *,
    domain: Iterable[int] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[int, int]:
    """For a count c in 0..n: the least z with F(z) >= U, where U is uniform on 1..d.

    P(z) = (F(z) - F(z-1)) / d,   where F(-1) = 0 and d = (2^(k+1) + 1) (2^k + 1)^(n-1),

    F(z) = 2^(k(c-z)) (2^k + 1)^(n-(c-z))            for 0 <= z < c,
    F(z) = d - 2^(k(z-c+1)) (2^k + 1)^(n-1-(z-c))    for c <= z < n,   and F(n) = d.

    All weights are integers, so that a computer with exact integers samples it without error.  It equals
    `geometric_clamped` with e^(-epsilon) = 2^k / (2^k + 1); the exact epsilon is ln(1 + 2^(-k)).
    Source: Balcer and Vadhan, "Differential privacy on finite computers", arXiv:1709.05396, algorithm 4.8.

    The source chooses k = ceil(log(2/epsilon)). With the logarithm to base 2, the exact epsilon is at most
    epsilon/2; read as a natural logarithm (so in the tests of DP-Sniper), epsilon = 0.1 gives k = 3 and an
    exact epsilon of ln(9/8) > 0.117.
    """
    top, bits = integer(n, "n", 1), integer(k, "k", 0)
    return Mechanism(
        lambda c: _distribution(category(c, top + 1), top, bits),
        range(top + 1) if domain is None else domain,
        l1(1) if adjacency is None else adjacency,
        name="geo_sample",
    )


def _distribution(c: int, n: int, k: int) -> Dist[int]:
    """P(z) = (F(z) - F(z - 1)) / d with F(-1) = 0."""
    base = 2**k + 1
    d = (2 ** (k + 1) + 1) * base ** (n - 1)
    below = [2 ** (k * (c - z)) * base ** (n - (c - z)) for z in range(c)]
    above = [d - 2 ** (k * (z - c + 1)) * base ** (n - 1 - (z - c)) for z in range(c, n)]
    cumulative = [*below, *above, d]
    return Dist({z: Fraction(cumulative[z] - (cumulative[z - 1] if z else 0), d) for z in range(n + 1)})

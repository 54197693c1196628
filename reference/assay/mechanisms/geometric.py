"""Geometric mechanisms for a counting query x in 0..n, released on a finite range low..high of integers.

There are two ways to bring two-sided geometric noise to a finite range, and they differ in what they cost:

    clamped    clamp(x + Z, low, high): post-processing, and exactly epsilon-DP;
    truncated  x + Z conditioned on falling into the range: the normalising constant depends on x, and the
               mechanism costs more than epsilon (with the range 0..n, n >= 2: more, and less than 2 epsilon).

The "truncated geometric mechanism" of Ghosh, Roughgarden and Sundararajan is the *clamped* one: its two ends
carry the mass of the tails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

from ..adjacency import Adjacency, l1
from ..arguments import integer, positive_rational
from ..dp import Dist, Mechanism
from ..exact import EpsilonLike, ExactLike, Log, eps
from . import noise
from ._arguments import category, integer_range


def geometric_clamped(
    n: int,
    epsilon: EpsilonLike,
    *,
    sensitivity: int = 1,
    low: int = 0,
    high: int | None = None,
    domain: Iterable[int] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[int, int]:
    """clamp(x + Z, low, high) with P(Z = z) = (1 - a)/(1 + a) a^|z| and a = e^(-epsilon/sensitivity).

    high is n if not given. For low < y < high, P(y | x) = (1 - a)/(1 + a) a^|y - x|; for low <= x <= high the
    ends carry P(low | x) = a^(x - low)/(1 + a) and P(high | x) = a^(high - x)/(1 + a). Neighbours differ by
    at most the sensitivity. The exact epsilon is epsilon, where n >= sensitivity and the range contains 0..n.
    At epsilon = infinity it is the identity, at 0 a fair coin between the two ends.
    Source: Ghosh, Roughgarden and Sundararajan, "Universally utility-maximizing privacy mechanisms", STOC
    2009, where it is called the truncated (or range-restricted) geometric mechanism.
    """
    distribution = noise.two_sided_geometric_clamped
    return _geometric(
        "geometric_clamped", distribution, n, epsilon, sensitivity, low, high, domain, adjacency
    )


def geometric_truncated(
    n: int,
    epsilon: EpsilonLike,
    *,
    sensitivity: int = 1,
    low: int = 0,
    high: int | None = None,
    domain: Iterable[int] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[int, int]:
    """P(y | x) = a^|y - x| / C(x) on low..high, where a = e^(-epsilon/sensitivity).

    C(x) is the sum of a^|y - x| over the range; high is n if not given. With the range 0..n and sensitivity 1
    the exact epsilon is epsilon + ln(C(1)/C(0)), where C(x) = (1 + a - a^(x+1) - a^(n-x+1)) / (1 - a): the
    end of the range has the smallest constant. At epsilon = infinity it is the identity, at 0 uniform.

    This is what rejecting the draws of a sampler that fall outside the range gives.
    Source: folklore; not the mechanism of Ghosh, Roughgarden and Sundararajan, whatever the name.
    """
    distribution = noise.two_sided_geometric_truncated
    return _geometric(
        "geometric_truncated", distribution, n, epsilon, sensitivity, low, high, domain, adjacency
    )


def _geometric(
    name: str,
    distribution: Callable[..., Dist[int]],
    n: int,
    epsilon: EpsilonLike,
    sensitivity: int,
    low: int,
    high: int | None,
    domain: Iterable[int] | None,
    adjacency: Adjacency | None,
) -> Mechanism[int, int]:
    top, step = integer(n, "n", 1), integer(sensitivity, "sensitivity", 1)
    rate: Log = eps(epsilon, "epsilon") / step
    outputs = integer_range(low, top if high is None else high)
    return Mechanism(
        lambda x: distribution(rate, outputs[0], outputs[-1], centre=integer(x, "input")),
        range(top + 1) if domain is None else domain,
        l1(step) if adjacency is None else adjacency,
        name=name,
    )


def discrete_laplace_clamped(
    scale: ExactLike,
    low: int,
    high: int,
    *,
    sensitivity: int = 1,
    domain: Iterable[int] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[int, int]:
    """clamp(x + Z, low, high) with P(Z = z) = (1 - a)/(1 + a) a^|z| on the integers and a = e^(-1/scale).

    Inputs are integers, by default low..high; neighbours differ by at most the sensitivity; the scale is a
    rational number > 0. The exact epsilon is sensitivity/scale, as long as the range is at least as wide as
    the sensitivity. (Clamping the *noise* instead of the output gives infinite epsilon: add it to x and the
    supports differ.)
    Sources: Inusah and Kozubowski 2006; Canonne, Kamath and Steinke, NeurIPS 2020.
    """
    outputs, width = integer_range(low, high), positive_rational(scale, "scale")
    step = integer(sensitivity, "sensitivity", 1)

    def distribution(x: int) -> Dist[int]:
        return noise.discrete_laplace_clamped(width, outputs[0], outputs[-1], centre=integer(x, "input"))

    return Mechanism(
        distribution,
        outputs if domain is None else domain,
        l1(step) if adjacency is None else adjacency,
        name="discrete_laplace_clamped",
    )


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

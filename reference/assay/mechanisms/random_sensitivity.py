"""Noise in proportion to a quantile of the differences between rows: the sensitivity analysis of Random DP.

For integer rows x_1, ..., x_n and g(x) = x_1 + ... + x_n, replacing a row changes g by h(x, x') = |x - x'|.
The n/2 pairs (x_i, x_(i + n/2)) give n/2 independent draws of h; with their empirical distribution function

    D(X, t) = 2/n sum_(i <= n/2) 1{h(x_i, x_(i + n/2)) <= t},
    d(X) = the smallest t with D(X, t) >= 1 - delta,

and the mechanism releases clamp(g(X) + Z) with P(Z = z) proportional to e^(-alpha |z|/d(X)); g(X) itself,
clamped, where d(X) = 0.  (The source asks for D(X, t) = 1 - delta, which no t need satisfy.)
Source: Hall, Rinaldo and Wasserman, "Random Differential Privacy", section 6, on the scale of the sum.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

from ..adjacency import Adjacency, hamming
from ..arguments import integer, probability
from ..budgets.sizes import check_power
from ..dp import Dist, Mechanism
from ..errors import InvalidValue
from ..exact import EpsilonLike, ExactLike, integer_text
from . import noise
from ._arguments import integer_vector, interval, not_empty
from .projection import Counts
from .sparse_histogram import noise_level


def pair_quantile(rows: Sequence[int], delta: ExactLike) -> int:
    """d(X), the smallest t with at least a share 1 - delta of the n/2 pair differences at most t.

    Raises InvalidValue for an odd number of rows or fewer than 2, and unless 0 <= delta < 1.
    """
    values, share = integer_vector(tuple(rows), "rows"), probability(delta, "delta")
    if len(values) % 2:
        raise InvalidValue(f"n = {len(values)} rows cannot be paired; give an even number of rows")
    if share == 1:
        raise InvalidValue("delta = 1 leaves no quantile; give delta < 1")
    half = len(values) // 2
    differences = sorted(abs(values[i] - values[i + half]) for i in range(half))
    return next(t for m, t in enumerate(differences, 1) if m >= (1 - share) * half)


def noisy_sum_by_quantile_clamped(
    n: int,
    alpha: EpsilonLike,
    delta: ExactLike,
    *,
    values: Iterable[int] = (0, 1),
    release: tuple[int, int] | None = None,
    domain: Iterable[Counts] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[Counts, int]:
    """clamp(sum + Z) with noise in proportion to `pair_quantile`, on all n-tuples of the values.

    release = (low, high): the range of the output, by default that of the sums.  How private it is, for rows
    drawn from P, is what `mechanism.random_dp(alpha, P, eta)` computes; where d(X) = 0 the sum is released as
    it is.
    Raises InvalidType, InvalidValue unless n >= 2 is even, 0 < alpha < infinity and 0 <= delta < 1.
    """
    size, level = integer(n, "n", 2), noise_level(alpha)
    alphabet = tuple(integer(v, "values") for v in not_empty(values, "values"))
    sums = (size * min(alphabet), size * max(alphabet))
    outputs = interval(sums if release is None else release, "release")
    if domain is None:
        because = f"n = {integer_text(size)} rows"
        check_power(len(alphabet), size, "inputs", because, "use a smaller n, or give the domain")
    pair_quantile([0] * size, delta)

    def distribution(x: Counts) -> Dist[int]:
        scale = pair_quantile(x, delta)
        rate: EpsilonLike = level / scale if scale else "inf"
        return noise.two_sided_geometric_clamped(rate, outputs[0], outputs[-1], centre=sum(x))

    return Mechanism(
        distribution,
        product(alphabet, repeat=size) if domain is None else domain,
        hamming(1) if adjacency is None else adjacency,
        name="noisy_sum_by_quantile_clamped",
    )

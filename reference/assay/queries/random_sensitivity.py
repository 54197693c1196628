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

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, product
from typing import TypeVar, cast

from ..adjacency import Adjacency, hamming
from ..arguments import check_function, integer, probability
from ..budgets.sizes import check_power
from ..dp import Dist, Mechanism
from ..errors import InvalidValue
from ..exact import EpsilonLike, ExactLike, Number, integer_text, number
from ..mechanisms import noise
from ..mechanisms._arguments import integer_vector, interval, not_empty
from .projection import Counts
from .sparse_histogram import noise_level

R = TypeVar("R")


def distance(x: ExactLike, y: ExactLike) -> Number:
    """h(x, x') = |x - x'|."""
    return abs(number(x, "row") - number(y, "row"))


def pair_quantile(
    rows: Sequence[R], delta: ExactLike, h: Callable[[R, R], ExactLike] | None = None
) -> Number:
    """d(X), the smallest t with at least a share 1 - delta of the n/2 pair differences at most t.

    h: the sensitivity of a pair of rows, |x - x'| if not given.
    Raises InvalidValue for an odd number of rows or fewer than 2, unless 0 <= delta < 1, and for h < 0.
    """
    values, half = tuple(rows), len(tuple(rows)) // 2
    if len(values) % 2 or not half:
        raise InvalidValue(f"n = {len(values)} rows cannot be paired; give an even number of rows")
    return _quantile([(values[i], values[i + half]) for i in range(half)], delta, h)


def u_quantile(rows: Sequence[R], delta: ExactLike, h: Callable[[R, R], ExactLike] | None = None) -> Number:
    """The same quantile of all n(n - 1)/2 pairs: that of the U-statistic process, for any order of rows.

    Raises InvalidValue for fewer than 2 rows, and as `pair_quantile`.
    """
    values = tuple(rows)
    if len(values) < 2:
        raise InvalidValue(f"n = {len(values)} rows have no pair; give at least 2")
    return _quantile(list(combinations(values, 2)), delta, h)


def _quantile(
    pairs: Sequence[tuple[R, R]], delta: ExactLike, h: Callable[[R, R], ExactLike] | None
) -> Number:
    if h is not None:
        check_function(h, "h", "lambda x, y: abs(x - y)")
    measure = cast("Callable[[R, R], ExactLike]", distance) if h is None else h
    return sorted(sensitivity_of(x, y, measure) for x, y in pairs)[quantile_rank(len(pairs), delta) - 1]


def quantile_rank(pairs: int, delta: ExactLike) -> int:
    """The least m >= (1 - delta) N, for the m-th smallest of N; InvalidValue unless 0 <= delta < 1."""
    share = probability(delta, "delta")
    if share == 1:
        raise InvalidValue("delta = 1 leaves no quantile; give delta < 1")
    return ((1 - share) * pairs).__ceil__()


def sensitivity_of(x: R, y: R, h: Callable[[R, R], ExactLike]) -> Number:
    """h(x, x') as a number; InvalidValue where it is negative."""
    found = number(h(x, y), f"h({x!r}, {y!r})")
    if found < 0:
        raise InvalidValue(f"h({x!r}, {y!r}) = {found} is negative; give a sensitivity >= 0")
    return found


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
        scale = pair_quantile(integer_vector(x, "rows"), delta)
        rate: EpsilonLike = level / scale if scale else "inf"
        return noise.two_sided_geometric_clamped(rate, outputs[0], outputs[-1], centre=sum(x))

    return Mechanism(
        distribution,
        product(alphabet, repeat=size) if domain is None else domain,
        hamming(1) if adjacency is None else adjacency,
        name="noisy_sum_by_quantile_clamped",
    )

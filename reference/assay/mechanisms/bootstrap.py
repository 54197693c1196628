"""Bootstrap resampling offered as a privacy mechanism: count the ones in a resample of ceil(n/Z) rows."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import ceil, comb

from ..adjacency import Adjacency, hamming
from ..arguments import integer, positive_rational
from ..budgets.sizes import check_size
from ..dp import Dist, Mechanism
from ..exact import ExactLike, integer_text
from ._arguments import bit_vector

Bits = tuple[int, ...]


def bootstrap(
    n: int,
    Z: ExactLike,
    *,
    domain: Iterable[Bits] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[Bits, int]:
    """The number of ones among m = ceil(n/Z) rows drawn uniformly with replacement from n rows of one bit.

    P(j | x) = C(m, j) (k/n)^j (1 - k/n)^(m - j), where k is the number of ones in x; the released frequency
    is j/m. Any n >= 1 and rational Z > 0. Neighbours: one row is replaced.

    As the distribution depends on k only, and every adjacent pair is one of the pairs below up to the order
    of the rows, the default domain has one data set for each k = 0..n, the zeros first. Pass
    domain=itertools.product((0, 1), repeat=n) for all of them.

    The source claims epsilon = 1/Z. In fact epsilon is infinite (k = 0 can never show a one, k = 1 can), and
    the pair (k = 1, k = 0) has delta(epsilon) = 1 - (1 - 1/n)^m at every epsilon >= 0.
    Source: Mount and Zumel, "A simple differentially private procedure", Win-Vector Blog, 2015.
    """
    size = integer(n, "n", 1)
    draws = ceil(size / positive_rational(Z, "Z"))
    check_size(draws, "outputs", f"m = ceil(n/Z) = {integer_text(draws)}", "use a smaller n or a larger Z")
    if domain is None:
        because = f"n = {integer_text(size)}"
        check_size(size * (size + 1), "rows in all data sets", because, "use a smaller n, or give a domain")
    sorted_sets = (tuple([0] * (size - k) + [1] * k) for k in range(size + 1))
    return Mechanism(
        lambda x: _ones(sum(bit_vector(x, size)), size, draws),
        sorted_sets if domain is None else domain,
        hamming(1) if adjacency is None else adjacency,
        name="bootstrap",
    )


def _ones(k: int, n: int, m: int) -> Dist[int]:
    """The binomial distribution with m trials and success probability k/n."""
    p = Fraction(k, n)
    return Dist({j: comb(m, j) * p**j * (1 - p) ** (m - j) for j in range(m + 1)})

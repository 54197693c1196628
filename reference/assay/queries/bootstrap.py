"""Bootstrap resampling offered as a privacy mechanism: a score of a resample of ceil(n/Z) rows."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from math import ceil, comb, prod
from typing import TypeVar

from ..adjacency import Adjacency, hamming, l1
from ..arguments import check_function, integer, positive_rational
from ..budgets.sizes import check_choices, check_size
from ..dp import Dist, Mechanism
from ..dp.exchangeable import multinomial
from ..errors import InvalidValue
from ..exact import ExactLike, integer_text
from ..mechanisms._arguments import bit_vector, integer_vector, not_empty
from ..outputs.text import with_type
from .projection import Counts, histograms

Bits = tuple[int, ...]
R = TypeVar("R", bound=Hashable)
T = TypeVar("T", bound=Hashable)


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


def bootstrap_score(
    n: int,
    Z: ExactLike,
    score: Callable[[Mapping[R, int]], T],
    *,
    values: Iterable[R],
    domain: Iterable[Counts] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[Counts, T]:
    """Any score of m = ceil(n/Z) rows drawn uniformly with replacement from n rows with these values.

    P(s | c) = sum over j with score(j) = s of m!/(j_1! ... j_k!) prod (c_i/n)^(j_i); c_i is how often the
    i-th value occurs among the rows, j_i among the draws, and score is asked with {value: j_i}, for the
    values that are drawn.
    Inputs are the counts (c_1, ..., c_k), by default all of them.  Neighbours: one row is replaced.

    For every score delta(epsilon) <= 1 - (1 - 1/n)^m at every epsilon >= 0: the two resamples are the same
    unless the row that is replaced is drawn.  `bootstrap` attains it.
    Raises InvalidType, InvalidValue for bad arguments, BudgetExceeded where there are too many resamples.
    Source: Mount and Zumel, "A simple differentially private procedure", Win-Vector Blog, 2015.
    """
    size = integer(n, "n", 1)
    draws = ceil(size / positive_rational(Z, "Z"))
    check_function(score, "score", "max")
    rows = tuple(dict.fromkeys(not_empty(values, "values")))
    because = f"m = {integer_text(draws)} draws of {len(rows)} values"
    check_choices(draws + len(rows) - 1, len(rows) - 1, "resamples", because, "use fewer draws or values")
    resamples = histograms(draws, len(rows))
    found = {j: score({v: times for v, times in zip(rows, j, strict=True) if times}) for j in resamples}

    def distribution(c: Counts) -> Dist[T]:
        counts = integer_vector(c, "input")
        if len(counts) != len(rows) or min(counts) < 0 or sum(counts) != size:
            raise InvalidValue(
                f"input {with_type(c)} is not how often {len(rows)} values occur in {size} rows"
            )
        shares = [Fraction(times, size) for times in counts]
        masses = {j: multinomial(j) * prod(p**k for p, k in zip(shares, j, strict=True)) for j in resamples}
        return Dist(masses).map(found.__getitem__)

    return Mechanism(
        distribution,
        histograms(size, len(rows)) if domain is None else domain,
        l1(2) if adjacency is None else adjacency,
        name="bootstrap_score",
    )

"""Sparse histograms: noise on the cells that have rows, and none on those that are empty.

    z_j = 0                if c_j = 0 and 2k <= gamma n
    z_j = c_j + Z_j        otherwise,   P(Z_j = z) = (1 - a)/(1 + a) a^|z|,   a = e^(-alpha/2)

on the counts c = n theta, with independent Z_j.  It is (alpha, gamma)-Random DP for every distribution of the
rows, and not differentially private: which cells are empty is released without noise.
Source: Hall, Rinaldo and Wasserman, "Random Differential Privacy", equation (5), with two-sided geometric
noise in place of Laplace noise, and with one draw for each cell (the text writes one L).
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import permutations

from ..adjacency import Adjacency, l1
from ..arguments import integer, probability
from ..dp import Dist, Mechanism
from ..dp.dist import check_is_dist
from ..errors import InvalidValue
from ..exact import EpsilonLike, ExactLike, Log, Number, eps, integer_text, number
from ..mechanisms import noise
from ..mechanisms._arguments import integer_vector, interval, vectors
from .projection import Counts, histograms


def sparse_histogram_clamped(
    n: int,
    k: int,
    alpha: EpsilonLike,
    gamma: ExactLike,
    *,
    release: tuple[int, int] | None = None,
    domain: Iterable[Counts] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[Counts, Counts]:
    """The mechanism on the histograms of n rows in k cells, adjacent if one row was replaced.

    release: noisy cells are clamped to (low, high), by default (0, n), which costs no privacy.  Where 2k >
    gamma n every cell gets noise, and the mechanism is alpha-DP.
    Raises InvalidType, InvalidValue unless n >= 1, k >= 2, 0 < alpha < infinity and gamma is in [0, 1].
    """
    rows, cells = integer(n, "n", 1), integer(k, "k", 2)
    level, gamma_ = noise_level(alpha), probability(gamma, "gamma")
    outputs = range(rows + 1) if release is None else interval(release, "release")
    bare = spares_empty_cells(rows, cells, gamma_)

    def cell(count: int) -> Dist[int]:
        if bare and count == 0:
            return Dist.point(0)
        return noise.two_sided_geometric_clamped(level / 2, outputs[0], outputs[-1], centre=count)

    return Mechanism(
        lambda c: Dist.product(*map(cell, integer_vector(c))),
        histograms(rows, cells) if domain is None else domain,
        l1(2) if adjacency is None else adjacency,
        name="sparse_histogram_clamped",
    )


def noise_level(alpha: EpsilonLike) -> Log:
    """alpha with 0 < alpha < infinity; InvalidValue otherwise."""
    level = eps(alpha, "alpha")
    if level.is_infinite or not level > 0:
        raise InvalidValue(
            f"alpha = {level} is outside the range of the mechanism; give 0 < alpha < infinity"
        )
    return level


def spares_empty_cells(n: int, k: int, gamma: ExactLike) -> bool:
    """Whether 2k <= gamma n, the condition under which empty cells get no noise."""
    return 2 * integer(k, "k", 2) <= probability(gamma, "gamma") * integer(n, "n", 1)


def failure_probability(rows: Dist[int], n: int) -> Number:
    """The exact gamma of the sparse histogram (2k <= gamma n) for rows drawn from P, at any alpha.

        2 sum_j p_j (1 - p_j)^n  -  sum_(i != j) p_i p_j (1 - p_i - p_j)^(n-1)

    The pair X, X' fails iff the sets of their empty cells differ: iff X_n or X_(n+1) is alone in its cell
    among the other n - 1 rows, and they lie in different cells.  At most 2k/(n + 1) (proposition 5.1).
    """
    check_is_dist(rows, "rows")
    size, distribution = integer(n, "n", 1), [p for _, p in rows.items()]
    alone = sum((p * (1 - p) ** size for p in distribution), number(0))
    both = sum((p * q * (1 - p - q) ** (size - 1) for p, q in permutations(distribution, 2)), number(0))
    return 2 * alone - both


def failure_bound(n: int, k: int) -> Fraction:
    """2k/(n + 1) (n/(n + 1))^n, an upper bound on `failure_probability` for every P on k cells.

    About 2k/(e n): p (1 - p)^n is largest at p = 1/(n + 1).  The source's bound is 2k/(n + 1).
    """
    size = integer(n, "n", 1)
    return (
        number(Fraction(2 * integer(k, "k", 1), size + 1)) * number(Fraction(size, size + 1)) ** size
    ).as_fraction()


def printed_failure_bound(n: int, k: int) -> Fraction:
    """2k/(n + 1), the bound of the source's proof; less than gamma where 2k <= gamma n."""
    return Fraction(2 * integer(k, "k", 1), integer(n, "n", 1) + 1)


def stability_histogram_clamped(
    epsilon: EpsilonLike,
    *,
    threshold: int,
    cells: int = 2,
    largest: int = 3,
    domain: Iterable[Counts] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[Counts, Counts]:
    """y_i = c_i + Z_i, clamped to at most `largest`, where c_i > 0 and c_i + Z_i >= threshold, and y_i = 0
    otherwise.

    P(Z_i = z) = (1 - a)/(1 + a) a^|z| with a = e^(-epsilon), independently for every cell. Which cells are
    empty is hidden only by the threshold: a cell of one row is seen with probability P(Z >= threshold - 1) =
    a^(threshold - 1)/(1 + a), and this is delta(epsilon). Default domain: {0, ..., largest}^cells;
    neighbours: one row is added or removed.
    Raises InvalidValue unless 1 <= threshold <= largest.
    Source: Korolova, Kenthapadi, Mishra and Ntoulas, "Releasing search queries and clicks privately", WWW
    2009; Bun, Nissim and Stemmer, "Simultaneous private learning of multiple concepts", ITCS 2016, theorem
    3.5.
    """
    rate, top = eps(epsilon, "epsilon"), integer(largest, "largest", 1)
    bar = integer(threshold, "threshold", 1)
    if bar > top:
        raise InvalidValue(
            f"threshold = {integer_text(bar)} (int) is above largest = {integer_text(top)}; "
            "nothing would be released"
        )

    def cell(count: int) -> Dist[int]:
        noisy = noise.two_sided_geometric_clamped(rate, bar - 1, top, centre=count)
        return noisy.map(lambda y: y if y >= bar else 0) if count else Dist.point(0)

    return Mechanism(
        lambda x: Dist.product(*map(cell, integer_vector(x))),
        vectors(range(top + 1), integer(cells, "cells", 1)) if domain is None else domain,
        l1(1) if adjacency is None else adjacency,
        name="stability_histogram_clamped",
    )

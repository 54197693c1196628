"""Noisy linear queries: a strategy matrix times the counts, noise on every answer.

    P(y | x) = prod_i P(clamp((A x)_i + Z_i) = y_i),   P(Z = z) = (1 - a)/(1 + a) a^|z|,   a = e^(-epsilon/D)

for integer matrices A, with D = max_j sum_i |A_ij|, the L1 sensitivity where one row is added or removed.
What is then computed of y, such as consistent counts of all nodes of a tree, is post-processing. The exact
epsilon is epsilon, where the ranges into which the answers are clamped contain them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from ..adjacency import Adjacency, hamming, l1
from ..arguments import integer
from ..budgets.sizes import check_size
from ..dp import Dist, Mechanism
from ..errors import InvalidValue
from ..exact import EpsilonLike, Log, eps, integer_text
from ..mechanisms import noise
from ..mechanisms._arguments import MOST_ENTRIES, integer_matrix, vector_of_length, vectors

Counts: TypeAlias = tuple[int, ...]
Matrix: TypeAlias = tuple[tuple[int, ...], ...]


def matrix_mechanism_clamped(
    strategy: Iterable[Sequence[int]],
    epsilon: EpsilonLike,
    *,
    largest: int = 1,
    domain: Iterable[Counts] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[Counts, Counts]:
    """A x + Z for the strategy matrix A, answer i clamped to the range of (A x)_i over 0 <= x <= largest.

    P(y | x) as in the module. Default domain: {0, ..., largest}^d for d columns; neighbours: the counts
    differ by 1 in one cell.
    Raises InvalidValue for rows of different lengths and for a matrix of zeros.
    Source: Li, Hay, Rastogi, Miklau and McGregor, PODS 2010 (the matrix mechanism).
    """
    matrix = _matrix(strategy)
    return _answers(
        "matrix_mechanism_clamped", matrix, eps(epsilon, "epsilon"), largest, domain, adjacency, l1(1)
    )


def hierarchical_histogram_clamped(
    cells: int,
    epsilon: EpsilonLike,
    *,
    branching: int = 2,
    largest: int = 1,
    domain: Iterable[Counts] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[Counts, Counts]:
    """The noisy count of every node of a tree over the cells, level by level from the root: D is its height.

    The nodes of a level hold branching^j consecutive cells; P(y | x) as in the module. branching = 2 is the
    binary tree.
    Raises InvalidValue unless `cells` is a power of `branching`.
    Source: Hay, Rastogi, Miklau and Suciu, "Boosting the accuracy of differentially private histograms
    through consistency", VLDB 2010.
    """
    tree = _tree(integer(cells, "cells", 1), integer(branching, "branching", 2))
    rate = eps(epsilon, "epsilon")
    return _answers("hierarchical_histogram_clamped", tree, rate, largest, domain, adjacency, l1(1))


def binary_tree_sums_clamped(
    n: int,
    epsilon: EpsilonLike,
    *,
    domain: Iterable[Counts] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[Counts, Counts]:
    """The noisy sums of all dyadic blocks of a stream of n = 2^h bits: every prefix sum is a sum of at most h
    of them.

    P(y | x) as in the module, D = h + 1: one value lies in h + 1 blocks. Neighbours: one value differs.
    Sources: Dwork, Naor, Pitassi and Rothblum, "Differential privacy under continual observation", STOC 2010;
    Chan, Shi and Song, TISSEC 2011.
    """
    tree, rate = _tree(integer(n, "n", 1), 2), eps(epsilon, "epsilon")
    return _answers("binary_tree_sums_clamped", tree, rate, 1, domain, adjacency, hamming(1))


def count_sketch_clamped(
    hashes: Iterable[Sequence[int]],
    epsilon: EpsilonLike,
    *,
    buckets: int = 2,
    signs: Iterable[Sequence[int]] | None = None,
    largest: int = 1,
    domain: Iterable[Counts] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[Counts, Counts]:
    """The noisy cells C[r, b] = sum over items j with h_r(j) = b of s_r(j) x_j, row by row; D is the number
    of rows.

    hashes: row r is (h_r(0), ..., h_r(d-1)) in 0..buckets-1; signs: the s_r(j) in {-1, 1}, all 1 unless
    given, which is the count-min sketch. The hashes are public; P(y | x) as in the module. Default domain:
    {0, ..., largest}^d; neighbours: one item is added or removed.
    Source: Zhao, Qiao, Redberg, Agrawal, El Abbadi and Wang, "Differentially private linear sketches",
    NeurIPS 2022; Pagh and Thorup, "Improved utility analysis of private CountSketch", NeurIPS 2022.
    """
    width = integer(buckets, "buckets", 1)
    rows = integer_matrix(hashes, "hashes")
    because = f"buckets = {integer_text(width)} (int)"
    check_size(width * len(rows) * len(rows[0]), "entries", because, "use fewer buckets", MOST_ENTRIES)
    given = [(1,) * len(rows[0])] * len(rows) if signs is None else integer_matrix(signs, "signs")
    if any(not 0 <= b < width for row in rows for b in row):
        raise InvalidValue(f"hashes = {rows} (tuple) names a bucket outside 0..{width - 1}")
    if [*map(len, given)] != [*map(len, rows)] or any(s not in (-1, 1) for row in given for s in row):
        raise InvalidValue(
            f"signs = {tuple(given)} (tuple) is no table like hashes; give -1 or 1 for each of its entries"
        )
    matrix = tuple(
        tuple(s if h == b else 0 for h, s in zip(row, sign, strict=True))
        for row, sign in zip(rows, given, strict=True)
        for b in range(width)
    )
    rate = eps(epsilon, "epsilon")
    return _answers("count_sketch_clamped", matrix, rate, largest, domain, adjacency, l1(1))


def sensitivity(matrix: Matrix) -> int:
    """max_j sum_i |A_ij|."""
    return max(sum(abs(row[j]) for row in matrix) for j in range(len(matrix[0])))


def _answers(
    name: str,
    matrix: Matrix,
    epsilon: Log,
    largest: int,
    domain: Iterable[Counts] | None,
    adjacency: Adjacency | None,
    neighbours: Adjacency,
) -> Mechanism[Counts, Counts]:
    top, rate = integer(largest, "largest", 1), epsilon / sensitivity(matrix)
    each = [_noisy(row, rate, top) for row in matrix]

    def distribution(x: Counts) -> Dist[Counts]:
        counts = vector_of_length(x, len(matrix[0]))
        return Dist.product(*(answer(counts) for answer in each))

    return Mechanism(
        distribution,
        vectors(range(top + 1), len(matrix[0])) if domain is None else domain,
        neighbours if adjacency is None else adjacency,
        name=name,
    )


def _noisy(row: Sequence[int], rate: Log, largest: int) -> Callable[[Counts], Dist[int]]:
    """x -> the noisy answer of one query, clamped to the answers that are possible."""
    low = sum(a * largest for a in row if a < 0)
    high = sum(a * largest for a in row if a > 0)

    def answer(x: Counts) -> Dist[int]:
        total = sum(a * v for a, v in zip(row, x, strict=True))
        return noise.two_sided_geometric_clamped(rate, low, high, centre=total)

    return answer


def _tree(cells: int, branching: int) -> Matrix:
    """A row for each node: 1 for the cells below it."""
    because = f"cells = {integer_text(cells)} (int)"
    check_size(2 * cells * cells, "entries of the tree", because, "use fewer cells")
    width, rows = cells, []
    while width >= 1:
        rows += [tuple(int(j // width == i) for j in range(cells)) for i in range(cells // width)]
        if width > 1 and width % branching:
            raise InvalidValue(
                f"cells = {cells} (int) is no power of branching = {integer_text(branching)}; add empty cells"
            )
        width //= branching
    return tuple(rows)


def _matrix(strategy: Iterable[Sequence[int]]) -> Matrix:
    matrix = integer_matrix(strategy, "strategy")
    if not any(map(any, matrix)):
        raise InvalidValue(f"strategy = {matrix} (tuple) asks nothing; give a matrix that is not 0")
    return matrix

"""Local reports of one of k categories: a set of them, a column of a matrix, or a hash and its value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import comb
from typing import TypeAlias

from ..adjacency import Adjacency, all_pairs
from ..arguments import integer
from ..budgets.sizes import check_size
from ..dp import Dist, Mechanism
from ..errors import InvalidValue
from ..exact import EpsilonLike, integer_text
from ._arguments import category, decay, integer_vector, not_empty, vectors

Subset: TypeAlias = tuple[int, ...]

MOST_CATEGORIES = 1 << 12
"""Subsets of more categories are refused."""


def subset_selection(
    k: int,
    epsilon: EpsilonLike,
    *,
    size: int,
    domain: Iterable[int] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[int, Subset]:
    """P(S | x) = e^epsilon/C where x is in S, 1/C elsewhere, over the sets S of `size` of the categories
    0..k-1.

    C = e^epsilon binom(k - 1, size - 1) + binom(k - 1, size), for 1 <= size < k; the sets are increasing
    tuples. The exact epsilon is epsilon. size = 1 is k-ary randomised response; the error is least near size
    = k/(e^epsilon + 1).
    Source: Ye and Barg, "Optimal schemes for discrete distribution estimation under locally differential
    privacy", IEEE Transactions on Information Theory 2018.
    """
    categories = integer(k, "k", 2)
    chosen = integer(size, "size", 1, categories - 1)
    because = f"k = {integer_text(categories)} (int), size = {integer_text(chosen)} (int)"
    check_size(categories, "categories", because, "use a smaller k", MOST_CATEGORIES)
    check_size(comb(categories, chosen) * categories, "probabilities", because, "use a smaller k")
    subsets, a = tuple(combinations(range(categories), chosen)), decay(epsilon)

    def distribution(x: int) -> Dist[Subset]:
        true = category(x, categories)
        return Dist.from_weights({s: 1 if true in s else a for s in subsets})

    return Mechanism(
        distribution,
        range(categories) if domain is None else domain,
        all_pairs() if adjacency is None else adjacency,
        name="subset_selection",
    )


def hadamard_response(
    k: int,
    epsilon: EpsilonLike,
    *,
    domain: Iterable[int] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[int, int]:
    """P(y | x) = 2/K e^epsilon/(1 + e^epsilon) where H(x + 1, y) = 1, and 2/K 1/(1 + e^epsilon) elsewhere.

    y in 0..K-1 with K the smallest power of 2 above k, and H(i, j) = (-1)^(number of ones of i AND j),
    Sylvester's matrix. Each row but row 0 is +1 on half of the columns, two of them agree on half. The exact
    epsilon is epsilon.
    Source: Acharya, Sun and Zhang, "Hadamard response: estimating distributions privately, efficiently, and
    with little communication", AISTATS 2019.
    """
    size = integer(k, "k", 2)
    columns = 1 << size.bit_length()
    check_size(size * columns, "probabilities", f"k = {integer_text(size)} (int)", "use a smaller k")
    a = decay(epsilon)
    likely, unlikely = 2 / ((1 + a) * columns), 2 * a / ((1 + a) * columns)

    def distribution(x: int) -> Dist[int]:
        row = category(x, size) + 1
        return Dist({y: unlikely if (row & y).bit_count() % 2 else likely for y in range(columns)})

    return Mechanism(
        distribution,
        range(size) if domain is None else domain,
        all_pairs() if adjacency is None else adjacency,
        name="hadamard_response",
    )


Hash: TypeAlias = tuple[int, ...]


def local_hashing(
    k: int,
    epsilon: EpsilonLike,
    *,
    g: int = 2,
    hashes: Iterable[Hash] | None = None,
    domain: Iterable[int] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[int, tuple[Hash, int]]:
    """(h, y) with h uniform over the hashes and P(y | x, h) = e^epsilon/C where y = h(x), 1/C elsewhere.

    C = e^epsilon + g - 1. A hash h is the tuple (h(0), ..., h(k-1)) of values in 0..g-1; by default every
    function from 0..k-1 to 0..g-1 is one. g = 2 is binary local hashing, g near e^epsilon + 1 optimal local
    hashing (OLH). The exact epsilon is epsilon if some hash tells two inputs apart, else 0.
    Raises InvalidValue for a hash that is not k values in 0..g-1.
    Source: Wang, Blocki, Li and Jha, USENIX Security 2017, section 4.4; Bassily and Smith, STOC 2015 (g = 2).
    """
    size, values = integer(k, "k", 2), integer(g, "g", 2)
    family = vectors(range(values), size) if hashes is None else _hashes(hashes, size, values)
    because = f"{len(family)} hashes with g = {integer_text(values)} (int) values"
    check_size(len(family) * values, "outputs", because, "give fewer")
    a = decay(epsilon)
    kept, other = 1 / (1 + (values - 1) * a), a / (1 + (values - 1) * a)

    def distribution(x: int) -> Dist[tuple[Hash, int]]:
        place, share = category(x, size), len(family)
        return Dist(
            {(h, y): (kept if y == h[place] else other) / share for h in family for y in range(values)}
        )

    return Mechanism(
        distribution,
        range(size) if domain is None else domain,
        all_pairs() if adjacency is None else adjacency,
        name="local_hashing",
    )


def _hashes(hashes: Iterable[Hash], k: int, g: int) -> Sequence[Hash]:
    family = [integer_vector(h, f"hashes[{i}]") for i, h in enumerate(not_empty(hashes, "hashes"))]
    for i, h in enumerate(family):
        if len(h) != k or not all(0 <= value < g for value in h):
            raise InvalidValue(
                f"hashes[{i}] = {h} (tuple) is not a hash; give {integer_text(k)} values "
                f"in 0..{integer_text(g - 1)}"
            )
    if len(set(family)) < len(family):
        raise InvalidValue(
            f"hashes names {len(family) - len(set(family))} of its {len(family)} twice; give each once"
        )
    return family

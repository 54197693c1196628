"""Subset selection: report a set of categories, likelier one that holds the true category."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from math import comb
from typing import TypeAlias

from ..adjacency import Adjacency, all_pairs
from ..arguments import integer
from ..budgets.sizes import check_size
from ..dp import Dist, Mechanism
from ..exact import EpsilonLike, integer_text
from ._arguments import category, decay

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

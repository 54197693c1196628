"""Local hashing: hash the category with a function drawn at random, and randomise the short hash."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from ..adjacency import Adjacency, all_pairs
from ..arguments import integer
from ..budgets.sizes import check_size
from ..dp import Dist, Mechanism
from ..errors import InvalidValue
from ..exact import EpsilonLike, integer_text
from ._arguments import category, decay, integer_vector, not_empty, vectors

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

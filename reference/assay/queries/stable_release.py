"""Propose-test-release: what is stable is released as it is, if a noisy distance to instability is large."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from ..adjacency import Adjacency, l1
from ..arguments import integer
from ..dp import Dist, Mechanism
from ..errors import InvalidValue
from ..exact import EpsilonLike
from ..mechanisms import noise
from ..mechanisms._arguments import decay, integer_vector, vectors

Counts: TypeAlias = tuple[int, ...]


def propose_test_release(
    epsilon: EpsilonLike,
    *,
    threshold: int,
    cells: int = 2,
    largest: int = 3,
    domain: Iterable[Counts] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[Counts, int | None]:
    """The cell with the largest count where d(x) + Z >= threshold, and nothing (None) otherwise.

        P(argmax x | x) = P(d(x) + Z >= threshold),   P(Z = z) = (1 - a)/(1 + a) a^|z|,   a = e^(-epsilon)

    d(x) = max(0, first - second - 1): rows to add or remove before the largest count can be tied, where the
    first cell wins a tie. Default domain: {0, ..., largest}^cells; neighbours: one row is added or removed.
    Claim: (epsilon, a^threshold / (1 + a))-DP.
    Raises InvalidValue for a threshold < 1, and at epsilon = 0.
    Sources: Dwork and Lei, "Differential privacy and robust statistics", STOC 2009; Thakurta and Smith, COLT
    2013 (distance to instability).
    """
    bar, a = integer(threshold, "threshold", 1), decay(epsilon)
    if a == 1:
        raise InvalidValue("epsilon = 0 (Log): no noise on all integers has rate 0; give epsilon > 0")

    def distribution(x: Counts) -> Dist[int | None]:
        counts = integer_vector(x)
        chance = noise.two_sided_geometric_tail(a, bar - distance_to_instability(counts))
        return Dist({counts.index(max(counts)): chance, None: 1 - chance})

    return Mechanism(
        distribution,
        vectors(range(integer(largest, "largest", 1) + 1), integer(cells, "cells", 2))
        if domain is None
        else domain,
        l1(1) if adjacency is None else adjacency,
        name="propose_test_release",
    )


def distance_to_instability(counts: Counts) -> int:
    """Rows to add or remove before a neighbour has another winner, at least 0; InvalidValue for one cell."""
    if len(counts) < 2:
        raise InvalidValue(f"input = {counts!r} (tuple) has {len(counts)} cells; give at least 2")
    first, second = sorted(counts, reverse=True)[:2]
    return max(0, first - second - 1)

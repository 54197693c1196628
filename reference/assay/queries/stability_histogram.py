"""The stability histogram: noise on the cells that have rows, and only what exceeds a threshold is
released.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from ..adjacency import Adjacency, l1
from ..arguments import integer
from ..dp import Dist, Mechanism
from ..errors import InvalidValue
from ..exact import EpsilonLike, eps, integer_text
from ..mechanisms import noise
from ..mechanisms._arguments import integer_vector, vectors

Counts: TypeAlias = tuple[int, ...]


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

"""AlmostRandom: with a fair coin tell the truth, with another fair coin answer at random."""

from __future__ import annotations

from collections.abc import Iterable

from ..adjacency import Adjacency, all_pairs
from ..dp import Dist, Mechanism
from ._arguments import boolean


def almost_random(
    *, domain: Iterable[bool] = (False, True), adjacency: Adjacency | None = None
) -> Mechanism[bool, bool]:
    """P(output = b | input b) = 3/4 and P(output = not b | input b) = 1/4.

    If coinToss() then return b else return coinToss(). epsilon = ln 3 exactly; `randomised_response` with
    bias 3/4.
    Source: M. Gaboardi, lecture CSE660 "Differential Privacy", University at Buffalo, 2017.
    """
    return Mechanism(
        _almost_random, domain, all_pairs() if adjacency is None else adjacency, name="almost_random"
    )


def _almost_random(b: bool) -> Dist[bool]:
    return Dist({boolean(b): "3/4", not b: "1/4"})

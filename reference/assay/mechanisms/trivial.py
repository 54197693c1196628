"""The two ends of the scale: the constant mechanism tells nothing, the identity everything."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TypeVar

from ..adjacency import Adjacency, all_pairs
from ..dp import Dist, Mechanism

T = TypeVar("T", bound=Hashable)
X = TypeVar("X", bound=Hashable)


def constant(
    value: T,
    *,
    domain: Iterable[Hashable] = (False, True),
    adjacency: Adjacency | None = None,
) -> Mechanism[Hashable, T]:
    """P(value | x) = 1 for every input x.  The exact epsilon is 0."""
    distribution = Dist.point(value)
    return Mechanism(
        lambda _: distribution, domain, all_pairs() if adjacency is None else adjacency, name="constant"
    )


def identity(domain: Iterable[X], *, adjacency: Adjacency | None = None) -> Mechanism[X, X]:
    """P(x | x) = 1: publishes its input.  Exact epsilon infinity, and delta(epsilon) = 1 at every epsilon."""
    return Mechanism(Dist.point, domain, all_pairs() if adjacency is None else adjacency, name="identity")

"""Binning a noisy value at integer edges, by comparisons."""

from __future__ import annotations

from collections.abc import Callable

from ....exact import EpsilonLike
from ....programs.noise.language import Noisy

Noise = Callable[[EpsilonLike], Noisy]
Queries = tuple[int, ...]
Body = Callable[[Queries], object]

EDGES = (-1, 0, 1)
"""The edges of the bins."""


def bin_of(value: Noisy | int, edges: tuple[int, ...] = EDGES) -> int:
    """The number of the bin: 0 below the first edge, n where edge n <= value < edge n+1."""
    for n, edge in enumerate(edges):
        if value < edge:
            return n
    return len(edges)

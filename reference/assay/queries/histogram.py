"""Noisy histograms: noise on every cell of a vector of counts, the noisy cells clamped to a range.

    P(y | x) = prod_i P(clamp(x_i + Z_i) = y_i),   P(Z_i = z) = (1 - a)/(1 + a) a^|z|,   a = e^(-rate)

Input: the cell counts (x_1, ..., x_d). Neighbours by default: L1 distance at most the sensitivity; 1 when a
row is added or removed, 2 when a row is replaced.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from ..adjacency import Adjacency, l1
from ..arguments import integer, positive_rational
from ..dp import Dist, Mechanism
from ..exact import EpsilonLike, ExactLike, Log, eps
from ..mechanisms import noise
from ..mechanisms._arguments import integer_vector, interval, vectors

Counts: TypeAlias = tuple[int, ...]


def noisy_histogram_clamped(
    epsilon: EpsilonLike,
    *,
    cells: int = 2,
    largest: int = 2,
    sensitivity: int = 1,
    release: tuple[int, int] | None = None,
    domain: Iterable[Counts] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[Counts, Counts]:
    """(clamp(x_1 + Z_1), ..., clamp(x_d + Z_d)) with two-sided geometric Z_i of rate epsilon/sensitivity.

    The outputs are clamped to release = (low, high), by default to 0..largest. Default domain: {0, ...,
    largest}^cells. The exact epsilon is epsilon, where two neighbours in the domain are at L1 distance equal
    to the sensitivity and the range contains their counts.
    With sensitivity 1 it is NoisyHist1 of Ding, Wang, Wang, Zhang and Kifer, "Detecting violations of
    differential privacy", CCS 2018.
    Sources: Dwork, McSherry, Nissim and Smith, TCC 2006 (histograms); Ghosh, Roughgarden and Sundararajan,
    STOC 2009 (this noise).
    """
    step = integer(sensitivity, "sensitivity", 1)
    return _histogram(
        "noisy_histogram_clamped",
        eps(epsilon, "epsilon") / step,
        cells,
        largest,
        step,
        release,
        domain,
        adjacency,
    )


def bad_noisy_histogram_clamped(
    epsilon: ExactLike,
    *,
    cells: int = 2,
    largest: int = 2,
    release: tuple[int, int] | None = None,
    domain: Iterable[Counts] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[Counts, Counts]:
    """NoisyHist2: the rate is 1/epsilon by mistake, for a rational epsilon > 0.

    The exact epsilon is 1/epsilon, so that the claim fails for epsilon < 1.

    Source: Ding, Wang, Wang, Zhang and Kifer, "Detecting violations of differential privacy", CCS 2018.
    """
    rate = eps(1 / positive_rational(epsilon, "epsilon"))
    return _histogram("bad_noisy_histogram_clamped", rate, cells, largest, 1, release, domain, adjacency)


def _histogram(
    name: str,
    rate: Log,
    cells: int,
    largest: int,
    sensitivity: int,
    release: tuple[int, int] | None,
    domain: Iterable[Counts] | None,
    adjacency: Adjacency | None,
) -> Mechanism[Counts, Counts]:
    counts = range(integer(largest, "largest", 1) + 1)
    outputs = counts if release is None else interval(release, "release")
    inputs = vectors(counts, integer(cells, "cells", 1))

    def distribution(x: Counts) -> Dist[Counts]:
        return Dist.product(
            *(
                noise.two_sided_geometric_clamped(rate, outputs[0], outputs[-1], centre=c)
                for c in integer_vector(x)
            )
        )

    return Mechanism(
        distribution,
        inputs if domain is None else domain,
        l1(sensitivity) if adjacency is None else adjacency,
        name=name,
    )

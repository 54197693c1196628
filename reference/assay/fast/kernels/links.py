"""The adjacent pairs of a mechanism as arrays of positions in its domain, block by block, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ...adjacency import AllPairs
from ...adjacency.datasets import Hamming
from ...adjacency.vectors import L1, LInfinity, WithinDistance, vector
from ...budgets.progress import checkpoint
from ...dp import Mechanism

Positions: TypeAlias = NDArray[np.int32]
Mask: TypeAlias = NDArray[np.bool_]
Block: TypeAlias = tuple[Positions, Positions]

BLOCK = 1 << 22
"""Candidates for pairs that are looked at together."""

LARGEST_COORDINATE = 1 << 30
"""Coordinates up to this size, and their differences, fit the words of 32 and 64 bits they are kept in."""


def blocks(mechanism: Mechanism[Any, Any]) -> Iterator[Block]:
    """All ordered adjacent pairs (i, j) of positions, in the order of `Mechanism.pairs`."""
    neighbours = _neighbours(mechanism)
    if neighbours is None:
        yield _listed(mechanism)
        checkpoint("adjacent pairs", len(mechanism.pairs), len(mechanism.pairs))
        return
    done = 0
    n = len(mechanism.domain)
    step = max(1, BLOCK // n)
    for start in range(0, n, step):
        checkpoint("adjacent pairs", done)
        rows = np.arange(start, min(start + step, n), dtype=np.int32)
        mask = neighbours(rows)
        if not mechanism.adjacency.symmetric:
            mask &= rows[:, None] < np.arange(n)[None, :]
        i, j = np.nonzero(mask)
        done += len(i)
        yield (i + start).astype(np.int32), j.astype(np.int32)
    checkpoint("adjacent pairs", done, done)


def _listed(mechanism: Mechanism[Any, Any]) -> Block:
    """The pairs as the adjacency lists them."""
    position = {x: i for i, x in enumerate(mechanism.domain)}
    ends = np.array([(position[x], position[y]) for x, y in mechanism.pairs], dtype=np.int32)
    return ends[:, 0], ends[:, 1]


def _neighbours(mechanism: Mechanism[Any, Any]) -> Callable[[Positions], Mask] | None:
    """The function from positions to the rows of the adjacency matrix, where vectors are compared."""
    relation = mechanism.adjacency
    if type(relation) is AllPairs:
        n = len(mechanism.domain)
        return lambda rows: rows[:, None] != np.arange(n)[None, :]
    if type(relation) is Hamming:
        symbols, k = _symbols(mechanism.domain), relation.k
        return None if symbols is None else lambda rows: _within(symbols, rows, k, _differ)
    if isinstance(relation, WithinDistance) and type(relation) in (L1, LInfinity):
        vectors, k, largest = _vectors(mechanism.domain), relation.k, type(relation) is LInfinity
        if vectors is None:
            return None
        return lambda rows: _within(vectors, rows, k, _distance, largest=largest)
    return None


def _symbols(domain: tuple[Any, ...]) -> NDArray[np.int64] | None:
    """Sequences of one length with every different record as a number; None for different lengths."""
    known: dict[object, int] = {}
    numbered = [[known.setdefault(record, len(known)) for record in x] for x in domain]
    return _rectangular(numbered)


def _vectors(domain: tuple[Any, ...]) -> NDArray[np.int64] | None:
    """Integer vectors of one length and moderate size; None otherwise."""
    found = [list(vector(x)) for x in domain]
    if any(abs(entry) > LARGEST_COORDINATE for v in found for entry in v):
        return None
    return _rectangular(found)


def _rectangular(rows: list[list[int]]) -> NDArray[np.int64] | None:
    lengths = {len(row) for row in rows}
    return np.array(rows, dtype=np.int64) if len(lengths) == 1 and lengths != {0} else None


def _differ(a: NDArray[np.int64], b: NDArray[np.int64]) -> NDArray[np.int64]:
    different: NDArray[np.int64] = (a[:, None] != b[None, :]).astype(np.int64)
    return different


def _distance(a: NDArray[np.int64], b: NDArray[np.int64]) -> NDArray[np.int64]:
    distance: NDArray[np.int64] = np.abs(a[:, None] - b[None, :])
    return distance


def _within(
    vectors: NDArray[np.int64],
    rows: Positions,
    k: int,
    step: Callable[[NDArray[np.int64], NDArray[np.int64]], NDArray[np.int64]],
    *,
    largest: bool = False,
) -> Mask:
    """Whether 1 <= distance <= k: coordinate by coordinate, by the sum or by the maximum."""
    total: NDArray[np.int64] | None = None
    for column in vectors.T:
        size = step(column[rows], column)
        total = size if total is None else np.maximum(total, size) if largest else total + size
    if total is None:
        return np.zeros((len(rows), len(vectors)), dtype=np.bool_)
    return (total >= 1) & (total <= k)

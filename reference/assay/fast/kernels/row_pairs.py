"""The adjacent pairs of a mechanism as arrays of positions in its domain, block by block, and the pairs of
different rows, each once, within the memory that is allowed.

Whole numbers are words of 64 bits whose sums and differences cannot overflow.  Of independent parts one word
holds how many of them have each joint distribution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ...adjacency import AllPairs
from ...adjacency.datasets import Hamming
from ...adjacency.vectors import L1, LInfinity, WithinDistance, vector
from ...budgets.progress import checkpoint
from ...dp import Mechanism
from ...errors import BudgetExceeded
from .matrix import Matrix

Positions: TypeAlias = NDArray[np.int32]
Mask: TypeAlias = NDArray[np.bool_]
Block: TypeAlias = tuple[Positions, Positions]
BLOCK = 1 << 22
"""Candidates for pairs that are looked at together."""
LARGEST_COORDINATE = 1 << 30
"""Coordinates up to this size, and their differences, fit the words of 32 and 64 bits they are kept in."""
Words: TypeAlias = NDArray[np.int64]
Index: TypeAlias = NDArray[np.int32]
Keyed: TypeAlias = tuple[Words, Words]
"""Words, and the number i n + j of the pair that each comes from."""

MOST_WAITING = 1 << 23
"""So many pairs are gathered before equal ones are merged."""

MOST_BYTES = 4 * 10**9
"""An estimate beyond it is refused."""
LARGEST = 1 << 61
"""Larger values are refused, so that the difference of two of them is a word."""


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


def as_words(values: Sequence[int]) -> Words:
    """Whole numbers of at most 2^61, as words whose differences are words again.

    Raises BudgetExceeded for larger ones.
    """
    if any(abs(v) > LARGEST for v in values):
        raise too_large()
    return np.array(values, dtype=np.int64)


def check_sums(*tables: Words) -> None:
    """Refuse tables of values >= 0 where a row of one and a row of another may sum to 2^63 or more.

    The halves of the words are added apart, and cannot overflow for less than 2^31 columns.
    """
    bound = 0
    for table in tables:
        high, low = np.max((table >> 32).sum(axis=1)), np.max((table & 0xFFFFFFFF).sum(axis=1))
        bound += (int(high) << 32) + int(low)
    if bound >= 1 << 63:
        raise too_large()


def too_large() -> BudgetExceeded:
    """What is raised for sums that may not be words."""
    return BudgetExceeded("the sums of a survey may exceed words of 64 bits; use engine='reference'")


def check_memory(mechanism: Mechanism[Any, Any], matrix: Matrix[Any, Any]) -> None:
    """Refuse before anything is allocated what would need more than MOST_BYTES.

    Two words of 32 bits for each pair of different rows, one of 64 bits for a survey, and as much for work;
    the matrix of ranks, and two of 64 bits for a survey.
    """
    pairs = min(mechanism.computation.most_pairs, len(matrix.rows) ** 2)
    estimate = 32 * pairs + 20 * len(matrix.rows) * len(matrix.outputs)
    if estimate > MOST_BYTES:
        raise BudgetExceeded(
            f"{mechanism.name} needs about {estimate} bytes for up to {pairs} pairs of different rows, "
            f"more than the {MOST_BYTES} allowed; use a smaller domain or an adjacency of fewer pairs, or "
            "raise assay.fast.kernels.row_pairs.MOST_BYTES"
        )


def row_pairs(
    mechanism: Mechanism[Any, Any], matrix: Matrix[Any, Any]
) -> tuple[Index, Index, Words | None, int]:
    """The pairs of row classes, each once, with the number i n + j of its first pair, in that order.

    The numbers are left out where all rows differ: a pair of row classes is then a pair of positions.  The
    last value is the number of all pairs.
    """
    if len(matrix.rows) == len(matrix.domain):
        left, right = (np.concatenate(part) for part in zip(*blocks(mechanism), strict=True))
        return left, right, None, len(left)
    row_class = np.array(matrix.row_class, dtype=np.int64)
    n, rows, count = len(matrix.domain), len(matrix.rows), 0
    found: list[Keyed] = []
    for i, j in blocks(mechanism):
        count += len(i)
        found.append((row_class[i] * rows + row_class[j], i.astype(np.int64) * n + j))
        if sum(len(words) for words, _ in found) > MOST_WAITING:
            found = [first_of_each(found)]
    words, keys = first_of_each(found)
    order = np.argsort(keys, kind="stable")
    words, keys = words[order], keys[order]
    return (words // rows).astype(np.int32), (words % rows).astype(np.int32), keys, count


def first_of_each(found: list[Keyed]) -> Keyed:
    """The different words, each with the key of its first occurrence."""
    words, keys = (np.concatenate(parts) for parts in zip(*found, strict=True))
    different, at = np.unique(words, return_index=True)
    return different, keys[at]


def first_pairs(
    mechanism: Mechanism[Any, Any], rows: list[tuple[int, ...]], kinds: list[list[int]], base: int
) -> tuple[list[tuple[int, tuple[int, int]]], int]:
    """The words of all classes with their first pairs, in order, and the number of pairs.

    A word is the sum over the parts of base^kind; the caller has checked that it stays below 2^62.
    """
    n, count = len(rows), 0
    parts = np.array(rows, dtype=np.int64)
    weights = np.array([[base**kind for kind in row] for row in kinds], dtype=np.int64)
    found: list[Keyed] = []
    for i, j in blocks(mechanism):
        count += len(i)
        words = np.zeros(len(i), dtype=np.int64)
        for column in parts.T:
            words += weights[column[i], column[j]]
        found.append(first_of_each([(words, i.astype(np.int64) * n + j)]))
    words, keys = first_of_each(found)
    order = np.argsort(keys, kind="stable").tolist()
    return [(int(words[k]), divmod(int(keys[k]), n)) for k in order], count

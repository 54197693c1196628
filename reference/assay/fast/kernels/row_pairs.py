"""The pairs of different rows, each once, within the memory that is allowed; the same of independent parts.

Whole numbers are words of 64 bits whose sums and differences cannot overflow.  Of independent parts one word
holds how many of them have each joint distribution.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ...dp import Mechanism
from ...errors import BudgetExceeded
from .links import blocks
from .matrix import Matrix

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

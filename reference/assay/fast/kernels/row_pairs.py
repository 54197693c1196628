"""The pairs of different rows, each once, within the memory that is allowed."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ...dp import Mechanism
from ...errors import BudgetExceeded
from .links import blocks
from .matrix import Matrix
from .words import Words

Index: TypeAlias = NDArray[np.int32]
Keyed: TypeAlias = tuple[Words, Words]
"""Words, and the number i n + j of the pair that each comes from."""

MOST_WAITING = 1 << 23
"""So many pairs are gathered before equal ones are merged."""

MOST_BYTES = 4 * 10**9
"""An estimate beyond it is refused."""


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

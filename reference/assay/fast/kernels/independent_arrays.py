"""The classes of pairs of independent parts, with numpy: one word holds how many parts have each joint
distribution.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...dp import Mechanism
from .links import blocks
from .row_pairs import Keyed, first_of_each


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

"""Whole numbers in words of 64 bits whose sums and differences cannot overflow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ...errors import BudgetExceeded

Words: TypeAlias = NDArray[np.int64]
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

"""Distances of opendp's metrics, between small datasets and between answers, exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeAlias

from ....exact import Number, number

Distance: TypeAlias = Callable[[Any, Any], "Fraction | int | None"]
"""None where the two have no distance."""


def symmetric(x: Sequence[Any], y: Sequence[Any]) -> int:
    """Records added and removed, whatever their order."""
    a, b = Counter(map(repr, x)), Counter(map(repr, y))
    return sum(((a - b) + (b - a)).values())


def insert_delete(x: Sequence[Any], y: Sequence[Any]) -> int:
    """Records inserted and deleted, in order: |x| + |y| - 2 (the longest common subsequence)."""
    return len(x) + len(y) - 2 * _common(tuple(map(repr, x)), tuple(map(repr, y)))


@lru_cache(maxsize=1 << 16)
def _common(x: tuple[str, ...], y: tuple[str, ...]) -> int:
    if not x or not y:
        return 0
    if x[0] == y[0]:
        return 1 + _common(x[1:], y[1:])
    return max(_common(x[1:], y), _common(x, y[1:]))


def change_one(x: Sequence[Any], y: Sequence[Any]) -> int | None:
    """Records replaced, whatever their order; none for datasets of two sizes."""
    return symmetric(x, y) // 2 if len(x) == len(y) else None


def hamming(x: Sequence[Any], y: Sequence[Any]) -> int | None:
    """Places at which two datasets of one size differ."""
    return sum(repr(a) != repr(b) for a, b in zip(x, y, strict=True)) if len(x) == len(y) else None


def absolute(x: Any, y: Any) -> Fraction:
    """|x - y|."""
    return abs(Fraction(x) - Fraction(y))


def l1(x: Any, y: Any) -> Fraction:
    """The sum of the differences; a key that is missing counts as 0."""
    return sum(gaps(x, y), Fraction(0))


def l2_squared(x: Any, y: Any) -> Fraction:
    """The sum of the squares of the differences."""
    return sum((gap * gap for gap in gaps(x, y)), Fraction(0))


def linf(x: Any, y: Any) -> Fraction:
    """The largest difference."""
    return max(gaps(x, y), default=Fraction(0))


def l0(x: Any, y: Any) -> int:
    """The number of differences."""
    return sum(gap > 0 for gap in gaps(x, y))


def gaps(x: Any, y: Any) -> list[Fraction]:
    """The differences, entry by entry or key by key."""
    if isinstance(x, Mapping):
        return [absolute(x.get(key, 0), y.get(key, 0)) for key in {**x, **y}]
    return [absolute(a, b) for a, b in zip(x, y, strict=True)]


DATASETS: dict[str, Distance] = {
    "symmetric_distance": symmetric,
    "insert_delete_distance": insert_delete,
    "change_one_distance": change_one,
    "hamming_distance": hamming,
}

BETWEEN: dict[str, Distance] = {
    **DATASETS,
    "absolute": absolute,
    "l0": l0,
    "l1": l1,
    "l2": l2_squared,
    "linf": linf,
}


def as_distance(metric: str, value: Fraction | int) -> Number:
    """The number, and the root of the squared l2 distance."""
    return number(value).sqrt() if metric == "l2" else number(value)

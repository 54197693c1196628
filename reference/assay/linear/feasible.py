"""Exact linear feasibility: weights >= 0 with which vectors add up, by the rational simplex method."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

from flint import fmpq

from .tableau import Tableau

K = TypeVar("K", bound=Hashable)
NOTHING = fmpq(0)
BLAND = -1
"""No patience with degenerate steps: Bland's rule from the first one on."""


def feasible(
    columns: Sequence[Mapping[K, Fraction]], target: Mapping[K, Fraction], stop: Callable[[], bool]
) -> list[Fraction] | None:
    """Weights w >= 0 with sum of w[j] columns[j] = target, or None (none exist, or `stop()` said so)."""
    kept = _useful(columns, target)
    if kept is None or stop():
        return None
    keys = {k: i for i, k in enumerate(dict.fromkeys([*target, *(k for j in kept for k in columns[j])]))}
    found = _simplex([columns[j] for j in kept], target, keys, stop)
    if found is None:
        return None
    weights = [Fraction(0)] * len(columns)
    for j, w in zip(kept, found, strict=True):
        weights[j] = w
    return weights


def _useful(columns: Sequence[Mapping[K, Fraction]], target: Mapping[K, Fraction]) -> list[int] | None:
    """The columns that may have a weight; None if a coordinate cannot be reached.

    Where the target is 0 and all columns have one sign, these columns have weight 0.
    """
    kept = set(range(len(columns)))
    while True:
        signs: dict[K, set[bool]] = {k: {c < 0} for k, c in target.items() if c}
        for j in kept:
            for k, c in columns[j].items():
                signs.setdefault(k, set()).add(c > 0)
        if any(signs[k] == {c < 0} for k, c in target.items() if c):
            return None
        dropped = {j for j in kept if any(len(signs[k]) == 1 for k in columns[j])}
        if not dropped:
            return sorted(kept)
        kept -= dropped


def _simplex(
    columns: Sequence[Mapping[K, Fraction]],
    target: Mapping[K, Fraction],
    keys: Mapping[K, int],
    stop: Callable[[], bool],
) -> list[Fraction] | None:
    """By Bland's rule, from a basis of slack variables whose sum is driven to 0."""
    m, n = len(keys), len(columns)
    flip = [-1 if target.get(k, 0) < 0 else 1 for k in keys]
    rows = [[NOTHING] * (n + 1) for _ in range(m)]
    for j, column in enumerate(columns):
        for k, c in column.items():
            rows[keys[k]][j] = _exact(flip[keys[k]] * c)
    for k, c in target.items():
        rows[keys[k]][-1] = _exact(abs(c))
    basis = [n + i for i in range(m)]
    cost = [-sum((row[j] for row in rows if row[j] != 0), NOTHING) for j in range(n + 1)]
    tableau = Tableau(rows, cost, basis)
    tableau.minimise(range(n), lambda _: cost[-1] == 0 or stop(), BLAND)
    if cost[-1] != 0:
        return None
    x = [Fraction(0)] * n
    for i, j in enumerate(basis):
        if j < n:
            x[j] = Fraction(int(rows[i][-1].p), int(rows[i][-1].q))
    return x


def _exact(q: Fraction) -> fmpq:
    return fmpq(q.numerator, q.denominator)

"""Random neighbours that have no order: data sets by how often each value occurs, with multinomial weights.

A mechanism that ignores the order of its rows sees X = (X_1, ..., X_n) as counts.  The first n - 1 rows are
common to X and X', so that

    P(c + e_i, c + e_j) = (n - 1)!/(c_1! ... c_k!) p_1^(c_1) ... p_k^(c_k) p_i p_j,   c_1 + ... + c_k = n - 1,

is the whole distribution of the pair: C(n + k - 2, k - 1) k^2 terms instead of k^(n + 1).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product
from math import comb, prod
from typing import TypeAlias, TypeVar

from ..budgets.sizes import check_choices, check_size
from ..errors import InvalidType, InvalidValue
from ..exact import Number, integer_text, number
from ..outputs.text import with_type
from .dist import Dist

R = TypeVar("R")

Counts: TypeAlias = tuple[int, ...]


@dataclass(frozen=True)
class CountsOf:
    """How a data set without an order is spelt: how often each of these values occurs, in this order.

    Which count stands for which value is known to the mechanism alone; in another order gamma is another one.
    Raises InvalidType unless values is a tuple or list, InvalidValue where two of them are equal.
    """

    values: tuple[object, ...]

    def __post_init__(self) -> None:
        """Check the argument."""
        if not isinstance(self.values, tuple | list):
            raise InvalidType(f"values is {with_type(self.values)}; give them in order, such as (0, 1)")
        object.__setattr__(self, "values", tuple(self.values))
        if not self.values or any(a == b for a, b in combinations(self.values, 2)):
            raise InvalidValue(f"values = {self.values!r}: give every value of a row once")

    def of(self, sorted_rows: tuple[object, ...]) -> Counts:
        """The counts of a data set."""
        return tuple(map(sorted_rows.count, self.values))

    def check_rows(self, rows: Dist[R]) -> None:
        """Raise InvalidValue for a value of `rows` that is not counted."""
        others = [v for v in rows.support if v not in self.values]
        if others:
            raise InvalidValue(
                f"rows has the value {others[0]!r}, which encode = {self} does not count; add it"
            )


def count_distribution(rows: Dist[R], n: int) -> Iterator[tuple[Counts, Number]]:
    """How often each of `values_of(rows)` occurs in n rows, with its multinomial probability.

    Raises BudgetExceeded, before any is listed, where there are too many.
    """
    values = values_of(rows)
    k = len(values)
    because = f"size = {integer_text(n)} rows of {k} values"
    check_choices(n + k - 1, k - 1, "counts", because, "use fewer rows or values")
    powers = [_powers(rows[v], n) for v in values]
    for counts in compositions(n, k):
        yield (
            counts,
            multinomial(counts) * prod((powers[j][c] for j, c in enumerate(counts)), start=number(1)),
        )


def exchangeable_neighbours(
    rows: Dist[R], n: int, counts: CountsOf | None = None
) -> Dist[tuple[object, object]]:
    """The distribution of (X, X'), each as counts or as a tuple of rows in the order of the values."""
    if counts is not None:
        counts.check_rows(rows)
    values = values_of(rows)
    k = len(values)
    because = f"size = {integer_text(n)} rows of {k} values"
    check_choices(n + k - 2, k - 1, "counts", because, "use fewer rows or values")
    check_size(comb(n + k - 2, k - 1) * k * k, "pairs", because, "use fewer rows or values")

    def spelt(c: Counts) -> object:
        listed = tuple(v for v, times in zip(values, c, strict=True) for _ in range(times))
        return listed if counts is None else counts.of(listed)

    pairs: dict[tuple[object, object], Number] = {}
    for common, mass in count_distribution(rows, n - 1):
        drawn = [spelt(_one_more(common, i)) for i in range(k)]
        for i, j in product(range(k), repeat=2):
            pair = (drawn[i], drawn[j])
            pairs[pair] = pairs.get(pair, number(0)) + mass * rows[values[i]] * rows[values[j]]
    return Dist(pairs)


def values_of(rows: Dist[R]) -> tuple[R, ...]:
    """The values of a row: in increasing order where they can be compared, else in that of rows.support."""
    try:
        return tuple(sorted(rows.support))  # type: ignore[type-var]  # what cannot be compared is caught
    except TypeError:
        return rows.support


def multinomial(counts: Counts) -> int:
    """(c_1 + ... + c_k)!/(c_1! ... c_k!)."""
    ways, total = 1, 0
    for c in counts:
        total += c
        ways *= comb(total, c)
    return ways


def compositions(n: int, k: int) -> Iterator[Counts]:
    """All (c_1, ..., c_k) of non-negative integers with the sum n."""
    if k == 1:
        yield (n,)
        return
    for first in range(n, -1, -1):
        for rest in compositions(n - first, k - 1):
            yield (first, *rest)


def _powers(p: Number, n: int) -> list[Number]:
    found = [number(1)]
    for _ in range(n):
        found.append(found[-1] * p)
    return found


def _one_more(counts: Counts, i: int) -> Counts:
    return (*counts[:i], counts[i] + 1, *counts[i + 1 :])

"""Histograms of n rows in k cells as a set, and the nearest one to a vector of noisy counts.

    delta(z) = argmin over histograms c of sum_j |z_j - c_j|

The minimum is usually attained by many histograms (for real z on sets of positive volume), so that the argmin
alone is no function.  Privacy needs a rule for ties that looks at z alone.  With the rule "order" the cells
keep max(z_j, 0) one after the other until n rows are used up, and the last cell takes what is left over; with
"even" all cells are raised or lowered by the same amount, never below 0, and the units that remain go to the
first cells that can take one.
Source: Hall, Rinaldo and Wasserman, "Random Differential Privacy", equation (2), which has no rule for ties.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from ..arguments import integer
from ..budgets.sizes import check_choices
from ..dp import Mechanism
from ..dp.exchangeable import compositions
from ..exact import integer_text
from ..mechanisms._arguments import integer_vector, one_of

Counts: TypeAlias = tuple[int, ...]
TieRule: TypeAlias = Literal["order", "even"]
RULES: tuple[TieRule, ...] = ("order", "even")


def histograms(n: int, k: int) -> tuple[Counts, ...]:
    """All (c_1, ..., c_k) of non-negative integers that sum to n, in lexicographic order.

    Raises InvalidType, InvalidValue unless n >= 1 and k >= 1.
    """
    rows, cells = integer(n, "n", 1), integer(k, "k", 1)
    because = f"n = {integer_text(rows)} with k = {integer_text(cells)}"
    check_choices(rows + cells - 1, cells - 1, "histograms", because, "use a smaller n or k")
    return tuple(sorted(compositions(rows, cells)))


def project(z: Counts, n: int, ties: TieRule = "even") -> Counts:
    """A histogram of n rows at the least L1 distance from z, by a rule that looks at z alone.

    Raises InvalidType, InvalidValue for a vector that is not of integers, n < 1, or another rule.
    """
    counts, rows = integer_vector(z, "z"), integer(n, "n", 1)
    return _in_order(counts, rows) if one_of(ties, "ties", RULES) == "order" else _evenly(counts, rows)


def _in_order(z: Counts, n: int) -> Counts:
    left, kept = n, []
    for value in z:
        kept.append(min(max(value, 0), left))
        left -= kept[-1]
    kept[-1] += left
    return tuple(kept)


def _evenly(z: Counts, n: int) -> Counts:
    """max(z_j + shift, 0) with the largest shift for which the sum is at most n, then one more for some."""
    low, high = -max(z) - 1, n - min(z) + 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if sum(max(v + middle, 0) for v in z) <= n else (low, middle)
    shifted = [max(v + low, 0) for v in z]
    rest = n - sum(shifted)
    for j, v in enumerate(z):
        if rest and v + low >= 0:
            shifted[j] += 1
            rest -= 1
    return tuple(shifted)


def nearest(z: Counts, n: int) -> tuple[Counts, ...]:
    """All histograms at the least L1 distance from z, by trying every one."""
    counts = integer_vector(z, "z")
    every = histograms(n, len(counts))
    distances = [sum(abs(a - b) for a, b in zip(counts, c, strict=True)) for c in every]
    least = min(distances)
    return tuple(c for c, d in zip(every, distances, strict=True) if d == least)


def projected(
    mechanism: Mechanism[Counts, Counts], n: int, ties: TieRule = "even"
) -> Mechanism[Counts, Counts]:
    """The mechanism followed by `project`: post-processing, so that every guarantee stays."""
    return Mechanism(
        lambda c: mechanism.distribution(c).map(lambda z: project(z, n, ties)),
        mechanism.domain,
        mechanism.adjacency,
        name=f"{mechanism.name}, projected",
    )

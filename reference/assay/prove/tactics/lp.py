"""Exact linear feasibility: x >= 0 with A x = b, by the rational simplex method (Bland's rule)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from flint import fmpq

Row = list[fmpq]


def feasible(
    columns: Sequence[Sequence[Fraction]], b: Sequence[Fraction], stop: Callable[[], bool]
) -> list[Fraction] | None:
    """x >= 0 with sum of x[j] columns[j] = b, or None (none exists, or `stop()` said so)."""
    m, n = len(b), len(columns)
    flip = [-1 if v < 0 else 1 for v in b]
    rows = [
        [_exact(flip[i] * columns[j][i]) for j in range(n)]
        + [fmpq(int(i == k)) for k in range(m)]
        + [_exact(abs(b[i]))]
        for i in range(m)
    ]
    basis = [n + i for i in range(m)]
    cost = [-sum((rows[i][j] for i in range(m)), fmpq(0)) for j in range(n)] + [fmpq(0)] * m
    cost.append(-sum((rows[i][-1] for i in range(m)), fmpq(0)))
    while cost[-1] != 0:
        entering = next((j for j in range(n) if cost[j] < 0), None)
        if entering is None or stop():
            return None
        ratios = [(rows[i][-1] / rows[i][entering], basis[i], i) for i in range(m) if rows[i][entering] > 0]
        if not ratios:
            return None
        _pivot(rows, cost, min(ratios)[2], entering)
        basis[min(ratios)[2]] = entering
    x = [Fraction(0)] * n
    for i, j in enumerate(basis):
        if j < n:
            x[j] = Fraction(int(rows[i][-1].p), int(rows[i][-1].q))
    return x


def _exact(q: Fraction) -> fmpq:
    return fmpq(q.numerator, q.denominator)


def _pivot(rows: list[Row], cost: Row, i: int, j: int) -> None:
    lead = rows[i][j]
    rows[i] = [v / lead for v in rows[i]]
    pivot = rows[i]
    support = [k for k, v in enumerate(pivot) if v != 0]
    for row in [*(r for k, r in enumerate(rows) if k != i), cost]:
        c = row[j]
        if c != 0:
            for k in support:
                row[k] -= c * pivot[k]

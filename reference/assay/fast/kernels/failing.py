"""Which pairs of rows of a matrix fail Random DP, each pair of different rows decided once."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ...engines.answers import Declined
from ...exact import Log, Number, number
from .matrix import TOP, Matrix, fixed_point, limits_in, plain_factor, shares_field

ZERO = number(0)


class Failing:
    """Whether P and Q fail.

    Without eta: P(o) > t Q(o) or Q(o) > t P(o) for some o; with eta: P(S) > t Q(S) + eta for some event S.
    """

    def __init__(self, matrix: Matrix[Any, Any], t: Number | None, eta: Number | None) -> None:
        self._matrix, self._t, self._eta = matrix, t, eta
        self._limits = limits_in(matrix, t)
        self._known: dict[tuple[int, int], bool] = {}

    @classmethod
    def of(cls, matrix: Matrix[Any, Any], alpha: Log, eta: Number | None) -> Failing | Declined:
        """For an e^alpha that is a number, and with eta in the field of the probabilities."""
        if not matrix.ordered or matrix.field is None:
            return Declined("the probabilities have no order, or no one field")
        factor = None if alpha.is_infinite else plain_factor(alpha)
        if factor is None and not alpha.is_infinite:
            return Declined("e^alpha is no number that can be written down")
        if eta is not None and not all(shares_field(matrix, x) for x in (eta, factor) if x is not None):
            return Declined("e^alpha or eta shares no field with the probabilities")
        return cls(matrix, factor, eta)

    def __call__(self, a: int, b: int) -> bool:
        """Whether rows a and b of the matrix fail."""
        if (a, b) not in self._known:
            if self._eta is None:
                self._known[a, b] = self._known[b, a] = self._exceeds(a, b) or self._exceeds(b, a)
            else:
                self._known[a, b] = self._exceeds_by(a, b, self._eta)
        return self._known[a, b]

    def _exceeds(self, a: int, b: int) -> bool:
        """Whether P(o) > t Q(o) for some outcome."""
        limits, rows = self._limits, self._matrix.rows
        return any(q < limits[p] for p, q in zip(rows[a], rows[b], strict=True))

    def _exceeds_by(self, a: int, b: int, eta: Number) -> bool:
        """Whether the sum of max(P(o) - t Q(o), 0) is above eta; exactly where fixed point does not tell.

        Every term is off by less than 1, and eta too.
        """
        counts = Counter(zip(self._matrix.rows[a], self._matrix.rows[b], strict=True))
        gaining = {(p, q): n for (p, q), n in counts.items() if q < self._limits[p]}
        slack = 1 + sum(gaining.values())
        gap = sum(n * self._gain(p, q) for (p, q), n in gaining.items()) - fixed_point(eta)
        if abs(gap) > slack:
            return gap > 0
        pool, t = self._matrix.pool, ZERO if self._t is None else self._t
        return sum((n * (pool[p] - t * pool[q]) for (p, q), n in gaining.items()), ZERO) > eta

    def _gain(self, p: int, q: int) -> int:
        """P(o) - t Q(o) > 0 in fixed point; for an infinite t, Q(o) = 0."""
        below = 0 if self._t is None else fixed_point(self._t * self._matrix.pool[q])
        return self._matrix.fixed[p] - min(below, TOP)

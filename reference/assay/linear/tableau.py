"""The tableau of the simplex method in exact arithmetic, over FLINT's rationals or any exact field."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import Any, Generic, TypeVar

from ..errors import InvalidValue

PATIENCE = 20
"""Degenerate steps before Bland's rule takes over."""

Scalar = TypeVar("Scalar", bound=Any)


@dataclass
class Tableau(Generic[Scalar]):
    """Rows of equations with the right side last, the reduced costs, and the basic column of each row."""

    rows: list[list[Scalar]]
    cost: list[Scalar]
    basis: list[int]

    def pivot(self, i: int, j: int) -> None:
        """Make column j basic in row i."""
        lead = self.rows[i][j]
        chosen = [v / lead if v else v for v in self.rows[i]]
        self.rows[i] = chosen
        support = [k for k, v in enumerate(chosen) if v]
        for line in (*(r for k, r in enumerate(self.rows) if k != i), self.cost):
            factor = line[j]
            if factor:
                for k in support:
                    line[k] = line[k] - factor * chosen[k]
        self.basis[i] = j

    def minimise(self, columns: range, ended: Callable[[int], object], patience: int = PATIENCE) -> None:
        """Pivot until no reduced cost in `columns` is negative, or `ended(steps done)` says so.

        The entering column has the most negative reduced cost; after `patience` degenerate steps in a row
        Bland's rule is used until one makes progress, so that the method ends.  Raises InvalidValue where the
        cost is unbounded.
        """
        idle = 0
        for done in count():
            if ended(done):
                return
            negative = [j for j in columns if self.cost[j] < 0]
            if not negative:
                return
            j = negative[0] if idle > patience else min(negative, key=lambda c: self.cost[c])
            ratios = [(r[-1] / r[j], self.basis[i], i) for i, r in enumerate(self.rows) if r[j] > 0]
            if not ratios:
                raise InvalidValue("the linear program is unbounded: its cost has no minimum")
            step, _, i = min(ratios)
            idle = 0 if step > 0 else idle + 1
            self.pivot(i, j)

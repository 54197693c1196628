"""The minimax risk of a private histogram against its bounds, over a grid of (n, k, alpha)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product

from ..budgets.progress import track
from ..exact import Certified, EpsilonLike, Log, Number, maximum, number
from . import minimax_bounds as bounds
from .minimax import MinimaxRisk, minimax_risk, privacy_level


@dataclass(frozen=True)
class MinimaxRow:
    """One cell of the grid.

    printed: the largest (k - 1) tau/(2n) (1 - sqrt(alpha tau/2)); repaired: the largest lower bound that is
    proved; None where k - 1 > n, so that there is no tau.  upper: 4k/(n alpha).  uniform (k = 2): no
    mechanism whose worst risk is R* (or the upper end of its bracket) has a smaller risk anywhere.
    """

    n: int
    k: int
    alpha: Log
    risk: MinimaxRisk
    printed: Certified | None
    repaired: Number | None
    upper: Certified
    uniform: Number | None


def minimax_table(
    rows: Iterable[int], cells: Iterable[int], alphas: Iterable[EpsilonLike]
) -> Iterator[MinimaxRow]:
    """The rows of the grid, one by one; InvalidValue outside n >= 1, k >= 2, 0 < alpha < infinity."""
    grid = tuple(product(rows, cells, [privacy_level(a) for a in alphas]))
    for n, k, alpha in track(grid, "minimax problems"):
        risk = minimax_risk(n, k, alpha)
        yield MinimaxRow(
            n,
            k,
            alpha,
            risk,
            _printed(n, k, alpha),
            _repaired(n, k, alpha),
            bounds.laplace_upper_bound(n, k, alpha),
            _uniform(n, alpha, risk) if k == 2 else None,
        )


def _printed(n: int, k: int, alpha: Log) -> Certified | None:
    taus = range(1, n // (k - 1) + 1)
    return maximum(bounds.pinsker_bound(n, k, alpha, tau) for tau in taus) if taus else None


def _repaired(n: int, k: int, alpha: Log) -> Number | None:
    if k - 1 > n:
        return None
    found = bounds.best_affinity_bound(n, k, alpha)
    return max(found, bounds.best_two_cell_bound(n, alpha)) if k == 2 else found


def _uniform(n: int, alpha: Log, risk: MinimaxRisk) -> Number:
    """max over m of e^(-alpha m)(2m/n - R*), at least 0."""
    worst = risk.upper.risk
    every = [bounds.uniform_bound(n, alpha, m, worst) for m in range(1, (n + 1) // 2 + 1)]
    return max([number(0), *every])

"""The one door to the solvers of scipy: what they propose, in floats, is trusted nowhere.

Who asks takes what is proposed to exact arithmetic: a guess of which entries are zero, a table of bits whose
error is then computed, prices that make a bound by weak duality, whatever they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, Literal, TypeAlias

from ..errors import AssayError

Row: TypeAlias = tuple[Mapping[int, float], Literal["<=", ">=", "="], float]
"""Coefficients by variable, a relation and a bound."""

HOW = "pip install 'assay[lp]'"


class SolverMissing(AssayError, ImportError):
    """The optional extra `lp` is not installed."""


@dataclass(frozen=True)
class Proposal:
    """Arrays: an x >= 0, the slack and the price of each row, the reduced cost of each variable."""

    x: Any
    slack: Any
    prices: Any
    reduced: Any


def available() -> bool:
    """Whether scipy and numpy are installed (the optional extra `lp`)."""
    return find_spec("scipy") is not None and find_spec("numpy") is not None


def require_solver(what: str) -> None:
    """Raises SolverMissing without scipy."""
    if not available():
        raise SolverMissing(f"{what} needs scipy; install it with: {HOW}")


def propose(
    cost: Sequence[float],
    rows: Sequence[Row],
    *,
    upper: Sequence[float | None] | None = None,
    method: str = "highs",
    options: Mapping[str, object] | None = None,
) -> Proposal | None:
    """What HiGHS believes to be the least cost over x >= 0, x <= upper; None where it finds nothing.

    The price of a row is the change of the cost by its bound, in the direction that a "<=" row states.
    Raises SolverMissing without scipy.
    """
    require_solver("a linear program")
    import numpy as np
    from scipy.optimize import linprog  # type: ignore[import-untyped]

    matrix, bound, equal = _matrix(rows, len(cost))
    if not np.isfinite(matrix.data).all() or not np.isfinite(bound).all():
        return None  # numbers that no float holds
    done = linprog(
        np.array(cost),
        A_ub=matrix[~equal],
        b_ub=bound[~equal],
        A_eq=matrix[equal],
        b_eq=bound[equal],
        bounds=[(0, end) for end in upper] if upper is not None else (0, None),
        method=method,
        options=dict(options or {}),
    )
    if done.status != 0:
        return None
    slack, prices = np.zeros(len(rows)), np.zeros(len(rows))
    slack[~equal], prices[~equal] = done.ineqlin.residual, done.ineqlin.marginals
    prices[equal] = done.eqlin.marginals
    return Proposal(done.x, slack, prices, done.lower.marginals)


def propose_integers(
    cost: Sequence[float], rows: Sequence[Row], upper: Sequence[float | None], integers: int
) -> Any:
    """The same where the first so many variables are integers: x alone, or None."""
    import numpy as np
    from scipy.optimize import LinearConstraint, milp

    matrix, bound, _ = _matrix(rows, len(cost))
    ends = [np.inf if end is None else end for end in upper]
    done = milp(
        np.array(cost),
        constraints=LinearConstraint(matrix, -np.inf, bound),
        bounds=([0] * len(cost), ends),
        integrality=[int(j < integers) for j in range(len(cost))],
    )
    return done.x


def propose_least_squares(
    rows: Sequence[Mapping[int, float]], target: Sequence[float], variables: int
) -> Any:
    """An x in [0, 1] of least sum of squares of rows x - target, and these differences."""
    import numpy as np
    from scipy.optimize import lsq_linear

    table = np.zeros((len(rows), variables))
    for i, row in enumerate(rows):
        for j, a in row.items():
            table[i, j] = a
    wanted = np.array(target)
    x = lsq_linear(table, wanted, bounds=(0, 1), tol=1e-12).x
    return x, table @ x - wanted


def _matrix(rows: Sequence[Row], variables: int) -> tuple[Any, Any, Any]:
    """The rows as a sparse matrix with a bound each, ">=" turned to "<="; which are equations."""
    import numpy as np
    from scipy.sparse import csr_array  # type: ignore[import-untyped]

    signs = [-1.0 if relation == ">=" else 1.0 for _, relation, _ in rows]
    table = [(i, j, signs[i] * a) for i, (row, _, _) in enumerate(rows) for j, a in row.items()]
    lines, places, data = zip(*table, strict=True) if table else ((), (), ())
    matrix = csr_array((data, (lines, places)), shape=(len(rows), variables))
    bound = np.array([s * b for s, (_, _, b) in zip(signs, rows, strict=True)])
    return matrix, bound, np.array([relation == "=" for _, relation, _ in rows], dtype=bool)

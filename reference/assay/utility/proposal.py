"""What a floating-point solver believes about a linear program; the only door to scipy in this package.

Nothing here is trusted: the result names the entries that may be different from zero and the rows that may
hold with equality.  Exact linear algebra takes it from there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec

from ..exact import Number
from .linear_program import LinearProgram

THRESHOLDS = (1e-9, 1e-7, 1e-11, 1e-6, 1e-13)
"""Below which a float counts as zero; a wrong guess costs time, never correctness."""

TOLERANCE = 1e-10
"""The tightest feasibility tolerance that HiGHS accepts."""


@dataclass(frozen=True)
class Proposal:
    """Which x_j and y_i may be nonzero, which rows may be equalities, which columns have reduced cost 0."""

    positive: tuple[int, ...]
    active: tuple[int, ...]
    priced: tuple[int, ...]
    balanced: tuple[int, ...]


def available() -> bool:
    """Whether scipy and numpy are installed (the optional extra `lp`)."""
    return find_spec("scipy") is not None and find_spec("numpy") is not None


def proposals(program: LinearProgram, scales: Sequence[Number] | None, presolve: bool) -> Iterator[Proposal]:
    """What the dual simplex method of HiGHS finds, read with several thresholds.

    scales: x_j is expected to be of the size of scales[j] > 0.  The program is solved in x_j / scales[j],
    which tells small probabilities from zero, and also as it is, which does the same for small dual entries.
    """
    ones = [1.0] * program.variables
    for columns in [ones] if scales is None else [[float(s) for s in scales], ones]:
        yield from _solved(program, columns, presolve)


def _solved(program: LinearProgram, columns: Sequence[float], presolve: bool) -> Iterator[Proposal]:
    """Solve with x_j in units of columns[j] and every row divided by its largest entry."""
    import numpy as np
    from scipy.optimize import linprog  # type: ignore[import-untyped]
    from scipy.sparse import csr_array  # type: ignore[import-untyped]

    entries = [{j: float(a) * columns[j] for j, a in r.coefficients.items()} for r in program.rows]
    sizes = [max(map(abs, e.values()), default=1.0) or 1.0 for e in entries]
    signs = [-1.0 if r.relation == ">=" else 1.0 for r in program.rows]
    table = [(i, j, signs[i] * a / sizes[i]) for i, e in enumerate(entries) for j, a in e.items()]
    lines, places, data = zip(*table, strict=True) if table else ((), (), ())
    matrix = csr_array((data, (lines, places)), shape=(len(entries), program.variables))
    bound = np.array([s * float(r.bound) / z for s, r, z in zip(signs, program.rows, sizes, strict=True)])
    if not np.isfinite(matrix.data).all() or not np.isfinite(bound).all():
        return  # numbers that no float holds
    equal = np.array([r.relation == "=" for r in program.rows], dtype=bool)
    done = linprog(
        np.array([float(program.cost[j]) * c if j in program.cost else 0.0 for j, c in enumerate(columns)]),
        A_ub=matrix[~equal],
        b_ub=bound[~equal],
        A_eq=matrix[equal],
        b_eq=bound[equal],
        method="highs-ds",
        options={
            "presolve": presolve,
            "primal_feasibility_tolerance": TOLERANCE,
            "dual_feasibility_tolerance": TOLERANCE,
        },
    )
    if done.status != 0:
        return
    slack, price = np.zeros(len(entries)), np.zeros(len(entries))
    slack[~equal], price[~equal] = done.ineqlin.residual, done.ineqlin.marginals
    price[equal] = done.eqlin.marginals
    for t in THRESHOLDS:
        masks = (
            np.abs(done.x) > t,
            np.abs(slack) <= t,
            np.abs(price) > t,
            np.abs(done.lower.marginals) <= t,
        )
        yield Proposal(*(tuple(int(i) for i in np.flatnonzero(mask)) for mask in masks))

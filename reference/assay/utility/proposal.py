"""What a floating-point solver believes about a linear program.

Nothing here is trusted: the result names the entries that may be different from zero and the rows that may
hold with equality.  Exact linear algebra takes it from there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..exact import Number
from ..linear.proposals import Row, propose
from .linear_program import LinearProgram

THRESHOLDS = (1e-9, 1e-7, 1e-11, 1e-6, 1e-13)
"""Below which a float counts as zero; a wrong guess costs time, never correctness."""

TIGHT = dict.fromkeys(("primal_feasibility_tolerance", "dual_feasibility_tolerance"), 1e-10)
"""The tightest tolerances that HiGHS accepts."""


@dataclass(frozen=True)
class Proposal:
    """Which x_j and y_i may be nonzero, which rows may be equalities, which columns have reduced cost 0."""

    positive: tuple[int, ...]
    active: tuple[int, ...]
    priced: tuple[int, ...]
    balanced: tuple[int, ...]


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
    entries = [{j: float(a) * columns[j] for j, a in r.coefficients.items()} for r in program.rows]
    sizes = [max(map(abs, e.values()), default=1.0) or 1.0 for e in entries]
    rows: list[Row] = [
        ({j: a / size for j, a in e.items()}, "=" if r.relation == "=" else ">=", float(r.bound) / size)
        for e, r, size in zip(entries, program.rows, sizes, strict=True)
    ]
    cost = [float(program.cost[j]) * c if j in program.cost else 0.0 for j, c in enumerate(columns)]
    done = propose(cost, rows, method="highs-ds", options={"presolve": presolve, **TIGHT})
    if done is None:
        return
    for t in THRESHOLDS:
        masks = (abs(done.x) > t, abs(done.slack) <= t, abs(done.prices) > t, abs(done.reduced) <= t)
        yield Proposal(*(tuple(int(i) for i in mask.nonzero()[0]) for mask in masks))

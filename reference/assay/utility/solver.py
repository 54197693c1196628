"""Solving a linear program exactly: a proposal, then a proof.

Of what a floating-point solver proposes nothing is trusted: it names the entries that may be different from
zero and the rows that may hold with equality.  Exact linear algebra takes it from there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from ..errors import AssayError, InvalidValue
from ..exact import Number
from ..linear import proposals as floats
from ..linear.proposals import Row, propose
from .linear_algebra import unique_solution
from .linear_program import (
    ZERO,
    LinearProgram,
    Optimum,
    Vector,
    certified_optimum,
    dual_value,
    dual_violations,
    primal_value,
    primal_violations,
)
from .simplex import improve, simplex

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


Method: TypeAlias = Literal["auto", "proposal", "simplex"]

PROPOSED = "proposed by HiGHS in floating point (scipy), solved and verified in exact arithmetic"
EXACT = "exact simplex method"
WITHOUT_SCIPY = EXACT + ", because scipy is not installed; pip install 'assay[lp]' is faster"
NOT_CONFIRMED = EXACT + ", because no floating-point proposal could be confirmed"


def solve(
    program: LinearProgram, *, method: Method = "auto", scales: Sequence[Number] | None = None
) -> Optimum:
    """The minimum, with its certificate (see `linear_program`), verified before it is returned.

    method: "proposal" asks a floating-point solver which basis is optimal and solves its equations exactly;
    "simplex" does everything in exact arithmetic; "auto" falls back on the second where the first is not
    available or fails.  `Optimum.found_by` says which it was.
    scales: positive numbers of the size that x is expected to have; they only help the floating-point solver.

    Raises InvalidValue where the program has no feasible point or no minimum; AssayError where
    method="proposal" finds nothing that can be confirmed.
    """
    if method not in ("auto", "proposal", "simplex"):
        raise InvalidValue(f"method = {method!r} is unknown; choose 'auto', 'proposal' or 'simplex'")
    present = floats.available()
    if method != "simplex" and present:
        found = _confirmed(program, scales)
        if found is not None:
            return found
    if method == "proposal":
        why = "none was optimal" if present else "scipy is not installed; pip install 'assay[lp]'"
        raise AssayError(f"no floating-point proposal could be confirmed: {why}; use method='simplex'")
    x, y = simplex(program)
    note = EXACT if method == "simplex" else NOT_CONFIRMED if present else WITHOUT_SCIPY
    optimum = certified_optimum(program, dict(enumerate(x)), dict(enumerate(y)), note)
    if optimum is None:
        raise AssayError("the simplex method ended without a valid certificate: a defect of this package")
    return optimum


def _confirmed(program: LinearProgram, scales: Sequence[Number] | None) -> Optimum | None:
    """The optimum from a feasible x and a feasible y that were proposed and have the same value.

    They need not come from the same proposal: any two feasible solutions of one value are optimal.  Where
    no y fits, the best x that was proposed is improved in exact arithmetic.
    """
    primals: dict[Number, Vector] = {}
    duals: dict[Number, Vector] = {}
    seen: set[tuple[object, ...]] = set()
    for presolve in (True, False):
        for guess in proposals(program, scales, presolve):
            if (primal := (guess.positive, guess.active)) not in seen:
                _primal(program, guess, primals)
            if (dual := (guess.priced, guess.balanced)) not in seen:
                _dual(program, guess, duals)
            seen |= {primal, dual}
            for value in primals.keys() & duals.keys():
                return certified_optimum(program, primals[value], duals[value], PROPOSED)
        if primals:
            improved = improve(program, primals[min(primals)], PROPOSED)
            if improved is not None:
                return improved
    return None


def _primal(program: LinearProgram, guess: Proposal, found: dict[Number, Vector]) -> None:
    """Keep the feasible x that is zero off the proposed support and meets the proposed rows with equality."""
    rows = [(program.rows[i].coefficients, program.rows[i].bound) for i in guess.active]
    x = unique_solution(rows, guess.positive)
    if x is not None and not any(primal_violations(program, x)):
        found.setdefault(primal_value(program, x), x)


def _dual(program: LinearProgram, guess: Proposal, found: dict[Number, Vector]) -> None:
    """Keep the feasible y that is zero off the proposed support and prices the proposed columns exactly."""
    columns: dict[int, dict[int, Number]] = {j: {} for j in guess.balanced}
    for i in guess.priced:
        for j, a in program.rows[i].coefficients.items():
            if j in columns:
                columns[j][i] = a
    equations = [(column, program.cost.get(j, ZERO)) for j, column in columns.items()]
    y = unique_solution(equations, guess.priced)
    if y is not None and not any(dual_violations(program, y)):
        found.setdefault(dual_value(program, y), y)

"""Solving a linear program exactly: a proposal, then a proof."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from ..errors import AssayError, InvalidValue
from ..exact import Number
from ..linear import proposals
from . import proposal
from .active_set import improve
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
from .simplex import simplex

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
    available = proposals.available()
    if method != "simplex" and available:
        found = _confirmed(program, scales)
        if found is not None:
            return found
    if method == "proposal":
        why = "none was optimal" if available else "scipy is not installed; pip install 'assay[lp]'"
        raise AssayError(f"no floating-point proposal could be confirmed: {why}; use method='simplex'")
    x, y = simplex(program)
    note = EXACT if method == "simplex" else NOT_CONFIRMED if available else WITHOUT_SCIPY
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
        for guess in proposal.proposals(program, scales, presolve):
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


def _primal(program: LinearProgram, guess: proposal.Proposal, found: dict[Number, Vector]) -> None:
    """Keep the feasible x that is zero off the proposed support and meets the proposed rows with equality."""
    rows = [(program.rows[i].coefficients, program.rows[i].bound) for i in guess.active]
    x = unique_solution(rows, guess.positive)
    if x is not None and not any(primal_violations(program, x)):
        found.setdefault(primal_value(program, x), x)


def _dual(program: LinearProgram, guess: proposal.Proposal, found: dict[Number, Vector]) -> None:
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

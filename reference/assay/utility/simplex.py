"""The simplex method in exact arithmetic, for programs in any of the fields of `assay.exact`.

Two phases on a dense tableau, see `assay.linear.tableau`.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import TypeAlias

from flint import fmpq

from ..budgets.progress import checkpoint
from ..errors import InvalidValue
from ..exact import Number, number
from ..linear.tableau import Tableau
from .linear_program import LinearProgram

Scalar: TypeAlias = "Number | fmpq"

PIVOTS = partial(checkpoint, "pivots")


def simplex(program: LinearProgram) -> tuple[list[Number], list[Number]]:
    """An optimal x and an optimal dual y.

    Raises InvalidValue where no x satisfies the rows, and where the cost is unbounded.
    """
    tableau, surplus, first_artificial = _start(program)
    tableau.minimise(range(first_artificial), PIVOTS)
    if tableau.cost[-1] < 0:
        raise InvalidValue("the linear program has no feasible point: its rows contradict each other")
    _leave_artificials(tableau, first_artificial)
    _price(tableau, program)
    tableau.minimise(range(first_artificial), PIVOTS)
    x = [number(0)] * program.variables
    for i, j in enumerate(tableau.basis):
        if j < program.variables:
            x[j] = _number(tableau.rows[i][-1])
    return x, _dual(tableau, program, surplus, first_artificial)


def _start(program: LinearProgram) -> tuple[Tableau[Scalar], dict[int, int], int]:
    """The tableau of phase one: a surplus column for each row ">=", an artificial one for every row."""
    rational = program.is_rational
    surplus: dict[int, int] = {}
    for i, r in enumerate(program.rows):
        if r.relation == ">=":
            surplus[i] = program.variables + len(surplus)
    first = program.variables + len(surplus)
    rows: list[list[Scalar]] = []
    for i, r in enumerate(program.rows):
        sign = -1 if r.bound < 0 else 1
        line: list[Scalar] = [_scalar(number(0), rational)] * (first + len(program.rows) + 1)
        for j, a in r.coefficients.items():
            line[j] = _scalar(sign * a, rational)
        if i in surplus:
            line[surplus[i]] = _scalar(number(-sign), rational)
        line[first + i] = _scalar(number(1), rational)
        line[-1] = _scalar(sign * r.bound, rational)
        rows.append(line)
    zero = _scalar(number(0), rational)
    cost = [-sum((r[j] for r in rows), zero) for j in range(first)]
    cost += [zero] * len(rows) + [-sum((r[-1] for r in rows), zero)]
    return Tableau(rows, cost, [first + i for i in range(len(rows))]), surplus, first


def _scalar(x: Number, rational: bool) -> Scalar:
    """The number for the tableau: a FLINT rational where all entries are rational, for speed."""
    if not rational:
        return x
    value = x.as_fraction()
    return fmpq(value.numerator, value.denominator)


def _number(x: Scalar) -> Number:
    return x if isinstance(x, Number) else number(Fraction(int(x.p), int(x.q)))


def _leave_artificials(tableau: Tableau[Scalar], first: int) -> None:
    """Make real columns basic wherever a row of an artificial column at zero has one."""
    for i, j in enumerate(tableau.basis):
        if j >= first:
            column = next((c for c in range(first) if tableau.rows[i][c]), None)
            if column is not None:
                tableau.pivot(i, column)


def _price(tableau: Tableau[Scalar], program: LinearProgram) -> None:
    """Replace the cost of phase one by that of the program, reduced on the basis."""
    rational = program.is_rational
    width = len(tableau.cost)
    cost: list[Scalar] = [_scalar(number(0), rational)] * width
    for j, c in program.cost.items():
        cost[j] = _scalar(c, rational)
    for i, j in enumerate(tableau.basis):
        factor = cost[j]
        if factor:
            cost = [c - factor * v for c, v in zip(cost, tableau.rows[i], strict=True)]  # type: ignore[operator]
    tableau.cost[:] = cost


def _dual(
    tableau: Tableau[Scalar], program: LinearProgram, surplus: dict[int, int], first: int
) -> list[Number]:
    """y_i from the reduced cost of the artificial column of row i: -y_i, up to the sign of the row."""
    out = []
    for i, r in enumerate(program.rows):
        sign = -1 if r.bound < 0 else 1
        out.append(-sign * _number(tableau.cost[first + i]))
    return out

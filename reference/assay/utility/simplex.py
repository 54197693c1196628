"""The simplex method in exact arithmetic, for programs in any of the fields of `assay.exact`.

`simplex` begins anywhere: two phases on a dense tableau, see `assay.linear.tableau`.

`improve` begins at a vertex that is nearly optimal, given by the columns P that may be positive and as many
rows W that hold with equality, with the square matrix A(W, P) regular.  Its prices y solve y A(W, P) = c(P).
A row ">=" with y_i < 0, or a column with a negative reduced cost, names an edge along which the cost falls;
the first constraint in the way replaces it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TypeAlias

from flint import fmpq

from ..budgets.progress import checkpoint
from ..errors import InvalidValue
from ..exact import Number, number
from ..linear.tableau import Tableau
from .linear_algebra import independent_rows, unique_solution
from .linear_program import (
    ZERO,
    LinearProgram,
    Optimum,
    Vector,
    certified_optimum,
    dot,
    primal_violations,
    reduced_costs,
)

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


MOST_STEPS = 100
"""Degenerate vertices could make it go in circles; then the caller falls back on another method."""


@dataclass
class Vertex:
    """The rows W and the columns P."""

    program: LinearProgram
    rows: list[int]
    columns: list[int]

    def solve(self, right: Vector) -> dict[int, Number] | None:
        """The x on P with a_i.x = right_i for the rows of W."""
        lines = [(self.program.rows[i].coefficients, right.get(i, ZERO)) for i in self.rows]
        inside = set(self.columns)
        return unique_solution(
            [({j: v for j, v in a.items() if j in inside}, b) for a, b in lines], self.columns
        )

    def point(self) -> dict[int, Number] | None:
        """The x of the vertex."""
        return self.solve({i: self.program.rows[i].bound for i in self.rows})

    def prices(self) -> dict[int, Number] | None:
        """The y on W with y A(W, P) = c(P)."""
        columns: dict[int, dict[int, Number]] = {j: {} for j in self.columns}
        for i in self.rows:
            for j, a in self.program.rows[i].coefficients.items():
                if j in columns:
                    columns[j][i] = a
        return unique_solution([(c, self.program.cost.get(j, ZERO)) for j, c in columns.items()], self.rows)

    def edge(self, row: int | None, column: int | None) -> dict[int, Number] | None:
        """The direction that leaves the row with unit speed, or in which the column grows with unit speed."""
        if row is not None:
            return self.solve({row: _one()})
        if column is None:
            return None
        lines = ((i, self.program.rows[i].coefficients) for i in self.rows)
        found = self.solve({i: -a[column] for i, a in lines if column in a})
        return None if found is None else {**found, column: _one()}


def _one() -> Number:
    return Number(1)


def vertex_at(program: LinearProgram, x: Vector) -> Vertex | None:
    """A vertex description of a feasible x, or None where x is no vertex."""
    columns = [j for j, v in x.items() if v]
    active = [i for i, r in enumerate(program.rows) if dot(r.coefficients, x) == r.bound]
    chosen = independent_rows([program.rows[i].coefficients for i in active], columns)
    return None if chosen is None else Vertex(program, [active[i] for i in chosen], columns)


def improve(program: LinearProgram, start: Vector, found_by: str) -> Optimum | None:
    """The optimum reached from a feasible vertex, or None where the steps run out."""
    vertex = vertex_at(program, start)
    for step in range(MOST_STEPS):
        checkpoint("exact simplex steps", step)
        if vertex is None:
            return None
        x, y = vertex.point(), vertex.prices()
        if x is None or y is None or any(primal_violations(program, x)):
            return None
        row, column = _worst(vertex, y)
        if row is None and column is None:
            return certified_optimum(program, x, y, found_by)
        vertex = _next(vertex, x, row, column)
    return None


def _worst(vertex: Vertex, y: Vector) -> tuple[int | None, int | None]:
    """The row or the column with the most negative price; (None, None) at the optimum."""
    program = vertex.program
    rows = {i: v for i, v in y.items() if v < 0 and program.rows[i].relation == ">="}
    columns = {j: v for j, v in reduced_costs(program, y).items() if v < 0}
    if rows and (not columns or min(rows.values()) <= min(columns.values())):
        return min(rows, key=lambda i: rows[i]), None
    return None, min(columns, key=lambda j: columns[j]) if columns else None


def _next(vertex: Vertex, x: Vector, row: int | None, column: int | None) -> Vertex | None:
    """The vertex at the other end of the edge, or None where the edge does not end or does not exist."""
    direction = vertex.edge(row, column)
    if direction is None:
        return None
    blocked = min(_obstacles(vertex, x, direction), default=None, key=lambda o: o[0])
    if blocked is None:
        return None
    _, new_row, old_column = blocked
    rows = [i for i in vertex.rows if i != row] + ([] if new_row is None else [new_row])
    columns = [j for j in vertex.columns if j != old_column] + ([] if column is None else [column])
    return Vertex(vertex.program, rows, columns)


def _obstacles(
    vertex: Vertex, x: Vector, direction: Vector
) -> Iterable[tuple[Number, int | None, int | None]]:
    """How far along the edge each row that is not in W, or column of P, lets one go."""
    inside = set(vertex.rows)
    for i, r in enumerate(vertex.program.rows):
        if i not in inside:
            rate = dot(r.coefficients, direction)
            if rate < 0:
                yield (dot(r.coefficients, x) - r.bound) / -rate, i, None
    for j in vertex.columns:
        rate = direction.get(j, ZERO)
        if rate < 0:
            yield x.get(j, ZERO) / -rate, None, j

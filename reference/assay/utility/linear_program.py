"""Linear programs with exact coefficients, and the certificate that a solution is optimal.

    minimise  c.x   subject to  a_i.x >= b_i  or  a_i.x = b_i  for every row i,   x >= 0

x is optimal iff there is a y with y_i >= 0 for the rows ">=", sum_i y_i a_i <= c, and b.y = c.x (strong
duality).  The pair (x, y) is the certificate: whoever has it can check optimality by adding and multiplying,
and needs to trust no solver.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from ..errors import InvalidType, InvalidValue
from ..exact import ExactLike, Number, number

Relation: TypeAlias = Literal[">=", "="]
Vector: TypeAlias = Mapping[int, Number]
"""The entries that are not zero."""

ZERO = number(0)


@dataclass(frozen=True)
class Row:
    """One constraint: sum_j coefficients[j] x_j  relation  bound."""

    coefficients: Vector
    relation: Relation
    bound: Number


def row(coefficients: Mapping[int, ExactLike], relation: Relation, bound: ExactLike) -> Row:
    """A constraint; entries that are zero are dropped.

    Raises InvalidValue for a relation other than ">=" and "=", FloatRefused for a float.
    """
    if relation not in (">=", "="):
        raise InvalidValue(f"relation = {relation!r} is not a relation of a row; give '>=' or '='")
    exact = {j: number(a, f"coefficient of x[{j}]") for j, a in coefficients.items()}
    return Row({j: a for j, a in exact.items() if a}, relation, number(bound, "bound"))


@dataclass(frozen=True)
class LinearProgram:
    """minimise cost.x subject to the rows and x_j >= 0 for all j in 0..variables-1.

    Raises InvalidType, InvalidValue where a row or the cost names a variable that does not exist.
    """

    variables: int
    cost: Vector
    rows: tuple[Row, ...]

    def __post_init__(self) -> None:
        if isinstance(self.variables, bool) or not isinstance(self.variables, int):
            raise InvalidType(
                f"variables = {self.variables!r} is a {type(self.variables).__name__}; give an int"
            )
        if self.variables < 1:
            raise InvalidValue(f"variables = {self.variables} is not >= 1; a program needs a variable")
        named = [("cost", self.cost), *((f"row {i}", r.coefficients) for i, r in enumerate(self.rows))]
        for name, entries in named:
            for j in entries:
                if not 0 <= j < self.variables:
                    raise InvalidValue(
                        f"{name} names x[{j}]; the variables are x[0] to x[{self.variables - 1}]"
                    )

    @property
    def is_rational(self) -> bool:
        """Whether every coefficient is rational."""
        numbers = [*self.cost.values()]
        for r in self.rows:
            numbers += [*r.coefficients.values(), r.bound]
        return all(x.is_rational for x in numbers)


def dot(a: Vector, x: Vector) -> Number:
    """sum_j a_j x_j."""
    short, long = (a, x) if len(a) <= len(x) else (x, a)
    return sum((value * long[j] for j, value in short.items() if j in long), ZERO)


@dataclass(frozen=True)
class Optimum:
    """A certified optimal solution: the value c.x = b.y, the solution x and the dual solution y.

    `found_by` says what proposed the solution; it is not what makes it right.
    """

    program: LinearProgram
    value: Number
    primal: Vector
    dual: Vector
    found_by: str

    def check(self) -> None:
        """Verify the certificate from scratch; InvalidValue names the first condition that fails."""
        complaint = next(violations(self.program, self.value, self.primal, self.dual), None)
        if complaint is not None:
            raise InvalidValue(f"the certificate is not valid: {complaint}")

    def to_json(self) -> dict[str, object]:
        """The certificate as JSON values: exact numbers as strings, entries that are zero left out."""
        return {
            "variables": self.program.variables,
            "minimise": _shown(self.program.cost),
            "rows": [
                {"coefficients": _shown(r.coefficients), "relation": r.relation, "bound": str(r.bound)}
                for r in self.program.rows
            ],
            "value": str(self.value),
            "primal": _shown(self.primal),
            "dual": _shown(self.dual),
            "found_by": self.found_by,
        }


def _shown(entries: Vector) -> dict[str, str]:
    return {str(j): str(value) for j, value in sorted(entries.items())}


def violations(program: LinearProgram, value: Number, primal: Vector, dual: Vector) -> Iterator[str]:
    """The conditions of optimality that fail, in words."""
    yield from primal_violations(program, primal)
    yield from dual_violations(program, dual)
    upper, lower = primal_value(program, primal), dual_value(program, dual)
    if not upper == lower == value:
        yield f"the value {value}, c.x = {upper} and b.y = {lower} differ"


def primal_value(program: LinearProgram, primal: Vector) -> Number:
    """c.x."""
    return dot(program.cost, primal)


def dual_value(program: LinearProgram, dual: Vector) -> Number:
    """b.y."""
    return sum((y * program.rows[i].bound for i, y in dual.items() if i < len(program.rows)), ZERO)


def primal_violations(program: LinearProgram, primal: Vector) -> Iterator[str]:
    """Where x is not feasible."""
    yield from (f"x[{j}] does not exist" for j in primal if not 0 <= j < program.variables)
    yield from (f"x[{j}] = {x} is negative" for j, x in primal.items() if x < 0)
    for i, r in enumerate(program.rows):
        left = dot(r.coefficients, primal)
        if (left != r.bound) if r.relation == "=" else (left < r.bound):
            yield f"row {i}: {left} is not {r.relation} {r.bound}"


def dual_violations(program: LinearProgram, dual: Vector) -> Iterator[str]:
    """Where y is not feasible: a negative price of a row ">=", or a column with a negative reduced cost."""
    for i, y in dual.items():
        if not 0 <= i < len(program.rows):
            yield f"y[{i}] does not exist"
        elif program.rows[i].relation == ">=" and y < 0:
            yield f"y[{i}] = {y} is negative"
    reduced = reduced_costs(program, dual)
    yield from (f"the reduced cost of x[{j}], {c}, is negative" for j, c in reduced.items() if c < 0)


def reduced_costs(program: LinearProgram, dual: Vector) -> dict[int, Number]:
    """c - sum_i y_i a_i."""
    reduced = dict(program.cost)
    for i, y in dual.items():
        if 0 <= i < len(program.rows):
            for j, a in program.rows[i].coefficients.items():
                reduced[j] = reduced.get(j, ZERO) - y * a
    return reduced


def certified_optimum(program: LinearProgram, primal: Vector, dual: Vector, found_by: str) -> Optimum | None:
    """The optimum with this certificate, or None where the certificate is not valid."""
    x = {j: v for j, v in primal.items() if v}
    y = {i: v for i, v in dual.items() if v}
    found = Optimum(program, primal_value(program, x), x, y, found_by)
    return None if any(violations(program, found.value, x, y)) else found

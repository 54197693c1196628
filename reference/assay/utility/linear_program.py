"""Linear programs with exact coefficients, and the certificate that a solution is optimal.

    minimise  c.x   subject to  a_i.x >= b_i  or  a_i.x = b_i  for every row i,   x >= 0

x is optimal iff there is a y with y_i >= 0 for the rows ">=", sum_i y_i a_i <= c, and b.y = c.x (strong
duality).  The pair (x, y) is the certificate: whoever has it can check optimality by adding and multiplying,
and needs to trust no solver.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal, TypeAlias

from ..arguments import positive_integer
from ..errors import AssayError, InvalidType, InvalidValue
from ..exact import ExactLike, Number, number
from ..exact.real import brief

Vector: TypeAlias = Mapping[int, Number]
"""The entries that are not zero."""

ZERO = number(0)


class Relation(StrEnum):
    """How a row bounds its sum.  A row "<=" is the row ">=" with the opposite signs."""

    AT_LEAST = ">="
    EQUAL = "="


@dataclass(frozen=True)
class Row:
    """One constraint: sum_j coefficients[j] x_j  relation  bound.

    Raises InvalidValue for a relation other than ">=" and "=", FloatRefused for a float, InvalidType for
    anything else that is no exact number or no variable.
    """

    coefficients: Vector
    relation: Relation | Literal[">=", "="]
    bound: Number

    def __post_init__(self) -> None:
        object.__setattr__(self, "coefficients", exact_vector(self.coefficients, "coefficient"))
        object.__setattr__(self, "relation", _relation(self.relation))
        object.__setattr__(self, "bound", number(self.bound, "bound"))


def _relation(value: object) -> Relation:
    if not isinstance(value, str) or value not in list(Relation):
        raise InvalidValue(
            f"relation = {value!r} is not a relation of a row; give '>=' or '=' (for '<=' change all signs)"
        )
    return Relation(value)


def exact_vector(entries: Mapping[int, ExactLike], name: str) -> dict[int, Number]:
    """The entries as exact numbers, those that are zero left out."""
    given: object = entries
    if not isinstance(given, Mapping):
        raise InvalidType(f"the entries {name} are {given!r}; give a table {{position: number}}")
    for j in entries:
        if isinstance(j, bool) or not isinstance(j, int):
            raise InvalidType(f"the entries {name} name {j!r}, a {type(j).__name__}; give positions as ints")
    exact = {j: number(a, f"{name} of x[{j}]") for j, a in entries.items()}
    return {j: a for j, a in exact.items() if a}


def row(
    coefficients: Mapping[int, ExactLike], relation: Relation | Literal[">=", "="], bound: ExactLike
) -> Row:
    """A constraint; entries that are zero are dropped.  Raises as `Row`."""
    return Row(exact_vector(coefficients, "coefficient"), relation, number(bound, "bound"))


@dataclass(frozen=True)
class LinearProgram:
    """minimise cost.x subject to the rows and x_j >= 0 for all j in 0..variables-1.

    Raises InvalidType, InvalidValue where a row or the cost names a variable that does not exist,
    FloatRefused for a float.
    """

    variables: int
    cost: Vector
    rows: tuple[Row, ...]

    def __post_init__(self) -> None:
        positive_integer(self.variables, "variables")
        object.__setattr__(self, "cost", exact_vector(self.cost, "cost"))
        object.__setattr__(self, "rows", tuple(self.rows))
        for r in self.rows:
            if not isinstance(r, Row):
                raise InvalidType(
                    f"rows holds {r!r}, a {type(r).__name__}; give row(coefficients, '>=', bound)"
                )
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

    `found_by` says what proposed the solution; it is not what makes it right.  `question` is the digest of
    what the program was made of, where it was made of something (`Question.digest`).
    """

    program: LinearProgram
    value: Number
    primal: Vector
    dual: Vector
    found_by: str
    question: str | None = None

    def check(self) -> None:
        """Verify the certificate from scratch; InvalidValue names the first condition that fails."""
        primal, dual = exact_vector(self.primal, "primal"), exact_vector(self.dual, "dual")
        value = number(self.value, "value")
        complaint = next(violations(self.program, value, primal, dual), None)
        if complaint is not None:
            raise InvalidValue(f"the certificate is not valid: {complaint}")

    @staticmethod
    def from_json(record: Mapping[str, Any]) -> Optimum:
        """The certificate that `to_json` wrote; nothing is checked but its form: call `check`.

        Raises InvalidType, InvalidValue for what is no such record.
        """
        try:
            rows = tuple(
                row(_read(r["coefficients"]), r["relation"], str(r["bound"])) for r in record["rows"]
            )
            program = LinearProgram(
                record["variables"], exact_vector(_read(record["minimise"]), "cost"), rows
            )
            primal, dual = (exact_vector(_read(record[name]), name) for name in ("primal", "dual"))
            value, question = number(str(record["value"])), record.get("question")
            return Optimum(program, value, primal, dual, str(record["found_by"]), question)
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            if isinstance(error, AssayError):
                raise
            raise InvalidType(
                f"this is no record of a certificate: {error!r}; give what to_json made"
            ) from None

    def to_json(self) -> dict[str, object]:
        """The certificate as JSON values: exact numbers as strings, entries that are zero left out."""
        named = {} if self.question is None else {"question": self.question}
        return {
            **named,
            "variables": self.program.variables,
            "minimise": _shown(self.program.cost),
            "rows": [
                {"coefficients": _shown(r.coefficients), "relation": str(r.relation), "bound": str(r.bound)}
                for r in self.program.rows
            ],
            "value": str(self.value),
            "primal": _shown(self.primal),
            "dual": _shown(self.dual),
            "found_by": self.found_by,
        }


def _read(entries: Mapping[str, str]) -> dict[int, str]:
    return {int(j): str(value) for j, value in entries.items()}


def _shown(entries: Vector) -> dict[str, str]:
    return {str(j): str(value) for j, value in sorted(entries.items())}


def violations(program: LinearProgram, value: Number, primal: Vector, dual: Vector) -> Iterator[str]:
    """The conditions of optimality that fail, in words."""
    yield from primal_violations(program, primal)
    yield from dual_violations(program, dual)
    upper, lower = primal_value(program, primal), dual_value(program, dual)
    if not upper == lower == value:
        yield f"the value {value}, c.x = {brief(upper)} and b.y = {brief(lower)} differ"


def primal_value(program: LinearProgram, primal: Vector) -> Number:
    """c.x."""
    return dot(program.cost, primal)


def dual_value(program: LinearProgram, dual: Vector) -> Number:
    """b.y."""
    return sum((y * program.rows[i].bound for i, y in dual.items() if i < len(program.rows)), ZERO)


def primal_violations(program: LinearProgram, primal: Vector) -> Iterator[str]:
    """Where x is not feasible."""
    yield from (f"x[{j}] does not exist" for j in primal if not 0 <= j < program.variables)
    yield from (f"x[{j}] = {brief(x)} is negative" for j, x in primal.items() if x < 0)
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
            yield f"y[{i}] = {brief(y)} is negative"
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

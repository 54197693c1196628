"""Reconstruction from weighted queries: the table of bits whose answers are closest to what was released.

A table has n rows and c columns of bits.  A query q is a rational weight for each of its entries, and answers
sum over i, j of q_ij x_ij; an adversary looks for the x with the least error |q x - a| over all queries, as
the sum (l1), the sum of squares (l2) or the largest (max).  HiGHS proposes, in floats and unchecked: the
relaxation to 0 <= x <= 1, rounded, or an integer program.  What is said about its table is exact:

    error   of the table that is returned
    lower   no table of bits has a smaller error.

`lower` is weak duality with the prices y that the solver proposes, whatever they are: for r = q x - a,

    |r|_1   >= y.r  for all |y_q| <= 1,        max |r| >= y.r  for sum of |y_q| <= 1,
    |r|_2^2 >= 2 y.r - |y|^2,                  and, over all x in [0, 1],
    y.(Q x - a) >= -y.a + sum of min((y Q)_ij, 0),

rounded up to the next error that a table of bits can have.
Source: Dinur and Nissim 2003; Dwork, McSherry and Talwar, STOC 2007; Cohen and Nissim, "Linear Program
Reconstruction in Practice", 2018.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Literal, TypeAlias, get_args

from ..arguments import positive_integer
from ..budgets.sizes import check_size
from ..errors import InvalidType, InvalidValue
from ..exact import ExactLike
from ..exact.real import brief
from ..linear.proposals import Row, propose, propose_integers, propose_least_squares, require_solver
from ..outputs.text import with_type
from .reconstruction import Bits, exact_answers, size
from .reconstruction_queries import Query, Weights, check_sizes, read_queries, table_of

Norm: TypeAlias = Literal["l1", "l2", "max"]

MOST_ENTRIES = 1 << 22
DIGITS = 12
"""Decimal places to which prices of the solver are read."""


@dataclass(frozen=True)
class Fit:
    """A table, its exact error, and an exact bound that no table of bits goes below."""

    rows: tuple[Bits, ...]
    error: Fraction
    lower: Fraction
    norm: Norm

    @property
    def is_best(self) -> bool:
        """Whether it is shown that no table of bits has a smaller error."""
        return self.error == self.lower

    @property
    def column(self) -> Bits:
        """The bits of a table of one column."""
        if len(self.rows[0]) != 1:
            raise InvalidValue(f"the table has {len(self.rows[0])} columns; use .rows")
        return tuple(bit for (bit,) in self.rows)


def weighted_answers(rows: Sequence[Sequence[int]], queries: Iterable[Weights]) -> tuple[Fraction, ...]:
    """The true answers of a table, a tuple of n tuples of c bits, to weighted queries."""
    table = table_of(rows)
    bits = [bit for row in table for bit in row]
    read = read_queries(queries, len(table), len(table[0]))
    return tuple(sum((w for v, w in q.items() if bits[v]), Fraction(0)) for q in read)


def closest_table(
    queries: Iterable[Weights],
    answers: Iterable[ExactLike],
    n: int,
    *,
    columns: int = 1,
    norm: Norm = "l1",
    integral: bool = False,
) -> Fit:
    """The table with the answers closest to those given, as far as HiGHS finds it.

    queries: for one column a bit mask or n weights; for any number {(row, column): weight}, or {row: weight}.
    integral: search tables of bits (integer programming, "l1" and "max"); otherwise the closest table of
    fractions is rounded, halves up.
    Raises SolverMissing without scipy; InvalidType, InvalidValue for what is no query, answer or norm.
    """
    rows, wide = size(n), positive_integer(columns, "columns")
    if norm not in get_args(Norm):
        raise InvalidValue(f"norm = {norm!r} is unknown; choose one of 'l1', 'l2', 'max'")
    if not isinstance(integral, bool):
        raise InvalidType(f"integral is {with_type(integral)}; give True or False")
    if integral and norm == "l2":
        raise InvalidValue("norm = 'l2' with integral=True is a quadratic program; choose 'l1' or 'max'")
    check_size(rows * wide, "entries", f"n = {brief(rows)} rows", "use a smaller table", MOST_ENTRIES)
    read = read_queries(queries, rows, wide)
    given = exact_answers(answers, len(read))
    check_sizes([*given, *(w for q in read for w in q.values())])
    check_size(len(read) * rows * wide, "weights", f"{len(read)} queries", "use fewer", MOST_ENTRIES)
    require_solver("closest_table")
    proposed, prices = (
        _least_squares(read, given, rows * wide)
        if norm == "l2"
        else propose_table(read, given, rows * wide, norm, integral)
    )
    bits = [int(2 * value >= 1) for value in proposed]
    error = error_of(bits, read, given, norm)
    table = tuple(tuple(bits[i * wide : (i + 1) * wide]) for i in range(rows))
    return Fit(table, error, _lower(read, given, prices, norm), norm)


def error_of(
    bits: Sequence[int], queries: Sequence[Query], answers: Sequence[Fraction], norm: Norm
) -> Fraction:
    """The exact error of a table."""
    gaps = [
        abs(sum((w for v, w in q.items() if bits[v]), Fraction(0)) - a)
        for q, a in zip(queries, answers, strict=True)
    ]
    if norm == "max":
        return max(gaps)
    return sum((gap * gap if norm == "l2" else gap for gap in gaps), Fraction(0))


def _lower(
    queries: Sequence[Query], answers: Sequence[Fraction], prices: Sequence[float], norm: Norm
) -> Fraction:
    """The bound of weak duality at these prices, and 0 where they are no numbers."""
    if not all(abs(y) < 1e30 for y in prices):  # also false for NaN
        return Fraction(0)
    y = [Fraction(round(price * 10**DIGITS), 10**DIGITS) for price in prices]
    if norm == "l1":
        y = [max(Fraction(-1), min(Fraction(1), price)) for price in y]
    if norm == "max":
        whole = sum(map(abs, y), Fraction(0))
        y = [price / whole for price in y] if whole > 1 else y
    columns: dict[int, Fraction] = {}
    for price, q in zip(y, queries, strict=True):
        for v, w in q.items():
            columns[v] = columns.get(v, Fraction(0)) + price * w
    bound = sum((min(c, Fraction(0)) for c in columns.values()), Fraction(0))
    bound -= sum((price * a for price, a in zip(y, answers, strict=True)), Fraction(0))
    if norm == "l2":
        bound = 2 * bound - sum((price * price for price in y), Fraction(0))
    unit = lcm(*(w.denominator for q in queries for w in q.values()), *(a.denominator for a in answers))
    steps = unit * unit if norm == "l2" else unit
    return max(Fraction(-((-bound.numerator * steps) // bound.denominator), steps), Fraction(0))


def propose_table(
    queries: Sequence[Query], answers: Sequence[Fraction], bits: int, norm: Norm, integral: bool = False
) -> tuple[list[float], list[float]]:
    """A table and prices: minimise the errors t with |q x - a| <= t, one t for each query or one for all."""
    many = len(queries)
    errors = many if norm == "l1" else 1
    cost = [0.0] * bits + [1.0] * errors
    rows: list[Row] = [
        ({**{v: sign * float(w) for v, w in q.items()}, bits + i % errors: -1.0}, "<=", sign * float(a))
        for sign in (1, -1)
        for i, (q, a) in enumerate(zip(queries, answers, strict=True))
    ]
    upper = [1] * bits + [None] * errors
    relaxed = propose(cost, rows, upper=upper)
    if relaxed is None:
        raise InvalidValue("the solver found no table")
    whole = propose_integers(cost, rows, upper, bits) if integral else None
    found = relaxed.x if whole is None else whole
    # the marginal of q x - t <= a is -u, that of -q x - t <= -a is -v, and r is priced by u - v
    both = zip(relaxed.prices[:many], relaxed.prices[many:], strict=True)
    return [float(x) for x in found[:bits]], [float(v - u) for u, v in both]


def _least_squares(
    queries: Sequence[Query], answers: Sequence[Fraction], bits: int
) -> tuple[list[float], list[float]]:
    """A table of fractions of least squared error, and its errors as prices."""
    rows = [{v: float(w) for v, w in q.items()} for q in queries]
    table, errors = propose_least_squares(rows, [float(a) for a in answers], bits)
    return [float(x) for x in table], [float(r) for r in errors]

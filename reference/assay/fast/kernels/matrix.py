"""A finite mechanism as a matrix of small integers: the rank of every probability among all that occur.

Equal probabilities have equal ranks, and a larger rank is a larger probability.  Everything that only
compares or matches probabilities works on the ranks; the exact numbers are looked up where a sum is asked
for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, cmp_to_key
from typing import Generic, TypeVar

from ...budgets.progress import track
from ...dp import Mechanism
from ...errors import BudgetExceeded, MixedFields, UndecidedError
from ...exact import Log, Number, number
from ...exact.fields import RATIONALS, Field, common_field

X = TypeVar("X")
T = TypeVar("T")

BITS = 60
TOP = 1 << BITS
"""Fixed-point numbers are floor(p 2^BITS), so that the sum over a row fits a 64-bit word."""


@dataclass(frozen=True)
class Matrix(Generic[X, T]):
    """The rows of a mechanism as ranks into `pool`; `pool[0]` is 0.

    `row_class[i]` numbers the different rows, in the order first seen; `rows` holds each of them once.
    """

    domain: tuple[X, ...]
    outputs: Sequence[T] | range
    """The columns; only their number where the outputs are products and are not listed."""
    pool: tuple[Number, ...]
    rows: tuple[tuple[int, ...], ...]
    row_class: tuple[int, ...]
    ordered: bool
    """Whether the ranks are in order; they are not where the order depends on a symbol."""
    complete: bool
    """Whether all inputs have their row here; one that is in no pair has an empty one."""

    @cached_property
    def field(self) -> Field | None:
        """The field that holds all probabilities; None where no supported one does."""
        field: Field | None = RATIONALS
        for p in self.pool:
            field = None if field is None else common_field(field, p.field)
        return field

    @cached_property
    def fixed(self) -> list[int]:
        """floor(p 2^BITS) for every p of the pool."""
        return [fixed_point(p) for p in self.pool]


def fixed_point(x: Number, scale: int | Fraction = 1 << BITS) -> int:
    """floor(scale x), exactly."""
    return (x * number(scale)).__floor__()


def matrix_of(mechanism: Mechanism[X, T], involved: frozenset[X] | None = None) -> Matrix[X, T]:
    """The matrix of a mechanism, with the rows of the inputs that are involved, or are in some pair.

    UnfinishedProgram where a row is known by bounds only.
    """
    columns: dict[T, int] = {}
    found: dict[Number, int] = {number(0): 0}
    sparse: list[list[tuple[int, int]]] = []
    involved = inputs_of_pairs(mechanism) if involved is None else involved
    for x in track(mechanism.domain, "inputs"):
        entries: list[tuple[int, int]] = []
        if involved is None or x in involved:
            row = mechanism.distribution(x)
            known: dict[int, int] = {}
            for outcome, p in row.items():
                rank = known.get(id(p))
                if rank is None:
                    rank = known[id(p)] = found.setdefault(p, len(found))
                entries.append((columns.setdefault(outcome, len(columns)), rank))
        sparse.append(entries)
    ranks, pool, ordered = ranked(list(found))
    rows: dict[tuple[int, ...], int] = {}
    row_class = []
    for entries in sparse:
        dense = [0] * len(columns)
        for column, rank in entries:
            dense[column] = ranks[rank]
        row_class.append(rows.setdefault(tuple(dense), len(rows)))
    complete = involved is None or len(involved) == len(mechanism.domain)
    return Matrix(mechanism.domain, tuple(columns), pool, tuple(rows), tuple(row_class), ordered, complete)


def inputs_of_pairs(mechanism: Mechanism[X, T]) -> frozenset[X] | None:
    """The inputs that are in some pair; None for all, where the pairs are too many to be listed."""
    if not mechanism.computation.is_listed:
        return None
    return frozenset(x for pair in mechanism.pairs for x in pair)


def shares_field(matrix: Matrix[X, T], x: Number) -> bool:
    """Whether the number can be added to the probabilities."""
    return matrix.field is not None and not x.is_symbolic and common_field(matrix.field, x.field) is not None


def plain_factor(epsilon: Log) -> Number | None:
    """e^epsilon as a number, or None where it is not one, or too large to be written down."""
    try:
        factor = epsilon.exp()
    except (MixedFields, BudgetExceeded):
        return None
    return None if factor.is_symbolic else factor


def factor_in(matrix: Matrix[X, T], epsilon: Log) -> Number | None:
    """e^epsilon, or None where it shares no field with the probabilities."""
    factor = plain_factor(epsilon)
    return None if factor is None or not shares_field(matrix, factor) else factor


def limits_in(matrix: Matrix[X, T], t: Number | None, *, closed: bool = False) -> list[int]:
    """For every rank of P(o) the number of ranks of Q(o) with P(o) > t Q(o); t is infinite for None.

    With `closed` those with P(o) >= t Q(o).  A t of another field is compared with P(o)/Q(o).
    """
    pool = matrix.pool
    if t is None:
        return [0, *[1] * (len(pool) - 1)]
    limits, q = [], 0
    scaled = [t * x for x in pool] if shares_field(matrix, t) else None
    for p in pool:
        while q < len(pool):
            left, right = (p, scaled[q]) if scaled else (p / pool[q], t) if q else (p, pool[0])
            if not (left > right or (closed and left == right)):
                break
            q += 1
        limits.append(q)
    return limits


def ranked(values: list[Number]) -> tuple[list[int], tuple[Number, ...], bool]:
    """The rank of each value, the values by rank, and whether they could be ordered."""
    try:
        order = sorted(range(len(values)), key=cmp_to_key(_comparison(values)))
    except UndecidedError:
        return list(range(len(values))), tuple(values), False
    ranks = [0] * len(values)
    for rank, i in enumerate(order):
        ranks[i] = rank
    return ranks, tuple(values[i] for i in order), True


class _comparison:
    """Compare two positions by their values: by fixed-point numbers first, exactly where those are equal."""

    def __init__(self, values: list[Number]) -> None:
        self.values = values
        if any(value.is_symbolic for value in values):
            raise UndecidedError("the probabilities are functions of eps")
        self.fixed = [fixed_point(value) for value in values]

    def __call__(self, i: int, j: int) -> int:
        """The sign of the difference; different values are never equal."""
        if self.fixed[i] != self.fixed[j]:
            return 1 if self.fixed[i] > self.fixed[j] else -1
        if i == j:
            return 0
        return -1 if self.values[i] < self.values[j] else 1

"""Exact systems of linear equations: a unique solution, or None."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm

from flint import fmpq_mat, fmpz_mat, nmod_mat

from ..errors import BudgetExceeded
from ..exact import Number, number
from .linear_program import Vector

PRIME = 2**61 - 1
"""The rows that are kept are independent modulo this prime, and therefore over Q."""

LARGEST_IRRATIONAL = 60
"""Elimination with irrational entries is refused beyond so many unknowns: the entries grow with them."""


def unique_solution(
    equations: Sequence[tuple[Vector, Number]], unknowns: Sequence[int]
) -> dict[int, Number] | None:
    """The x on `unknowns` with a.x = b for all equations (a, b); None where there is no or more than one.

    Raises BudgetExceeded for a large system with irrational entries.
    """
    if not unknowns:
        return {} if all(not b for _, b in equations) else None
    rational = all(b.is_rational and all(v.is_rational for v in a.values()) for a, b in equations)
    found = _by_flint(equations, unknowns) if rational else _by_elimination(equations, unknowns)
    if found is None or any(_left(a, found) != b for a, b in equations):
        return None
    return found


def _left(a: Vector, x: Mapping[int, Number]) -> Number:
    return sum((value * x[j] for j, value in a.items() if j in x), number(0))


def _by_flint(
    equations: Sequence[tuple[Vector, Number]], unknowns: Sequence[int]
) -> dict[int, Number] | None:
    """A square subsystem that is regular modulo a prime, solved over Q."""
    matrix = [_integer_row(a, b, unknowns) for a, b in equations]
    chosen = _pivots(matrix, len(unknowns))
    if chosen is None:
        return None
    left = fmpz_mat([matrix[i][:-1] for i in chosen])
    right = fmpz_mat([[matrix[i][-1]] for i in chosen])
    solution = fmpq_mat(left).solve(fmpq_mat(right))
    values = (solution[i, 0] for i in range(len(unknowns)))
    return {j: number(Fraction(int(v.p), int(v.q))) for j, v in zip(unknowns, values, strict=True)}


def _integer_row(a: Vector, b: Number, unknowns: Sequence[int]) -> list[int]:
    """The equation times the common denominator of its entries, the bound last."""
    entries = [a[j].as_fraction() if j in a else Fraction(0) for j in unknowns] + [b.as_fraction()]
    scale = lcm(*(e.denominator for e in entries))
    return [int(e * scale) for e in entries]


def independent_rows(vectors: Sequence[Vector], columns: Sequence[int]) -> list[int] | None:
    """As many rational vectors as there are columns, independent on these; None where there are fewer."""
    if not all(v.is_rational for a in vectors for v in a.values()):
        return None
    zero = number(0)
    return _pivots([_integer_row(a, zero, columns) for a in vectors], len(columns))


def _pivots(matrix: Sequence[Sequence[int]], rank: int) -> list[int] | None:
    """`rank` rows whose first entries are independent modulo a prime, or None where there are fewer."""
    if len(matrix) < rank:
        return None
    columns = [[matrix[i][j] % PRIME for i in range(len(matrix))] for j in range(rank)]
    reduced, found = nmod_mat(rank, len(matrix), [v for c in columns for v in c], PRIME).rref()
    if found < rank:
        return None
    pivots, i = [], 0
    for r in range(rank):
        while int(reduced[r, i]) == 0:
            i += 1
        pivots.append(i)
    return pivots


def _by_elimination(
    equations: Sequence[tuple[Vector, Number]], unknowns: Sequence[int]
) -> dict[int, Number] | None:
    """Gauss-Jordan elimination in the field of the entries."""
    if len(unknowns) > LARGEST_IRRATIONAL:
        raise BudgetExceeded(
            f"a system of {len(unknowns)} unknowns with irrational entries is beyond the supported "
            f"{LARGEST_IRRATIONAL}; use an epsilon with a rational exponential, such as 'ln 2', or a bracket "
            "of two such"
        )
    rows = [({j: v for j, v in a.items() if j in set(unknowns)}, b) for a, b in equations]
    done: dict[int, tuple[dict[int, Number], Number]] = {}
    for j in unknowns:
        pick = next((k for k, (a, _) in enumerate(rows) if j in a), None)
        if pick is None:
            return None
        a, b = rows.pop(pick)
        inverse = a[j].reciprocal()
        pivot = {i: v * inverse for i, v in a.items()}, b * inverse
        rows = [_eliminated(r, pivot, j) for r in rows]
        done = {i: _eliminated(r, pivot, j) for i, r in done.items()}
        done[j] = pivot
    return {j: b for j, (_, b) in done.items()}


def _eliminated(
    equation: tuple[dict[int, Number], Number], pivot: tuple[dict[int, Number], Number], j: int
) -> tuple[dict[int, Number], Number]:
    """The equation minus the multiple of the pivot that removes x_j."""
    a, b = equation
    if j not in a:
        return equation
    factor = a[j]
    left = dict(a)
    for i, v in pivot[0].items():
        value = left.get(i, number(0)) - factor * v
        if value:
            left[i] = value
        else:
            left.pop(i, None)
    return left, b - factor * pivot[1]

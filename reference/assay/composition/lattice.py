"""Privacy losses as points of a lattice: sums of losses become sums of integer vectors.

Write every loss in coordinates over ln 2, ln 3, ln 5, ..., over the rationals and over the symbol epsilon.
The finitely many losses of the rounds span a lattice in these coordinates; in a basis of it every loss is an
integer vector, and the loss of a composition is the sum of the vectors of its rounds.  Losses that are
multiples of one logarithm (randomised response, geometric noise, base 2) need one coordinate.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TypeAlias

from ..exact import EPS, Log, Number, ln, log_value
from ..exact._flint import fmpz_mat, rational
from ..exact.radicals import prime_exponents

Coordinates: TypeAlias = dict[object, Fraction]
Vector: TypeAlias = tuple[int, ...]


def coordinates(loss: Log) -> Coordinates:
    """The loss over 1, eps, and the logarithms of primes (or of an irrational argument)."""
    found: Coordinates = {"1": loss.rational, "eps": loss.symbolic}
    if loss.argument.is_rational:
        for prime, exponent in prime_exponents(rational(loss.argument.as_fraction())).items():
            found[prime] = loss.coefficient * exponent
    else:
        found[loss.argument] = loss.coefficient
    return {axis: value for axis, value in found.items() if value}


@dataclass(frozen=True, slots=True)
class Lattice:
    """The lattice of all sums of given losses: `basis` are logarithms, independent over the rationals.

    `vectors` holds the integer coordinates of each loss, in the order given:
    loss_i = sum_j vectors[i][j] basis[j].
    """

    basis: tuple[Log, ...]
    vectors: tuple[Vector, ...]

    def loss(self, vector: Vector) -> Log:
        """The loss with these coordinates."""
        return sum((b * c for b, c in zip(self.basis, vector, strict=True)), log_value(0))


def lattice_of(losses: Sequence[Log]) -> Lattice:
    """The lattice that the losses span; its basis is the Hermite normal form of their coordinates."""
    points = [coordinates(loss) for loss in losses]
    axes = sorted({axis for point in points for axis in point}, key=str)
    if not axes:
        return Lattice((), tuple(() for _ in losses))
    scale = lcm(*(value.denominator for point in points for value in point.values()))
    rows = [[int(point.get(axis, Fraction(0)) * scale) for axis in axes] for point in points]
    basis = [[int(x) for x in row] for row in fmpz_mat(rows).hnf().tolist() if any(x != 0 for x in row)]
    logs = [
        sum((_axis(a) * Fraction(c, scale) for a, c in zip(axes, row, strict=True)), log_value(0))
        for row in basis
    ]
    if len(basis) == 1 and logs[0] < 0:
        # one dimension: with a positive basis the order of the losses is that of their coordinates
        logs, basis = [-logs[0]], [[-x for x in basis[0]]]
    return Lattice(tuple(logs), tuple(coefficients(row, basis) for row in rows))


def _axis(axis: object) -> Log:
    """The logarithm that an axis stands for."""
    if axis == "1":
        return log_value(1)
    if axis == "eps":
        return EPS
    return ln(axis if isinstance(axis, Number | int) else str(axis))


def coefficients(row: Sequence[int], basis: Sequence[Sequence[int]]) -> Vector:
    """The integers c with sum c_i basis_i = row, by forward substitution along the pivots."""
    rest, found = list(row), []
    for base in basis:
        pivot = next(i for i, x in enumerate(base) if x)
        c = rest[pivot] // base[pivot]
        rest = [x - c * y for x, y in zip(rest, base, strict=True)]
        found.append(c)
    if any(rest):
        raise ArithmeticError(f"{row} does not lie in the lattice of its own basis")
    return tuple(found)

"""Privacy losses as points of a lattice: sums of losses become sums of integer vectors, totals are numbered.

Write every loss in coordinates over ln 2, ln 3, ln 5, ..., over the rationals and over the symbol epsilon.
The finitely many losses of the rounds span a lattice in these coordinates; in a basis of it every loss is an
integer vector, and the loss of a composition is the sum of the vectors of its rounds.  Losses that are
multiples of one logarithm (randomised response, geometric noise, base 2) need one coordinate.

Relative to one of them, the losses of a round lie in the lattice that their differences span; that may have
fewer dimensions and longer steps than the lattice of the losses (two losses need one step, whatever they
are).  A total is  origin + digits times steps,  with digits from 0 up: the points of a box, a `Grid`.
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


@dataclass(frozen=True, slots=True)
class Grid:
    """`digits` holds the digits of the losses of each round, `high` the largest digits of a total.

    `origin` and `steps` are vectors of the lattice of the losses.
    """

    lattice: Lattice
    origin: Vector
    steps: tuple[Vector, ...]
    digits: tuple[tuple[Vector, ...], ...]
    high: Vector

    @property
    def dimensions(self) -> int:
        """How many digits a loss has."""
        return len(self.steps)

    def step(self, dimension: int) -> Log:
        """The step of one digit; positive where there is only one."""
        return self.lattice.loss(self.steps[dimension])

    def loss(self, slot: int) -> Log:
        """The total loss with the digits of a slot, the first digit varying fastest."""
        vector = self.origin
        for step, high in zip(self.steps, self.high, strict=True):
            slot, digit = divmod(slot, high + 1)
            vector = _plus(vector, step, digit)
        return self.lattice.loss(vector)


def grid_of(rounds: Sequence[tuple[Sequence[Log], int]]) -> Grid:
    """The grid of rounds, given by their finite losses and counts."""
    lattice = lattice_of([loss for losses, _ in rounds for loss in losses])
    rest = iter(lattice.vectors)
    vectors = [[next(rest) for _ in losses] for losses, _ in rounds]
    gaps = [[_plus(v, each[0], -1) for v in each] for each in vectors]
    steps = _steps([gap for each in gaps for gap in each], lattice)
    raw = [[coefficients(gap, steps) for gap in each] for each in gaps]
    lows = [tuple(map(min, zip(*each, strict=True))) for each in raw]
    digits = tuple(tuple(_plus(v, low, -1) for v in each) for each, low in zip(raw, lows, strict=True))
    origin, high = (0,) * len(lattice.basis), (0,) * len(steps)
    for each, found, low, (_, count) in zip(vectors, digits, lows, rounds, strict=True):
        if each:
            origin = _plus(origin, each[0], count)
            for step, digit in zip(steps, low, strict=True):
                origin = _plus(origin, step, digit * count)
            high = _plus(high, tuple(map(max, zip(*found, strict=True))), count)
    return Grid(lattice, origin, steps, digits, high)


def _steps(gaps: Sequence[Vector], lattice: Lattice) -> tuple[Vector, ...]:
    """A basis of what the differences span, the Hermite normal form; a single one with a positive loss."""
    if not gaps or not lattice.basis:
        return ()
    rows = [[int(x) for x in row] for row in fmpz_mat([list(gap) for gap in gaps]).hnf().tolist()]
    steps = [tuple(row) for row in rows if any(row)]
    if len(steps) == 1 and lattice.loss(steps[0]) < 0:
        steps = [tuple(-x for x in steps[0])]
    return tuple(steps)


def _plus(a: Vector, b: Vector, times: int) -> Vector:
    """a + times b."""
    return tuple(x + times * y for x, y in zip(a, b, strict=True))

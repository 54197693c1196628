"""A loss distribution on a grid, rounded so that every delta computed from it errs to a known side.

The grid of a round is  g_i = origin + i h.  Two distributions on it bracket the truth:

* above ("connect the dots"): the mass of a cell (g_i, g_(i+1)] moves to its two ends so that its mass under P
  *and* under Q is kept.  The tests of (P, Q) are then tests of the new pair, so that its delta is not
  smaller.
* below: see `merging`.

Both errors are of second order in h, except below where few atoms lie off the grid.
Source of the first: Doroshenko, Ghazi, Kamath, Kumar and Manurangsi, "Connect the Dots", PoPETs 2022.

Sums of independent losses are convolutions with outward rounding.  Weights are integers in units of 2^-bits.
A product of two distributions is an exact product of integer polynomials (FLINT), rounded back to the unit:
up for the distribution above, down for the distribution below.  Negligible tails are cut on the safe side:
above, the low tail moves up to the first kept loss and the high tail to infinity; below, the low tail is
dropped and the high tail moves down to the last kept loss.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from ..budgets.progress import checkpoint, seconds_left, track
from ..composition.pair import BallAtom, DominatingPair, Tail
from ..errors import BudgetExceeded
from ..exact._flint import arb, bounds, fmpz, fmpz_poly, rational
from ..exact.order import ball_sign

CUT_BITS = 24
"""Tails of up to 2^CUT_BITS units are cut after every product."""
SECONDS_A_BIT = 4e-9
"""What a bit of a point takes in a product, roughly."""


@dataclass(frozen=True)
class Grid:
    """g_i = origin + i step for first <= i <= last."""

    origin: arb
    step: Fraction
    first: int
    last: int

    def point(self, index: int | Fraction) -> arb:
        """g_index; a half-integer index is a midpoint."""
        return self.origin + arb(rational(Fraction(index) * self.step))

    def index_above(self, loss: arb) -> int:
        """An i with g_i >= loss for certain, and the least one up to the precision."""
        ends = bounds((loss - self.origin) / arb(rational(self.step)))
        if ends is None:
            raise ArithmeticError(f"no finite enclosure of the position of {loss} on the grid")
        return -int(-ends[1] // 1)


@dataclass(frozen=True)
class GridDistribution:
    """Masses weights[i] 2^-bits at the losses  origin + (first + i) step,  and one at infinity."""

    weights: fmpz_poly
    first: int
    infinite: int


def _ends(x: arb, bits: int) -> tuple[int, int]:
    """Integers a <= x 2^bits <= b."""
    middle, exponent = x.mid().man_exp()
    radius, radius_exponent = x.rad().man_exp()
    shift, radius_shift = int(exponent) + bits, int(radius_exponent) + bits
    spread = _shifted(int(radius), radius_shift) + 1 if radius != 0 else 0
    centre = _shifted(int(middle), shift)
    return centre - spread, centre + spread + (1 if shift < 0 else 0)


def _shifted(value: int, shift: int) -> int:
    """floor(value 2^shift)."""
    return value << shift if shift >= 0 else value >> -shift


def floor_units(x: arb, bits: int) -> int:
    """A lower bound of x 2^bits, at least 0."""
    return max(0, _ends(x, bits)[0]) if x.is_finite() else 0


def ceil_units(x: arb, bits: int) -> int:
    """An upper bound of x 2^bits, at least 0."""
    if not x.is_finite():
        raise ArithmeticError("a probability has no finite enclosure at this precision")
    return max(0, _ends(x, bits)[1])


@dataclass(frozen=True)
class Cells:
    """The part of a distribution without atoms, by the index i of the cell (g_i, g_(i+1)]; no empty cells."""

    masses: dict[int, Tail]
    below: arb
    """P of what lies at or below g_first."""
    beyond: arb
    """P of what lies above g_last."""


def cells_of(pair: DominatingPair, grid: Grid) -> Cells:
    """The masses of all cells under P and under Q, as differences of tails.

    A mass that may be 0 altogether counts as above the grid, which the distribution above may always do.
    """
    whole = pair.total().p
    if ball_sign(whole) != 1:
        return Cells({}, arb(0), whole)
    tails = [pair.tail(grid.point(i)) for i in track(range(grid.first, grid.last + 1), "cells")]
    masses = {
        grid.first + i: Tail(left.p - right.p, left.q - right.q)
        for i, (left, right) in enumerate(pairwise(tails))
    }
    return Cells(masses, whole - tails[0].p, tails[-1].p)


def distribution_above(
    pair: DominatingPair, grid: Grid, bits: int, cells: Cells | None = None
) -> GridDistribution:
    """The pessimistic distribution: see the module."""
    known = cells_of(pair, grid) if cells is None else cells
    weights = [0] * (grid.last - grid.first + 1)
    ratio = arb(rational(grid.step)).exp()
    for i, mass in known.masses.items():
        low, high = _split(mass.p, mass.q, grid.point(i), ratio, bits)
        weights[i - grid.first] += low
        weights[i - grid.first + 1] += high
    weights[0] += ceil_units(known.below, bits)
    beyond = ceil_units(known.beyond, bits) + ceil_units(pair.mass_at_infinity(), bits)
    for atom in pair.point_masses():
        beyond += _add_atom(weights, atom, grid, ratio, bits)
    return GridDistribution(fmpz_poly(weights), grid.first, min(beyond, 1 << bits))


def _split(p: arb, q: arb, left: arb, ratio: arb, bits: int) -> tuple[int, int]:
    """Upper bounds (a, b) of the masses at g and g + h that keep p and q:  a + b = p,  a + b e^-h = q e^g."""
    total = ceil_units(p, bits)
    if not total:
        return 0, 0
    low = floor_units((q * left.exp() - p / ratio) / (1 - 1 / ratio), bits)
    return (low, total - low) if low < total else (total, 0)


def _add_atom(weights: list[int], atom: BallAtom, grid: Grid, ratio: arb, bits: int) -> int:
    """Split an atom between the grid points around it; returns what lies beyond the grid."""
    above = grid.index_above(atom.loss)
    if above > grid.last:
        return ceil_units(atom.p, bits)
    if above <= grid.first:
        weights[0] += ceil_units(atom.p, bits)
        return 0
    left = grid.point(above - 1)
    low, high = _split(atom.p, atom.q, left, ratio, bits)
    weights[above - 1 - grid.first] += low
    weights[above - grid.first] += high
    return 0


def scaled(value: int, bits: int) -> arb:
    """value 2^-bits."""
    return arb(fmpz(value)) / arb(fmpz(2) ** bits)


class TooLong(Exception):
    """A product has more points than fit into the memory: rounding errors keep its tails from being cut."""


@dataclass(frozen=True)
class Convolution:
    """How distributions are multiplied: the unit 2^-bits, the side on which to err, how many points are too
    many.
    """

    bits: int
    above: bool
    most_points: int | None = None

    def product(self, a: GridDistribution, b: GridDistribution) -> GridDistribution:
        """The distribution of the sum of the two losses.  Raises TooLong before it is made."""
        if self.most_points is not None and a.weights.length() + b.weights.length() > self.most_points:
            raise TooLong
        self._check_time(a.weights.length() + b.weights.length())
        exact = a.weights * b.weights
        checkpoint("products", 1)
        rounded = exact // fmpz(2) ** self.bits
        if self.above and exact.degree() >= 0:
            rounded = rounded + fmpz_poly([1] * (exact.degree() + 1))
        return self._cut(GridDistribution(rounded, a.first + b.first, self._infinite(a, b)))

    def _check_time(self, points: int) -> None:
        """Raises BudgetExceeded before a product that would end after the time is over."""
        checkpoint("products", 0)
        left, needed = seconds_left(), points * self.bits * SECONDS_A_BIT
        if left is not None and needed > left:
            raise BudgetExceeded(
                f"a product of {points} points takes about {needed:.0f} s, more than is left; give more "
                "time, or ask for a larger width"
            )

    def _infinite(self, a: GridDistribution, b: GridDistribution) -> int:
        """1 - (1 - a)(1 - b) = a + b - ab, rounded."""
        product = a.infinite * b.infinite
        return a.infinite + b.infinite - (product >> self.bits) - (0 if self.above else 1 if product else 0)

    def _cut(self, distribution: GridDistribution) -> GridDistribution:
        """The distribution without its negligible tails."""
        weights, allowed = distribution.weights, 1 << CUT_BITS
        low, low_mass = 0, 0
        while low < weights.degree() and low_mass + int(weights[low]) <= allowed:
            low_mass += int(weights[low])
            low += 1
        high, high_mass = weights.degree(), 0
        while high > low and high_mass + int(weights[high]) <= allowed:
            high_mass += int(weights[high])
            high -= 1
        kept = weights.truncate(high + 1).right_shift(low)
        if self.above:
            return GridDistribution(
                kept + fmpz_poly([low_mass]), distribution.first + low, distribution.infinite + high_mass
            )
        return GridDistribution(
            kept + fmpz_poly([0] * (high - low) + [high_mass]),
            distribution.first + low,
            distribution.infinite,
        )

    def power(self, distribution: GridDistribution, count: int) -> GridDistribution:
        """The distribution of the sum of `count` >= 0 independent losses, by repeated squaring."""
        result = GridDistribution(fmpz_poly([fmpz(2) ** self.bits]), 0, 0)
        square = distribution
        while count:
            if count & 1:
                result = self.product(result, square)
            count >>= 1
            if count:
                square = self.product(square, square)
        return result

"""A loss law on a grid, rounded so that every delta computed from it errs to a known side.

The grid of a round is  g_i = origin + i h.  Two laws on it bracket the truth:

* above ("connect the dots"): the mass of a cell (g_i, g_(i+1)] moves to its two ends so that its mass under P
  *and* under Q is kept.  The tests of (P, Q) are then tests of the new pair, so that its delta is not
  smaller.
* below: the outcomes of a cell (g_i - h/2, g_i + h/2] are merged into one.  Merging is post-processing, so
  that delta can only fall; the merged loss ln(P/Q) is then moved down to the grid `g_i - slip`, which
  lowers delta again.

Both errors are of second order in h (`slip` is), except where atoms do not lie on the grid.
Source of the first: Doroshenko, Ghazi, Kamath, Kumar and Manurangsi, "Connect the Dots", PoPETs 2022.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import log

from ...exact._flint import arb, bounds, fmpz, fmpz_poly, rational
from .pairs import BallAtom, LossPair, Tail


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
class GridLaw:
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


def _floor(x: arb, bits: int) -> int:
    """A lower bound of x 2^bits, at least 0."""
    return max(0, _ends(x, bits)[0]) if x.is_finite() else 0


def _ceil(x: arb, bits: int) -> int:
    """An upper bound of x 2^bits, at least 0."""
    if not x.is_finite():
        raise ArithmeticError("a probability has no finite enclosure at this precision")
    return max(0, _ends(x, bits)[1])


def law_above(pair: LossPair, grid: Grid, bits: int) -> GridLaw:
    """The pessimistic law: see the module."""
    size = grid.last - grid.first + 1
    weights = [0] * size
    ratio = arb(rational(grid.step)).exp()
    tails = [pair.tail(grid.point(i)) for i in range(grid.first, grid.last + 1)]
    for i, (left, right) in enumerate(pairwise(tails)):
        low, high = _split(left.p - right.p, left.q - right.q, grid.point(grid.first + i), ratio, bits)
        weights[i] += low
        weights[i + 1] += high
    weights[0] += _ceil(pair.total().p - tails[0].p, bits)
    beyond = _ceil(tails[-1].p, bits) + _ceil(pair.infinite(), bits)
    for atom in pair.atoms():
        beyond += _add_atom(weights, atom, grid, ratio, bits)
    return GridLaw(fmpz_poly(weights), grid.first, beyond)


def _split(p: arb, q: arb, left: arb, ratio: arb, bits: int) -> tuple[int, int]:
    """Upper bounds (a, b) of the masses at g and g + h that keep p and q:  a + b = p,  a + b e^-h = q e^g."""
    a = (q * left.exp() - p / ratio) / (1 - 1 / ratio)
    total, low = _ceil(p, bits), _floor(a, bits)
    return (low, total - low) if low < total else (total, 0)


def _add_atom(weights: list[int], atom: BallAtom, grid: Grid, ratio: arb, bits: int) -> int:
    """Split an atom between the grid points around it; returns what lies beyond the grid."""
    above = grid.index_above(atom.loss)
    if above > grid.last:
        return _ceil(atom.p, bits)
    if above <= grid.first:
        weights[0] += _ceil(atom.p, bits)
        return 0
    left = grid.point(above - 1)
    low, high = _split(atom.p, atom.q, left, ratio, bits)
    weights[above - 1 - grid.first] += low
    weights[above - grid.first] += high
    return 0


@dataclass(frozen=True)
class _Cell:
    """The merged outcomes around grid point i: lower bounds of the mass and of ln(P/Q) - g_i."""

    index: int
    mass: int
    excess: Fraction


def law_below(pair: LossPair, grid: Grid, bits: int) -> tuple[GridLaw, Fraction]:
    """The optimistic law, on the grid moved down by the returned slip >= 0."""
    cells = _cells(pair, grid, bits)
    slip = _best_slip(cells, grid.step)
    weights = [0] * (grid.last - grid.first + 1)
    for cell in cells:
        # below the moved grid point, a cell falls to the next lower one
        index = cell.index if cell.excess >= -slip else cell.index - _steps(cell.excess + slip, grid.step)
        if index >= grid.first:
            weights[index - grid.first] += cell.mass
    return GridLaw(fmpz_poly(weights), grid.first, _floor(pair.infinite(), bits)), slip


def _steps(excess: Fraction, step: Fraction) -> int:
    """How many steps down make up for a negative excess."""
    return int(-(excess // step))


def _cells(pair: LossPair, grid: Grid, bits: int) -> list[_Cell]:
    """The merged cells with positive mass; what lies above the grid joins the last one."""
    atoms: dict[int, list[BallAtom]] = {}
    for atom in pair.atoms():
        where = _nearest(atom, grid)
        if where is not None:
            atoms.setdefault(where, []).append(atom)
    indices = range(grid.first, grid.last + 1)
    tails = [pair.tail(grid.point(end)) for end in _left_ends(pair, grid)] + [Tail(arb(0), arb(0))]
    cells = [
        _merge(left, right, atoms.get(i, []), grid.point(i), i, bits)
        for i, (left, right) in zip(indices, pairwise(tails), strict=True)
    ]
    return [cell for cell in cells if cell.mass]


def _left_ends(pair: LossPair, grid: Grid) -> list[Fraction]:
    """Where the cells begin, in steps: near i - 1/2, moved so that the merged loss of a cell is g_i, nearly.

    Around a density p with slope s = (ln p)', the merged loss of (g - h/2, g + h/2] is g + (s - 1/2) h^2/12
    up to O(h^4), so that all ends move by the opposite.  Any ends give a valid law: these are only the best.
    """
    half = Fraction(1, 2)
    ends = [Fraction(i) - half for i in range(grid.first, grid.last + 2)]
    tails = [pair.tail(grid.point(end)).p for end in ends]
    masses = [float((a - b).mid()) for a, b in pairwise(tails)]
    moved = [ends[0]]
    for end, before, after in zip(ends[1:], masses, masses[1:], strict=False):
        slope = log(after / before) if before > 0 and after > 0 else 0.0
        shift = (float(grid.step) / 2 - slope) / 12
        moved.append(end + Fraction(round(max(-0.25, min(0.25, shift)) * 2**30), 2**30))
    return moved


def _merge(tail: Tail, beyond: Tail, atoms: Sequence[BallAtom], point: arb, i: int, bits: int) -> _Cell:
    """The outcomes between two tails, and the atoms, as one outcome."""
    p = sum((a.p for a in atoms), tail.p - beyond.p)
    q = sum((a.q for a in atoms), tail.q - beyond.q)
    mass = _floor(p, bits)
    ends = bounds((p / q).log() - point) if mass else None
    return _Cell(i, mass if ends else 0, ends[0] if ends else Fraction(0))


def _nearest(atom: BallAtom, grid: Grid) -> int | None:
    """The cell that an atom is merged into (any choice is a valid merge); None below the grid."""
    ends = bounds((atom.loss - grid.origin) / arb(rational(grid.step)))
    if ends is None:
        return None
    index = round((ends[0] + ends[1]) / 2)
    return None if index < grid.first else min(index, grid.last)


def _best_slip(cells: Sequence[_Cell], step: Fraction) -> Fraction:
    """A slip that balances moving the whole grid against dropping single cells by a step."""
    deficits = sorted(((max(Fraction(0), -c.excess), c.mass) for c in cells), reverse=True)
    total = sum(mass for _, mass in deficits) or 1
    best, best_cost, dropped = step, step, 0
    for deficit, mass in deficits:
        if deficit > step:
            dropped += mass
            continue
        cost = deficit + step * Fraction(dropped, total)
        if cost < best_cost:
            best, best_cost = deficit, cost
        dropped += mass
    slip = best if dropped else Fraction(0)
    # rounded up to a short rational: the slip is multiplied by the number of rounds later
    return Fraction(-int(-slip * 2**80 // 1), 2**80)


def scaled(value: int, bits: int) -> arb:
    """value 2^-bits."""
    return arb(fmpz(value)) / arb(fmpz(2) ** bits)

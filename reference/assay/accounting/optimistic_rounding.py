"""The optimistic distribution of a loss on a grid: outcomes are merged so that merged losses are points of
the grid.

An outcome with masses (p, q) and a loss ln(p/q) in (g_i, g_(i+1)] is split in proportion: a share f_i joins
the bin of g_(i+1), the rest that of g_i.  Splitting and merging is post-processing, so that delta can only
fall.  The bin of g_m has the loss g_m where what its upper part has too much is what its lower part lacks:

    (1 - f_m) u_m = f_(m-1) v_(m-1),   u_m = p_m - e^(g_m) q_m,   v_(m-1) = e^(g_m) q_(m-1) - p_(m-1).

Whatever the shares are, a bin counts at g_m - slip only where its masses prove that loss, and at g_(m-1)
elsewhere; that lowers delta again.  So the shares are chosen in floats, from both ends towards the likeliest
cell, in which direction their errors die out.

The grid of a round lies best where that wastes as little as possible.  A bulk that is narrower than a step
falls into two cells.  What the upper one has too much balances what the lower one lacks only for the right
origin; elsewhere the rest is moved down by up to a step.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from ..composition.pair import BallAtom, DominatingPair, Tail
from ..exact._flint import arb, bounds, fmpz_poly, rational
from ..exact.order import ball_sign
from .grid import Cells, Grid, GridDistribution, cells_of, floor_units
from .planning.loss_sketch import middle, sketch_of
from .planning.saddle_point import SHALLOW

SHARE_BITS = 50
"""Shares are multiples of 2^-SHARE_BITS, taken a little too small, so that the proof of a bin succeeds."""
LEFT, RIGHT = -6, 20
"""The cells around the bulk that are looked at."""
TRIED = 8
REFINED = 5


def distribution_below(
    pair: DominatingPair, grid: Grid, bits: int, cells: Cells | None = None, slip: Fraction | None = None
) -> tuple[GridDistribution, Fraction]:
    """The optimistic distribution, on the grid moved down by the returned slip > 0, 2^-bits unless it is
    given.
    """
    slip = Fraction(1, 2**bits) if slip is None else slip
    known = cells_of(pair, grid) if cells is None else cells
    masses = dict(known.masses)
    direct = _place_atoms(pair.point_masses(), grid, slip, masses)
    growths = {m: grid.point(m).exp() for m in sorted({m for i in masses for m in (i, i + 1)})}
    shares = chosen_shares(masses, growths)
    weights, moved = [0] * (grid.last - grid.first + 1), (-arb(rational(slip))).exp()
    for m, growth in growths.items():
        merged = merged_bin(masses, shares, m)
        proved = ball_sign(merged.p - merged.q * growth * moved) == 1
        if proved or m > grid.first:
            weights[(m if proved else m - 1) - grid.first] += floor_units(merged.p, bits)
    for index, mass in direct:
        weights[index - grid.first] += floor_units(mass, bits)
    # what lies above the grid joins its last point
    weights[-1] += floor_units(known.beyond, bits)
    return GridDistribution(fmpz_poly(weights), grid.first, floor_units(pair.mass_at_infinity(), bits)), slip


def merged_bin(masses: Mapping[int, Tail], shares: Mapping[int, arb], m: int) -> Tail:
    """The bin of grid point m: the rest of the cell above it, and a share of the cell below it."""
    p, q = arb(0), arb(0)
    if m in masses:
        p, q = masses[m].p * (1 - shares[m]), masses[m].q * (1 - shares[m])
    if m - 1 in masses:
        p, q = p + masses[m - 1].p * shares[m - 1], q + masses[m - 1].q * shares[m - 1]
    return Tail(p, q)


def _place_atoms(
    atoms: Sequence[BallAtom], grid: Grid, slip: Fraction, masses: dict[int, Tail]
) -> list[tuple[int, arb]]:
    """Atoms at points of the grid (moved down by the slip), as (index, mass); the others join their cells."""
    direct = []
    for atom in atoms:
        index = grid.index_above(atom.loss)
        if grid.first < index <= grid.last and _is_inside(atom.loss, grid, index, slip):
            cell = masses.get(index - 1, Tail(arb(0), arb(0)))
            masses[index - 1] = Tail(cell.p + atom.p, cell.q + atom.q)
            continue
        target = min(index, grid.last)
        while target >= grid.first and not _reaches(atom.loss, grid.point(target), slip):
            target -= 1
        if target >= grid.first:
            direct.append((target, atom.p))
    return direct


def _is_inside(loss: arb, grid: Grid, index: int, slip: Fraction) -> bool:
    """Whether the loss is certainly between the points index - 1 and index, by more than the slip."""
    above = ball_sign(loss - grid.point(index - 1) - rational(slip)) == 1
    return above and ball_sign(grid.point(index) - loss - rational(slip)) == 1


def _reaches(loss: arb, point: arb, slip: Fraction) -> bool:
    """Whether the loss is certainly at least the point less the slip."""
    return ball_sign(loss - point + rational(slip)) == 1


def chosen_shares(masses: Mapping[int, Tail], growths: Mapping[int, arb]) -> dict[int, arb]:
    """The share of each cell that moves up, so that (nearly) all bins balance."""
    if not masses:
        return {}
    upper = {i: cell.p - cell.q * growths[i] for i, cell in masses.items()}
    lower = {i: cell.q * growths[i + 1] - cell.p for i, cell in masses.items()}
    least, most = min(masses), max(masses)
    mode = max(masses, key=lambda i: masses[i].p.mid())
    shares = dict.fromkeys(masses, 0.0)
    for m in range(most, mode - 1, -1):
        if m in masses and m - 1 in masses:
            shares[m - 1] = min(1.0, (1 - shares[m]) * _ratio(upper[m], lower[m - 1]))
    wanted, from_below = shares.get(mode - 1, 0.0), 1.0
    for m in range(least + 1, mode + 1):
        if m not in masses or m - 1 not in masses:
            from_below = 1.0
            continue
        filled = from_below * _ratio(lower[m - 1], upper[m]) if from_below else 0.0
        shares[m - 1] = from_below if filled <= 1 else from_below / filled
        from_below = max(0.0, 1 - filled)
    if mode - 1 in masses:
        shares[mode - 1] = min(wanted, shares[mode - 1])
    return {i: _dyadic(share) for i, share in shares.items()}


def _ratio(a: arb, b: arb) -> float:
    """a/b for the choice of a share; 0 where either is not positive."""
    if ball_sign(a) != 1 or ball_sign(b) != 1:
        return 0.0
    ends = bounds(a / b)
    return 0.0 if ends is None else min(1e300, float((ends[0] + ends[1]) / 2))


def _dyadic(share: float) -> arb:
    """A little less than the share, exactly."""
    kept = max(0, int(share * (1 - 2.0**-40) * 2**SHARE_BITS))
    return arb(rational(Fraction(kept, 2**SHARE_BITS)))


def centre(pair: DominatingPair, step: Fraction) -> arb:
    """An origin for this step, near the median."""
    median, h = sketch_of(pair, SHALLOW).median, float(step)
    atoms = [a for a in pair.point_masses() if abs(middle(a.loss) - median) < -2 * LEFT * h]

    def waste(origin: float) -> float:
        return _waste(pair, Grid(arb(origin), step, LEFT, RIGHT), [(middle(a.loss), a.p, a.q) for a in atoms])

    tried = {median + h * n / TRIED: 0.0 for n in range(-TRIED // 2, TRIED // 2)}
    tried = {origin: waste(origin) for origin in tried}
    best, reach = min(tried, key=tried.__getitem__), h / TRIED
    least = tried[best]
    for _ in range(REFINED):
        reach /= 2
        for origin in (best - reach, best + reach):
            found = waste(origin)
            if found < least:
                best, least = origin, found
    return arb(best)


def _waste(pair: DominatingPair, grid: Grid, atoms: list[tuple[float, arb, arb]]) -> float:
    """By how much the mass around the bulk is moved down, in steps."""
    masses = dict(cells_of(pair, grid).masses)
    origin, h = middle(grid.origin), float(grid.step)
    for loss, p, q in atoms:
        index = int((loss - origin) // h)
        if LEFT <= index < RIGHT:
            cell = masses.get(index, Tail(arb(0), arb(0)))
            masses[index] = Tail(cell.p + p, cell.q + q)
    growths = {m: grid.point(m).exp() for m in sorted({m for i in masses for m in (i, i + 1)})}
    shares = chosen_shares(masses, growths)
    total = arb(0)
    for m, growth in growths.items():
        found = merged_bin(masses, shares, m)
        total += abs(found.p - found.q * growth)
    return middle(total / rational(grid.step))

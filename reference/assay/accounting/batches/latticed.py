"""A distribution of a mean with fewer points: thinned out, or on a lattice of losses.

On a lattice rounds compose without further rounding.  Above, every point is split between the points e^(m h)
around it, its mean kept.  Below, the points of a cell are merged, and shares of neighbouring cells are merged
again so that they balance at e^(m h): see `optimistic_rounding`.  A point counts at m h - SLIP only where its
mean proves it, else at (m - 1) h - SLIP.

Thinned out, they are as fine as before near 1, further and further apart away from it.  Marks are some of the
points.  Above, what lies between two marks is split between them, its mean kept; below, what lies from one
mark to the next is merged.  The former spreads a distribution, the latter averages it.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from ...composition.pair import Tail
from ...exact._flint import arb, precision, rational
from ..optimistic_rounding import chosen_shares, merged_bin
from ..planning.loss_sketch import middle
from .mean_points import ABOVE, BELOW, MOMENTS, UNIT, MeanDistribution

if TYPE_CHECKING:
    from .mean_points import Array

SLIP = Fraction(1, 2**32)
BITS = 128
BULK = 400
"""So many steps from 1 on points are thinned out."""
Columns = tuple["Array", "Array"]


def lattice_above(distribution: MeanDistribution, step: Fraction) -> tuple[range, Array, float]:
    """The m of all points, upper bounds of their masses under Q, and of that at 0."""
    import numpy as np

    places, rows = flat(distribution)
    first = int(np.searchsorted(places, 0.0, side="right"))
    at, masses = places[first:], rows[ABOVE, first:]
    logs = np.log(at) / float(step)
    indices = range(int(np.floor(logs[0])) - 1, int(np.ceil(logs[-1])) + 2)
    points = np.exp(np.array(indices) * float(step))
    return indices, spread(at, masses, points), float(np.sum(rows[ABOVE, :first]))


def lattice_below(distribution: MeanDistribution, step: Fraction) -> dict[int, Tail]:
    """By m, (P, Q) of what is merged there, whose quotient is about e^(m step)."""
    cells = _cells(distribution, step)
    if not cells:
        return {}
    with precision(BITS):
        growths = {m: arb(rational(m * step)).exp() for i in cells for m in (i, i + 1)}
        shares = chosen_shares(cells, growths)
        return {m: merged_bin(cells, shares, m) for m in sorted(growths)}


def _cells(distribution: MeanDistribution, step: Fraction) -> dict[int, Tail]:
    """By m, the moment and the mass of the points between e^(m step) and the next."""
    import numpy as np

    _, rows = flat(distribution)
    masses, moments = _sorted(rows)
    if not len(masses):
        return {}
    indices = np.floor(np.log(moments / masses) / float(step)).astype(np.int64)
    starts = np.concatenate([[0], np.flatnonzero(np.diff(indices)) + 1])
    p, q = (np.add.reduceat(values, starts).tolist() for values in (moments, masses))
    return {int(indices[at]): Tail(arb(p[i]), arb(q[i])) for i, at in enumerate(starts)}


def _sorted(rows: Array) -> Columns:
    """Masses and moments below, by their quotients."""
    import numpy as np

    kept = rows[BELOW] > 0
    masses, moments = rows[BELOW, kept], rows[MOMENTS, kept]
    kept = moments > 0
    order = np.argsort(moments[kept] / masses[kept], kind="stable")
    return masses[kept][order], moments[kept][order]


def proved_place(mass: Tail, m: int, step: Fraction) -> int:
    """m where the quotient of the masses is e^(m step - SLIP/2) at least, else the one before."""
    wanted = float(m * step) - float(SLIP) / 2
    return m if middle((mass.p / mass.q).log()) >= wanted else m - 1


def thinned(distribution: MeanDistribution, step: float) -> tuple[Columns, Columns]:
    """(places, masses) above, with all of what lies at 0; (masses, moments) below.

    Steps of ln x are `step` near 1, and longer in proportion to the distance beyond BULK of them.
    """
    import numpy as np

    places, rows = flat(distribution)
    first = int(np.searchsorted(places, 0.0, side="right"))
    at, lower = places[first:], rows[:, first:]
    if len(at) < 3:
        return (places, rows[ABOVE]), (rows[BELOW], rows[MOMENTS])
    cells = np.floor(_scaled(np.log(at), step))
    starts = np.concatenate([[0], np.flatnonzero(np.diff(cells)) + 1])
    merged = np.add.reduceat(lower[BELOW:], starts, axis=1)
    marks = np.unique(np.append(starts, len(at) - 1))
    kept = at[marks]
    zeros = slice(0, first)
    masses = np.append(rows[ABOVE, zeros], spread(at, lower[ABOVE], kept))
    return (np.append(places[zeros], kept), masses), (merged[0], merged[1])


def flat(distribution: MeanDistribution) -> Columns:
    """All places in ascending order with their rows, without empty ones."""
    import numpy as np

    places = np.concatenate([distribution.places(scale) for scale in distribution.scales])
    rows = np.concatenate(list(distribution.scales.values()), axis=1)
    order = np.argsort(places, kind="stable")
    order = order[rows[:, order].any(axis=0)]
    # one point may be on two scales
    found, starts = np.unique(places[order], return_index=True)
    sums = np.add.reduceat(rows[:, order], starts, axis=1)
    sums[ABOVE] *= 1 + 4 * UNIT
    return found, sums


def _scaled(logs: Array, step: float) -> Array:
    """ln x in steps up to BULK of them, and beyond in the logarithm of their number."""
    import numpy as np

    steps = logs / step
    far = np.abs(steps) > BULK
    beyond = BULK * (1 + np.log(np.abs(np.where(far, steps, BULK)) / BULK))
    return np.where(far, np.sign(steps) * beyond, steps)


def spread(at: Array, masses: Array, ends: Array) -> Array:
    """Upper bounds of the masses at `ends`, ascending and known up to 8 u, that split all masses, their means
    kept.
    """
    import numpy as np

    cell = np.clip(np.searchsorted(ends, at, side="right") - 1, 0, len(ends) - 2)
    low, high = ends[cell], ends[cell + 1]
    # a share errs by less than `slack`, as its places are right up to 8 u
    slack = 64 * UNIT * high / (high - low)
    share = np.clip((at - low) / (high - low), 0.0, 1.0)
    found = np.zeros(len(ends))
    np.add.at(found, cell, masses * np.minimum(1.0, 1 - share + slack))
    np.add.at(found, cell + 1, masses * np.minimum(1.0, share + slack))
    return found * (1 + 4 * len(at) * UNIT)

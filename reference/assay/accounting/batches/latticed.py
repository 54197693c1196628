"""A distribution of a mean on a lattice of losses, so that rounds compose without further rounding.

Above, every point is split between the points e^(m h) around it, its mean kept.  Below, the points of a cell
are merged, and shares of neighbouring cells are merged again so that they balance at e^(m h): see
`optimistic_rounding`.  A point counts at m h - SLIP only where its mean proves it, else at (m - 1) h - SLIP.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from ...composition.pair import Tail
from ...exact._flint import arb, precision, rational
from ..optimistic_rounding import chosen_shares, merged_bin
from ..planning.loss_sketch import middle
from .mean_points import ABOVE, BELOW, MOMENTS, MeanDistribution
from .thinning import Columns, flat, spread

if TYPE_CHECKING:
    from .mean_points import Array

SLIP = Fraction(1, 2**32)
BITS = 128


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

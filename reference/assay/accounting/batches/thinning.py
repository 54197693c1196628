"""Fewer points for a mean: as fine as before near 1, further and further apart away from it.

Marks are some of the points.  Above, what lies between two marks is split between them, its mean kept; below,
what lies from one mark to the next is merged.  The former spreads a distribution, the latter averages it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .mean_points import ABOVE, BELOW, MOMENTS, UNIT, MeanDistribution

if TYPE_CHECKING:
    from .mean_points import Array

BULK = 400
"""So many steps from 1 on points are thinned out."""
Columns = tuple["Array", "Array"]


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

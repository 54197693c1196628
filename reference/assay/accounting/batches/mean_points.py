"""Two distributions around that of a mean, on floating-point numbers of few bits.

S = X_1 + ... + X_t with independent X_i >= 0 of mean 1/t.  Two distributions enclose that of S in the convex
order, so that E (S - y)_+ and E (1 - y S)_+ lie between theirs for every y >= 0:

* above: what lies between two points is split between them, its mean kept (a mean-preserving spread).  Only
  masses are kept, every one rounded up.
* below: the same shares of it are *merged* with what else comes there (an average).  Masses and moments are
  kept, so that a point counts where its mean is.  Any shares would do.

Points are n w 2^s with whole s and n < M: near x they are about x/M apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, log2
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    import numpy as np

    Array: TypeAlias = np.ndarray[Any, Any]

UNIT = 2.0**-53
FAINT = 1e-250
"""Points below with less mass are left out, so that nothing underflows."""
UNDERFLOW = 1e-300
"""More than all that underflows in a sum of products; it is added to every point above."""
DEEPEST = 600
"""Bits of the least mass that floats hold with room to spare."""
FARTHEST = 400
"""Points beyond 2^FARTHEST are beyond what floats add up."""
MOST_PLACES = 100_000
ABOVE, BELOW, MOMENTS = range(3)
CENTRE = Fraction(7, 5)
"""1 is the point M/CENTRE, so that the bulk of the mean is on one scale."""


@dataclass(frozen=True, eq=False)
class MeanDistribution:
    """Both distributions: by scale s rows (masses above, below, moments below) at the points n unit 2^s.

    Masses above are upper bounds; beyond the last point there is `lost` mass, of moment `lost_moment`. Masses
    and moments below are right up to the relative error `error`; what is missing was left out.
    """

    points: int
    unit: Fraction
    scales: Mapping[int, Array]
    lost: float
    lost_moment: float
    error: float

    def places(self, scale: int) -> Array:
        """The points of a scale, up to 4 u."""
        import numpy as np

        return np.arange(self.points) * (float(self.unit) * 2.0**scale)


@dataclass(frozen=True)
class Plan:
    """How fine the distribution of the whole sum is, M = coarsest 2^doublings, and the mass that may be cut,
    2^-depth.
    """

    coarsest: int
    doublings: int
    depth: int

    @staticmethod
    def of(step: float, coarsest: float, terms: int, depth: int) -> Plan:
        """For points about `step` apart near 1, and relatively not more than `coarsest` anywhere."""
        most = floor(LEVELS_COARSER * ceil(log2(terms))) if terms > 1 else 0
        doublings = min(most, max(0, floor(log2(coarsest / step))))
        return Plan(2 * ceil(float(CENTRE) / step / 2**doublings / 2), doublings, depth)

    def points(self, level: int) -> int:
        """M, smaller for parts of a sum."""
        return self.coarsest << max(0, self.doublings - floor(LEVELS_COARSER * level))

    @property
    def unit(self) -> Fraction:
        """The distance of points near 1."""
        return CENTRE / self.points(0)

    def tiny(self, level: int) -> float:
        """What is cut of a part, of which there are 2^level; sums of what was cut are cut again."""
        return 2.0 ** -(self.depth + 2 * level + 6)


LEVELS_COARSER = 3 / 7
"""So often M is halved for half of a sum: balances the costs of levels and what they add to the variance."""


def without_faint(scales: dict[int, Array]) -> dict[int, Array]:
    """Without the masses below that are less than FAINT."""
    for rows in scales.values():
        rows[BELOW:, rows[BELOW] < FAINT] = 0.0
    return scales

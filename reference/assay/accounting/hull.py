"""The finite pair of the lower convex hull of points that a profile does not exceed.

With y = e^epsilon, H(y) = sup over events of P - y Q is convex, does not grow, and is 1 at 0.  Where H(y_i)
<= h_i at some places, H lies below the lower convex hull of (0, 1) and the (y_i, h_i), constant from its
least value on, which is the H of a pair with the losses ln y_i.  Source: Doroshenko, Ghazi, Kamath, Kumar and
Manurangsi, "Connect the dots", PoPETs 2022.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from ..composition.finite_pair import FinitePair
from ..composition.pair import BallAtom, WithoutDensity
from ..exact import Log, Number, number
from ..exact._flint import arb

Point = tuple[Fraction, Fraction]
"""(y, at least H(y))."""


def pair_above(given: Iterable[Point]) -> FinitePair:
    """The pair of the hull of points with growing y > 0 and values in [0, 1]."""
    points = [(Fraction(0), Fraction(1))]
    for y, value in given:
        points.append((y, min(Fraction(1), value)))
        if points[-1][1] >= points[-2][1] and len(points) > 2:
            points.pop()
    hull = lower_hull(points)
    slopes = [(b[1] - a[1]) / (b[0] - a[0]) for a, b in pairwise(hull)] + [Fraction(0)]
    masses = [(hull[-1][1], Fraction(0)), (Fraction(0), 1 + slopes[0])]
    masses += [
        (y * (after - before), after - before)
        for (y, _), before, after in zip(hull[1:], slopes, slopes[1:], strict=False)
    ]
    return FinitePair.from_masses((number(p), number(q)) for p, q in masses)


def lower_hull(points: Iterable[Point]) -> list[Point]:
    """The vertices of the lower convex hull of points with growing abscissas."""
    hull: list[Point] = []
    for x, y in points:
        # the last vertex lies on or above the line from the one before to the new point
        while len(hull) > 1 and (hull[-1][1] - hull[-2][1]) * (x - hull[-2][0]) >= (y - hull[-2][1]) * (
            hull[-1][0] - hull[-2][0]
        ):
            hull.pop()
        hull.append((x, y))
    return hull


@dataclass(frozen=True)
class Tabulated(WithoutDensity):
    """A finite pair by its balls alone."""

    base: FinitePair

    @property
    def name(self) -> str:
        """How many losses."""
        return f"{len(self.base.atoms)} stored losses"

    def point_masses(self) -> Sequence[BallAtom]:
        """Those of the pair."""
        return self.base.point_masses()

    def mass_at_infinity(self) -> arb:
        """That of the pair."""
        return self.base.mass_at_infinity()

    def mass_at_minus_infinity(self) -> arb:
        """That of the pair."""
        return self.base.mass_at_minus_infinity()

    def exact_mass_at_infinity(self) -> Number | None:
        """That of the pair."""
        return self.base.exact_mass_at_infinity()

    def extremes(self) -> tuple[Log, Log] | None:
        """Those of the pair."""
        return self.base.extremes()

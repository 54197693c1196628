"""Two distributions around that of a mean, on floats of few bits; and around one of its terms.

S = X_1 + ... + X_t with independent X_i >= 0 of mean 1/t.  Two distributions enclose that of S in the convex
order, so that E (S - y)_+ and E (1 - y S)_+ lie between theirs for every y >= 0:

* above: what lies between two points is split between them, its mean kept (a mean-preserving spread).  Only
  masses are kept, every one rounded up.
* below: the same shares of it are *merged* with what else comes there (an average).  Masses and moments are
  kept, so that a point counts where its mean is.  Any shares would do.

Points are n w 2^s with whole s and n < M: near x they are about x/M apart.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, log2
from typing import TYPE_CHECKING, Any, TypeAlias

from ...composition.pair import DominatingPair
from ...errors import BudgetExceeded
from ...exact._flint import arb, bounds, precision, rational
from ...exact.order import ball_sign
from ..planning.loss_sketch import middle

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
PRECISE = 61
"""Bits to which masses below are known."""


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


def _up(ball: arb) -> float:
    """A float that is not below the ball."""
    if not ball.is_finite():
        raise ArithmeticError("a mass has no finite enclosure at this precision")
    # the nearest float of an upper end is off by u, relatively, or underflows
    end = float(ball.upper())
    return end * (1 + 4 * UNIT) + UNDERFLOW if ball_sign(ball) in (1, None) else 0.0


def term(pair: DominatingPair, terms: int, plan: Plan, level: int) -> MeanDistribution:
    """The distribution of e^L/terms: what lies between neighbouring points, by its masses under Q and P."""
    import numpy as np

    count, tiny = plan.points(level), Fraction(plan.tiny(level))
    with precision(2 * plan.depth + 256):
        shift = arb(terms).log()
        low, high = _reach(pair, tiny)
        scales = _scales(plan, count, low - middle(shift), high - middle(shift))
        half = count // 2
        if len(scales) * half > MOST_PLACES or max(-scales[0], scales[-1]) > FARTHEST:
            raise BudgetExceeded(
                f"a step takes {len(scales) * half:,} points from 2^{scales[0]} to 2^{scales[-1]}, beyond "
                "what floats add up; ask with more noise, or less far out"
            )
        points = [plan.unit * n * Fraction(2) ** scale for scale in scales for n in range(half, count)]
        rows = np.zeros((3, len(points)))
        balls = [arb(rational(point)) for point in points]
        tails = [pair.tail(ball.log() + shift) for ball in balls]
        for i in range(len(points) - 1):
            q, p = tails[i].q - tails[i + 1].q, (tails[i].p - tails[i + 1].p) / terms
            high_part = (p - balls[i] * q) / (balls[i + 1] - balls[i])
            rows[ABOVE, i] += _up(q - high_part)
            rows[ABOVE, i + 1] += _up(high_part)
            if _is_precise(q) and _is_precise(p):
                share = min(1.0, max(0.0, middle(high_part / q)))
                for row, value in ((BELOW, middle(q)), (MOMENTS, middle(p))):
                    rows[row, i] += value * (1 - share)
                    rows[row, i + 1] += value * share
        head = pair.head(balls[0].log() + shift)
        at_first = head.p / terms / balls[0]
        rows[ABOVE, 0] += _up(at_first)
        rows[ABOVE] *= 1 + 8 * UNIT
        found = {scale: np.zeros((3, count)) for scale in scales}
        for i, scale in enumerate(scales):
            found[scale][:, half:] = rows[:, i * half : (i + 1) * half]
        found[scales[0]][ABOVE, 0] = _up(head.q - at_first)
        lost, moment = _up(tails[-1].q), _up(tails[-1].p / terms)
    return MeanDistribution(count, plan.unit, without_faint(found), lost, moment, 1e-13)


def _scales(plan: Plan, count: int, low: float, high: float) -> list[int]:
    """The scales whose upper halves reach from e^low to e^high."""
    unit = log2(plan.unit * count)
    first, last = floor(low / LOG2 - unit), ceil(high / LOG2 - unit)
    return list(range(first, max(first, last) + 1))


LOG2 = 0.6931471805599453


def _reach(pair: DominatingPair, tiny: Fraction) -> tuple[float, float]:
    """Losses below and above which there is less than that, under Q and under P."""
    low = _search(lambda x: _is_below(pair.head(arb(-x)).q, tiny))
    high = _search(lambda x: _is_below(pair.tail(arb(x)).p, tiny))
    return -low, high


def _search(test: Callable[[float], bool]) -> float:
    """Nearly the least x > 0 that passes a monotone test, by doubling and halving.

    Raises BudgetExceeded where e^x is far beyond what floats add up.
    """
    high = 2.0**-40
    while not test(high):
        high *= 2
        if high > 4 * FARTHEST:
            raise BudgetExceeded(
                f"a step has losses above {high:g}, beyond what floats add up; ask with more noise, or less "
                "far out"
            )
    low = high / 2
    for _ in range(6):
        half = (low + high) / 2
        low, high = (low, half) if test(half) else (half, high)
    return high


def _is_below(x: arb, limit: Fraction) -> bool:
    ends = bounds(x)
    return ends is not None and ends[1] <= limit


def _is_precise(x: arb) -> bool:
    """Whether a mass is positive and known to a relative 2^-60."""
    return ball_sign(x) == 1 and x.rel_accuracy_bits() > PRECISE

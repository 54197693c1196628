"""The mean of independent e^L, enclosed by two distributions on floating-point numbers of few bits.

S = X_1 + ... + X_t with independent X_i >= 0 of mean 1/t.  Two distributions enclose that of S in the convex
order, so that E (S - y)_+ and E (1 - y S)_+ lie between theirs for every y >= 0:

* above: what lies between two points is split between them, its mean kept (a mean-preserving spread).  Only
  masses are kept, every one rounded up.
* below: the same shares of it are *merged* with what else comes there (an average).  Masses and moments are
  kept, so that a point counts where its mean is.  Any shares would do.

Points are n w 2^s with whole s and n < M: near x they are about x/M apart.  Sums on one scale s are sums of
whole numbers, exactly; what is on a lower scale is halved first, as often as it takes: odd n go to n - 1 and
n + 1 by halves.  Halving t leads from X_1 to S; a sum of few terms is spread wide, and a smaller M does.
Products and sums are of positive floats, so that errors are relative and counted: u = 2^-53 for each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, log2
from typing import TYPE_CHECKING, Any, TypeAlias

from ...budgets.progress import track
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
PRECISE = 61
"""Bits to which masses below are known."""
UNDERFLOW = 1e-300
"""More than all that underflows in a sum of products; it is added to every point above."""
MORE = 1.0 + 1e-9
"""Rounds up what is small anyway."""
DEEPEST = 600
"""Bits of the least mass that floats hold with room to spare."""
LARGEST_ERROR = 1e-4
"""Of masses below, relatively; its square is small beside a thousandth of it."""
FARTHEST = 400
"""Points beyond 2^FARTHEST are beyond what floats add up."""
MOST_POINTS = 2**15
"""The largest M: its square is the number of products of a scale."""
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


def mean_distribution(pair: DominatingPair, terms: int, plan: Plan) -> MeanDistribution:
    """The distribution of the mean of `terms` independent e^L under Q, L the loss of a pair with a density.

    Raises BudgetExceeded where M would be above MOST_POINTS, or masses are too small for floats.
    """
    if plan.depth > DEEPEST:
        raise BudgetExceeded(f"masses of 2^-{plan.depth} are too small for floats; ask for a larger delta")
    if plan.points(0) > MOST_POINTS:
        raise BudgetExceeded(
            f"a mean takes {plan.points(0):,} points, more than {MOST_POINTS:,}; ask for a larger "
            "width, or for a delta or an epsilon less far out"
        )
    known: dict[tuple[int, int], MeanDistribution] = {}

    def distribution(count: int, level: int) -> MeanDistribution:
        if (count, level) not in known:
            known[count, level] = (
                _single(pair, terms, plan, level)
                if count == 1
                else _trimmed(
                    _sum(
                        distribution(count // 2, level + 1),
                        distribution(count - count // 2, level + 1),
                        plan.points(level),
                    ),
                    plan.tiny(level),
                )
            )
        return known[count, level]

    return distribution(terms, 0)


def _up(ball: arb) -> float:
    """A float that is not below the ball."""
    if not ball.is_finite():
        raise ArithmeticError("a mass has no finite enclosure at this precision")
    # the nearest float of an upper end is off by u, relatively, or underflows
    end = float(ball.upper())
    return end * (1 + 4 * UNIT) + UNDERFLOW if ball_sign(ball) in (1, None) else 0.0


def _single(pair: DominatingPair, terms: int, plan: Plan, level: int) -> MeanDistribution:
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
    return MeanDistribution(count, plan.unit, _without_faint(found), lost, moment, 1e-13)


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


def _without_faint(scales: dict[int, Array]) -> dict[int, Array]:
    for rows in scales.values():
        rows[BELOW:, rows[BELOW] < FAINT] = 0.0
    return scales


def _halved(rows: Array) -> Array:
    """On the next scale: even n at n/2, odd ones by halves on both sides of it.  The length is even."""
    import numpy as np

    found = np.zeros_like(rows)
    half = rows.shape[1] // 2
    found[:, :half] = rows[:, ::2] + 0.5 * rows[:, 1::2]
    found[:, 1 : half + 1] += 0.5 * rows[:, 1::2]
    return found


def _product(a: Array, b: Array, out: Array) -> None:
    """Add the convolution, of what is not 0."""
    import numpy as np

    places = [np.flatnonzero(x) for x in (a, b)]
    if not all(len(at) for at in places):
        return
    (i, j), (k, m) = ((int(at[0]), int(at[-1]) + 1) for at in places)
    out[i + k : j + m - 1] += np.convolve(a[i:j], b[k:m])


def _square(upper: Array, lower: Array, out: Array) -> None:
    """Add what two equal ones have on a scale: upper parts with each other, and twice one with the lower."""
    for row in (ABOVE, BELOW):
        _product(upper[row], upper[row] + 2 * lower[row], out[row])
    _product(upper[BELOW], 2 * (upper[MOMENTS] + lower[MOMENTS]), out[MOMENTS])
    _product(upper[MOMENTS], 2 * lower[BELOW], out[MOMENTS])


def _sum(a: MeanDistribution, b: MeanDistribution, points: int) -> MeanDistribution:
    """The distribution of the sum of two independent ones, with M = points, once or twice that of theirs."""
    import numpy as np

    size, wide = a.points, 2 * a.points
    zero = np.zeros((3, size))
    found: dict[int, Array] = {}
    lower_a, lower_b = zero, zero
    scales = range(min(*a.scales, *b.scales), max(*a.scales, *b.scales) + 1)
    for scale in track(scales, "scales"):
        upper_a, upper_b = a.scales.get(scale, zero), b.scales.get(scale, zero)
        whole_b = upper_b + lower_b
        out = np.zeros((3, wide))
        if a is b:
            _square(upper_a, lower_a, out)
        else:
            for x, y in ((upper_a, whole_b), (lower_a, upper_b)):
                _product(x[ABOVE], y[ABOVE], out[ABOVE])
                _product(x[BELOW], y[BELOW], out[BELOW])
                _product(x[BELOW], y[MOMENTS], out[MOMENTS])
                _product(x[MOMENTS], y[BELOW], out[MOMENTS])
        _add(found, scale, out, points)
        lower_a, lower_b = _halved(upper_a + lower_a), _halved(whole_b)
    return _rounded(a, b, found, points, len(scales))


def _add(found: dict[int, Array], scale: int, rows: Array, points: int) -> None:
    """Add what is on a scale to the distribution with M = points: what lies beyond goes to the next scale."""
    import numpy as np

    here = found.setdefault(scale, np.zeros((3, points)))
    here += rows[:, :points]
    if rows.shape[1] > points and rows[:, points:].any():
        beyond = rows.copy()
        beyond[:, :points] = 0.0
        there = found.setdefault(scale + 1, np.zeros((3, points)))
        there += _halved(beyond)[:, :points]


def _rounded(
    a: MeanDistribution, b: MeanDistribution, found: dict[int, Array], points: int, scales: int
) -> MeanDistribution:
    """Count the errors: a product, its sums and halvings for each point, and what underflows."""
    slack = (8 * points + 16 * scales + 64) * UNIT
    for rows in found.values():
        rows[ABOVE] = rows[ABOVE] * (1 + 2 * slack) + UNDERFLOW
    # E B <= 1, and what is lost of one counts with all of the other
    lost = (a.lost + b.lost) * MORE + UNDERFLOW
    moment = (a.lost_moment + b.lost_moment + a.lost + b.lost) * MORE + UNDERFLOW
    error = (a.error + b.error + slack + 1e-13) * 1.001
    if error > LARGEST_ERROR:
        raise BudgetExceeded(f"sums of {points} products have a rounding error above {LARGEST_ERROR}")
    return MeanDistribution(points, a.unit, _without_faint(found), lost, moment, error)


def _trimmed(distribution: MeanDistribution, tiny: float) -> MeanDistribution:
    """Without the ends that hold next to nothing: above they go to 0 and to what is lost."""
    import numpy as np

    scales = sorted(distribution.scales)
    places = np.concatenate([distribution.places(scale) for scale in scales])
    masses = np.concatenate([distribution.scales[scale][ABOVE] for scale in scales])
    order = np.argsort(places, kind="stable")
    places, masses = places[order], masses[order]
    from_top = np.cumsum((masses * (1 + places))[::-1]) * MORE
    from_bottom = np.cumsum(np.where(places > 0, masses, 0.0)) * MORE
    top, bottom = int(np.searchsorted(from_top, tiny)), int(np.searchsorted(from_bottom, tiny))
    if bottom + top >= len(places):
        return distribution
    least, most = float(places[bottom]), float(places[len(places) - 1 - top])
    lost = float(from_top[top - 1]) if top else 0.0
    moved = float(from_bottom[bottom - 1]) if bottom else 0.0
    found: dict[int, Array] = {}
    for scale in scales:
        at = distribution.places(scale)
        rows = distribution.scales[scale] * ((at >= least) & (at <= most))
        if rows.any():
            found[scale] = rows
    zero = sum(float(rows[ABOVE, 0]) for rows in distribution.scales.values())
    # what is moved counts at 0 and at a point above it
    first = found[min(found)]
    first[ABOVE, int(np.argmax(first[ABOVE] > 0))] += moved
    first[ABOVE, 0] = (zero + moved) * MORE
    lost *= MORE
    return MeanDistribution(
        distribution.points,
        distribution.unit,
        found,
        distribution.lost + lost,
        distribution.lost_moment + lost,
        distribution.error,
    )

"""The mean of independent e^L, enclosed by two distributions on floating-point numbers of few bits.

Sums on one scale s are sums of whole numbers, exactly; what is on a lower scale is halved first, as often as
it takes: odd n go to n - 1 and n + 1 by halves.  Halving t leads from X_1 to S; a sum of few terms is spread
wide, and a smaller M does.  Products and sums are of positive floats, so that errors are relative and
counted: u = 2^-53 for each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...budgets.progress import track
from ...composition.pair import DominatingPair
from ...errors import BudgetExceeded
from .mean_points import (
    ABOVE,
    BELOW,
    DEEPEST,
    MOMENTS,
    UNDERFLOW,
    UNIT,
    MeanDistribution,
    Plan,
    term,
    without_faint,
)

if TYPE_CHECKING:
    from .mean_points import Array

MORE = 1.0 + 1e-9
"""Rounds up what is small anyway."""
LARGEST_ERROR = 1e-4
"""Of masses below, relatively; its square is small beside a thousandth of it."""
MOST_POINTS = 2**15
"""The largest M: its square is the number of products of a scale."""


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
                term(pair, terms, plan, level)
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
    return MeanDistribution(points, a.unit, without_faint(found), lost, moment, error)


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

"""The most powerful tests between P and Q, from which the profile and the trade-off function are both read.

Whoever wants to tell P from Q picks an event S and says "P" when it occurs.  The test is right with
probability P(S) when P holds (its power) and wrong with probability Q(S) when Q holds.  The points (Q(S),
P(S)) of all events, randomised ones included, form a convex region; its upper boundary is the receiver
operating characteristic.  Its vertices are the tests S_t = { o : P(o) > t Q(o) } of Neyman and Pearson.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias, TypeVar

from ..arguments import probability
from ..exact import INFINITY, ExactLike, Number
from .dist import Dist
from .privacy_loss import loss_levels
from .weights import ZERO

T = TypeVar("T")

Point: TypeAlias = tuple[Number, Number]
"""A test S as the point (Q(S), P(S))."""


def most_powerful_tests(p: Dist[T], q: Dist[T]) -> tuple[Point, ...]:
    """The points (Q(S), P(S)) of the events S_l = { o : L(o) >= l }, from S = {} to the whole of supp(P).

    Source: Neyman and Pearson, "On the problem of the most efficient tests of statistical hypotheses", 1933.
    """
    levels = loss_levels(p, q)
    false_alarms, power = ZERO, ZERO
    points = [(ZERO, ZERO)]
    for loss in sorted((loss for loss in levels if loss != -INFINITY), reverse=True):
        false_alarms += q.prob(levels[loss])
        power += p.prob(levels[loss])
        points.append((false_alarms, power))
    return upper_boundary(points)


def as_test(false_alarms: ExactLike, power: ExactLike) -> Point:
    """Read a point (Q(S), P(S)).  Raises InvalidValue unless both are probabilities."""
    return probability(false_alarms, "Q(S)"), probability(power, "P(S)")


def upper_boundary(points: Iterable[Point]) -> tuple[Point, ...]:
    """The vertices of the upper boundary of the convex hull, by increasing Q(S), up to full power.

    They are the best tests for every trade-off between false alarms and power, whichever pair of
    distributions each of the points comes from.
    """
    best: dict[Number, Number] = {}
    for false_alarms, power in points:
        best[false_alarms] = max(power, best.get(false_alarms, power))
    boundary: list[Point] = []
    for point in sorted(best.items()):
        if boundary and point[1] <= boundary[-1][1]:
            continue
        while len(boundary) >= 2 and not _is_vertex(boundary[-2], boundary[-1], point):
            boundary.pop()
        boundary.append(point)
    return tuple(boundary)


def _is_vertex(left: Point, middle: Point, right: Point) -> bool:
    """Whether `middle` lies strictly above the line from `left` to `right`: the slope falls there."""
    (x0, y0), (x1, y1), (x2, y2) = left, middle, right
    return (y1 - y0) * (x2 - x1) > (y2 - y1) * (x1 - x0)

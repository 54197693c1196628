"""The trade-off function: how well a hypothesis test can tell two output distributions apart."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from .curves import TradeOff
from .dist import Dist
from .measure import Envelope, Measure
from .neyman_pearson import most_powerful_tests

T = TypeVar("T")


def tradeoff(p: Dist[T], q: Dist[T]) -> TradeOff:
    """T(P, Q)(alpha) = inf { 1 - E_Q[phi] : E_P[phi] <= alpha } over all tests phi, with exact vertices.

    Its vertices are the most powerful tests of P against Q.  T(P, Q) is dual to the profile of (Q, P).
    """
    return TradeOff((x, 1 - y) for x, y in most_powerful_tests(q, p))


def lower_envelope(functions: Iterable[TradeOff]) -> TradeOff:
    """The largest trade-off function below all the given ones: the convex hull of their minimum."""
    return TradeOff(point for f in functions for point in f.vertices)


TRADEOFF = Measure(
    name="tradeoff",
    text="trade-off function",
    formula="The vertices (alpha, beta) of the trade-off function T(P, Q), P the null hypothesis, by "
    "increasing alpha, from (0, f(0)) to (1, 0); no vertex lies on the segment between its neighbours.",
    kind="trade-off",
    of_pair=tradeoff,
    worst=Envelope(lower_envelope),
    source="Dong, Roth and Su, JRSS B 2022",
)
"""The largest trade-off function below those of all pairs."""

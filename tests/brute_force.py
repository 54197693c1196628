"""The judge of the privacy measures: every event, that is every subset of the outcomes, is looked at.

Nothing here sorts outcomes, groups them, or knows which event is the worst.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations
from typing import TypeVar

from assay import INFINITY, Dist, Log, Mechanism, Number, ln, number

T = TypeVar("T")
X = TypeVar("X")

ZERO = number(0)
ONE = number(1)


def outcomes(*dists: Dist[T]) -> tuple[T, ...]:
    """All outcomes of some distributions."""
    return tuple(dict.fromkeys(o for dist in dists for o in dist.support))


def events(among: Sequence[T]) -> Iterator[tuple[T, ...]]:
    """All subsets, the empty one and the whole included."""
    return chain.from_iterable(combinations(among, k) for k in range(len(among) + 1))


def event_points(p: Dist[T], q: Dist[T]) -> list[tuple[Number, Number]]:
    """(Q(S), P(S)) for every event S."""
    return [(sum((q[o] for o in s), ZERO), sum((p[o] for o in s), ZERO)) for s in events(outcomes(p, q))]


def delta(p: Dist[T], q: Dist[T], t: Number) -> Number:
    """max over events of P(S) - t Q(S)."""
    return max(power - t * false for false, power in event_points(p, q))


def epsilon(p: Dist[T], q: Dist[T], allowed: Number = ZERO) -> Log:
    """The smallest epsilon >= 0 with P(S) <= e^epsilon Q(S) + delta for every event S."""
    worst = ONE
    for false, power in event_points(p, q):
        if power > allowed:
            if not false:
                return INFINITY
            worst = max(worst, (power - allowed) / false)
    return ln(worst)


def type_two_error(p: Dist[T], q: Dist[T], alpha: Number) -> Number:
    """min of 1 - Q(phi) over tests phi with P(phi) <= alpha; two events mixed are enough (Caratheodory)."""
    points = [(x, y) for y, x in event_points(p, q)]  # (P(S), Q(S))
    best = ZERO
    for x0, y0 in points:
        if x0 <= alpha:
            best = max(best, y0)
        for x1, y1 in points:
            if x0 < alpha < x1:
                best = max(best, y0 + (y1 - y0) * (alpha - x0) / (x1 - x0))
    return 1 - best


def pairs(mechanism: Mechanism[X, T]) -> list[tuple[Dist[T], Dist[T]]]:
    """The output distributions of all ordered adjacent pairs, found by the relation alone."""
    found = [
        (mechanism.distribution(x), mechanism.distribution(y))
        for x in mechanism.domain
        for y in mechanism.domain
        if x != y and mechanism.adjacency.related(x, y)
    ]
    if not found:
        raise ValueError("no adjacent pairs: nothing would be tested")
    return found


def is_private(mechanism: Mechanism[X, T], e: Log, d: Number) -> bool:
    """The definition of (epsilon, delta)-privacy, event by event."""
    if e.is_infinite:
        return all(
            power <= d for p, q in pairs(mechanism) for false, power in event_points(p, q) if not false
        )
    factor = e.exp()
    return all(
        power <= factor * false + d for p, q in pairs(mechanism) for false, power in event_points(p, q)
    )


__all__ = [
    "delta",
    "epsilon",
    "event_points",
    "events",
    "is_private",
    "outcomes",
    "pairs",
    "type_two_error",
]

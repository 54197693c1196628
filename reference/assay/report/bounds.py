"""What is known of the measures of a mechanism whose program did not finish: lower bounds.

On x the probability of an outcome o is at least p(o); on x' it is at least q(o), and a mass v is still open,
which may fall into any event S.  So P(S) >= p(S) and Q(S) <= q(S) + v.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass

from ..dp import Mechanism
from ..dp.unfinished import Known, known_row
from ..exact import INFINITY, Log, Number, ln

ZERO = Number(0)


@dataclass(frozen=True)
class Bounds:
    """The largest open mass of an input, and lower bounds of epsilon (at a delta) and total variation."""

    open_mass: Number
    epsilon: Log
    total_variation: Number


def lower_bounds(mechanism: Mechanism[Hashable, Hashable], delta: Number) -> Bounds:
    """The bounds that hold for the mechanism, whatever becomes of the open mass."""
    rows = {x: known_row(mechanism, x) for x in mechanism.domain}
    pairs = [(rows[x], rows[y]) for x, y in mechanism.pairs]
    return Bounds(
        max(row.open_mass for row in rows.values()),
        max(epsilon_at_least(p, q, delta) for p, q in pairs),
        max(total_variation_at_least(p, q) for p, q in pairs),
    )


def epsilon_at_least(p: Known[Hashable], q: Known[Hashable], delta: Number) -> Log:
    """max(0, ln((p(S) - delta) / (q(S) + v))) over the events S of the most telling outcomes."""
    best: Log = Log(0)
    for power, false_alarms in most_telling(p, q):
        gain = power - delta
        if gain > 0:
            best = max(best, ln(gain / false_alarms) if false_alarms else INFINITY)
    return best


def total_variation_at_least(p: Known[Hashable], q: Known[Hashable]) -> Number:
    """max(0, p(S) - q(S) - v) over the same events."""
    return max([ZERO, *(power - false_alarms for power, false_alarms in most_telling(p, q))])


def most_telling(p: Known[Hashable], q: Known[Hashable]) -> Iterator[tuple[Number, Number]]:
    """(p(S), q(S) + v) for S of the first outcomes, ordered by falling p(o)/q(o)."""
    power, false_alarms = ZERO, q.open_mass
    for gain, cost in by_ratio((mass, q.lower.get(o, ZERO)) for o, mass in p.lower.items()):
        power += gain
        false_alarms += cost
        yield power, false_alarms


def by_ratio(masses: Iterable[tuple[Number, Number]]) -> list[tuple[Number, Number]]:
    """The pairs (p, q) by falling p/q, those with q = 0 first."""
    return sorted(masses, key=lambda each: each[1] / each[0])

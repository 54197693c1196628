"""What is known of the measures of a mechanism whose program did not finish: lower bounds.

On x the probability of an outcome o is at least p(o); on x' it is at least q(o), and a mass v is still open,
which may fall into any event S.  So P(S) >= p(S) and Q(S) <= q(S) + v.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass

from ...dp import Mechanism
from ...dp.hockey_stick import TOTAL_VARIATION
from ...dp.profile import EPSILON
from ...engines.partial import Partial, epsilon_at_least, known_row
from ...exact import Log, Number

ZERO = Number(0)


@dataclass(frozen=True)
class Bounds:
    """The largest open mass of an input, and lower bounds of measures, by their names in the table."""

    open_mass: Number
    of: Mapping[str, Log | Number]


def lower_bounds(mechanism: Mechanism[Hashable, Hashable], delta: Number) -> Bounds:
    """The bounds that hold for the mechanism, whatever becomes of the open mass."""
    rows = {x: known_row(mechanism, x) for x in mechanism.domain}
    pairs = [(rows[x], rows[y]) for x, y in mechanism.pairs]
    return Bounds(
        max(row.open_mass for row in rows.values()),
        {
            EPSILON.name: max(epsilon_at_least(p, q, delta) for p, q in pairs),
            TOTAL_VARIATION.name: max(total_variation_at_least(p, q) for p, q in pairs),
        },
    )


def total_variation_at_least(p: Partial[Hashable], q: Partial[Hashable]) -> Number:
    """max(0, p(S) - q(S) - v) for S = { o : p(o) > q(o) }."""
    gains = (mass - q.lower.get(o, ZERO) for o, mass in p.lower.items())
    return max(ZERO, sum((gain for gain in gains if gain > 0), ZERO) - q.open_mass)

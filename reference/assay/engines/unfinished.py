"""Auditing a program that did not finish: only what its bounds prove is said.

On input x it is known that M(x) puts at least p(o) on each outcome o, and that a mass u is still open, which
may fall anywhere.  Write q and v for the same on x'.  Then, for t = e^epsilon,

    max over S of p(S) - t (q(S) + v)  <=  delta(epsilon)  <=  sum over o of max(p(o) - t q(o), 0) + u.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar, cast

from ..dp import Mechanism
from ..dp.verdict import Refuted, Scope, Verdict, Verified
from ..dp.weights import ZERO
from ..dp.witness import Outcome, Witness
from ..errors import UnfinishedProgram
from ..exact import INFINITY, Log, Number, eps, ln
from ..outputs.text import spelled
from ..verdict import Undecided
from .partial import Partial, rounded

X = TypeVar("X")
T = TypeVar("T")


@dataclass(frozen=True)
class Known(Generic[T]):
    """What is known of one row: the mass of each outcome at least, the mass still open, and why it is."""

    lower: Mapping[T, Number]
    open_mass: Number
    reason: str | None = None


def known_row(mechanism: Mechanism[X, T], x: X) -> Known[T]:
    """What is known of M(x): everything, or the bounds of the unfinished program."""
    try:
        row = mechanism.distribution(x)
    except UnfinishedProgram as error:
        partial = cast("Partial[T]", error.partial)
        return Known(partial.lower, partial.open_mass, partial.reason)
    return Known(dict(row.items()), ZERO)


def audit_bounds(mechanism: Mechanism[X, T], epsilon: Log, delta: Number) -> Verdict:
    """Refuted or Verified where the bounds suffice for it, otherwise Undecided with the mass that is open."""
    # No clock is read here: a spent time budget is one of the ways to get here.
    rows = {x: known_row(mechanism, x) for x in mechanism.domain}
    settled = True
    for x, y in mechanism.pairs:
        event = refuting_event(rows[x], rows[y], epsilon, delta)
        if event is not None:
            outcomes = tuple(Outcome(o, rows[x].lower[o], rows[y].lower.get(o, ZERO)) for o in event)
            return Refuted(Witness(mechanism.name, (x, y), outcomes, epsilon, delta, True, rows[y].open_mass))
        settled = settled and hockey_stick_upper(rows[x], rows[y], epsilon) <= delta
    if settled:
        outputs = {o for row in rows.values() for o in row.lower}
        return Verified(
            Scope(mechanism.name, len(mechanism.domain), len(mechanism.pairs), len(outputs)), None
        )
    return _open(mechanism, rows, epsilon, delta)


def hockey_stick_upper(p: Known[T], q: Known[T], epsilon: Log) -> Number:
    """An upper bound of delta(epsilon): sum over o of max(p(o) - t q(o), 0) + u."""
    return _gain(p, q, epsilon, gaining(p, q, epsilon)) + p.open_mass


def refuting_event(p: Known[T], q: Known[T], epsilon: Log, delta: Number) -> tuple[T, ...] | None:
    """An event S with p(S) > t (q(S) + v) + delta, or None: {o : p(o) > t q(o)} is the best one."""
    event = gaining(p, q, epsilon)
    if epsilon.is_infinite and q.open_mass:
        return None
    cost = q.open_mass * epsilon.exp() if q.open_mass else ZERO
    return event if _gain(p, q, epsilon, event) > cost + delta else None


def gaining(p: Known[T], q: Known[T], epsilon: Log) -> tuple[T, ...]:
    """The outcomes with p(o) > t q(o); with q(o) = 0 < p(o) if t is infinite."""
    factor = None if epsilon.is_infinite else epsilon.exp()
    return tuple(
        o
        for o, mass in p.lower.items()
        if not (other := q.lower.get(o, ZERO)) or (factor is not None and mass / other > factor)
    )


def _gain(p: Known[T], q: Known[T], epsilon: Log, event: tuple[T, ...]) -> Number:
    """p(S) - t q(S), where q(S) = 0 if t is infinite."""
    lower = sum((p.lower[o] for o in event), ZERO)
    upper = sum((q.lower.get(o, ZERO) for o in event), ZERO)
    return lower - epsilon.exp() * upper if upper else lower


def epsilon_at_least(p: Known[T], q: Known[T], delta: Number) -> Log:
    """max(0, ln((p(S) - delta)/(q(S) + v))) over the events S of the outcomes with the largest p(o)/q(o)."""
    best = eps(0)
    power, false_alarms = ZERO, q.open_mass
    masses = [(mass, q.lower.get(o, ZERO)) for o, mass in p.lower.items()]
    for mass, other in sorted(masses, key=lambda pair: pair[1] / pair[0]):
        power += mass
        false_alarms += other
        if power > delta:
            best = max(best, ln((power - delta) / false_alarms) if false_alarms else INFINITY)
    return best


def _open(mechanism: Mechanism[X, T], rows: Mapping[X, Known[T]], epsilon: Log, delta: Number) -> Undecided:
    """Undecided, with the input on which the most mass is open, and bounds of the epsilon and the delta."""
    x = max(rows, key=lambda x: rows[x].open_mass)
    return Undecided(
        f"{mechanism.name} did not finish on input {spelled(x)}: probability {rounded(rows[x].open_mass)} is "
        "open, because "
        f"{rows[x].reason}",
        {
            "largest open mass": rows[x].open_mass,
            "delta at most": max(hockey_stick_upper(rows[x], rows[y], epsilon) for x, y in mechanism.pairs),
            "epsilon at least": max(epsilon_at_least(rows[x], rows[y], delta) for x, y in mechanism.pairs),
        },
    )

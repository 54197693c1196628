"""What is known of a program's output distribution when only a part of its paths has been followed.

An audit says only what these bounds prove.  On input x it is known that M(x) puts at least p(o) on each
outcome o, and that a mass u is still open, which may fall anywhere.  Write q and v for the same on x'.  Then,
for t = e^epsilon,

    max over S of p(S) - t (q(S) + v)  <=  delta(epsilon)  <=  sum over o of max(p(o) - t q(o), 0) + u.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar, cast

from ..dp import Mechanism
from ..dp.verdict import Refuted, Scope, Verdict, Verified
from ..dp.weights import ZERO
from ..dp.witness import Outcome, Witness
from ..errors import UnfinishedProgram
from ..exact import INFINITY, Log, Number, eps, ln
from ..outputs.alphabet import restrict
from ..outputs.text import SpelledFields, spelled
from ..verdict import Undecided

T = TypeVar("T")
X = TypeVar("X")


@dataclass(frozen=True, repr=False)
class Partial(SpelledFields, Generic[T]):
    """Rigorous bounds: P(o) lies between lower[o] and lower[o] + open_mass.

    `open_mass` is the probability of all paths that were not followed to their end; it may fall on any
    outcome, also on one never seen. `paths` counts those that were, `reason` says why the others were not;
    `keys` are those of outcomes that stand for an output which is not their own form (`outputs.alphabet`).
    """

    lower: Mapping[T, Number]
    open_mass: Number
    paths: int
    reason: str | None = None
    keys: Mapping[T, Hashable] = field(default_factory=dict)

    def upper(self, outcome: object) -> Number:
        """An upper bound of P(outcome)."""
        return self.prob_bounds([outcome])[1]

    def prob_bounds(self, event: Iterable[object] | Callable[[T], bool]) -> tuple[Number, Number]:
        """(a, b) with a <= P(E) <= b, for a set of outcomes or a predicate on outcomes."""
        lower = sum(restrict(self.lower, event).values(), ZERO)
        return lower, lower + self.open_mass


def rounded(mass: Number) -> str:
    """A probability for messages, rounded up where it is long."""
    text = str(mass)
    return text if len(text) <= 24 or mass.is_symbolic else f"at most {mass.upper(3)}"


def known_row(mechanism: Mechanism[X, T], x: X) -> Partial[T]:
    """What is known of M(x): everything, or the bounds of the unfinished program."""
    try:
        row = mechanism.distribution(x)
    except UnfinishedProgram as error:
        return cast("Partial[T]", error.partial)
    return Partial(dict(row.items()), ZERO, 0)


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


def hockey_stick_upper(p: Partial[T], q: Partial[T], epsilon: Log) -> Number:
    """An upper bound of delta(epsilon): sum over o of max(p(o) - t q(o), 0) + u."""
    return _gain(p, q, epsilon, gaining(p, q, epsilon)) + p.open_mass


def refuting_event(p: Partial[T], q: Partial[T], epsilon: Log, delta: Number) -> tuple[T, ...] | None:
    """An event S with p(S) > t (q(S) + v) + delta, or None: {o : p(o) > t q(o)} is the best one."""
    event = gaining(p, q, epsilon)
    if epsilon.is_infinite and q.open_mass:
        return None
    cost = q.open_mass * epsilon.exp() if q.open_mass else ZERO
    return event if _gain(p, q, epsilon, event) > cost + delta else None


def gaining(p: Partial[T], q: Partial[T], epsilon: Log) -> tuple[T, ...]:
    """The outcomes with p(o) > t q(o); with q(o) = 0 < p(o) if t is infinite."""
    factor = None if epsilon.is_infinite else epsilon.exp()
    return tuple(
        o
        for o, mass in p.lower.items()
        if not (other := q.lower.get(o, ZERO)) or (factor is not None and mass / other > factor)
    )


def _gain(p: Partial[T], q: Partial[T], epsilon: Log, event: tuple[T, ...]) -> Number:
    """p(S) - t q(S), where q(S) = 0 if t is infinite."""
    lower = sum((p.lower[o] for o in event), ZERO)
    upper = sum((q.lower.get(o, ZERO) for o in event), ZERO)
    return lower - epsilon.exp() * upper if upper else lower


def epsilon_at_least(p: Partial[T], q: Partial[T], delta: Number) -> Log:
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


def _open(mechanism: Mechanism[X, T], rows: Mapping[X, Partial[T]], epsilon: Log, delta: Number) -> Undecided:
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

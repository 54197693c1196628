"""The hockey-stick divergence: the delta that two output distributions need at a given epsilon."""

from __future__ import annotations

from typing import TypeVar

from ..errors import BudgetExceeded, MixedFields
from ..exact import Certified, EpsilonLike, Log, Number, certified, eps
from .dist import Dist
from .measure import AT_EPSILON, Measure, largest
from .privacy_loss import log_ratio
from .weights import ZERO

T = TypeVar("T")


LARGE = 1000


def hockey_stick(p: Dist[T], q: Dist[T], epsilon: EpsilonLike) -> Number:
    """The hockey-stick divergence delta(epsilon) = max over events S of P(S) - e^epsilon Q(S).

    It equals the sum over o of max(P(o) - e^epsilon Q(o), 0), and is the smallest delta for which
    P(S) <= e^epsilon Q(S) + delta for all events S.  At epsilon = infinity it is the limit P({o : Q(o) = 0}).

    Raises InvalidValue for a negative epsilon, MixedFields if e^epsilon is in no supported field.
    Source: Barthe and Olmedo, "Beyond Differential Privacy", ICALP 2013.
    """
    bound = eps(epsilon)
    event = hockey_stick_event(p, q, bound)
    below = q.prob(event)
    return p.prob(event) - bound.exp() * below if below else p.prob(event)


def hockey_stick_enclosed(p: Dist[T], q: Dist[T], epsilon: EpsilonLike) -> Number | Certified:
    """The hockey-stick divergence, certified where e^epsilon and the probabilities are in no common field.

    Raises InvalidValue for a negative epsilon, MixedFields for such a function of the symbol epsilon.
    """
    bound = eps(epsilon)
    event = () if bound.is_infinite else hockey_stick_event(p, q, bound)
    return excess(p.prob(event), q.prob(event), bound) if event else hockey_stick(p, q, bound)


def excess(p: Number, q: Number, epsilon: Log) -> Number | Certified:
    """p - e^epsilon q for a finite epsilon: a Number where a supported field holds it, else certified."""
    if not q:
        return p
    try:
        return p - epsilon.exp() * q
    except MixedFields:
        if any(each.is_symbolic for each in (epsilon, p, q)):
            raise
        return certified(p) - certified(epsilon).exp() * certified(q)


def hockey_stick_event(p: Dist[T], q: Dist[T], epsilon: EpsilonLike) -> tuple[T, ...]:
    """The smallest event that attains the hockey-stick divergence: { o : P(o) > e^epsilon Q(o) }.

    At epsilon = infinity it is { o : Q(o) = 0 < P(o) }.
    """
    bound = eps(epsilon)
    if bound.is_infinite:
        return tuple(o for o in p.support if not q[o])
    factor = None if is_long(bound) else exponential(bound)
    if factor is None:  # logarithms tell the same
        return tuple(o for o, mass in p.items() if log_ratio(mass, q[o]) > bound)
    return tuple(o for o, mass in p.items() if not q[o] or mass / q[o] > factor)


def is_long(epsilon: Log) -> bool:
    """Whether e^epsilon may have far more digits than epsilon = r + c ln(v): whether r or c is large."""
    return not epsilon.is_symbolic and max(epsilon.rational, epsilon.coefficient) > LARGE


def exponential(epsilon: Log) -> Number | None:
    """e^epsilon; None where it is infinite, in no supported field, or too large to be written down."""
    try:
        return None if epsilon.is_infinite else epsilon.exp()
    except (BudgetExceeded, MixedFields):
        return None


def total_variation(p: Dist[T], q: Dist[T]) -> Number:
    """TV(P, Q) = max over events S of |P(S) - Q(S)| = 1/2 sum over o of |P(o) - Q(o)|."""
    outcomes = dict.fromkeys((*p.support, *q.support))
    return sum((abs(p[o] - q[o]) for o in outcomes), ZERO) / 2


DELTA: Measure[Number | Certified] = Measure(
    name="delta",
    text="smallest delta at epsilon = {epsilon}",
    formula="delta(epsilon) = sum over o of max(P(o) - e^epsilon Q(o), 0), for 0 <= epsilon <= inf.",
    kind="delta",
    parameters=(AT_EPSILON,),
    reported=True,
    of_pair=hockey_stick,
    worst=largest,
    event=lambda p, q, value, epsilon: hockey_stick_event(p, q, epsilon),
    enclosed=hockey_stick_enclosed,
    source="Barthe and Olmedo, ICALP 2013",
)
"""The smallest delta for epsilon, with the event { o : P(o) > e^epsilon Q(o) }."""

TOTAL_VARIATION = Measure(
    name="total_variation",
    text="total variation",
    formula="TV(P, Q) = 1/2 sum over o of |P(o) - Q(o)|.",
    kind="delta",
    reported=True,
    of_pair=total_variation,
    worst=largest,
    event=lambda p, q, value: hockey_stick_event(p, q, 0),
    source="Dwork and Roth 2014, section 3.5",
)
"""The largest total variation distance, with the event { o : P(o) > Q(o) }."""

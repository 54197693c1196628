"""The privacy profile of two distributions: delta(epsilon) for every epsilon at once, exactly."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from ..arguments import probability
from ..exact import ExactLike, Log, Number
from .curves import Profile
from .dist import Dist
from .hockey_stick import hockey_stick_event
from .measure import AT_DELTA, Envelope, Measure, largest
from .neyman_pearson import most_powerful_tests
from .privacy_loss import max_loss, max_loss_event

T = TypeVar("T")


def profile(p: Dist[T], q: Dist[T]) -> Profile:
    """The privacy profile of the ordered pair (P, Q): epsilon -> max over S of P(S) - e^epsilon Q(S)."""
    return Profile(most_powerful_tests(p, q))


def epsilon(p: Dist[T], q: Dist[T], delta: ExactLike = 0) -> Log:
    """The smallest epsilon >= 0 with P(S) <= e^epsilon Q(S) + delta for all events S, or INFINITY.

    Raises InvalidValue unless 0 <= delta <= 1.
    """
    allowed = probability(delta, "delta")
    return profile(p, q).epsilon(allowed) if allowed else max_loss(p, q)


def envelope(profiles: Iterable[Profile]) -> Profile:
    """The smallest profile above all the given ones: their maximum at every epsilon."""
    return Profile(point for each in profiles for point in each.vertices)


def _telling(p: Dist[T], q: Dist[T], value: Log, delta: Number) -> tuple[T, ...]:
    """A single outcome for delta = 0."""
    return hockey_stick_event(p, q, value) if delta else max_loss_event(p, q)


EPSILON = Measure(
    name="epsilon",
    text="smallest epsilon at delta = {delta}",
    formula="The smallest epsilon >= 0 with delta(epsilon) <= delta, for 0 <= delta <= 1; "
    "inf if there is none.",
    kind="epsilon",
    parameters=(AT_DELTA,),
    reported=True,
    of_pair=epsilon,
    worst=largest,
    event=_telling,
    source="Dwork and Roth 2014, definition 2.4",
)
"""The smallest epsilon for delta; the event is a single outcome for delta = 0."""

PROFILE = Measure(
    name="profile",
    text="privacy profile",
    formula="The points (epsilon, delta(epsilon)) where the slope of delta in e^epsilon changes, by "
    "increasing epsilon: the first is (0, delta(0)), and after the last delta is constant.",
    kind="profile",
    reported=True,
    of_pair=profile,
    worst=Envelope(envelope),
    source="Balle, Barthe and Gaboardi, NeurIPS 2018",
)
"""The upper envelope of the profiles of all pairs."""

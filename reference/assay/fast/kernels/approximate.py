"""The smallest epsilon at a delta > 0, by Newton's method on the largest profile.

From any t = e^epsilon the class that attains the largest delta there gives the next t, its own, until no
class needs more: each step leaves a class behind.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from ...dp import Attained, Profile
from ...dp.hockey_stick import hockey_stick_event
from ...dp.privacy_loss import log_ratio
from ...dp.profile import epsilon as epsilon_of_pair
from ...dp.profile import profile as profile_of_pair
from ...engines.answers import Declined
from ...exact import INFINITY, Log, Number, eps, number
from .matrix import fixed_point

if TYPE_CHECKING:
    from .measures import Kernel, Merged

X = TypeVar("X")
T = TypeVar("T")

ONE = number(1)


def epsilon_at(kernel: Kernel[X, T], delta: Number) -> Attained[Log, X, T] | Declined:
    """The smallest epsilon with delta(epsilon) <= delta, for a delta > 0."""
    if not kernel.shares_field(delta):
        return Declined("delta shares no field with the probabilities")
    t: Number | None = ONE
    while t is not None:
        value, c = kernel.largest(kernel.excess(t), _at(t))
        if value <= delta:
            break
        t = _factor_at(profile_of_pair(*kernel.merged(c)), delta)
    if t is None:
        return _first(kernel, _reaching(kernel, None, delta), INFINITY, delta)
    needed = eps(0) if t == ONE else log_ratio(t, ONE)
    among = range(len(kernel.classes)) if t == ONE else _reaching(kernel, t, delta)
    return _first(kernel, among, needed, delta)


def _reaching(kernel: Kernel[X, T], t: Number | None, delta: Number) -> list[int]:
    """The classes that may have P(S) - t Q(S) >= delta for some event S."""
    survey = kernel.classes.excesses(kernel.matrix.fixed, kernel.below(t))
    return survey.at_least(fixed_point(delta) - kernel.slack)


def _first(
    kernel: Kernel[X, T], among: Sequence[int], needed: Log, delta: Number
) -> Attained[Log, X, T] | Declined:
    """The first class that needs this much."""
    for c in among:
        if epsilon_of_pair(*kernel.merged(c), delta) == needed:
            event = kernel.event(c, lambda p, q: hockey_stick_event(p, q, needed))
            return Attained(needed, kernel.pair(c), event)
    return Declined("no class was found to need the largest epsilon")


def _at(t: Number) -> Callable[[Merged], Number]:
    """The measure max over S of P(S) - t Q(S)."""

    def measure(pair: Merged) -> Number:
        p, q = pair
        terms = (mass - t * q[o] for o, mass in p.items())
        return sum((x for x in terms if x > 0), number(0))

    return measure


def _factor_at(profile: Profile, delta: Number) -> Number | None:
    """The least t >= 1 with delta(ln t) <= delta; None for infinity.  It is `Profile.epsilon` without ln."""
    if profile.vertices[0][1] > delta:
        return None
    return max([ONE, *((y - delta) / x for x, y in profile.vertices if x)])

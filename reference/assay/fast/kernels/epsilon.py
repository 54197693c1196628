"""The smallest epsilon over all pairs: at delta = 0 the largest loss of all, which may be infinite; at a
delta > 0 by Newton's method on the largest profile.

From any t = e^epsilon the class that attains the largest delta there gives the next t, its own, until no
class needs more: each step leaves a class behind.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from ...dp import Attained, Profile
from ...dp.hockey_stick import hockey_stick_event
from ...dp.privacy_loss import log_ratio, max_loss_event
from ...dp.profile import epsilon as epsilon_of_pair
from ...dp.profile import profile as profile_of_pair
from ...engines.answers import Declined
from ...exact import INFINITY, Log, Number, eps, number
from .classes import Ranks
from .matrix import BITS, fixed_point

if TYPE_CHECKING:
    from .measures import Kernel, Merged

X = TypeVar("X")
T = TypeVar("T")

ONE = number(1)


def infinite_loss(kernel: Kernel[X, T]) -> Attained[Log, X, T] | None:
    """The first pair with an outcome that P has and Q has not, and all such outcomes, if there is one."""
    unmet = frozenset((p, q) for p, q in kernel.classes.lowest().items() if not q)
    if not unmet:
        return None
    c = kernel.classes.holding(unmet)
    return Attained(
        INFINITY, kernel.pair(c), kernel.event(c, lambda p, q: hockey_stick_event(p, q, INFINITY))
    )


def pure_epsilon(kernel: Kernel[X, T]) -> Attained[Log, X, T]:
    """max ln(P(o)/Q(o)), with the most telling outcome."""
    value, c = largest_loss(kernel, reverse=False)
    if kernel.independent:
        return Attained(value, kernel.pair(c), kernel.independent.most_telling(*kernel.pair(c)))
    return Attained(value, kernel.pair(c), max_loss_event(*kernel.distributions(c)))


def largest_loss(kernel: Kernel[X, T], *, reverse: bool) -> tuple[Log, int]:
    """max ln(P(o)/Q(o)) and the first class that attains it; with `reverse` of the pairs (Q, P).

    For every value of P(o) only the least Q(o) that it meets can attain it.
    """
    pool, fixed = kernel.matrix.pool, kernel.matrix.fixed
    least = kernel.classes.lowest(reverse=reverse)
    found: set[Ranks] = {(p, q) for p, q in least.items() if not q}
    value = INFINITY
    if not found:
        # f/(g + 1) < p/q < (f + 1)/g for f <= p < f + 1, g <= q < g + 1: what cannot reach the largest
        # lower end is dropped
        bound = max((fixed[p] << BITS) // (fixed[q] + 1) for p, q in least.items())
        close = [
            (p, q)
            for p, q in least.items()
            if not fixed[q] or ((fixed[p] + 1) << BITS) // fixed[q] + 1 >= bound
        ]
        ratios = {(p, q): pool[p] / pool[q] for p, q in close}
        best = max(ratios.values())
        found = {ranks for ranks, ratio in ratios.items() if ratio == best}
        value = log_ratio(best, ONE)
    return value, kernel.classes.holding(frozenset((q, p) for p, q in found) if reverse else frozenset(found))


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

"""Pure privacy: the largest loss of all, and where it is infinite."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from ...dp import Attained
from ...dp.hockey_stick import hockey_stick_event
from ...dp.privacy_loss import log_ratio, max_loss_event
from ...exact import INFINITY, Log, number
from .classes import Ranks
from .matrix import BITS

if TYPE_CHECKING:
    from .measures import Kernel

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

"""Privacy loss: how much more likely an outcome is on one input than on another.

Everywhere in this package P and Q are the output distributions M(x) and M(x') of a mechanism M on two
adjacent inputs x and x'.
"""

from __future__ import annotations

from typing import TypeVar

from ..errors import UndecidedError
from ..exact import INFINITY, Log, Number, ln
from ..exact.order import greatest
from .dist import Dist

T = TypeVar("T")


def log_ratio(p: Number, q: Number) -> Log:
    """ln(p/q) for probabilities p and q that are not both 0; ln(p/0) = infinity, ln(0/q) = -infinity."""
    if not q:
        return INFINITY
    if not p:
        return -INFINITY
    return ln(p / q)


def loss_levels(p: Dist[T], q: Dist[T]) -> dict[Log, tuple[T, ...]]:
    """The level sets { o : L(o) = l } of the loss L(o) = ln(P(o)/Q(o)) on supp(P) and supp(Q), by loss l.

    A loss is infinity where Q(o) = 0 < P(o) and -infinity where P(o) = 0 < Q(o).
    """
    # Outcomes with the same two probabilities have the same loss: one division for all of them.
    same: dict[tuple[Number, Number], list[T]] = {}
    for outcome in dict.fromkeys((*p.support, *q.support)):
        same.setdefault((p[outcome], q[outcome]), []).append(outcome)
    levels: dict[Log, list[T]] = {}
    for (mass_p, mass_q), outcomes in same.items():
        levels.setdefault(log_ratio(mass_p, mass_q), []).extend(outcomes)
    return {loss: tuple(outcomes) for loss, outcomes in levels.items()}


def privacy_loss(p: Dist[T], q: Dist[T]) -> Dist[Log]:
    """The privacy loss distribution: the distribution of L(o) = ln(P(o)/Q(o)) when o is drawn from P.

    Losses are exact logarithms; INFINITY where Q(o) = 0 < P(o).
    Source: Dinur and Nissim 2003; Sommer, Meiser and Mohammadi, "Privacy Loss Classes", PoPETs 2019.
    """
    levels = loss_levels(p, q)
    return Dist({loss: p.prob(event) for loss, event in levels.items() if loss != -INFINITY})


def max_loss(p: Dist[T], q: Dist[T]) -> Log:
    """The max-divergence D_inf(P || Q) = max over o in supp(P) of ln(P(o)/Q(o)), which is >= 0.

    It is the smallest epsilon with P(S) <= e^epsilon Q(S) for all events S; INFINITY if there is none.
    Source: Dwork and Roth, "The Algorithmic Foundations of Differential Privacy", 2014, definition 3.6.
    """
    return greatest(privacy_loss(p, q).support)


def max_loss_event(p: Dist[T], q: Dist[T]) -> tuple[T, ...]:
    """The single most telling outcome: of those with the largest loss, the likeliest under P.

    Where it depends on the symbol epsilon which of them that is, the first.
    """
    level = loss_levels(p, q)[max_loss(p, q)]
    try:
        return (max(level, key=p.probability),)
    except UndecidedError:
        return level[:1]

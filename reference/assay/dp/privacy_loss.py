"""Privacy loss: how much more likely an outcome is on one input than on another.

Everywhere in this package P and Q are the output distributions M(x) and M(x') of a mechanism M on two
adjacent inputs x and x'.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from ..errors import UndecidedError
from ..exact import INFINITY, Log, Number, ln
from ..exact.real import brief
from .dist import Dist

T = TypeVar("T")
Ordered = TypeVar("Ordered", Number, Log)
K = TypeVar("K")


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
    """The privacy loss distribution: the law of L(o) = ln(P(o)/Q(o)) when o is drawn from P.

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


def greatest(values: Iterable[Ordered]) -> Ordered:
    """The first of the largest values, which may be functions of the symbol epsilon.

    Raises UndecidedError where no value is at least every other one for all epsilon.
    """
    highest: list[tuple[Ordered, None]] = []
    for value in values:
        highest = raised(highest, value, None)
    return only_highest(highest)[0]


def raised(highest: list[tuple[Ordered, K]], value: Ordered, name: K) -> list[tuple[Ordered, K]]:
    """The values without one at least as large for all epsilon, after one more; the first of equal ones."""
    kept: list[tuple[Ordered, K]] = []
    for each in highest:
        if _surely_at_most(value, each[0]):
            return highest
        if not _surely_at_most(each[0], value):
            kept.append(each)
    kept.append((value, name))
    return kept


def only_highest(highest: list[tuple[Ordered, K]]) -> tuple[Ordered, K]:
    """The one value that is left.  Raises UndecidedError for several, whose order depends on eps."""
    first, *others = highest
    if others:
        _ = first[0] < others[0][0]
        raise UndecidedError(f"which of {brief(first[0])} and {brief(others[0][0])} is larger depends on eps")
    return first


def _surely_at_most(a: Ordered, b: Ordered) -> bool:
    """Whether a <= b for all epsilon."""
    try:
        return a <= b
    except UndecidedError:
        return False

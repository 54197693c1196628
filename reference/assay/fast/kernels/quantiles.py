"""Posterior odds over all pairs: the largest quantile of the privacy loss.

The quantile of a pair is the smallest value l of its loss with P(L > l) <= delta.  From the quantile l of any
class, the class with the largest P(L > l) gives the next, its own, until that probability is at most delta
everywhere: no class has a larger quantile then.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

from ...dp import Attained
from ...dp.odds import PosteriorOdds, odds_range
from ...dp.privacy_loss import loss_levels
from ...dp.probabilistic import loss_quantile
from ...engines.answers import Declined
from ...exact import Log, Number
from .epsilon import largest_loss
from .matrix import fixed_point

if TYPE_CHECKING:
    from .measures import Kernel, Merged

X = TypeVar("X")
T = TypeVar("T")


def posterior_odds(
    kernel: Kernel[X, T], prior: Number, delta: Number
) -> Attained[PosteriorOdds, X, T] | Declined:
    """From the quantiles of (P, Q) and of (Q, P); the pair and its outcomes are those of the upper end."""
    if not kernel.shares_field(delta):
        return Declined("delta shares no field with the probabilities")
    highest, c = largest_quantile(kernel, delta, reverse=False)
    lowest, _ = largest_quantile(kernel, delta, reverse=True)
    event = kernel.event(c, lambda p, q: loss_levels(p, q)[highest])
    return Attained(odds_range(prior, -lowest, highest), kernel.pair(c), event)


def largest_quantile(kernel: Kernel[X, T], delta: Number, *, reverse: bool) -> tuple[Log, int]:
    """The largest quantile, and the first class that has it; with `reverse` of the pairs (Q, P)."""
    if not delta:
        return largest_loss(kernel, reverse=reverse)
    value = _quantile(kernel.merged(0), delta, reverse)
    if delta == 1:  # then it is the smallest loss, and no probability tells it
        among: Sequence[int] = range(len(kernel.classes))
        value = max(_quantile(kernel.merged(c), delta, reverse) for c in among)
        return value, _first(kernel, among, delta, value, reverse)
    while not value.is_infinite:
        t = value.exp()
        mass, c = kernel.likeliest(t, reverse=reverse)
        if mass <= delta:
            break
        value = _quantile(kernel.merged(c), delta, reverse)
    limits = kernel.limits(None) if value.is_infinite else kernel.limits(value.exp(), closed=True)
    survey = kernel.classes.masses(kernel.matrix.fixed, limits, reverse=reverse)
    among = survey.at_least(fixed_point(delta) - kernel.slack)
    return value, _first(kernel, among, delta, value, reverse)


def _first(kernel: Kernel[X, T], among: Sequence[int], delta: Number, value: Log, reverse: bool) -> int:
    """The first class with this quantile."""
    return next(c for c in among if _quantile(kernel.merged(c), delta, reverse) == value)


def _quantile(pair: Merged, delta: Number, reverse: bool) -> Log:
    """By the reference, on the merged pair."""
    p, q = reversed(pair) if reverse else pair
    return loss_quantile(p, q, delta)

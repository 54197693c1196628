"""Bounded range: by how much the privacy losses of two outcomes can differ."""

from __future__ import annotations

from typing import TypeVar

from ..exact import INFINITY, Log
from ..exact.order import greatest
from .dist import Dist
from .measure import Measure, largest
from .privacy_loss import loss_levels

T = TypeVar("T")


def bounded_range(p: Dist[T], q: Dist[T]) -> Log:
    """max over outcomes o, o' of L(o) - L(o'), for the loss L(o) = ln(P(o)/Q(o)).

    It is the smallest eta with P(o)/Q(o) <= e^eta P(o')/Q(o') for all outcomes o and o'.

    INFINITY where only one of P and Q has an outcome.  The losses of P and of Q are at most eta, and eta is
    at most twice the larger of the two; of the exponential mechanism for epsilon it is at most epsilon.

    Source: Durfee and Rogers, "Practical Differentially Private Top-k Selection with Pay-what-you-get
    Composition", NeurIPS 2019; Dong, Durfee and Rogers, ICML 2020.
    """
    losses = loss_levels(p, q)
    if INFINITY in losses or -INFINITY in losses:
        return INFINITY
    return greatest(losses) + greatest(-loss for loss in losses)


BOUNDED_RANGE = Measure(
    name="bounded_range",
    text="bounded range",
    formula="max over outcomes o, o' of ln(P(o)/Q(o)) - ln(P(o')/Q(o')); "
    "inf where only one of P and Q has an outcome.",
    kind="divergence",
    of_pair=bounded_range,
    worst=largest,
    source="Durfee and Rogers, NeurIPS 2019",
)
"""The largest difference of two losses."""

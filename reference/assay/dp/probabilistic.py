"""Probabilistic differential privacy: how likely the privacy loss is to exceed epsilon.

It is not closed under post-processing: merging outputs can raise the probability of a large loss.
"""

from __future__ import annotations

from typing import TypeVar

from ..arguments import probability
from ..exact import INFINITY, EpsilonLike, ExactLike, Log, Number
from .dist import Dist
from .hockey_stick import hockey_stick_event
from .measure import AT_EPSILON, Measure, largest
from .privacy_loss import privacy_loss
from .weights import ZERO

T = TypeVar("T")


def probabilistic_delta(p: Dist[T], q: Dist[T], epsilon: EpsilonLike) -> Number:
    """P({ o : L(o) > epsilon }), the probability under P of a loss above epsilon >= 0.

    At epsilon = infinity it is the limit P({ o : Q(o) = 0 }).
    Raises InvalidValue for a negative epsilon.
    Source: Machanavajjhala, Kifer, Abowd, Gehrke and Vilhuber, ICDE 2008.
    """
    return p.prob(hockey_stick_event(p, q, epsilon))


def loss_quantile(p: Dist[T], q: Dist[T], delta: ExactLike) -> Log:
    """The smallest value l of the loss with P(L > l) <= delta; it may be negative or INFINITY.

    Raises InvalidValue unless 0 <= delta <= 1.
    """
    allowed, exceeding = probability(delta, "delta"), ZERO
    quantile = INFINITY
    for loss, mass in sorted(privacy_loss(p, q).items(), key=lambda item: item[0], reverse=True):
        if exceeding > allowed:
            break
        quantile = loss
        exceeding += mass
    return quantile


PROBABILISTIC_DELTA = Measure(
    name="probabilistic_delta",
    text="largest probability of a loss above epsilon = {epsilon}",
    formula="P({o : P(o) > e^epsilon Q(o)}), the probability of a privacy loss above epsilon.",
    kind="delta",
    parameters=(AT_EPSILON,),
    of_pair=probabilistic_delta,
    worst=largest,
    event=lambda p, q, value, epsilon: hockey_stick_event(p, q, epsilon),
    source="Machanavajjhala, Kifer, Abowd, Gehrke and Vilhuber, ICDE 2008",
)
"""The largest probability of a loss above epsilon, with the event { o : L(o) > epsilon }."""

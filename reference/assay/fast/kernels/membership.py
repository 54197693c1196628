"""The membership advantage over all pairs: a survey of hockey-stick divergences of any factor.

With c > 0 and t = (1 - c)/c,  sum over o of max(c P(o), (1 - c) Q(o)) = 1 - c + c H_t(P || Q), so that the
classes that attain one maximum attain the other.
"""

from __future__ import annotations

from typing import Any

from ...dp import Attained
from ...dp.membership import changed_guess, membership_advantage
from ...engines.answers import Declined
from ...exact import Number
from .measures import Kernel


def advantage(kernel: Kernel[Any, Any], prior: Number) -> Attained[Number, Any, Any] | Declined:
    """The largest advantage, with the first pair that attains it."""
    if not prior:
        return Declined("nothing is to be learnt where x is impossible")
    if not kernel.shares_field(prior):
        return Declined("the prior shares no field with the probabilities")
    among = kernel.excess((1 - prior) / prior)
    value, c = kernel.largest(among, lambda pair: membership_advantage(*pair, prior))
    event = kernel.event(c, lambda p, q: changed_guess(p, q, value, prior))
    return Attained(value, kernel.pair(c), event)

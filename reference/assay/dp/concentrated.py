"""Zero-concentrated differential privacy: the largest slope of the Renyi divergence.

    rho = sup over a > 1 of D_a(P || Q) / a

With s = a - 1 and K(s) = ln E_P[e^(s L)], the cumulant generating function of the privacy loss L, this is

    rho = sup over s > 0 of f(s),   where f(s) = K(s) / (s (s + 1)),   f(0) = K'(0) = KL(P || Q).

How the supremum is enclosed, and shown to be the limit, is in `assay.enclosures.largest_slope`.
"""

from __future__ import annotations

from typing import TypeVar

from ..enclosures.enclosed import Divergence, enclosed
from ..enclosures.largest_slope import largest_slope, limit_is_largest
from ..exact import INFINITY, eps
from .dist import Dist
from .measure import Measure, largest_divergence
from .privacy_loss import privacy_loss
from .renyi import impossible, kullback_leibler

T = TypeVar("T")


def zcdp(p: Dist[T], q: Dist[T]) -> Divergence:
    """The smallest rho with D_a(P || Q) <= rho a for all a > 1, that is sup over a > 1 of D_a(P || Q)/a.

    0 if P = Q and INFINITY if some loss is infinite, both exact.  KL(P || Q) where the supremum is shown to
    be the limit for a -> 1: exact where `kullback_leibler` is.  Certified otherwise, refined on demand.

    Raises UndecidedError if the probabilities are functions of the symbol epsilon.
    Source: Bun and Steinke, "Concentrated Differential Privacy", TCC 2016, definition 1.1.
    """
    if p == q:
        return eps(0)
    loss = privacy_loss(p, q)
    if INFINITY in loss.support:
        return INFINITY
    levels = tuple(loss.items())
    if limit_is_largest(levels):
        return kullback_leibler(p, q)
    return enclosed(lambda bits: largest_slope(levels, bits), "sup over a > 1 of D_a(P || Q)/a")


ZCDP: Measure[Divergence] = Measure(
    name="zcdp",
    text="zero-concentrated rho",
    formula="rho = sup over a > 1 of D_a(P, Q)/a.",
    kind="divergence",
    of_pair=zcdp,
    worst=largest_divergence,
    event=impossible,
    source="Bun and Steinke, TCC 2016",
)
"""The smallest rho of zero-concentrated differential privacy."""

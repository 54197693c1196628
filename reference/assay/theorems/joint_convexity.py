"""Joint convexity of the hockey-stick divergence, and its sharp form for overlapping mixtures."""

from __future__ import annotations

from typing import TypeVar

from ..arguments import probability
from ..dp import Dist, hockey_stick
from ..dp.dist import check_is_dist
from ..exact import EpsilonLike, ExactLike, Log, Number, exp
from ._check import finite_epsilon
from .amplification import amplified_epsilon

T = TypeVar("T")


def advanced_joint_convexity(
    common: Dist[T], p: Dist[T], q: Dist[T], weight: ExactLike, epsilon: EpsilonLike
) -> tuple[Log, Number]:
    """(epsilon', delta'), the hockey-stick divergence delta' at epsilon' of two mixtures with a common part.

        P' = (1 - w) common + w P,    Q' = (1 - w) common + w Q,    epsilon' = ln(1 + w (e^epsilon - 1)),
        delta' = H_epsilon'(P' || Q') = w H_epsilon(P || (1 - b) common + b Q),    b = e^(epsilon' - epsilon).

    An identity, for every epsilon >= 0: all amplification bounds follow from it by bounding the right-hand
    side.
    Raises InvalidValue for a weight outside [0, 1] or an infinite epsilon.
    Source: Balle, Barthe and Gaboardi 2018, Theorem 2.
    """
    for name, dist in (("common", common), ("p", p), ("q", q)):
        check_is_dist(dist, name)
    level, w = finite_epsilon(epsilon), probability(weight, "weight")
    amplified = amplified_epsilon(level, w)
    b = exp(amplified) / exp(level)
    return amplified, w * hockey_stick(p, Dist.mixture([(1 - b, common), (b, q)]), level)

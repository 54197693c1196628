"""The smallest alpha of Random DP for a given gamma: a quantile of the losses of random neighbours.

For each pair X, X' there is a smallest alpha at which it does not fail: the larger of the two pure losses
(definition 1), or the smallest epsilon of X against X' with delta = eta (definition 2).  Random DP with
(alpha, gamma) holds iff the pairs whose own alpha is larger have probability at most gamma.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from assay.arguments import probability
from assay.budgets.progress import track
from assay.dp.dist import Dist, check_is_dist
from assay.dp.profile import epsilon
from assay.dp.random_dp import Encoding, data_size, neighbour_distributions
from assay.dp.weights import ZERO
from assay.exact import ExactLike, Log, Number

if TYPE_CHECKING:
    from assay.dp.mechanism import Mechanism

R = TypeVar("R")
X = TypeVar("X")
T = TypeVar("T")


def smallest_alpha(
    mechanism: Mechanism[X, T],
    gamma: ExactLike,
    rows: Dist[R],
    eta: ExactLike | None = None,
    *,
    coordinate: int | None = None,
    size: int | None = None,
    encode: Encoding[R, X] | None = None,
) -> Log:
    """The smallest alpha with random_dp(alpha, rows, eta) <= gamma; INFINITY where there is no finite one.

    The arguments are those of `Mechanism.random_dp`, with gamma in place of alpha.
    Raises InvalidType, InvalidValue as `random_dp.failures`, and for gamma outside [0, 1].
    """
    allowed, share = None if eta is None else probability(eta, "eta"), probability(gamma, "gamma")
    check_is_dist(rows, "rows")
    n = data_size(mechanism, size, encode is not None)
    return max(
        _quantile(mechanism, share, neighbours, allowed)
        for neighbours in neighbour_distributions(mechanism, rows, n, coordinate, encode)
    )


def _quantile(mechanism: Mechanism[X, T], gamma: Number, pairs: Dist[tuple[X, X]], eta: Number | None) -> Log:
    """The smallest alpha that all pairs but a share gamma meet."""
    losses: dict[Log, Number] = {}
    for (x, y), mass in track(tuple(pairs.items()), "pairs of data sets"):
        own = _own_alpha(mechanism.distribution(x), mechanism.distribution(y), eta)
        losses[own] = losses.get(own, ZERO) + mass
    above = ZERO
    for loss in sorted(losses, reverse=True):
        above += losses[loss]
        if above > gamma:
            return loss
    return Log(0)


def _own_alpha(p: Dist[T], q: Dist[T], eta: Number | None) -> Log:
    """The smallest alpha at which the pair does not fail."""
    if eta is None:
        return max(epsilon(p, q, 0), epsilon(q, p, 0))
    return epsilon(p, q, eta)

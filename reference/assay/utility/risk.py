"""What a mechanism costs: expected loss, worst case and average, and the distribution of the error.

    R(x) = E loss(x, M(x)) = sum_y P[M(x) = y] loss(x, y)

exact for a finite mechanism.  The losses for vectors are L1 and squared L2.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

from ..dp import Dist, Mechanism
from ..errors import InvalidType, InvalidValue
from ..exact import ExactLike, Number, number
from ..outputs.text import with_type

X = TypeVar("X", bound=Hashable)
T = TypeVar("T", bound=Hashable)


def expected_loss(mechanism: Mechanism[X, T], x: X, loss: Callable[[X, T], ExactLike]) -> Number:
    """R(x) = E loss(x, M(x)); InvalidValue for an input outside the domain."""
    return mechanism.distribution(x).expectation(lambda y: loss(x, y))


def worst_loss(mechanism: Mechanism[X, T], loss: Callable[[X, T], ExactLike]) -> tuple[Number, X]:
    """The largest R(x) over the domain, and the first x that attains it."""
    risks = [(expected_loss(mechanism, x, loss), x) for x in mechanism.domain]
    return max(risks, key=lambda found: found[0])


def bayes_loss(mechanism: Mechanism[X, T], prior: Dist[X], loss: Callable[[X, T], ExactLike]) -> Number:
    """The mean of R(x) under a prior on the domain."""
    if not isinstance(prior, Dist):
        raise InvalidType(f"prior is {with_type(prior)}; give a Dist on the domain")
    return prior.expectation(lambda x: expected_loss(mechanism, x, loss))


def error_distribution(mechanism: Mechanism[X, T], x: X, loss: Callable[[X, T], ExactLike]) -> Dist[Number]:
    """The distribution of loss(x, M(x)), as a distribution of exact numbers."""
    return mechanism.distribution(x).map(lambda y: number(loss(x, y), "loss"))


def l1(x: Sequence[ExactLike], y: Sequence[ExactLike]) -> Number:
    """sum_j |y_j - x_j|."""
    return sum((abs(b - a) for a, b in _entries(x, y)), number(0))


def l2_squared(x: Sequence[ExactLike], y: Sequence[ExactLike]) -> Number:
    """sum_j (y_j - x_j)^2."""
    return sum(((b - a) * (b - a) for a, b in _entries(x, y)), number(0))


def l_infinity(x: Sequence[ExactLike], y: Sequence[ExactLike]) -> Number:
    """max_j |y_j - x_j|."""
    return max((abs(b - a) for a, b in _entries(x, y)), default=number(0))


def _entries(x: Sequence[ExactLike], y: Sequence[ExactLike]) -> list[tuple[Number, Number]]:
    if len(x) != len(y):
        raise InvalidValue(
            f"{with_type(x)} and {with_type(y)} have {len(x)} and {len(y)} entries; give as many"
        )
    return [(number(a), number(b)) for a, b in zip(x, y, strict=True)]

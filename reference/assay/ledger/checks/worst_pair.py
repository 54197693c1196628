"""The worst adjacent pair, found by going through all of them."""

from __future__ import annotations

from typing import TypeVar

from ...dp import Mechanism, hockey_stick, max_loss
from ...exact import EpsilonLike, Log, Number, number

X = TypeVar("X")
Y = TypeVar("Y")


def exact_delta(mechanism: Mechanism[X, Y], epsilon: EpsilonLike) -> Number:
    """max over ordered adjacent pairs of the hockey-stick divergence, one pair after the other."""
    rows = ((mechanism.distribution(x), mechanism.distribution(y)) for x, y in mechanism.pairs)
    return max((hockey_stick(p, q, epsilon) for p, q in rows), default=number(0))


def exact_epsilon(mechanism: Mechanism[X, Y]) -> Log:
    """max over ordered adjacent pairs of the largest privacy loss, one pair after the other."""
    return max(max_loss(mechanism.distribution(x), mechanism.distribution(y)) for x, y in mechanism.pairs)

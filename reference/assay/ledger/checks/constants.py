"""Constants of regions, enclosed: decimals cut after thirty places, found by exact comparisons."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TypeVar

from ...dp import Mechanism, hockey_stick, max_loss
from ...exact import EpsilonLike, Log, Number, number

X = TypeVar("X")
Y = TypeVar("Y")

PLACES = 30


def boundary(holds: Callable[[Fraction], bool], low: Fraction, high: Fraction, places: int = PLACES) -> str:
    """The point where a property that fails at `low` and holds at `high` begins, cut after so many places.

    The property is assumed to change once; the decimals are those of a point where it fails, and it holds one
    unit of the last place higher.
    """
    unit = Fraction(1, 10**places)
    left, right = int(low / unit), int(high / unit) + 1
    while right - left > 1:
        middle = (left + right) // 2
        left, right = (left, middle) if holds(middle * unit) else (middle, right)
    whole, rest = divmod(left, 10**places)
    return f"{whole}.{rest:0{places}d}..."


def exact_delta(mechanism: Mechanism[X, Y], epsilon: EpsilonLike) -> Number:
    """max over ordered adjacent pairs of the hockey-stick divergence, one pair after the other."""
    rows = ((mechanism.distribution(x), mechanism.distribution(y)) for x, y in mechanism.pairs)
    return max((hockey_stick(p, q, epsilon) for p, q in rows), default=number(0))


def exact_epsilon(mechanism: Mechanism[X, Y]) -> Log:
    """max over ordered adjacent pairs of the largest privacy loss, one pair after the other."""
    return max(max_loss(mechanism.distribution(x), mechanism.distribution(y)) for x, y in mechanism.pairs)

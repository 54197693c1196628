"""`require_distribution`: whether a row of values is a distribution for every epsilon of an interval."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from ...errors import InvalidValue
from ..signs.epsilon_sets import Interval, positive_set, restricted
from ..signs.sign_table import Root, sign_table
from .values import ONE, ZERO, Value

ALL_EPSILON = Interval(None, None)


def require_distribution(x: Hashable, row: Mapping[Hashable, Value], inside: Interval = ALL_EPSILON) -> None:
    """P(M(x) = o) >= 0 without a pole for every outcome o and every t inside, and the sum is 1.

    Raises:
        InvalidValue: naming the input, the outcome and the value.
    """
    for o, p in row.items():
        value = f"the probability of {o!r} on input {x!r} is {p}"
        if p.den.degrees()[0] > 0:
            raise InvalidValue(f"{value}: no t may stand below the line")
        if any(_contains(inside, root) for root in sign_table(p.den).roots):
            raise InvalidValue(f"{value}: it has a pole")
        if restricted(positive_set(sign_table(-p.num * p.den)), inside):
            raise InvalidValue(f"{value}: it is negative for some epsilon")
    total = sum(row.values(), ZERO)
    if total != ONE:
        raise InvalidValue(f"the probabilities on input {x!r} sum to {total}, not to 1")


def _contains(interval: Interval, root: Root) -> bool:
    """Whether the root lies in the open interval."""
    return (interval.low is None or interval.low < root) and (interval.high is None or root < interval.high)

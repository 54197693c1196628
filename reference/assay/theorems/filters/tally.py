"""A sum of costs: each cost once with its count, a bound from above at once, the exact sum when read."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from ...exact import INFINITY, Certified, Log, Number, number
from .._real import RealValue, total

DIGITS = 40
"""Significant digits to which a cost is rounded up where it is no short fraction."""

SHORT = 64
"""Bits of the denominator of a short fraction."""


@dataclass(frozen=True)
class Tally:
    """The sum of count * cost over `counts`, and a rational that is not below it.

    A certified cost enters rounded up to 40 digits: that it equals anything could not be decided anyway.
    Immutable, so that what was asked about a round changes nothing.
    """

    counts: dict[RealValue, tuple[int, Fraction]] = field(default_factory=dict)
    high: Fraction = Fraction(0)
    is_infinite: bool = False

    def plus(self, cost: RealValue) -> Tally:
        """The sum with one more cost."""
        if self.is_infinite or (isinstance(cost, Log) and cost.is_infinite):
            return Tally({}, self.high, True)
        key = number(rounded_up(cost)) if isinstance(cost, Certified) else cost
        count, above = self.counts.get(key) or (0, rounded_up(key))
        return Tally({**self.counts, key: (count + 1, above)}, self.high + above)

    def exact(self) -> RealValue:
        """The sum itself: exact where one type and one field hold it, certified otherwise."""
        if self.is_infinite:
            return INFINITY
        return total(_times(cost, count) for cost, (count, _) in self.counts.items())


def rounded_up(cost: RealValue) -> Fraction:
    """A rational that is not below the cost, and the cost itself where that is a short fraction."""
    known = cost.rational_value() if isinstance(cost, Number | Log) else None
    if known is not None and known.denominator.bit_length() <= SHORT:
        return known
    return Fraction(cost.upper(DIGITS))


def _times(cost: RealValue, count: int) -> RealValue:
    return cost if count == 1 else cost * count

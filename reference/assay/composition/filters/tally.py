"""A sum of costs: each price once with its count, bounds at once, the exact sum when it is read."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

from ...errors import UndecidedError
from ...exact import INFINITY, Certified, Log, Number, number
from ...exact._flint import bounds
from ...notions.translations import KEPT, is_infinite
from ...theorems._real import RealValue, total
from .costs import Cost, check_costs

DIGITS = 40
"""Significant digits to which a certified cost is rounded up: it is never known to equal anything."""

SHORT = 64
"""Bits of the denominator of a fraction that a saved sum keeps as it is."""

PLACES = 192
"""Bounds of a sum are multiples of 2^-PLACES."""

Bounds: TypeAlias = tuple[int, int]
"""Multiples of 2^-PLACES below and above a cost."""


class Price:
    """What one round takes from each part of a budget: bounds at once, the cost itself when it is asked for.

    Equal keys are equal costs.
    """

    __slots__ = ("_cost", "bounds", "is_infinite", "key")

    def __init__(
        self, key: Hashable, bounds: tuple[Bounds, ...], cost: Callable[[], Cost], is_infinite: bool = False
    ) -> None:
        self.key: Hashable = key
        self.bounds: tuple[Bounds, ...] = bounds
        self._cost = cost
        self.is_infinite = is_infinite

    @staticmethod
    def of(cost: Cost) -> Price:
        """The price of a known cost.  Raises InvalidValue for one that would give something back."""
        check_costs(cost)
        if any(map(is_infinite, cost)):
            return Price(cost, ((0, 0),) * len(cost), lambda: cost, True)
        known = tuple(number(rounded_up(x)) if isinstance(x, Certified) else x for x in cost)
        return Price(known, tuple(map(bounds_of, known)), lambda: known)

    def exact(self) -> Cost:
        """The cost, exact where one type and one field hold it."""
        return self._cost()


class Tally:
    """The sum of all prices.  It grows in place: one budget owns it, and looks ahead on a copy."""

    is_infinite: bool

    def __init__(self, parts: int) -> None:
        self.bounds: tuple[Bounds, ...] = ((0, 0),) * parts
        self.counts: dict[Hashable, tuple[int, Price]] = {}
        self.is_infinite = False

    def copy(self) -> Tally:
        """The same sum, apart."""
        made = Tally(len(self.bounds))
        made.bounds, made.counts, made.is_infinite = self.bounds, dict(self.counts), self.is_infinite
        return made

    def add(self, price: Price) -> None:
        """One more."""
        self.is_infinite = self.is_infinite or price.is_infinite
        self.bounds = self.bounds_after(price)
        count, _ = self.counts.get(price.key) or (0, price)
        self.counts[price.key] = count + 1, price

    def take_back(self, price: Price) -> None:
        """One less of what was added."""
        count, _ = self.counts[price.key]
        pairs = zip(self.bounds, price.bounds, strict=True)
        self.bounds = tuple((low - below, high - above) for (low, high), (below, above) in pairs)
        self.counts[price.key] = count - 1, price
        if count == 1:
            del self.counts[price.key]

    def bounds_after(self, price: Price) -> tuple[Bounds, ...]:
        """Bounds of every part with one more."""
        pairs = zip(self.bounds, price.bounds, strict=True)
        return tuple((low + below, high + above) for (low, high), (below, above) in pairs)

    def after(self, price: Price) -> Tally:
        """The sum with one more, apart."""
        made = self.copy()
        made.add(price)
        return made

    def exact(self) -> Cost:
        """Every part of the sum: exact where one type and one field hold it, certified otherwise."""
        if self.is_infinite:
            return (INFINITY,) * len(self.bounds)
        known = [(count, price.exact()) for count, price in self.counts.values()]
        return tuple(
            total(_times(cost[part], count) for count, cost in known) for part in range(len(self.bounds))
        )


def lower(bounds: tuple[Bounds, ...]) -> tuple[Number, ...]:
    """The bounds from below."""
    return tuple(number(Fraction(low, 1 << PLACES)) for low, _ in bounds)


def upper(bounds: tuple[Bounds, ...]) -> tuple[Number, ...]:
    """The bounds from above."""
    return tuple(number(Fraction(high, 1 << PLACES)) for _, high in bounds)


@lru_cache(KEPT)
def bounds_of(x: Number | Log) -> Bounds:
    """Multiples of 2^-PLACES below and above an exact number >= 0."""
    known = x.rational_value()
    if known is not None:
        return places(known, known)
    for bits in (PLACES + 64, 4 * PLACES, 32 * PLACES):
        ends = bounds(x.enclosure(bits))
        if ends is not None:
            return places(*ends)
    raise UndecidedError(f"the cost {x} has no finite enclosure")


def places(low: Fraction, high: Fraction) -> Bounds:
    """The multiples of 2^-PLACES next to two ends, none below 0."""
    low = max(low, Fraction(0))
    return (low.numerator << PLACES) // low.denominator, -((-high.numerator << PLACES) // high.denominator)


def rounded_up(cost: RealValue) -> Fraction:
    """A rational that is not below the cost, and the cost itself where that is a short fraction."""
    known = cost.rational_value() if isinstance(cost, Number | Log) else None
    if known is not None and known.denominator.bit_length() <= SHORT:
        return known
    return Fraction(cost.upper(DIGITS))


def _times(cost: RealValue, count: int) -> RealValue:
    return cost if count == 1 else cost * count

"""What every exact or certified real number offers: enclosures, directed decimals, directed floats."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from .rounding import Direction, decimal, directed_float, nearest_float

if TYPE_CHECKING:
    from ._flint import arb


class Real:
    """A real number with enclosures that shrink to a point as the precision grows."""

    __slots__ = ()

    def enclosure(self, bits: int) -> arb:
        """A ball that contains the number, computed with `bits` bits."""
        raise TypeError(f"{type(self).__name__} has no enclosure")

    def decimal(self, digits: int = 15) -> Decimal:
        """The number rounded to `digits` significant digits, correctly (half to even)."""
        return decimal(self, digits, Direction.NEAREST)

    def lower(self, digits: int = 15) -> Decimal:
        """The largest decimal of `digits` significant digits that is not above the number."""
        return decimal(self, digits, Direction.DOWN)

    def upper(self, digits: int = 15) -> Decimal:
        """The smallest decimal of `digits` significant digits that is not below the number."""
        return decimal(self, digits, Direction.UP)

    def float_down(self) -> float:
        """The largest float that is not above the number."""
        return directed_float(self, Direction.DOWN)

    def float_up(self) -> float:
        """The smallest float that is not below the number."""
        return directed_float(self, Direction.UP)

    def __float__(self) -> float:
        return nearest_float(self)

"""Going out to decimals and floats: correctly rounded, or in a stated direction."""

from __future__ import annotations

import decimal as dec
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from math import inf, ldexp, nextafter
from typing import TYPE_CHECKING

from ..errors import InvalidType, InvalidValue, UndecidedError
from ._flint import bounds

if TYPE_CHECKING:
    from .real import Real


class Direction(Enum):
    """Where a rounded number may lie with respect to the exact one."""

    DOWN = dec.ROUND_FLOOR
    UP = dec.ROUND_CEILING
    NEAREST = dec.ROUND_HALF_EVEN


MAX_BITS = 1 << 20
"""Beyond this precision an enclosure that still does not settle a rounding is reported as undecided."""

FLOAT_BITS = 1075
"""The smallest positive float is 2^-1074."""


def round_fraction(value: Fraction, digits: int, direction: Direction) -> Decimal:
    """An exact rational with `digits` significant digits: one correctly rounded division."""
    context = dec.Context(
        prec=digits, rounding=direction.value, Emin=dec.MIN_EMIN, Emax=dec.MAX_EMAX, traps=[], capitals=1
    )
    quotient = context.divide(Decimal(value.numerator), Decimal(value.denominator))
    return Decimal(0) if quotient == 0 else quotient


def _check_digits(digits: int) -> None:
    if isinstance(digits, bool) or not isinstance(digits, int):
        raise InvalidType(f"digits = {digits!r} is a {type(digits).__name__}; give a positive int")
    if digits < 1:
        raise InvalidValue(
            f"digits = {digits} is not positive; give the number of significant digits, e.g. 15"
        )


def decimal(x: Real, digits: int, direction: Direction) -> Decimal:
    """The decimal of `digits` significant digits next to x in the direction.

    Refines an enclosure until both of its ends round to the same decimal.  Ends for every irrational x, because
    no irrational is a decimal or halfway between two; rationals are rounded exactly.
    """
    from .order import rational_value

    _check_digits(digits)
    exact = rational_value(x)
    if exact is not None:
        return round_fraction(exact, digits, direction)
    bits = 64 + 4 * digits
    while bits <= MAX_BITS + 8 * digits:
        ends = bounds(x.enclosure(bits))
        if ends is not None:
            low, high = (round_fraction(end, digits, direction) for end in ends)
            if low == high:
                return low
        bits *= 2
    raise UndecidedError(f"{x!r} cannot be rounded to {digits} digits: its enclosure stays too wide")


def directed_float(x: Real, direction: Direction) -> float:
    """The float next to x in the direction: the enclosure gives a start, exact comparisons the answer."""
    from .order import compare_rational

    value = _start(x)
    if direction is Direction.UP:
        while value < inf and compare_rational(x, Fraction(value)) > 0:
            value = nextafter(value, inf)
        while (below := nextafter(value, -inf)) > -inf and compare_rational(x, Fraction(below)) <= 0:
            value = below
        return value + 0.0
    while value > -inf and compare_rational(x, Fraction(value)) < 0:
        value = nextafter(value, -inf)
    while (above := nextafter(value, inf)) < inf and compare_rational(x, Fraction(above)) >= 0:
        value = above
    return value + 0.0


def _start(x: Real) -> float:
    """A finite float near x: within a few floats of it, however small x is."""
    bits = 96
    while (ends := bounds(x.enclosure(bits))) is None:
        bits *= 2
        if bits > MAX_BITS:
            raise UndecidedError(f"{x!r} has no finite enclosure")
    while ends[1] - ends[0] > abs(ends[0]) / 2**50 and bits < 4 * FLOAT_BITS:
        bits *= 2
        ends = bounds(x.enclosure(bits)) or ends
    try:
        return float(ends[0])
    except OverflowError:
        largest = nextafter(inf, 0.0)
        return largest if ends[0] > 0 else -largest


def nearest_float(x: Real) -> float:
    """The float nearest to x, ties to even: decided by an exact comparison with the midpoint."""
    from .order import compare_rational

    low, high = directed_float(x, Direction.DOWN), directed_float(x, Direction.UP)
    if low == high:
        return low
    lo, hi = (_extended(end) for end in (low, high))
    side = compare_rational(x, (lo + hi) / 2)
    if side != 0:
        return low if side < 0 else high
    return low if (lo / _spacing(low, high)).numerator % 2 == 0 else high


def _extended(end: float) -> Fraction:
    """The value of a float; an infinity counts as the next power of two, as in IEEE rounding."""
    if end == inf or end == -inf:
        return Fraction(2) ** 1024 * (1 if end > 0 else -1)
    return Fraction(end)


def _spacing(low: float, high: float) -> Fraction:
    """The distance between two neighbouring floats."""
    return _extended(high) - _extended(low) if abs(low) > ldexp(1.0, -1022) else Fraction(ldexp(1.0, -1074))

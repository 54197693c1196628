"""Going out to decimals and floats: correctly rounded, or in a stated direction.

A rounding r is a nondecreasing function of the real number.  Where it has one value at both ends of an
enclosure it has that value everywhere inside, so that enclosures are refined until both ends round alike.
For an irrational number this ends, because r jumps only at rationals; a rational is rounded as it is.
"""

from __future__ import annotations

import decimal as dec
from collections.abc import Callable
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from math import inf, nextafter
from typing import TYPE_CHECKING, TypeVar

from ..errors import InvalidType, InvalidValue, UndecidedError
from ._flint import ends, fmpq, fraction, integer_text, rational

if TYPE_CHECKING:
    from .real import Real

T = TypeVar("T", Decimal, float, int)


class Direction(Enum):
    """Where a rounded number may lie with respect to the exact one."""

    DOWN = dec.ROUND_FLOOR
    UP = dec.ROUND_CEILING
    NEAREST = dec.ROUND_HALF_EVEN


DOWN, UP, NEAREST = Direction.DOWN, Direction.UP, Direction.NEAREST

FIRST_BITS = 64
LARGEST_DIGITS = 10_000_000


def rounded(x: Real, rounding: Callable[[fmpq], T], side: Direction = NEAREST, bits: int = FIRST_BITS) -> T:
    """The value of a nondecreasing rounding at x.

    Where the enclosures of a certified x leave it open, the value at the lower end of the last one bounds it
    from below (side DOWN), that at the upper end from above (side UP); for NEAREST, UndecidedError is raised.
    """
    exact = x.exact_rational()
    if exact is not None:
        return rounding(exact)
    while True:
        last = x.max_bits is not None and bits >= x.max_bits
        found = ends(x.enclosure(bits))
        if found is not None:
            low, high = rounding(found[0]), rounding(found[1])
            if low == high or (last and side is DOWN):
                return low
            if last and side is UP:
                return high
        if last:
            raise UndecidedError(f"{x!r} is not rounded: with {bits} bits its enclosure is still too wide")
        bits = 2 * bits if x.max_bits is None else min(2 * bits, x.max_bits)


def decimal(x: Real, digits: int, direction: Direction) -> Decimal:
    """The decimal of `digits` significant digits next to x in the direction."""
    _check_digits(digits)
    if x.infinite:
        return Decimal("Infinity") if x.infinite > 0 else Decimal("-Infinity")
    context = _context(digits, direction)
    return rounded(x, lambda q: _quotient(q, context), direction, FIRST_BITS + 4 * digits)


def round_fraction(value: Fraction, digits: int, direction: Direction) -> Decimal:
    """The decimal of `digits` significant digits next to a Fraction in the direction."""
    _check_digits(digits)
    return _quotient(rational(value), _context(digits, direction))


def _context(digits: int, direction: Direction) -> dec.Context:
    """A context that depends on no setting of the interpreter's."""
    return dec.Context(
        prec=digits,
        rounding=direction.value,
        Emin=dec.MIN_EMIN,
        Emax=dec.MAX_EMAX,
        capitals=1,
        clamp=0,
        flags=[],
        traps=[],
    )


def _quotient(q: fmpq, context: dec.Context) -> Decimal:
    """p/q as a decimal: the one rounded division."""
    # by way of text, which is fast, and not limited in length, for integers of FLINT
    return context.divide(Decimal(str(q.p)), Decimal(str(q.q)))


def _check_digits(digits: int) -> None:
    if isinstance(digits, bool) or not isinstance(digits, int):
        raise InvalidType(f"digits = {digits!r} is a {type(digits).__name__}; give a positive int")
    if not 1 <= digits <= LARGEST_DIGITS:
        raise InvalidValue(
            f"digits = {integer_text(digits)} is not a number of significant digits; give an int "
            f"from 1 to {LARGEST_DIGITS}"
        )


def rounded_float(x: Real, direction: Direction) -> float:
    """The float next to x in the direction."""
    if x.infinite:
        return x.infinite * inf
    return rounded(x, lambda q: float_of(q, direction), direction)


def float_of(q: fmpq, direction: Direction) -> float:
    """The float next to a rational in the direction; a zero has no sign."""
    try:
        nearest = int(q.p) / int(q.q)
    except OverflowError:
        nearest = inf if q > 0 else -inf
    if direction is DOWN and (nearest == inf or (nearest > -inf and _rational(nearest) > q)):
        nearest = nextafter(nearest, -inf)
    if direction is UP and (nearest == -inf or (nearest < inf and _rational(nearest) < q)):
        nearest = nextafter(nearest, inf)
    return nearest + 0.0


def _rational(value: float) -> fmpq:
    return fmpq(*value.as_integer_ratio())


def floor(x: Real) -> int:
    """The largest integer that is not above x."""
    return rounded(_finite(x), lambda q: int(q.floor()))


def ceiling(x: Real) -> int:
    """The smallest integer that is not below x."""
    return rounded(_finite(x), lambda q: int(q.ceil()))


def truncated(x: Real) -> int:
    """The integer next to x towards 0."""
    return rounded(_finite(x), lambda q: int(q.floor() if q >= 0 else q.ceil()))


def rounded_integer(x: Real, digits: int = 0) -> int:
    """The integer nearest to x 10^digits, half to even."""
    shift = rational(Fraction(10) ** digits)
    return rounded(_finite(x), lambda q: round(fraction(q * shift)))


def _finite(x: Real) -> Real:
    if x.infinite:
        raise InvalidValue(f"{x} is infinite and has no integer next to it")
    return x

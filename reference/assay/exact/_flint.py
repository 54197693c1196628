"""The one door to python-flint: integers, rationals, polynomials, and balls of a stated precision.

Integers of any length have a text here: Python itself refuses to spell those of more than 4,300 digits.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from fractions import Fraction
from numbers import Rational
from threading import RLock
from typing import cast

from flint import (
    Ordering,
    acb,
    acb_mat,
    arb,
    arb_mat,
    arb_poly,
    arb_series,
    ctx,
    fmpq,
    fmpq_mat,
    fmpq_poly,
    fmpz,
    fmpz_mat,
    fmpz_mpoly,
    fmpz_mpoly_ctx,
    fmpz_poly,
)

from ..errors import BudgetExceeded, InvalidType, InvalidValue
from . import heartbeat

__all__ = [
    "Ordering",
    "acb",
    "acb_mat",
    "arb",
    "arb_mat",
    "arb_poly",
    "arb_series",
    "bounds",
    "ends",
    "fmpq",
    "fmpq_mat",
    "fmpq_poly",
    "fmpz",
    "fmpz_mat",
    "fmpz_mpoly",
    "fmpz_mpoly_ctx",
    "fmpz_poly",
    "fraction",
    "integer_digits",
    "integer_text",
    "precision",
    "rational",
    "whole_power",
]


LARGEST_BALL_EXPONENT = 1 << 30
"""A ball at 2^e with a larger |e| counts as not finite: its ends would not fit in memory."""

LARGEST_PRECISION = 1 << 26
"""Balls of more bits are not computed."""

SLOW = 1 << 12
"""From so many bits on a function of one ball may take milliseconds: the clock is read for each."""

LONG = 1 << 1024
"""From this denominator on, looking for common factors takes longer than to avoid it."""

_one_precision_at_a_time = RLock()


class _Precision:
    """The context manager behind `precision`."""

    __slots__ = ("_before", "_bits")

    def __init__(self, bits: int) -> None:
        self._bits = bits

    def __enter__(self) -> None:
        if heartbeat.listening:
            heartbeat.strike()
        _one_precision_at_a_time.acquire()
        self._before = ctx.prec
        ctx.prec = self._bits

    def __exit__(self, *_: object) -> None:
        ctx.prec = self._before
        _one_precision_at_a_time.release()


def precision(bits: int) -> AbstractContextManager[None]:
    """Compute balls with `bits` >= 2 bits inside the block, whatever the precision outside it.

    FLINT keeps one precision for the whole process, so that a block waits for those of other threads.

    Raises InvalidType, InvalidValue for a `bits` that is not an integer of at least 2, BudgetExceeded for one
    above LARGEST_PRECISION.
    """
    if isinstance(bits, bool) or not isinstance(bits, int):
        raise InvalidType(f"bits = {bits!r} is a {type(bits).__name__}; give an int of at least 2, e.g. 64")
    if bits < 2:
        raise InvalidValue("bits is below 2, too small a precision; give an int of at least 2, e.g. 64")
    if bits > LARGEST_PRECISION:
        raise BudgetExceeded(
            f"bits is above the supported {LARGEST_PRECISION:,} bits of precision; give a smaller one"
        )
    return _Precision(bits)


def rational(value: int | Fraction) -> fmpq:
    """The same rational as a FLINT number."""
    if heartbeat.listening:
        if ctx.prec > SLOW:
            heartbeat.strike()
        else:
            heartbeat.beat()
    return fmpq(value.numerator, value.denominator)


def fraction(value: fmpq) -> Fraction:
    """The same rational as a `Fraction`."""
    above, below = int(value.p), int(value.q)
    # a Fraction of another rational takes it as it is; of two long integers it would look for common factors
    return Fraction(above, below) if below < LONG else Fraction(cast(Rational, _LowestTerms(above, below)))


class _LowestTerms:
    """A quotient in lowest terms, in the words of `numbers.Rational`."""

    __slots__ = ("denominator", "numerator")

    def __init__(self, numerator: int, denominator: int) -> None:
        self.numerator, self.denominator = numerator, denominator


Rational.register(_LowestTerms)


def whole_power(ball: arb, exponent: int) -> arb:
    """ball^exponent; flint's own power of a ball around 0 takes its logarithm."""
    if exponent < 0:
        return 1 / whole_power(ball, -exponent)
    if not ball.mid().is_zero():
        return ball**exponent
    found = arb(1)
    for digit in f"{exponent:b}":
        found = found * found * (ball if digit == "1" else 1)
    return found


def _dyadic(point: arb) -> fmpq | None:
    """The exact value of a ball of radius zero; None where it is too large or too small to write down."""
    mantissa, exponent = point.man_exp()
    if abs(exponent) > LARGEST_BALL_EXPONENT:
        return None
    return fmpq(mantissa) * fmpq(2) ** int(exponent)


def ends(ball: arb) -> tuple[fmpq, fmpq] | None:
    """Exact rationals lo <= hi that enclose the ball, or None where it is not finite."""
    if heartbeat.listening:
        heartbeat.beat()
    if not ball.is_finite():
        return None
    centre, radius = _dyadic(ball.mid()), _dyadic(ball.rad())
    return None if centre is None or radius is None else (centre - radius, centre + radius)


def bounds(ball: arb) -> tuple[Fraction, Fraction] | None:
    """Exact Fractions lo <= hi that enclose the ball, or None where it is not finite."""
    if heartbeat.listening:
        heartbeat.beat()
    if not ball.is_finite():
        return None
    (middle, above), (radius, below) = ball.mid().man_exp(), ball.rad().man_exp()
    if max(abs(above), abs(below)) > LARGEST_BALL_EXPONENT:
        return None
    least = int(min(above, below))
    centre, spread = int(middle) << int(above - least), int(radius) << int(below - least)
    return _times_power(centre - spread, least), _times_power(centre + spread, least)


def _times_power(mantissa: int, exponent: int) -> Fraction:
    """mantissa 2^exponent; the only common factors are powers of 2."""
    if exponent >= 0:
        return Fraction(mantissa << exponent)
    zeros = min((mantissa & -mantissa).bit_length() - 1, -exponent) if mantissa else -exponent
    above, below = mantissa >> zeros, 1 << (-exponent - zeros)
    return Fraction(above, below) if below < LONG else Fraction(cast(Rational, _LowestTerms(above, below)))


LONGEST_DIGITS = 60
"""Integers of more digits are shown by their first and last ones."""

END_DIGITS = 12
"""So many digits at either end are shown."""

HUGE_BITS = 1 << 22
"""The digits of an integer with more bits are not worked out."""


def integer_text(n: int) -> str:
    """An integer for a message: in full, or 123456789012...890123456789 (4,301 digits)."""
    if abs(n).bit_length() > HUGE_BITS:
        return f"an integer of {abs(n).bit_length():,} bits"
    digits = integer_digits(abs(n))
    sign = "-" if n < 0 else ""
    if len(digits) <= LONGEST_DIGITS:
        return sign + digits
    return f"{sign}{digits[:END_DIGITS]}...{digits[-END_DIGITS:]} ({len(digits):,} digits)"


def integer_digits(n: int) -> str:
    """All digits of an integer; of one of millions of digits only how long it is."""
    return str(fmpz(n)) if n.bit_length() <= HUGE_BITS else f"<an integer of {n.bit_length():,} bits>"

"""The numbers that a noisy value is compared and computed with, in exact arithmetic."""

from __future__ import annotations

from fractions import Fraction
from math import isfinite, isinf
from typing import cast

from .linear import Linear
from .orders import Rational
from .sealed import Sealed, operand_text, stop

MOST_PARTS = 1 << 16
"""A float of a larger denominator, such as 0.1, is not the number that the program means."""


def is_endless(value: object) -> bool:
    """Whether a value is an infinite float."""
    return type(value) is float and isinf(value)


def exact(value: object, what: str, d: Linear) -> Rational:
    """The number to compare d with.  Next to integers a float is what it is, however long."""
    n = _number(value, what, d)
    if type(value) is float and not d.discrete:
        _check_short(n, value, what, d)
    return n


def operand(value: object, what: str, d: Linear) -> Rational:
    """The number to compute with; a noisy integer and a float would make a float, which rounds."""
    n = _number(value, what, d)
    if type(value) is float and d.discrete:
        stop(
            f"{what} {operand_text(value)}, which makes a float of an integer; "
            "write an integer or a Fraction",
            d.run,
        )
    if type(value) is float:
        _check_short(n, value, what, d)
    return n


def inverse(n: Rational, d: Linear) -> Fraction:
    """1/n."""
    if not n:
        stop("a noisy value is divided by 0", d.run)
    return Fraction(1) / n


def _number(value: object, what: str, d: Linear) -> Rational:
    kind = type(value)
    if kind is bool or kind is int:
        return int(cast("int", value))
    if kind is Fraction:
        return cast("Fraction", value)
    if kind is float and isfinite(cast("float", value)):
        return Fraction(cast("float", value))
    if issubclass(kind, Sealed):
        stop(
            f"{what} {operand_text(value)}, of which no closed form is known; return both, or compare them",
            d.run,
        )
    stop(f"{what} {operand_text(value)}, which is not an integer or a Fraction; write it as one", d.run)


def _check_short(n: Rational, value: object, what: str, d: Linear) -> None:
    if n.denominator > MOST_PARTS:
        near = Fraction(n).limit_denominator(1000)
        stop(f"{what} {operand_text(value)}, which is {n} exactly; write Fraction({str(near)!r})", d.run)

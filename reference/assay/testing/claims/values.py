"""Numbers of other people's code: a float is taken as the exact binary value that it has."""

from __future__ import annotations

import sys
from decimal import Decimal
from fractions import Fraction
from math import isinf, isnan
from typing import TYPE_CHECKING, Any, TypeAlias

from ...errors import AssayError, InvalidType, InvalidValue
from ...exact import INFINITY, Certified, Log, Number, certified, log_value, number, sign
from ...exact._flint import arb, rational
from ...outputs.text import with_type

if TYPE_CHECKING:
    from ...exact.bracket import Bracket

BRACKETS = "assay.exact.bracket"

SHOWN_BITS = 256
"""The precision at which the ends of a bracket are shown."""

Claimed: TypeAlias = Log | Number
Real: TypeAlias = Log | Number | Certified


def bracket_of(value: object) -> Bracket | None:
    """The bracket that a truth is, an accountant's answer included; None for a number."""
    if BRACKETS not in sys.modules:  # whoever has made one has imported them
        return None
    from ...exact.bracket import Bracket

    return value if isinstance(value, Bracket) else None


def enclosed(bracket: Bracket) -> Certified | None:
    """The number in a bracket, for showing it; None where no upper end is known."""
    low, high = bracket.lower, bracket.upper
    if high is None:
        return None
    ends = rational(low), rational(high)
    return Certified(lambda _: arb(ends[0]).union(arb(ends[1])), f"the bracket {bracket}", SHOWN_BITS)


def exact_value(value: Any, name: str = "value") -> Claimed:
    """The exact number that a value of another library is.

    Raises InvalidValue for NaN, InvalidType for what is no number.
    """
    if isinstance(value, Log | Number):
        return value
    if isinstance(value, bool):
        raise InvalidType(f"{name} = {value!r} is a bool, not a number")
    if isinstance(value, int | Fraction | str):
        return log_value(value, name)
    if isinstance(value, float | Decimal):
        return _of_float(value, name)
    inner = value.item() if hasattr(value, "item") else None
    if isinstance(inner, int | float) and not isinstance(inner, bool):
        return exact_value(inner, name)
    raise InvalidType(f"{name} is {with_type(value)}, not a number")


def _of_float(value: float | Decimal, name: str) -> Log:
    if isnan(value):
        raise InvalidValue(f"{name} is NaN, not a number")
    if isinf(value):
        return INFINITY if value > 0 else -INFINITY
    return log_value(Fraction(*value.as_integer_ratio()), name)


def truth_argument(value: Any, name: str) -> Any:
    """What the truth is told of a parameter: the Fraction of a float, INFINITY, and all else as it is.

    Raises InvalidValue for NaN.
    """
    inner = value.item() if hasattr(value, "item") else value
    if not isinstance(inner, float):
        return inner
    exact = _of_float(inner, name)
    return exact if exact.is_infinite else exact.rational


def compare(a: Real, b: Real) -> int:
    """The sign of a - b.  Raises UndecidedError where enclosures do not tell."""
    for one, other, turn in ((a, b, 1), (b, a, -1)):
        if isinstance(one, Log) and one.is_infinite:
            same = isinstance(other, Log) and other.infinite == one.infinite
            return 0 if same else turn * one.infinite
    a, b = alike(a, b)
    if isinstance(a, Certified) or isinstance(b, Certified):
        return certified(a).compare(b)
    if isinstance(a, Log):
        return a.compare(b)
    if isinstance(b, Log):
        return -b.compare(a)
    return sign(a - b)


def alike(a: Real, b: Real) -> tuple[Real, Real]:
    """The same two finite numbers, a rational logarithm beside a Number as a Number."""
    if isinstance(a, Number) and isinstance(b, Log):
        a, b = alike(b, a)
        return b, a
    rational = a.rational_value() if isinstance(a, Log) and isinstance(b, Number) else None
    return (a if rational is None else number(rational)), b


def difference(a: Real, b: Real) -> Real:
    """a - b for a > b; INFINITY where one of them is infinite."""
    for each in (a, b):
        if isinstance(each, Log) and each.is_infinite:
            return abs(each)
    a, b = alike(a, b)
    if isinstance(a, Log) and isinstance(b, Log):
        return a - b
    if isinstance(a, Number) and isinstance(b, Number):
        return a - b
    return certified(a) - certified(b)


def text(value: Real, digits: int = 12) -> str:
    """The exact spelling, with its decimal, where it is short; else the decimal."""
    if isinstance(value, Log) and value.is_infinite:
        return str(value)
    try:
        decimal = value.decimal(digits)
    except AssayError:
        return f"[{value.lower(digits)}, {value.upper(digits)}]"
    if isinstance(value, Certified):
        return f"{decimal}..."
    more = "" if value == Fraction(decimal) else "..."
    exact = str(value)
    return f"{decimal}{more}" if len(exact) > 40 or exact == str(decimal) else f"{exact} = {decimal}{more}"

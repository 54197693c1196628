"""Real values that may be a Number, a Log or certified: exact as long as a type holds the result."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from ..errors import InvalidType, InvalidValue, MixedFields, UndecidedError
from ..exact import Certified, Log, Number, certified, number
from ..outputs.text import with_type

RealValue: TypeAlias = Number | Log | Certified
"""A real number; the type says whether it is exact (Number, Log) or certified by enclosures."""


def product(log: Log, factor: Number) -> RealValue:
    """log * factor: a Log or a Number where one of the two factors is rational, certified otherwise."""
    if factor.is_rational:
        return log * factor
    value = log.rational_value()
    return certified(log) * certified(factor) if value is None else number(value) * factor


def total(values: Iterable[RealValue]) -> RealValue:
    """The sum of real values: exact where one type and one field hold it, certified otherwise."""
    result: RealValue = number(0)
    for value in values:
        result = _sum(result, value)
    return result


def _sum(a: RealValue, b: RealValue) -> RealValue:
    try:
        if isinstance(a, Number) and isinstance(b, Number):
            return a + b
        if isinstance(a, Certified) or isinstance(b, Certified):
            return certified(a) + certified(b)
        left, right = _as_log(a), _as_log(b)
        if left is not None and right is not None:
            return left + right
    except MixedFields:
        pass
    return certified(a) + certified(b)


def _as_log(x: Number | Log) -> Log | None:
    if isinstance(x, Log):
        return x
    return Log(x.as_fraction()) if x.is_rational else None


def non_negative(value: object, name: str) -> RealValue:
    """A finite real parameter >= 0, given exactly or certified.

    Raises InvalidValue for a negative or infinite one, FloatRefused or InvalidType for what is no exact real.
    """
    x = _read(value, name)
    if isinstance(x, Log) and x.is_infinite:
        raise InvalidValue(f"{name} = {x} is infinite; give a finite {name} >= 0")
    if x < 0:
        raise InvalidValue(f"{name} = {x} is negative; give {name} >= 0")
    return x


def is_negative(x: RealValue) -> bool:
    """Whether it is known to be below 0; enclosures of 0 itself never tell."""
    try:
        return bool(x < 0)
    except UndecidedError:
        return False


def _read(value: object, name: str) -> RealValue:
    if isinstance(value, Number | Log | Certified):
        return value
    if isinstance(value, str) and ("ln" in value or "inf" in value):
        return Log(value)
    if isinstance(value, bool) or value is None:
        raise InvalidType(f"{name} is {with_type(value)}, not a real number; give '1/2' or ln(3)")
    return number(value, name)  # type: ignore[arg-type]  # number() refuses every other type by name

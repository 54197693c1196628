"""What callers hand in, read strictly: rationals in a range, whole numbers, counts."""

from __future__ import annotations

from fractions import Fraction

from ..errors import InvalidType, InvalidValue
from ..exact import ExactLike, number
from ..exact.real import brief


def at_least_zero(value: ExactLike, name: str) -> Fraction:
    """A rational >= 0.  Raises InvalidValue for another number, InvalidType for what is none."""
    x = number(value, name)
    if not x.is_rational or x < 0:
        raise InvalidValue(f"{name} = {brief(x)} is not a rational >= 0; give one, such as '1/2'")
    return x.as_fraction()


def above_zero(value: ExactLike, name: str) -> Fraction:
    """A rational > 0.  Raises InvalidValue for another number, InvalidType for what is none."""
    x = number(value, name)
    if not x.is_rational or x <= 0:
        raise InvalidValue(f"{name} = {brief(x)} is not a positive rational; give one, such as '1/2'")
    return x.as_fraction()


def proper_rate(value: ExactLike, name: str, kind: str) -> Fraction:
    """A rational in (0, 1).  Raises InvalidValue for another number, InvalidType for what is none."""
    x = number(value, name)
    if not x.is_rational or x <= 0 or x >= 1:
        raise InvalidValue(
            f"{name} = {brief(x)} is not a rational in (0, 1); give one, such as '1/100', or use {kind}.of, "
            "which knows what the ends mean"
        )
    return x.as_fraction()


def whole(value: object, name: str) -> int:
    """Read a positive integer parameter."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise InvalidType(f"{name} = {brief(repr(value))} is a {type(value).__name__}; give an int >= 1")
    if value < 1:
        raise InvalidValue(f"{name} = {brief(value)} is not positive; give an int >= 1")
    return value


def check_count(count: object, name: str) -> None:
    """Refuse what is not a number of repetitions."""
    if isinstance(count, bool) or not isinstance(count, int) or count < 0:
        raise InvalidValue(
            f"count = {brief(repr(count))} of {name}, a {type(count).__name__}, is not an int >= 0; give the "
            "number of repetitions"
        )


def freeze(instance: object, field: str, value: object) -> None:
    """Set a field of a frozen dataclass to what was read from its argument."""
    object.__setattr__(instance, field, value)

"""Reading what callers hand in, strictly."""

from __future__ import annotations

from operator import index

from .errors import FloatRefused, InvalidType, InvalidValue
from .outputs.text import with_type


def positive_integer(n: int, name: str) -> int:
    """n as an int >= 1 (also from the integer types of other libraries)."""
    if isinstance(n, float):
        raise FloatRefused(f"{name} = {n!r} is a float; give a whole number, such as 1")
    if isinstance(n, bool) or not hasattr(n, "__index__"):
        raise InvalidType(f"{name} = {with_type(n)} is not an integer; give a whole number, such as 1")
    value = index(n)
    if value < 1:
        raise InvalidValue(f"{name} = {with_type(n)} is not >= 1")
    return value

"""Exact values as JSON: every number is a string, rational where it can be, else with decimals around it.

    "2/3", "-5", "inf"                                           a rational number, or infinity
    {"exact": "ln(3)", "lower": "1.098...", "upper": "1.098..."} any other; exact may be null

`lower` and `upper` are the decimals of DIGITS significant digits next to the value, below and above it.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TypeAlias

from ...errors import InvalidType
from ...exact import Certified, Log, Number

Json: TypeAlias = "bool | str | list[Json] | dict[str, Json] | None"
"""What a vector is made of: JSON without numbers."""

Real: TypeAlias = "Number | Log | Certified | int"

DIGITS = 30


def real(value: Real) -> Json:
    """An exact or certified real number as JSON."""
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Log) and value.is_infinite:
        return str(value)
    rational = value.rational_value()
    if rational is not None:
        return str(rational)
    exact = None if isinstance(value, Certified) else str(value)
    return {"exact": exact, "lower": str(value.lower(DIGITS)), "upper": str(value.upper(DIGITS))}


def outcome(value: Hashable) -> Json:
    """An input or outcome as JSON: tuples are lists, and whole numbers are strings."""
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, int):
        return str(value)
    if isinstance(value, tuple):
        return [outcome(part) for part in value]
    raise InvalidType(f"outcome {value!r} is a {type(value).__name__}, which no vector can hold")

"""The one spelling of exact values in JSON: no number of JSON holds one, since it is read as a float.

exact_json   {"exact": "ln(3)", "decimal": "1.09861228866811"}   in reports: the text, and it rounded
between      {"at least": "1.098...", "at most": "1.099..."}     of a bracket: decimals rounded outwards
real         in test vectors, where an answer is compared: "2/3", "-5", "inf" for a rational or infinity, else
{"exact": "ln(3)" or null, "lower": "1.098...", "upper": "1.098..."}, the decimals next to it
outcome      an input or an output: tuples are lists, and whole numbers are strings
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TypeAlias

from ..errors import InvalidType, UndecidedError
from ..exact import Certified, Log, Number

Json: TypeAlias = "bool | str | list[Json] | dict[str, Json] | None"
"""What a vector is made of: JSON without numbers."""

Real: TypeAlias = "Number | Log | Certified | int"

DIGITS = 15
"""Significant digits of a decimal that is shown."""
VECTOR_DIGITS = 30


def exact_json(value: Number | Log) -> dict[str, object]:
    """{"exact": the exact spelling, "decimal": the correctly rounded value, or null if it has none}."""
    try:
        decimal = None if isinstance(value, Log) and value.is_infinite else str(value.decimal(DIGITS))
    except UndecidedError:  # a function of the symbol epsilon
        decimal = None
    return {"exact": str(value), "decimal": decimal}


def between(low: object, high: object) -> dict[str, str]:
    """The decimals on both sides of a value, with "inf" for infinity."""
    return {"at least": str(low).replace("Infinity", "inf"), "at most": str(high).replace("Infinity", "inf")}


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
    return {
        "exact": exact,
        "lower": str(value.lower(VECTOR_DIGITS)),
        "upper": str(value.upper(VECTOR_DIGITS)),
    }


def outcome(value: Hashable) -> Json:
    """An input or outcome as JSON: tuples are lists, and whole numbers are strings."""
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, int):
        return str(value)
    if isinstance(value, tuple):
        return [outcome(part) for part in value]
    raise InvalidType(f"outcome {value!r} is a {type(value).__name__}, which no vector can hold")

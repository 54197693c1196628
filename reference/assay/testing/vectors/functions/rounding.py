"""Directed rounding: from an exact real number to an IEEE 754 binary64 float."""

from __future__ import annotations

from ....errors import InvalidValue
from ....exact import Log, Number, log_value, number
from ....outputs.json_values import Json
from ..arguments import Arguments
from ..function import Function


def rounded(value: Number | Log, direction: str) -> float:
    """The float next to the value in the direction."""
    if direction == "up":
        return value.float_up()
    if direction == "down":
        return value.float_down()
    if direction == "nearest":
        return float(value)
    raise InvalidValue(f"direction = {direction!r} is unknown; give 'up', 'down' or 'nearest'")


def _round(given: Arguments) -> Json:
    text = given.text("value")
    value = log_value(text, "value") if "ln" in text else number(text, "value")
    return rounded(value, given.text("direction")).hex()


FUNCTIONS = {
    "round": Function(
        "The binary64 float next to `value`; direction down: the largest that is not above it, "
        "up: the smallest that is "
        "not below, nearest: ties to even. Answered in hexadecimal, as C's %a and Python's "
        "float.hex write it.",
        "float",
        _round,
    )
}

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
        "The binary64 float next to `value`; direction down: the largest that is not above it, -inf "
        "included; up: the smallest that is not below it, inf included; nearest: the nearest, ties to the "
        "even significand, and infinite from 2^1024 - 2^970 on. A zero is 0x0.0p+0. Answered in "
        "hexadecimal, as by %a in C. `value` is an expression of rational numbers, + - * / ^, exp and ln, "
        "with a real value: a quotient by 0, and a logarithm of 0 or less, are refused, and so is a "
        "direction that is none of these three.",
        "float",
        _round,
    )
}

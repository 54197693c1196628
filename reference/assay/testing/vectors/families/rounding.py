"""Directed rounding: from an exact real number to an IEEE 754 binary64 float."""

from __future__ import annotations

from collections.abc import Iterator

from ....errors import InvalidValue
from ....exact import Log, Number, log_value, number
from ....outputs.json_values import Json
from ..arguments import Arguments
from ..family import Case, Family, Function, edge_if


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


ORDINARY = (
    *(
        "1/3",
        "2/3",
        "1/10",
        "-1/10",
        "1/1000000",
        "355/113",
        "ln(2)",
        "ln(3)",
        "ln(1/3)",
        "ln(2)/3",
        "-ln(10)",
    ),
    *("1 + ln(2)", "exp(1/2)", "exp(1)", "exp(-1)", "exp(1/2)/(1 + exp(1/2))", "3/4 - exp(1/2)/4", "exp(20)"),
    *("1/(1 + exp(1))", "exp(-30)", "ln(1000001/1000000)", "ln(10)/7", "exp(1/7)"),
)
EXACT = ("0", "1", "-1", "1/2", "3/4", "9007199254740992", "1/4503599627370496", "1000000", "-5/8")
"""Floats themselves: nothing is rounded."""

TIES = ("9007199254740993", "9007199254740995", "4503599627370497/2", "-9007199254740993")
"""Half way between two floats."""

LIMITS = {
    "the smallest subnormal": f"1/{2**1074}",
    "half the smallest subnormal": f"1/{2**1075}",
    "three quarters of the smallest subnormal": f"3/{2**1076}",
    "far below every float": f"1/{10**400}",
    "the smallest normal": f"1/{2**1022}",
    "just below the smallest normal": f"{2**60 - 1}/{2**1082}",
    "the largest float": str(2**1024 - 2**971),
    "just above the largest float": str(2**1024 - 2**971 + 1),
    "where nearest becomes infinite": str(2**1024 - 2**970),
    "just below where nearest becomes infinite": str(2**1024 - 2**970 - 1),
    "far above every float": str(10**400),
    "far below every negative float": str(-(10**400)),
    "just above one": f"1 + 1/{2**80}",
    "just below one": f"1 - 1/{2**80}",
}
NEAR = {
    "just above a tie": f"1 + 1/{2**53} + 1/{2**200}",
    "just below a tie": f"1 + 1/{2**53} - 1/{2**200}",
    "just above a tie to even upwards": f"1 + 3/{2**53} + 1/{2**200}",
    "just below a tie to even upwards": f"1 + 3/{2**53} - 1/{2**200}",
    "a tie between subnormals": f"3/{2**1075}",
    "another tie between subnormals": f"5/{2**1075}",
    "just above a tie between subnormals": f"3/{2**1075} + 1/{2**1300}",
    "just below a tie between subnormals": f"3/{2**1075} - 1/{2**1300}",
    "just above half the smallest subnormal": f"1/{2**1075} + 1/{2**1300}",
    "a negative tie between subnormals": f"-3/{2**1075}",
    "a third of the smallest normal": f"1/{3 * 2**1022}",
    "a logarithm next to 1": f"ln(1 + 1/{2**60})",
    "an exponential next to 1": f"exp(1/{2**54})",
    "an exponential below the smallest subnormal": "exp(-746)",
    "a subnormal exponential": "exp(-740)",
    "the largest whole exponential": "exp(709)",
    "an exponential above every float": "exp(710)",
}
"""Next to where the rounding changes."""
DIRECTIONS = ("down", "up", "nearest")


def cases() -> Iterator[Case]:
    """Every value in every direction."""
    for direction in DIRECTIONS:
        for value in (*ORDINARY, *EXACT):
            yield _case(value, value, direction, boundary=value in EXACT)
        for value in TIES:
            yield _case(f"tie {value}", value, direction, boundary=True)
        for name, value in {**LIMITS, **NEAR}.items():
            yield _case(name, value, direction, boundary=True)
    for value in ("nan", "", "one third", "1/0", "ln(0)", "ln(-1)"):
        name = f"rounding of {value!r}"
        yield Case(name, "round", {"value": value, "direction": "up"}, "invalid")
    arguments = {"value": "1/3", "direction": "sideways"}
    yield Case("rounding sideways", "round", arguments, "invalid")


def _case(name: str, value: str, direction: str, *, boundary: bool) -> Case:
    arguments = {"value": value, "direction": direction}
    return Case(f"{name} {direction}", "round", arguments, edge_if(boundary))


FAMILIES = (
    Family(
        "rounding", "Exact results rounded to floats in a direction", ("IEEE 754-2019, section 4.3",), cases
    ),
)

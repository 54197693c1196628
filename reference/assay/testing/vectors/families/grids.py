"""Rounding to a grid: directed, to nearest with a rule for ties, at random; its effect on sensitivity."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import ceil, floor, trunc

from ....exact import Number
from ....outputs.json_values import Json, real
from ..arguments import Arguments
from ..family import FLOAT, Case, Family, Function, case, edge_if

HALF = Fraction(1, 2)


def away(x: Fraction) -> int:
    """To the nearest whole number, ties away from 0."""
    return floor(x + HALF) if x >= 0 else ceil(x - HALF)


RULES: Mapping[str, Callable[[Fraction], int]] = {
    "down": floor,
    "up": ceil,
    "toward-zero": trunc,
    "half-down": lambda x: ceil(x - HALF),
    "half-up": lambda x: floor(x + HALF),
    "half-away": away,
    "half-even": round,
}
RANDOM = "random"


def steps(distance: Fraction, rule: str) -> int:
    """The largest difference between whole numbers that two reals at most this far apart are rounded to.

    A cell has length 1 at least, so that results m apart come from reals more than m - 1 apart, or exactly
    m - 1 where the ends of both cells belong to them: -1/2 and 1/2 under half-away, 1/2 and 3/2 under
    half-even; m = 2 and all larger ones of the parity that is needed.  At random every real has two results.
    """
    if rule == RANDOM:
        return ceil(distance) + 1
    if rule == "half-away" and distance >= 1:
        return floor(distance) + 1
    if rule == "half-even" and distance.denominator == 1 and distance % 2 == 1:
        return int(distance) + 1
    return ceil(distance)


def _index(given: Arguments) -> Json:
    value, step, rule = given.rational("value"), given.positive("step"), given.choice("rule", *RULES)
    return str(RULES[rule](value / step))


def _randomised(given: Arguments) -> Json:
    value, step = given.rational("value"), given.positive("step")
    low = floor(value / step)
    up = value / step - low
    return [[str(k), real(Number(p))] for k, p in ((low, 1 - up), (low + 1, up)) if p]


def _sensitivity(given: Arguments) -> Json:
    size, step = given.positive("sensitivity"), given.positive("step")
    return real(Number(step * steps(size / step, given.choice("rule", *RULES, RANDOM))))


_RULES = (
    "x = value/step is rounded to a whole number by the `rule`: down, the largest that is not above x; up, "
    "the smallest that is not below x; toward-zero, down for x >= 0 and up for x < 0; half-down, half-up, "
    "half-away and half-even, the nearest, and of two that are equally near the smaller, the larger, the "
    "one that is further from 0, the even one"
)
_AT_RANDOM = (
    "at random x is rounded to k + 1 with probability x - k and to k with the rest, where k is the largest "
    "whole number that is not above x = value/step"
)
FUNCTIONS = {
    "grid_index": Function(
        f"The whole k for which k step is `value`, rounded to a multiple of `step`: {_RULES}. value and "
        "step > 0 are rational, and the rule is one of these seven.",
        "whole",
        _index,
    ),
    "grid_randomised": Function(
        f"The distribution of the whole k for which k step is `value`, rounded to a multiple of `step` at "
        f"random: {_AT_RANDOM}. Outcomes of probability 0 are left out. value and step > 0 are rational.",
        "distribution",
        _randomised,
    ),
    "grid_sensitivity": Function(
        "The largest |step k - step l| over real values that are at most `sensitivity` apart and what they "
        "are rounded to with a probability above 0, k step and l step: "
        f"{_RULES}. With the rule random, {_AT_RANDOM}, independently for the two values. step > 0 and "
        "sensitivity > 0 are rational, and the rule is one of these eight.",
        "smallest",
        _sensitivity,
    ),
}


VALUES = (
    ("5/2", "1"),
    ("-5/2", "1"),
    ("7/2", "1"),
    ("-1/2", "1"),
    ("3/8", "1/4"),
    ("-9/8", "1/4"),
    ("3/10", "1/10"),
    ("0x1.3333333333333p-2", FLOAT),  # 0.3 by 0.1 in binary64: a little less than 3
    ("0x1.8p-1073", "0x1p-1073"),
    ("1/3", "1"),
    ("-1/3", "1"),
    ("9007199254740993", "2"),
    ("1e30", "3"),
)


def cases() -> Iterator[Case]:
    """By every rule, at random, and sensitivities."""
    for value, step in VALUES:
        for rule in RULES:
            yield case("grid_index", value=value, step=step, rule=rule)
    for value, step in (*VALUES, ("4", "2"), ("1e-300", "1"), ("-1e-300", "1")):
        yield case("grid_randomised", edge_if(value == "4"), value=value, step=step)
    for step, size in (("1", "1"), ("1", "3"), ("1/2", "1"), ("1", "1/3"), ("1/4", "5/4"), (FLOAT, "1")):
        for rule in (*RULES, RANDOM):
            yield case("grid_sensitivity", step=step, sensitivity=size, rule=rule)
    yield case("grid_index", "invalid", value="1/2", step="0", rule="up")
    yield case("grid_index", "invalid", value="1/2", step="-1", rule="up")
    yield case("grid_index", "invalid", value="inf", step="1", rule="up")
    yield case("grid_index", "invalid", value="1/2", step="1", rule="nearest")
    yield case("grid_index", "invalid", value="1/2", step="1", rule=RANDOM)
    yield case("grid_randomised", "invalid", value="1/2", step="0")
    yield case("grid_randomised", "invalid", value="nan", step="1")
    yield case("grid_sensitivity", "invalid", step="0", sensitivity="1", rule="up")
    yield case("grid_sensitivity", "invalid", step="1", sensitivity="0", rule="up")
    yield case("grid_sensitivity", "invalid", step="1", sensitivity="1", rule="half")


FAMILIES = (
    Family(
        "grids",
        "Rounding to a grid by every rule for ties, and at random; what it does to sensitivity",
        (
            "IEEE 754-2019, section 4.3",
            "Casacuberta, Shoemate, Vadhan and Wagaman, Widespread Underestimation of Sensitivity in "
            "Differentially Private Libraries and How to Fix It, CCS 2022",
        ),
        cases,
    ),
)

"""Rounding to a grid, and what it does to sensitivity."""

from __future__ import annotations

from collections.abc import Iterator

from ..family import FLOAT, Case, Family, case, edge_if
from ..functions.grids import RANDOM, RULES

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

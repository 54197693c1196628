"""Every measure of the table that has no family of its own, of given pairs of distributions."""

from __future__ import annotations

from collections.abc import Iterator

from ....dp.measures import MEASURES
from ....outputs.json_values import Json
from ..family import Case, Family, edge_if
from ..functions.measures import can_be_asked
from .pairs import ALPHAS, EPSILONS, ORDERS
from .shared_pairs import BROKEN, ONE_SIDED, PAIRS, pair

ELSEWHERE = (
    "delta",
    "epsilon",
    "probabilistic_delta",
    "profile",
    "renyi",
    "total_variation",
    "tradeoff",
    "zcdp",
)
"""The measures that `pairs` asks for."""

FURTHER = tuple(measure for measure in MEASURES if can_be_asked(measure) and measure.name not in ELSEWHERE)

VALUES = {"epsilon": EPSILONS, "probability": ALPHAS, "order": ORDERS, "odds": ("1/1000", "1", "10")}
"""What a parameter is tried at, by what it ranges over; the first and the last are edges."""

OUTSIDE = {
    "epsilon": ("-1", "-1/1000000", "nan", "-inf", "", "one"),
    "probability": ("-1/10", "11/10", "inf", "nan", ""),
    "order": ("-1", "-1/2", "nan", ""),
    "odds": ("0", "-1", "inf", "nan", ""),
}
"""What has to be refused."""


def cases() -> Iterator[Case]:
    """Every pair at every value of a parameter, the others at a value inside of their range."""
    for measure in FURTHER:
        ranges = {each.name: str(each.values) for each in measure.parameters}
        inside: dict[str, Json] = {name: VALUES[values][1] for name, values in ranges.items()}
        if not ranges:
            yield from _of_pairs(measure.name, {}, "")
        for name, values in ranges.items():
            for value in VALUES[values]:
                edge = value in (VALUES[values][0], VALUES[values][-1])
                yield from _of_pairs(measure.name, {**inside, name: value}, f" at {name} {value}", edge)
            for value in OUTSIDE[values]:
                arguments = {**pair("three outcomes"), **inside, name: value}
                title = f"{measure.name} at {name} {value}"
                yield Case(title, measure.name, arguments, "invalid")
        for name in BROKEN:
            arguments = {**pair(name), **inside}
            title = f"{measure.name} of {name}"
            yield Case(title, measure.name, arguments, "invalid")


def _of_pairs(function: str, given: dict[str, Json], at: str, edge: bool = False) -> Iterator[Case]:
    """Every pair; those where only one distribution has an outcome are boundary cases."""
    for name in PAIRS:
        result = edge_if(edge or name in ONE_SIDED)
        yield Case(f"{function} of {name}{at}", function, {**pair(name), **given}, result)


FAMILIES = (
    Family(
        "measures",
        "Further measures of a pair of distributions",
        tuple(measure.source for measure in FURTHER),
        cases,
    ),
)

"""Reading what a study released: frequencies of attributes, those of the population, and a target."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from ..arguments import positive_integer
from ..budgets.sizes import check_size
from ..errors import InvalidType, InvalidValue
from ..exact import ExactLike, number
from ..exact.real import brief
from ..outputs.text import with_type

MOST_PLACES = 1 << 20
"""Places of the grid, all attributes together."""


def check_size_of_grid(places: int) -> int:
    """A number of places."""
    wanted = positive_integer(places, "places")
    check_size(wanted, "places", f"places = {brief(wanted)}", "use fewer", MOST_PLACES)
    return wanted


def read_study(
    release: Sequence[ExactLike], population: Sequence[ExactLike], target: Sequence[int]
) -> tuple[list[Fraction], list[Fraction], tuple[int, ...]]:
    """The frequencies, those of the population and the row.  Raises InvalidType, InvalidValue by name."""
    means, shares = _rationals(release, "release"), _rationals(population, "population")
    row = _listed(target, "target")
    if not len(means) == len(shares) == len(row):
        raise InvalidValue(
            f"release, population and target have lengths {len(means)}, {len(shares)} and {len(row)}; give "
            "one value of each for every attribute"
        )
    for j, p in enumerate(shares):
        if not 0 <= p <= 1:
            raise InvalidValue(f"population[{j}] = {brief(number(p))} is outside [0, 1]")
    for j, bit in enumerate(row):
        if isinstance(bit, bool) or not isinstance(bit, int) or bit not in (0, 1):
            raise InvalidValue(f"target[{j}] is {with_type(bit)}; an attribute is the integer 0 or 1")
        if shares[j] == 1 - bit:
            raise InvalidValue(f"target[{j}] = {bit} has probability 0 in the population; p-values need more")
    return means, shares, row


def _rationals(values: Sequence[ExactLike], name: str) -> list[Fraction]:
    found: list[Fraction] = []
    for j, value in enumerate(_listed(values, name)):
        exact = number(value, f"{name}[{j}]")
        known = exact.rational_value()
        if known is None:
            raise InvalidValue(f"{name}[{j}] = {brief(exact)} is irrational; give a rational")
        found.append(known)
    return found


def _listed(values: object, name: str) -> tuple[Any, ...]:
    if not isinstance(values, Sequence) or isinstance(values, str | bytes):
        raise InvalidType(f"{name} is {with_type(values)}; give a list with a value for each attribute")
    if not values:
        raise InvalidValue(f"{name} is empty; give a value for each attribute")
    return tuple(values)

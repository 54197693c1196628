"""Values with their probabilities: equal ones are merged, and few are kept."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple, TypeAlias, TypeVar

from ...dp.progress import spend
from ...exact import Number, number
from .outside import OutsideSubset
from .values import key_of

ONE = number(1)

V = TypeVar("V")

MOST_STATES = 100_000
"""Programs with more states at one time are enumerated, where limits and bounds are those of paths."""


class Branch(NamedTuple):
    """A value, its probability, and the most draws that any way to it takes."""

    value: Any
    mass: Number
    draws: int


SURE = Branch(None, ONE, 0)

Parts: TypeAlias = "list[tuple[tuple[Any, ...], Number, int]]"
"""The values of several expressions together, with their probability and draws."""


def limited(states: list[V]) -> list[V]:
    """The states, paid for; OutsideSubset where merging them does not keep them few."""
    spend(len(states))
    if len(states) > MOST_STATES:
        raise OutsideSubset(f"it has more than {MOST_STATES} states at one time")
    return states


def gathered(branches: list[Branch]) -> list[Branch]:
    """Equal values as one, in the order first seen."""
    found: dict[Hashable, Branch] = {}
    for b in branches:
        key = key_of(b.value)
        known = found.get(key)
        found[key] = (
            b if known is None else Branch(known.value, known.mass + b.mass, max(known.draws, b.draws))
        )
    return list(found.values())


def folded(function: Any, so_far: Branch, element: Branch) -> tuple[Branch, bool]:
    """One step of sum, tuple, any or all, and whether that ends it."""
    mass, draws = so_far.mass * element.mass, so_far.draws + element.draws
    present, value = element.value
    if not present:
        return Branch(so_far.value, mass, draws), False
    if function is sum:
        if isinstance(value, float | complex):
            raise OutsideSubset("it sums floats of a generator, whose order of rounding is Python's own")
        return Branch(so_far.value + value, mass, draws), False
    if function is tuple:
        return Branch((*so_far.value, value), mass, draws), False
    decisive = function is any
    return Branch(bool(value), mass, draws), bool(value) == decisive

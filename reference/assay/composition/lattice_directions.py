"""Which rounds share a lattice step, and how all of them fall into two halves of similar size.

The differences between the losses of a round have a direction over ln 2, ln 3, ..., the rationals, and so on,
where they are multiples of one number.  Rounds of one direction have few totals together; those of different
directions have about as many as the product says.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from operator import attrgetter
from typing import TypeAlias

from ..exact import Log
from ..exact.fields import Field
from .finite_pair import FinitePair
from .lattice import Coordinates, coordinates
from .ordered import Ordered

Rounds: TypeAlias = Sequence[tuple[FinitePair, int]]


def merged(rounds: Rounds) -> tuple[tuple[FinitePair, int], ...]:
    """The rounds, those that are the same taken together; none of count 0."""
    played = tuple((one, count) for one, count in rounds if count)
    if len(played) < 2:
        return played
    counts: dict[FinitePair, int] = {}
    for one, count in played:
        counts[one] = counts.get(one, 0) + count
    return tuple(counts.items())


def halved(rounds: Rounds, most_bytes: int, field: Field) -> tuple[Ordered, Ordered] | None:
    """Two parts of the rounds, the first with fewer totals; None where all have one direction."""
    groups = [Ordered(group, most_bytes, field) for group in by_direction(rounds)]
    if len(groups) < 2:
        return None
    halves: list[list[Ordered]] = [[], []]
    sizes = [1, 1]
    for group in sorted(groups, key=attrgetter("size"), reverse=True):
        smaller = int(sizes[1] < sizes[0])
        halves[smaller].append(group)
        sizes[smaller] *= group.size
    few, many = sorted((_together(half) for half in halves), key=attrgetter("size"))
    return few, many


def by_direction(rounds: Rounds) -> list[Rounds]:
    """The rounds in groups of one direction; one of several directions is a group of its own."""
    groups: dict[Hashable, list[tuple[FinitePair, int]]] = {}
    constant: list[tuple[FinitePair, int]] = []
    for index, (one, count) in enumerate(rounds):
        found = directions([atom.loss for atom in one.atoms])
        if not found:
            constant.append((one, count))
        else:
            groups.setdefault(index if len(found) > 1 else next(iter(found)), []).append((one, count))
    if not groups:
        return [constant]
    next(iter(groups.values())).extend(constant)
    return list(groups.values())


def directions(losses: Sequence[Log]) -> set[Hashable]:
    """The directions of the differences between losses; none where all losses are equal."""
    points = [coordinates(loss) for loss in losses]
    gaps = [_difference(point, points[0]) for point in points[1:]]
    return {_direction(gap) for gap in gaps if gap}


def _difference(a: Coordinates, b: Coordinates) -> Coordinates:
    """a - b without zeros."""
    axes = {**a, **b}
    gap = {axis: a.get(axis, Fraction(0)) - b.get(axis, Fraction(0)) for axis in axes}
    return {axis: value for axis, value in gap.items() if value}


def _direction(gap: Coordinates) -> Hashable:
    """The multiple whose first coordinate is 1."""
    first = gap[min(gap, key=str)]
    return frozenset((axis, value / first) for axis, value in gap.items())


def _together(groups: Sequence[Ordered]) -> Ordered:
    """The rounds of several groups."""
    if len(groups) == 1:
        return groups[0]
    return Ordered([each for group in groups for each in group.rounds], groups[0].most_bytes, groups[0].field)

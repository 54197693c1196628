"""Outcomes that hold a function of a noisy value beside it, such as (v, max(v, 0)).

The paths that return (v, v) and those that return (v, 0) have different shapes, which count as different
outcomes.  They may meet, at v = 0; then their probabilities would have to be added.  So they are accepted
where one of the two never occurs at a value where they meet, and refused otherwise.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import ceil, floor
from typing import Any

from ...errors import InvalidType
from ...outputs.text import brief
from ...programs.noise.families import HOLE, equals_an_integer
from ...programs.noise.outputs import mapped
from ...programs.noise.places import Again, Mixed, Slot
from ..probabilities.output_distributions import OutputDistribution

Rows = Mapping[Hashable, Mapping[Hashable, OutputDistribution]]
"""The distribution of every shape, for every input."""


@dataclass(frozen=True)
class Shape:
    """A shape, what stands in its places, and its distributions on all inputs, for real values in units of
    1/unit.
    """

    name: Hashable
    places: tuple[object, ...]
    distributions: tuple[OutputDistribution, ...]
    unit: int

    def holder(self, slot: int) -> int:
        """The place of a slot, alone or beside other values."""
        return next(m for m, each in enumerate(self.places) if _own(each) == slot)

    def never(self, slot: Slot, low: Fraction, high: Fraction, *, point: bool) -> bool:
        """Whether what stands in a slot is never in low <= . < high, or never at the point low."""
        scale = Fraction(1 if slot.discrete else self.unit) / slot.step
        start, end = (low - slot.residue) * scale, (high - slot.residue) * scale
        first = ceil(start) if slot.discrete else floor(start)
        last = floor(start) + 1 if point else ceil(end)
        products = [product for distribution in self.distributions for product in distribution.products]
        functions = [product.marginals[slot.number].moved() for product in products]
        return all(not piece for f in functions for piece in f.pieces_between(first, last))


def check_overlaps(rows: Rows, subject: str, unit: int) -> None:
    """Raises InvalidType for two shapes that may be the same outcome."""
    names = {name: _places(name) for row in rows.values() for name in row}
    if not any(_depends(part) for places in names.values() for part in places):
        return
    groups: dict[Hashable, list[Shape]] = {}
    for name, places in names.items():
        found = Shape(name, places, tuple(row[name] for row in rows.values() if name in row), unit)
        groups.setdefault(_skeleton(name), []).append(found)
    for group in groups.values():
        if any(_depends(part) for shape in group for part in shape.places):
            for a, b in combinations(group, 2):
                _check(a, b, subject)


def _check(a: Shape, b: Shape, subject: str) -> None:
    for n in range(len(a.places)):
        if _apart(a, b, n) or _apart(b, a, n):
            return
    raise InvalidType(
        f"{subject} returns {brief(a.name)} on one path and {brief(b.name)} on another, which may be the "
        "same output; return the values v1, v2, ... alone, the rest is a function of them"
    )


def _places(name: Hashable) -> tuple[object, ...]:
    found: list[object] = []
    mapped(name, found.append)
    return tuple(found)


def _skeleton(name: Hashable) -> Hashable:
    """The shape with a hole for everything that may be a number."""
    return mapped(name, lambda part: HOLE if _is_noisy(part) or equals_an_integer(part) else part)


def _apart(a: Shape, b: Shape, n: int) -> bool:
    """Whether the places numbered n are never equal at values that both shapes take."""
    p, q = a.places[n], b.places[n]
    if not _is_noisy(p) and not _is_noisy(q):
        return bool(p != q)
    if type(p) is Slot and type(q) is Slot:
        return p.step == q.step and p.residue != q.residue
    if _of_the_same(a, p, b, q):
        return _differ(p, q)
    if type(p) is not Again:
        return False
    at = a.holder(p.slot)
    slot, beside = a.places[at], b.places[at]
    if type(slot) is not Slot or type(q) is Mixed or type(beside) is Mixed:
        return False
    if not slot.discrete and not p.floored:
        return bool(p != q)  # on a line of probability 0
    if type(q) is Again and type(beside) is Slot and beside.number == q.slot:
        parallel = p.factor == q.factor and not p.floored and not q.floored
        return parallel and p.offset != q.offset
    return not _is_noisy(q) and _never_meet(a, slot, p, b, beside, q)


def _of_the_same(a: Shape, p: object, b: Shape, q: object) -> bool:
    """Whether two places hold sums of the same other values, and of a value of their own or a constant."""
    return _sum_of(p) == _sum_of(q) is not None and all(_means_the_same(a, b, n) for n, _ in _sum_of(p) or ())


def _sum_of(part: object) -> tuple[tuple[int, Fraction], ...] | None:
    """The slots that a place depends on, with their factors; None for a rounded one, and for no function."""
    if isinstance(part, Again):
        return None if part.floored else ((part.slot, part.factor),)
    return part.terms if isinstance(part, Mixed) else None


def _means_the_same(a: Shape, b: Shape, slot: int) -> bool:
    """Whether for equal outputs of both shapes the same value stands in the slot."""
    p, q = a.holder(slot), b.holder(slot)
    if p != q:
        return False
    first, second = a.places[p], b.places[q]
    return type(first) is type(second) is Slot or _of_the_same(a, first, b, second)


def _differ(p: Any, q: Any) -> bool:
    """Whether two sums of the same other values are never equal."""
    own, other = getattr(p, "own", None), getattr(q, "own", None)
    if own is None or other is None:
        return own is other and p.offset != q.offset
    return bool(own.step == other.step and own.residue != other.residue)


def _never_meet(a: Shape, slot: Slot, p: Again, b: Shape, beside: object, constant: Any) -> bool:
    """Whether p is the constant at no value that both take in the slot; b holds `beside` there."""
    if p.floored and p.factor < 0:
        return False
    low = (Fraction(constant) - p.offset) / p.factor
    high, point = low + 1 / p.factor, not p.floored
    if type(beside) is Slot and b.never(beside, low, high, point=point):
        return True
    if not _is_noisy(beside):
        value: Any = beside
        if not (value == low if point else low <= value < high):
            return True
    return a.never(slot, low, high, point=point)


def _is_noisy(part: object) -> bool:
    return type(part) is Slot or _depends(part)


def _own(part: object) -> int | None:
    """The number of the slot in a place."""
    slot = part.own if isinstance(part, Mixed) else part
    return slot.number if isinstance(slot, Slot) else None


def _depends(part: object) -> bool:
    """Whether what stands in a place is a function of what stands in another."""
    return type(part) is Again or type(part) is Mixed

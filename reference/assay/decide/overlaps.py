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
from typing import Any, cast

from ..dp.outputs import brief
from ..errors import InvalidType
from ..programs.noise.families import HOLE, equals_an_integer
from ..programs.noise.outputs import Again, Slot, mapped
from .outcome_laws import OutcomeLaw

Rows = Mapping[Hashable, Mapping[Hashable, OutcomeLaw]]
"""The law of every shape, for every input."""


@dataclass(frozen=True)
class Shape:
    """A shape, what stands in its places, and its laws on all inputs, for real values in units of 1/unit."""

    name: Hashable
    places: tuple[object, ...]
    laws: tuple[OutcomeLaw, ...]
    unit: int

    def never(self, slot: Slot, low: Fraction, high: Fraction, *, point: bool) -> bool:
        """Whether what stands in a slot is never in low <= . < high, or never at the point low."""
        scale = Fraction(1 if slot.discrete else self.unit) / slot.step
        start, end = (low - slot.residue) * scale, (high - slot.residue) * scale
        first = ceil(start) if slot.discrete else floor(start)
        last = floor(start) + 1 if point else ceil(end)
        products = [product for law in self.laws for product in law.products]
        functions = [product.marginals[slot.number].moved() for product in products]
        return all(not piece for f in functions for piece in f.pieces_between(first, last))


def check_overlaps(rows: Rows, subject: str, unit: int) -> None:
    """Raises InvalidType for two shapes that may be the same outcome."""
    names = {name: _places(name) for row in rows.values() for name in row}
    if not any(type(part) is Again for places in names.values() for part in places):
        return
    groups: dict[Hashable, list[Shape]] = {}
    for name, places in names.items():
        found = Shape(name, places, tuple(row[name] for row in rows.values() if name in row), unit)
        groups.setdefault(_skeleton(name), []).append(found)
    for group in groups.values():
        if any(type(part) is Again for shape in group for part in shape.places):
            for a, b in combinations(group, 2):
                _check(a, b, subject)


def _check(a: Shape, b: Shape, subject: str) -> None:
    for n in range(len(a.places)):
        if _apart(a, b, n) or _apart(b, a, n):
            return
    raise InvalidType(
        f"{subject} returns {brief(a.name)} on one path and {brief(b.name)} on another, which may be the "
        "same output; return the noisy value alone, the rest is a function of it"
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
    if type(p) is not Again:
        return False
    at = next(m for m, each in enumerate(a.places) if type(each) is Slot and each.number == p.slot)
    slot, beside = cast("Slot", a.places[at]), b.places[at]
    if not slot.discrete and not p.floored:
        return bool(p != q)  # on a line of probability 0
    if type(q) is Again and type(beside) is Slot and beside.number == q.slot:
        parallel = p.factor == q.factor and not p.floored and not q.floored
        return parallel and p.offset != q.offset
    return not _is_noisy(q) and _never_meet(a, slot, p, b, beside, q)


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
    return type(part) is Slot or type(part) is Again

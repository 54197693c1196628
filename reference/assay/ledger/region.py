"""`Region`: exactly where a statement holds, a formula that was compared with the statement point by point.

A formula is comparisons in the language of the kernel's claims, joined by `and`, and these by `or`:
`k <= 2 or k <= 3 and A = 1`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..errors import InvalidValue
from ..prove.balls import sign
from ..prove.claims import statement
from ..prove.statement import Relation

Point = Mapping[str, object]
"""The value of each variable, exact: an integer, a rational, or what prints as an expression, as ln(2)."""

NOWHERE = "nowhere"
NAME = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")


@dataclass(frozen=True)
class Region:
    """Made by `checked`; its text is the formula, with words that say what stands in it.

    inside, outside: at how many points the statement was seen to hold, and to fail.
    """

    formula: str
    where: str
    remark: str
    inside: int
    outside: int

    def __str__(self) -> str:
        """`n = 1: iff a <= 2; remark`."""
        if self.formula == NOWHERE:
            return f"{NOWHERE}: {self.remark}"
        start, end = f"{self.where}: " if self.where else "", f"; {self.remark}" if self.remark else ""
        return f"{start}iff {self.formula}{end}"


def checked(
    formula: str, points: Iterable[tuple[Point, bool]], *, where: str = "", remark: str = ""
) -> Region:
    """The region of a statement, given at each point whether it holds there, found without the formula.

    Raises:
        InvalidValue: the formula says otherwise at some point, or the points do not tell: none at which the
            statement fails, or, unless the region is "nowhere", none at which it holds.
    """
    inside = outside = 0
    for point, truth in points:
        if holds(formula, point) != truth:
            shown = ", ".join(f"{name} = {value}" for name, value in point.items())
            seen = "holds" if truth else "fails"
            raise InvalidValue(f"region {formula!r}: at {shown} the statement {seen}")
        inside, outside = inside + truth, outside + (not truth)
    if not outside or (not inside and formula != NOWHERE):
        raise InvalidValue(
            f"region {formula!r}: {inside} points inside and {outside} outside; look at some of both"
        )
    return Region(formula, where, remark, inside, outside)


def holds(formula: str, point: Point) -> bool:
    """Whether a formula holds at a point.

    Raises:
        InvalidValue: it is no formula, a variable has no value, or a comparison does not separate.
    """
    if formula == NOWHERE:
        return False
    return any(all(_true(part, point) for part in either.split(" and ")) for either in formula.split(" or "))


def put(formula: str, point: Point) -> str:
    """A formula with values for its variables."""
    return NAME.sub(lambda m: f"({point[m[0]]})" if m[0] in point else m[0], formula)


def _true(comparison: str, point: Point) -> bool:
    return _decided(statement(put(comparison, point)).conclusion, comparison)


def _decided(relation: Relation, comparison: str) -> bool:
    """The truth of a comparison of two numbers, by the normal form or an enclosure of the difference."""
    found = sign(relation.excess)
    if found is None:
        raise InvalidValue(f"region: {comparison!r} at {relation} does not separate")
    return {">": found > 0, ">=": found >= 0, "=": found == 0, "!=": found != 0}[relation.kind]

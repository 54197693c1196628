"""`Region`: exactly where a statement holds, a formula that was compared with the statement point by point.

A formula is comparisons in the language of the kernel's claims, joined by `and`, and these by `or`:
`k <= 2 or k <= 3 and A = 1`.  Around it stand words, and no mathematics that is not evaluated too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from ..errors import InvalidValue
from ..exact import Certified, sign
from ..prove import balls
from ..prove.claims import statement
from ..prove.statement import Relation

DIGITS = 30
"""How many decimals of a root are given; it is found by exact signs at decimal points."""
Point = Mapping[str, object]
"""The value of each variable, exact: an integer, a rational, or what prints as an expression, as ln(2)."""

NOWHERE = "nowhere"
NAME = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")
MATHEMATICS = re.compile(r"[0-9<>=*^/]")
"""What no words around a region have: it is given as a formula or a value, or not at all."""


@dataclass(frozen=True)
class Border:
    """Where a region ends: the formula has one truth at `last` and the other one a step further.

    at: the values of the other variables.  A step below 1 is a unit of the last decimal of a root.
    """

    variable: str
    last: Fraction | int
    step: Fraction | int = Fraction(1, 10**DIGITS)
    at: Point = field(default_factory=dict)

    def text(self, formula: str, fixed: Point) -> str:
        """`q <= 0.79...`, or `m <= 3 at n = 4`.

        Raises:
            InvalidValue: the formula says the same on both sides.
        """
        here, there = (
            holds(formula, {**fixed, **self.at, self.variable: Fraction(value)})
            for value in (self.last, self.last + self.step)
        )
        if here == there:
            raise InvalidValue(f"region {formula!r}: no border at {self.variable} = {self.last}")
        relation = "<=" if here else ">" if self.step == 1 else ">="
        value = str(self.last) if self.step == 1 else decimals(Fraction(self.last))
        return f"{self.variable} {relation} {value}{' at ' * bool(self.at)}{_values(self.at)}"


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
    formula: str,
    points: Iterable[tuple[Point, bool]],
    *,
    fixed: Point | None = None,
    where: str = "",
    borders: Sequence[Border] = (),
    also: str = "",
    remark: str = "",
) -> Region:
    """The region of a statement, given at each point whether it holds there, found without the formula.

    fixed: what is the same at every point, and stands before the formula.
    borders: where the formula changes its truth.
    also: a formula that is enough for the region; of a region that is nowhere, one that holds at every point.
    where, remark: words, without numbers and comparisons.

    Raises:
        InvalidValue: the formula says otherwise at some point, or the points do not tell: none at which the
            statement fails, or, unless the region is "nowhere", none at which it holds; or there is no such
            border, or the words have mathematics.
    """
    given, seen = dict(fixed or {}), list(points)
    for words in (where, remark):
        if MATHEMATICS.search(words):
            raise InvalidValue(f"region {formula!r}: {words!r} are no words; give values, borders, formulas")
    inside = sum(truth for _, truth in seen)
    for point, truth in seen:
        if holds(formula, {**given, **point}) != truth:
            what = "holds" if truth else "fails"
            raise InvalidValue(f"region {formula!r}: at {_values(point)} the statement {what}")
    if inside == len(seen) or (not inside and formula != NOWHERE):
        outside = len(seen) - inside
        raise InvalidValue(
            f"region {formula!r}: {inside} points inside and {outside} outside; look at some of both"
        )
    if also:
        _require_also(formula, also, [({**given, **point}, truth) for point, truth in seen])
    ends = ", ".join(border.text(formula, given) for border in borders)
    enough = also if formula == NOWHERE else f"so wherever {also}" * bool(also)
    before = ", ".join(filter(None, (_values(given), where)))
    return Region(
        formula, before, "; ".join(filter(None, (ends, enough, remark))), inside, len(seen) - inside
    )


def _require_also(formula: str, also: str, points: Sequence[tuple[Point, bool]]) -> None:
    """A second formula is enough for the region; of one that is nowhere, it holds everywhere."""
    wanted = [point for point, truth in points if formula == NOWHERE or holds(also, point)]
    if not wanted or not all(holds(also if formula == NOWHERE else formula, point) for point in wanted):
        raise InvalidValue(f"region {formula!r}: the points do not bear out {also!r}")


def _values(point: Point) -> str:
    """`n = 1, k = 2`."""
    return ", ".join(f"{name} = {value}" for name, value in point.items())


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
    found = balls.sign(relation.excess)
    if found is None:
        raise InvalidValue(f"region: {comparison!r} at {relation} does not separate")
    return {">": found > 0, ">=": found >= 0, "=": found == 0, "!=": found != 0}[relation.kind]


def root_below(f: Callable[[Fraction], Certified], low: Fraction | int, high: Fraction | int) -> Fraction:
    """The root of f in (low, high), rounded down to 30 decimals: f changes its sign from there to the next.

    Raises:
        InvalidValue: f has the same sign at both ends.
    """
    start = sign(f(_rounded(low)))
    if not start or sign(f(_rounded(high))) != -start:
        raise InvalidValue(f"enclosure: the function does not change its sign between {low} and {high}")
    return border_below(lambda x: sign(f(x)) != start, low, high)


def border_below(holds: Callable[[Fraction], bool], low: Fraction | int, high: Fraction | int) -> Fraction:
    """Where a property that fails at `low` and holds at `high` begins, rounded down to 30 decimals.

    It is assumed to change once: it fails at the point that is returned, and holds at the next decimal.
    """
    unit = Fraction(1, 10**DIGITS)
    a, b = int(_rounded(low) / unit), int(_rounded(high) / unit)
    while b - a > 1:
        middle = (a + b) // 2
        a, b = (a, middle) if holds(middle * unit) else (middle, b)
    return a * unit


def _rounded(value: Fraction | int) -> Fraction:
    """Down to 30 decimals."""
    return Fraction(int(value * 10**DIGITS), 10**DIGITS)


def above(root: Fraction) -> Fraction:
    """The next multiple of 10^-30."""
    return root + Fraction(1, 10**DIGITS)


def decimals(value: Fraction) -> str:
    """`0.796812130020020046161520937937...`, for a multiple of 10^-30 that a root was rounded down to."""
    scaled = value * 10**DIGITS
    if scaled.denominator != 1 or value < 0:
        raise InvalidValue(f"enclosure: {value} is not a multiple of 10^-{DIGITS} that is >= 0")
    whole, rest = divmod(int(scaled), 10**DIGITS)
    return f"{whole}.{rest:0{DIGITS}d}..."

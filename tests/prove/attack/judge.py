"""Whether a theorem holds at the corners of its context and at random points of it."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import product

from flint import ctx

from assay.prove.expr import Expr
from assay.prove.statement import Range, Relation, Statement
from tests.prove.pointwise import BITS, Point, Undefined, Unknown, true_at, value, values_of

SMALL = frozenset([*map(Fraction, (0, 1, -1, 2, -2)), Fraction(1, 2), Fraction(-1, 2)])


@lru_cache(maxsize=4096)
def corners_of(r: Range) -> tuple[Fraction, ...]:
    """The ends of a range and small numbers in it, or whatever it has."""
    return tuple(x for x in values_of(r) if x in SMALL or x in (r.low, r.high)) or values_of(r)


def corners(ranges: tuple[Range, ...], most: int) -> Iterator[Point]:
    """The ends of the ranges and small numbers in all combinations, as far as `most` goes."""
    names = [r.name for r in ranges]
    columns = [corners_of(r) for r in ranges]
    if math.prod(map(len, columns)) <= most:
        yield from (dict(zip(names, p, strict=True)) for p in product(*columns))
        return
    choose = random.Random(str(ranges))
    yield from (dict(zip(names, map(choose.choice, columns), strict=True)) for _ in range(most))


def anywhere(ranges: tuple[Range, ...], most: int) -> Iterator[Point]:
    """Random points, near the ends and far from them."""
    choose = random.Random(repr(ranges))
    columns = [(r.name, values_of(r)) for r in ranges]
    for _ in range(most if ranges else 0):
        yield {name: choose.choice(column) for name, column in columns}


def refuted_at(s: Statement) -> Point | None:
    """A point at which the conditions hold and the conclusion is wrong or has no value."""
    ranges = s.context.ranges
    with ctx.workprec(BITS):
        for at in (*corners(ranges, 150), *anywhere(ranges, 25)):
            try:
                if all(true_at(c, at) for c in s.context.conditions) and not true_at(s.conclusion, at):
                    return at
            except Unknown:
                continue
    return None


def differs_at(e: Expr, form: Expr, ranges: tuple[Range, ...], total: bool = True) -> Point | None:
    """A point at which e has a value and its form has another, or (total) none."""
    with ctx.workprec(BITS):
        for at in corners(ranges, 150):
            try:
                value(e, at)
                if not total:
                    value(form, at)
            except (Undefined, Unknown):
                continue
            try:
                if not true_at(Relation(form, "=", e), at):
                    return at
            except Unknown:
                continue
    return None

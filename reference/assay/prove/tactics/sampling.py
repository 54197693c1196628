"""Sample points: to give up false goals early, and to refute false claims with a rational witness."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from fractions import Fraction

from assay.prove.balls import Interval, enclose, sign
from assay.prove.expr import const
from assay.prove.facts import satisfies
from assay.prove.statement import Range, Relation, Statement

Point = dict[str, Fraction]
FEW, MANY = 60, 1500


def values(r: Range, rich: bool) -> list[Fraction]:
    """Points of a range: the ends, close to the ends, the middle, far out."""
    near = [Fraction(1, n) for n in ((2, 5, 100) if not rich else (2, 3, 5, 10, 30, 100, 1000, 10**6))]
    far = [Fraction(n) for n in ((1, 4) if not rich else (1, 2, 3, 5, 8, 20, 60, 300))]
    if r.integer:
        return _integers(r, rich)
    found: list[Fraction] = []
    if r.low is not None and r.high is not None:
        width = r.high - r.low
        found = [r.low + t * width for t in near] + [r.high - t * width for t in near] + [r.low, r.high]
    elif r.low is not None:
        found = [r.low, *(r.low + t for t in near + far)]
    elif r.high is not None:
        found = [r.high, *(r.high - t for t in near + far)]
    else:
        found = [Fraction(0), *near, *far, *(-t for t in near + far)]
    return [x for x in dict.fromkeys(found) if inside(r, x)]


def _integers(r: Range, rich: bool) -> list[Fraction]:
    start = r.low if r.low is not None else r.high if r.high is not None else Fraction(0)
    steps = (0, 1, 2, 5) if not rich else (0, 1, 2, 3, 4, 5, 7, 10, 20, 50)
    found = [start + s * t for s in (1, -1) for t in steps]
    return [x for x in dict.fromkeys([*found, *([r.high] if r.high is not None else [])]) if inside(r, x)]


def inside(r: Range, x: Fraction) -> bool:
    """Whether the range contains x."""
    return r.contains(Range(r.name, x, x, False, False)) if not r.integer else _integer_inside(r, x)


def _integer_inside(r: Range, x: Fraction) -> bool:
    return x.denominator == 1 and (r.low is None or r.low <= x) and (r.high is None or x <= r.high)


def points(claim: Statement, limit: int) -> Iterator[Point]:
    """Sample points of the ranges: a grid if it is small, else a fixed pseudo-random choice from it."""
    names = [r.name for r in claim.context.ranges]
    columns = [values(r, limit > FEW) for r in claim.context.ranges]
    size = 1
    for column in columns:
        size *= len(column)
    if size <= limit:
        yield from (dict(zip(names, p, strict=True)) for p in itertools.product(*columns))
        return
    choose = random.Random(7)
    for _ in range(limit):
        yield {n: choose.choice(column) for n, column in zip(names, columns, strict=True)}


def plausible(claim: Statement) -> bool:
    """Whether no sample point surely contradicts the claim."""
    return not any(_surely_false(claim, p) for p in points(claim, FEW))


def _surely_false(claim: Statement, p: Point) -> bool:
    box = {n: (x, x) for n, x in p.items()}
    if not all(_compare(c, box) for c in claim.context.conditions):
        return False
    return _compare(claim.conclusion, box) is False


def _compare(r: Relation, box: dict[str, Interval]) -> bool | None:
    found = enclose(r.excess, box, 80)
    if found is None:
        return None
    low, high = found
    if low == high or low > 0 or high < 0:
        return satisfies((low > 0) - (low < 0) if low == high or low > 0 else -1, r.kind)
    return None


def falsifies(claim: Statement, p: Point) -> bool:
    """Whether the claim is false at a rational point of its domain, decided exactly.

    False where a side is undefined although the side conditions hold: that refutes the claim as well, and is
    reported by `counterexample` only if the rest of the domain gives no plain witness.
    """
    if any(not inside(r, p[r.name]) for r in claim.context.ranges):
        return False
    here = {n: const(x) for n, x in p.items()}
    if not all(satisfies(sign(c.substitute(here).excess), c.kind) for c in claim.context.conditions):
        return False
    s = sign(claim.conclusion.substitute(here).excess)
    return s is not None and not satisfies(s, claim.conclusion.kind)


def counterexample(claim: Statement, limit: int = MANY) -> Point | None:
    """A rational point at which the claim is false, if the first `limit` samples contain one."""
    for p in points(claim, limit):
        if _surely_false(claim, p) and falsifies(claim, p):
            return p
    for p in points(claim, FEW):
        if falsifies(claim, p):
            return p
    return None

"""Sample points: to give up false goals early, and to refute false claims with a rational witness."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Mapping
from fractions import Fraction

from assay.prove.balls import Interval, enclose, sign
from assay.prove.expr import Expr, const
from assay.prove.facts import satisfies
from assay.prove.normal import normal
from assay.prove.statement import Range, Relation, Statement

Point = dict[str, Fraction]
FEW, MANY, ROUNDS = 60, 1500, 60


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


def _surely_true(claim: Statement, p: Point) -> bool:
    return _compare(claim.conclusion, {n: (x, x) for n, x in p.items()}) is True


def _compare(r: Relation, box: dict[str, Interval]) -> bool | None:
    found = enclose(r.excess, box, 80)
    if found is None:
        return None
    low, high = found
    if low == high or low > 0 or high < 0:
        return satisfies((low > 0) - (low < 0) if low == high or low > 0 else -1, r.kind)
    return None


def falsifies(claim: Statement, p: Point) -> bool:
    """Whether a side has no value or the comparison is wrong at a point of the domain, decided exactly."""
    if any(not inside(r, p[r.name]) for r in claim.context.ranges):
        return False
    here = {n: const(x) for n, x in p.items()}
    for c in claim.context.conditions:
        if undefined_part(c, here) is not None or not satisfies(sign(c.substitute(here).excess), c.kind):
            return False
    if undefined_part(claim.conclusion, here) is not None:
        return True
    s = sign(claim.conclusion.substitute(here).excess)
    return s is not None and not satisfies(s, claim.conclusion.kind)


def undefined_part(r: Relation, here: Mapping[str, Expr]) -> Expr | None:
    """A part of a side that surely has no value at a point, before the values are put in."""
    for side in (r.left, r.right):
        for e in side.parts():
            if any(a.bound() for a in e.args) or e.op not in ("/", "log", "sqrt", "^"):
                continue
            a, b = e.args[0].substitute(here), e.args[-1].substitute(here)
            k = normal(b).constant() if e.op == "^" else None
            wanted = {"/": (b, "!="), "log": (a, ">"), "sqrt": (a, ">=")}.get(e.op)
            if k is not None and k.denominator > 1:
                wanted = (a, ">=" if k > 0 else ">")
            elif k is not None and k < 0:
                wanted = (a, "!=")
            s = sign(wanted[0]) if wanted is not None else None
            if wanted is not None and s is not None and not satisfies(s, wanted[1]):
                return e
    return None


def counterexample(claim: Statement, limit: int = MANY) -> Point | None:
    """A rational point at which the claim is false, if the first `limit` samples contain one."""
    for p in points(claim, limit):
        if _surely_false(claim, p) and falsifies(claim, p):
            return p
    for p in points(claim, FEW):
        if not _surely_true(claim, p) and falsifies(claim, p):
            return p
    return None


def descent(claim: Statement) -> Point | None:
    """A rational point at which the claim is false, if moving on from the best samples finds one."""
    found = [(size, p) for p in points(claim, FEW) if (size := _size(claim, p)) is not None]
    for _, p in sorted(found, key=lambda pair: pair[0])[:3]:
        lowest = _descend(claim, p)
        for limit in (10, 100, 1000, 10**30):
            near = {n: x.limit_denominator(limit) for n, x in lowest.items()}
            if falsifies(claim, near):
                return near
    return None


def _size(claim: Statement, p: Point) -> Fraction | None:
    """About how far the claim is from failing at a point of its domain; None outside it."""
    box = {n: (x, x) for n, x in p.items()}
    if not all(inside(r, p[r.name]) for r in claim.context.ranges):
        return None
    if not all(_compare(c, box) for c in claim.context.conditions):
        return None
    found = enclose(claim.conclusion.excess, box, 80)
    return None if found is None else (found[0] + found[1]) / 2


def _descend(claim: Statement, p: Point) -> Point:
    """Move one coordinate at a time while the excess falls and is not below 0, by steps that are halved."""
    size = _size(claim, p)
    steps = {r.name: Fraction(1, 1 if r.integer else 2) for r in claim.context.ranges}
    for _ in range(ROUNDS):
        for name in steps:
            for step in (steps[name], -steps[name]):
                moved = {**p, name: p[name] + step}
                smaller = _size(claim, moved)
                if smaller is not None and size is not None and smaller < size:
                    p, size = moved, smaller
                    break
            else:
                steps[name] /= 1 if _is_integer(claim, name) else 2
        if size is None or size < 0:
            break
    return p


def _is_integer(claim: Statement, name: str) -> bool:
    r = claim.context.range(name)
    return r is not None and r.integer

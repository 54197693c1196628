"""Slopes and second derivatives, ranges that are closed, boxes."""

from __future__ import annotations

from assay.prove.calculus import derivative
from assay.prove.expr import ZERO, const
from assay.prove.statement import Range, Relation, Statement
from tests.prove.random_steps.maker import LEANING, Maker


def by_derivative(m: Maker, order: int) -> None:
    """A claim by its slope and an end (order 1), or by its second derivative and both ends (order 2)."""
    where = m.context("x", "y") if m.maybe(0.3) else m.context("x")
    r = where.range("x")
    assert r is not None
    f = m.smooth("x", [v.name for v in where.ranges if v.name != "x"])
    slope = f
    for _ in range(order):
        slope = derivative(slope, "x")
    low = m.maybe(0.5)
    if order == 2 or not low:
        slope = -slope
    inside = where.replace(Range("x", r.low, r.high)) if m.maybe(0.8) else m.near(where)
    sign = m.shown(Statement(inside, Relation(slope, m.rng.choice((">=", ">")), ZERO)))
    if sign is None:
        return
    ends = [x for x in (r.low, r.high) if x is not None]
    for _ in range(3):
        k = f.substitute({"x": const(m.rng.choice(ends))}) if ends and m.maybe(0.8) else const(m.number())
        claim = Statement(m.near(where), Relation(f - m.nudge(k), m.rng.choice((">=", ">")), ZERO))
        arguments = {"variable": "x"} | ({"end": "low" if low else "high"} if order == 1 else {})
        m.attempt("monotone" if order == 1 else "concave", claim, arguments, [sign])


def interval(m: Maker) -> None:
    """Any comparison on a context that is often compact."""
    where = m.context()
    names = [r.name for r in where.ranges]
    claim = Statement(where, Relation(m.term(names, 2), m.rng.choice(LEANING), const(m.number() - 1)))
    m.attempt("interval", claim, {"boxes": "12", "bits": "64"})

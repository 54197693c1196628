"""Rules of analysis: the sign of a derivative, concavity, and subdivision of boxes."""

from __future__ import annotations

from fractions import Fraction

from assay.prove.balls import Interval, enclose
from assay.prove.calculus import derivative
from assay.prove.expr import ZERO, Expr, const
from assay.prove.facts import Facts, Rejected, covers
from assay.prove.normal import same
from assay.prove.rules.arguments import Arguments, count, text
from assay.prove.statement import Context, Range, Relation, Statement


def monotone(claim: Statement, arguments: Arguments, facts: Facts) -> None:
    """Proposition. If f' >= 0 on (a, b) and f >= 0 at a, then f >= 0 between a and b; or f' <= 0, and f >= 0
    at b.

    Here f = A - B for the claim A >= B or A > B, continuous up to that end of the range of the variable.
    Moreover f > 0 if f' > 0 (or < 0) inside and that end is excluded, or if f > 0 at that end. By the mean
    value theorem. The first premise says f' >= 0 (or -f' >= 0), and the facts show the sign at the end.
    """
    f, r = _function(claim, text(arguments, "variable"))
    low = text(arguments, "end", "low", ("low", "high")) == "low"
    end, excluded = (r.low, r.low_open) if low else (r.high, r.high_open)
    if end is None:
        raise Rejected(f"the {'low' if low else 'high'} end of {r} is infinite")
    _require_smooth(claim, facts, r, low, not low)
    slope = derivative(f, r.name)
    _require_derivative(claim, facts, r, slope if low else -slope, slope)
    weak = claim.conclusion.kind == ">=" or (facts.premises[0].conclusion.kind == ">" and excluded)
    edge = Facts(claim.context.without(r.name), facts.premises)
    edge.require(_at(f, r.name, end, ">=" if weak else ">"), f"at {r.name} = {end}")


def concave(claim: Statement, arguments: Arguments, facts: Facts) -> None:
    """Proposition. If f'' <= 0 on (a, b), f >= 0 at a and f >= 0 at b, then f >= 0 on [a, b].

    Here f = A - B for the claim A >= B or A > B, continuous on [a, b]. Moreover f > 0 if f > 0 at each end
    that is included, and f > 0 at some end or f'' < 0 inside. The first premise says -f'' >= 0, and the facts
    show the signs at the ends.
    """
    f, r = _function(claim, text(arguments, "variable"))
    if r.low is None or r.high is None:
        raise Rejected(f"an end of {r} is infinite")
    _require_smooth(claim, facts, r, True, True)
    slope = derivative(f, r.name)
    bend = derivative(slope, r.name)
    _require_derivative(claim, facts, r, -bend, slope, bend)
    edge, strict = Facts(claim.context.without(r.name), facts.premises), claim.conclusion.kind == ">"
    for end, excluded in ((r.low, r.low_open), (r.high, r.high_open)):
        op = ">" if strict and not excluded else ">="
        edge.require(_at(f, r.name, end, op), f"at {r.name} = {end}")
    bent = facts.premises[0].conclusion.kind == ">"
    if strict and not bent and not any(edge.holds(_at(f, r.name, x, ">")) for x in (r.low, r.high)):
        raise Rejected("neither an end nor the second derivative is strictly positive")


def _at(f: Expr, x: str, end: Fraction, op: str) -> Relation:
    return Relation(f.substitute({x: const(end)}), op, ZERO)


def _function(claim: Statement, x: str) -> tuple[Expr, Range]:
    """The difference that is to be >= 0 or > 0, and the range of x, a real variable free of conditions."""
    if claim.conclusion.kind not in (">=", ">"):
        raise Rejected(f"the rule shows >= and >, not {claim.conclusion.op}")
    r = claim.context.range(x)
    if r is None or r.integer:
        raise Rejected(f"{x!r} is not a real variable of the claim")
    if any(x in c.free() for c in claim.context.conditions):
        raise Rejected(f"a side condition mentions {x}; the path to the end might leave it")
    return claim.conclusion.excess, r


def _require_smooth(claim: Statement, facts: Facts, r: Range, low: bool, high: bool) -> None:
    """Both sides are defined, hence continuous, up to and including the low end, the high end, or both."""
    closed = Range(r.name, r.low, r.high, r.low_open and not low, r.high_open and not high)
    Facts(claim.context.replace(closed), facts.premises).require_defined(
        claim.conclusion.left, claim.conclusion.right
    )


def _require_derivative(claim: Statement, facts: Facts, r: Range, wanted: Expr, *defined: Expr) -> None:
    """The first premise says wanted >= 0 (or > 0) inside the range, where the derivatives exist."""
    inside = claim.context.replace(Range(r.name, r.low, r.high))
    Facts(inside, facts.premises).require_defined(*defined)
    found = facts.premises[0]
    if found.conclusion.kind not in (">=", ">") or not covers(found.context, inside):
        raise Rejected(f"the first premise is to show that {wanted} >= 0 {inside}")
    if not same(found.conclusion.excess, wanted):
        raise Rejected(f"the first premise is about {found.conclusion.excess}, not about {wanted}")


Box = dict[str, Interval]


def interval(claim: Statement, arguments: Arguments, facts: Facts) -> None:
    """Proposition. If a compact box is a union of boxes on each of which A - B lies in [l, h] with l > 0,
    then A > B.

    Likewise l >= 0 shows A >= B, and l > 0 or h < 0 on each shows A != B. Boxes are halved until their
    enclosures say so. A finite enclosure also shows that both sides are defined; side conditions play no
    part. Arguments: the most boxes to visit and the bits to work with.
    """
    limit, bits = count(arguments, "boxes", 1, 200_000), count(arguments, "bits", 32, 1024)
    if claim.conclusion.kind == "=":
        raise Rejected("an enclosure never shows =")
    todo: list[Box] = [_whole_box(claim.context)]
    visited = 0
    while todo:
        box = todo.pop()
        visited += 1
        if visited > limit:
            raise Rejected(f"not shown with {limit} boxes")
        if not _settled(claim, box, bits):
            todo.extend(_halves(box))


def _whole_box(where: Context) -> Box:
    box: Box = {}
    for r in where.ranges:
        if r.low is None or r.high is None:
            raise Rejected(f"the range {r} is not bounded")
        box[r.name] = (r.low, r.high)
    return box


def _settled(claim: Statement, box: Box, bits: int) -> bool:
    found = enclose(claim.conclusion.excess, box, bits)
    if found is None:
        return False
    low, high = found
    kind = claim.conclusion.kind
    return low > 0 or (low == 0 and kind == ">=") or (high < 0 and kind == "!=")


def _halves(box: Box) -> list[Box]:
    name = max(box, key=lambda n: box[n][1] - box[n][0], default="")
    if not name or box[name][0] == box[name][1]:
        raise Rejected(f"the enclosure does not decide the point {box}")
    low, high = box[name]
    middle = (low + high) / Fraction(2)
    return [{**box, name: (low, middle)}, {**box, name: (middle, high)}]

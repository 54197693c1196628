"""Rules of analysis: the sign of a derivative, concavity, continuity, and subdivision of boxes."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from assay.prove.balls import Interval, enclose
from assay.prove.calculus import derivative
from assay.prove.expr import ZERO, Expr, const
from assay.prove.facts import Facts, Rejected, covers, equal
from assay.prove.rules.arguments import Arguments, count, first, only, text
from assay.prove.statement import Context, Range, Relation, Statement


def monotone(claim: Statement, arguments: Arguments, premises: Sequence[Statement]) -> None:
    """f >= 0 from f' >= 0 inside and f >= 0 at the low end; or from f' <= 0 and the high end.

    Here f is left - right of the claim (or right - left), the first premise is the sign of its derivative,
    and
    the sign at the end is discharged by the facts. f > 0 if the derivative is > 0 inside and the end is
    excluded, or if f > 0 at the end. By the mean value theorem.
    """
    only(arguments, "variable", "end")
    first(premises)
    x, low = text(arguments, "variable"), _end(arguments)
    r = _real_range(claim, x)
    end = r.low if low else r.high
    if end is None:
        raise Rejected(f"the {'low' if low else 'high'} end of {r} is infinite")
    f, kind = _function(claim), claim.conclusion.kind
    _require_smooth(
        claim,
        premises,
        Range(x, end, r.high, False, r.high_open) if low else Range(x, r.low, end, r.low_open, False),
    )
    slope = derivative(f, x)
    _require_derivative(claim, premises, r, slope if low else -slope, slope)
    at_end = f.substitute({x: const(end)})
    excluded = r.low_open if low else r.high_open
    edge = Facts(claim.context.without(x), tuple(premises))
    strict = kind == ">" and not (premises[0].conclusion.kind == ">" and excluded)
    edge.require(Relation(at_end, ">" if strict else ">=", ZERO), f"at {x} = {end}")


def concave(claim: Statement, arguments: Arguments, premises: Sequence[Statement]) -> None:
    """f >= 0 on [a, b] from f'' <= 0 inside and f >= 0 at both ends.

    The first premise is -f'' >= 0. f > 0 where moreover each included end has f > 0, and some end has f > 0
    or
    f'' < 0 inside.
    """
    only(arguments, "variable")
    first(premises)
    x = text(arguments, "variable")
    r = _real_range(claim, x)
    if r.low is None or r.high is None:
        raise Rejected(f"an end of {r} is infinite")
    f, kind = _function(claim), claim.conclusion.kind
    _require_smooth(claim, premises, Range(x, r.low, r.high, False, False))
    slope = derivative(f, x)
    bend = derivative(slope, x)
    _require_derivative(claim, premises, r, -bend, slope, bend)
    edge = Facts(claim.context.without(x), tuple(premises))
    positive = []
    for end, excluded in ((r.low, r.low_open), (r.high, r.high_open)):
        at_end = f.substitute({x: const(end)})
        positive.append(kind == ">" and edge.holds(Relation(at_end, ">", ZERO)))
        strict = kind == ">" and not excluded
        edge.require(Relation(at_end, ">" if strict else ">=", ZERO), f"at {x} = {end}")
    if kind == ">" and not (any(positive) or premises[0].conclusion.kind == ">"):
        raise Rejected("neither an end nor the second derivative is strictly positive")


def _end(arguments: Arguments) -> bool:
    end = text(arguments, "end", "low")
    if end not in ("low", "high"):
        raise Rejected(f"argument 'end' is {end!r}; it is low or high")
    return end == "low"


def _function(claim: Statement) -> Expr:
    if claim.conclusion.kind not in (">=", ">"):
        raise Rejected(f"the rule shows >= and >, not {claim.conclusion.op}")
    return claim.conclusion.excess


def _real_range(claim: Statement, x: str) -> Range:
    r = claim.context.range(x)
    if r is None or r.integer:
        raise Rejected(f"{x!r} is not a real variable of the claim")
    if any(x in c.free() for c in claim.context.conditions):
        raise Rejected(f"a side condition mentions {x}; the path to the end might leave it")
    return r


def _require_smooth(claim: Statement, premises: Sequence[Statement], closed: Range) -> None:
    """Both sides are defined, hence continuous, up to and including the end."""
    facts = Facts(claim.context.replace(closed), tuple(premises))
    facts.require_defined(claim.conclusion.left)
    facts.require_defined(claim.conclusion.right)


def _require_derivative(
    claim: Statement, premises: Sequence[Statement], r: Range, wanted: Expr, *defined: Expr
) -> None:
    """The first premise says wanted >= 0 (or > 0) inside the range, where the derivatives exist."""
    if r.low == r.high and r.low is not None:
        return
    inside = claim.context.replace(Range(r.name, r.low, r.high))
    facts = Facts(inside, tuple(premises))
    for e in defined:
        facts.require_defined(e)
    found = premises[0]
    if found.conclusion.kind not in (">=", ">") or not covers(found.context, inside):
        raise Rejected(f"the first premise is to show that {wanted} >= 0 {inside}")
    if not equal(found.conclusion.excess, wanted):
        raise Rejected(f"the first premise is about {found.conclusion.excess}, not about {wanted}")


def closure(claim: Statement, arguments: Arguments, premises: Sequence[Statement]) -> None:
    """A comparison by <=, >= or = that holds inside holds at the ends, where both sides are defined."""
    only(arguments)
    first(premises)
    if claim.conclusion.kind not in (">=", "="):
        raise Rejected("only <=, >= and = pass to the ends")
    ends = [r for r in claim.context.ranges if not r.integer and (r.low is None or r.low != r.high)]
    if any(r.name in c.free() for r in ends for c in claim.context.conditions):
        raise Rejected("a side condition mentions a real variable; its ends may be isolated")
    facts = Facts(claim.context)
    facts.require_defined(claim.conclusion.left)
    facts.require_defined(claim.conclusion.right)
    inside = claim.context
    for r in ends:
        inside = inside.replace(Range(r.name, r.low, r.high))
    if not Facts(inside, tuple(premises)).holds(claim.conclusion):
        raise Rejected(f"the premises do not show {claim.conclusion} {inside}")


Box = dict[str, Interval]


def interval(claim: Statement, arguments: Arguments, premises: Sequence[Statement]) -> None:
    """left > right on a compact box: halve boxes until the enclosure of left - right excludes 0 on each.

    A box on which a side condition surely fails is left out. A finite enclosure also shows that both sides
    are
    defined. Arguments: the most boxes to visit and the bits to work with.
    """
    only(arguments, "boxes", "bits")
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
        if _settled(claim, box, bits):
            continue
        todo.extend(_halves(box))


def _whole_box(where: Context) -> Box:
    box: Box = {}
    for r in where.ranges:
        if r.low is None or r.high is None:
            raise Rejected(f"the range {r} is not bounded")
        box[r.name] = (r.low, r.high)
    return box


def _settled(claim: Statement, box: Box, bits: int) -> bool:
    if any(_fails(c, box, bits) for c in claim.context.conditions):
        return True
    found = enclose(claim.conclusion.excess, box, bits)
    if found is None:
        return False
    low, high = found
    kind = claim.conclusion.kind
    return low > 0 or (low == 0 and kind == ">=") or (high < 0 and kind == "!=")


def _fails(condition: Relation, box: Box, bits: int) -> bool:
    found = enclose(condition.excess, box, bits)
    if found is None:
        return False
    low, high = found
    return {">=": high < 0, ">": high <= 0, "=": low > 0 or high < 0, "!=": low == high == 0}[condition.kind]


def _halves(box: Box) -> list[Box]:
    name = max(box, key=lambda n: box[n][1] - box[n][0], default="")
    if not name or box[name][0] == box[name][1]:
        raise Rejected(f"the enclosure does not decide the point {box}")
    low, high = box[name]
    middle = (low + high) / Fraction(2)
    return [{**box, name: (low, middle)}, {**box, name: (middle, high)}]

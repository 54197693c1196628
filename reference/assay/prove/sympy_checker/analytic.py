"""Steps of analysis: derivatives, concavity, continuity, and subdivision of boxes."""

from __future__ import annotations

from fractions import Fraction

from assay.prove.sympy_checker.algebra import derivative, vanishes_generically
from assay.prove.sympy_checker.arguments import NOUGHT, Move
from assay.prove.sympy_checker.claims import Claim, Compared, Domain, Unsettled, Wrong
from assay.prove.sympy_checker.points import Unclear, Undefined, as_interval, value
from assay.prove.sympy_checker.world import World
from assay.symbolic.door import box, ends, intervals
from assay.symbolic.expression import Sym
from assay.symbolic.terms import Term, number


def monotone(move: Move) -> None:
    """f >= 0 where f' >= 0 inside and f >= 0 at the low end; or f' <= 0 and the high end."""
    f, d, op = _function(move)
    low = move.word("end", "low", "low", "high") == "low"
    end, end_open = (d.low, d.low_open) if low else (d.high, d.high_open)
    if end is None:
        raise Wrong("the end is infinite")
    closed = Domain(d.name, False, d.low, d.low_open and not low, d.high, d.high_open and low)
    World(move.claim.setting.with_domain(closed), move.premises).define(*_sides(move))
    _require_slope(move, f, d, 1, 1 if low else -1)
    weak = op == ">=" or (end_open and move.premise().says.upward.op == ">")
    _at_end(move, d).require(Compared(_put(f, d, end), ">=" if weak else ">", NOUGHT), f"at {end}")


def concave(move: Move) -> None:
    """f >= 0 between two ends where f'' <= 0 inside and f >= 0 at both."""
    f, d, op = _function(move)
    if d.low is None or d.high is None:
        raise Wrong("an end is infinite")
    closed = Domain(d.name, False, d.low, False, d.high, False)
    World(move.claim.setting.with_domain(closed), move.premises).define(*_sides(move))
    _require_slope(move, f, d, 2, -1)
    edge, strict = _at_end(move, d), op == ">"
    for end, is_open in ((d.low, d.low_open), (d.high, d.high_open)):
        wanted = ">" if strict and not is_open else ">="
        edge.require(Compared(_put(f, d, end), wanted, NOUGHT), f"at {end}")
    bent = move.premise().says.upward.op == ">"
    some = (edge.shows(Compared(_put(f, d, e), ">", NOUGHT)) for e in (d.low, d.high))
    if strict and not bent and not any(some):
        raise Unsettled("neither end nor the second derivative is seen to be strict")


def _function(move: Move) -> tuple[Term, Domain, str]:
    """The difference that is to be >= 0 or > 0, and the range of its real variable."""
    says, variable = move.claim.says.upward, move.word("variable", "")
    d = move.claim.setting.domain(variable)
    if says.op not in (">=", ">") or d is None or d.whole:
        raise Wrong(f"{variable!r} is no real variable, or the claim is no inequality")
    if any(variable in c.left.names() | c.right.names() for c in move.claim.setting.conditions):
        raise Unsettled(f"a condition is about {variable}; the way to the end might leave it")
    return says.gap, d, says.op


def _sides(move: Move) -> tuple[Term, Term]:
    return move.claim.says.left, move.claim.says.right


def _put(f: Term, d: Domain, end: Fraction) -> Term:
    return f.put({d.name: number(end)})


def _at_end(move: Move, d: Domain) -> World:
    return World(move.claim.setting.without(d.name), move.premises)


def _require_slope(move: Move, f: Term, d: Domain, order: int, sign: int) -> None:
    """f has so many derivatives inside, and the first premise says that the last one times the sign is >= 0.

    The two are compared as functions: sympy's formula may be undefined at points where f is continuous.
    """
    if d.low is not None and d.low == d.high:
        return
    setting = move.claim.setting.with_domain(d.inside())
    inside, found = World(setting, move.premises), move.premise()
    inside.define(f)
    _require_smooth(inside, f, d.name, order)
    if found.says.upward.op not in (">=", ">") or not inside.meets(found.setting):
        raise Unsettled("the first premise says nothing about the inside of the range")
    slope: Sym = inside.algebra(f)
    for _ in range(order):
        slope = derivative(slope, inside.algebra.name(d.name))
    stated = inside.algebra(found.says.gap)
    if not vanishes_generically(stated - (slope if sign > 0 else -slope)):
        raise Unsettled("sympy does not see that the first premise is about the derivative")


def _require_smooth(inside: World, t: Term, x: str, order: int) -> None:
    """Every operation on something that depends on x is smooth there: no corners, no roots of 0."""
    if x not in t.names():
        return
    if t.op in ("min", "max"):
        raise Unsettled(f"{t} may have corners in {x}")
    if t.op == "sqrt" and not inside.follows(Compared(t.args[0], ">", NOUGHT)):
        raise Unsettled(f"{t} may be a root of 0")
    if t.op == "pow":
        _require_smooth_power(inside, t.args[0], t.args[1], x, order)
    if t.op == "sum":
        within, i = inside.each(t)
        _require_smooth(within, t.args[2].put({t.name: i}), x, order)
    for a in t.args[:2] if t.op == "sum" else t.args:
        _require_smooth(inside, a, x, order)


def _require_smooth_power(inside: World, base: Term, exponent: Term, x: str, order: int) -> None:
    """A whole exponent without x, a base > 0, or a base >= 0 under a large enough number."""
    k = exponent.constant()
    whole = inside.is_whole(exponent) if k is None else k.denominator == 1
    if (whole and x not in exponent.names()) or inside.follows(Compared(base, ">", NOUGHT)):
        return
    if k is None or k <= order:
        raise Unsettled(f"{base} may be 0 under the exponent {exponent}")


Boxes = dict[str, tuple[Fraction, Fraction]]
MOST_BOXES = 20_000


def interval(move: Move) -> None:
    """left > right on a box, by halving it until mpmath's intervals decide every part."""
    limit, bits = move.count("boxes", 200_000), move.count("bits", 4_096)
    if move.claim.says.op == "=":
        raise Wrong("an interval never shows =")
    start: Boxes = {}
    for d in move.claim.setting.domains:
        if d.low is None or d.high is None:
            raise Wrong(f"the range of {d.name} is not bounded")
        start[d.name] = (d.low, d.high)
    before, intervals.prec = intervals.prec, bits
    try:
        _subdivide(move.claim, start, min(2 * limit, MOST_BOXES))
    finally:
        intervals.prec = before


def _subdivide(claim: Claim, start: Boxes, limit: int) -> None:
    todo = [start]
    for _ in range(limit):
        if not todo:
            return
        here = todo.pop()
        if not _decided(claim, here):
            todo += _halved(here)
    if todo:
        raise Unsettled(f"not seen with {limit} boxes")


def _halved(here: Boxes) -> list[Boxes]:
    widest = max(here, key=lambda n: here[n][1] - here[n][0], default="")
    if not widest or here[widest][0] == here[widest][1]:
        raise Unsettled("intervals do not decide a point")
    low, high = here[widest]
    middle = (low + high) / 2
    return [{**here, widest: (low, middle)}, {**here, widest: (middle, high)}]


def _decided(claim: Claim, here: Boxes) -> bool:
    """Whether the claim holds all over a box, or a condition fails all over it."""
    for c in claim.setting.conditions:
        gap = _reach(c.gap, here)
        if gap is not None and _fails(c.upward.op, *gap):
            return True
    gap = _reach(claim.says.gap, here)
    if gap is None:
        return False
    op, (low, high) = claim.says.upward.op, gap
    return low > 0 or (low == 0 and op == ">=") or (high < 0 and op == "!=")


def _fails(op: str, low: Fraction, high: Fraction) -> bool:
    return {">=": high < 0, ">": high <= 0, "=": low > 0 or high < 0, "!=": low == high == 0}[op]


def _reach(t: Term, here: Boxes) -> tuple[Fraction, Fraction] | None:
    """Ends that contain all values on a box, where it is sure that there are values."""
    try:
        return ends(as_interval(value(t, {n: box(*e) for n, e in here.items()})))
    except (Undefined, Unclear, ArithmeticError, ValueError):
        return None

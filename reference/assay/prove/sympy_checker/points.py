"""What a term is at one point: an exact rational, or an interval of mpmath; and which points a range has."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import islice, product

from assay.prove.sympy_checker.claims import Claim, Compared, Domain
from assay.symbolic.door import Interval, box, ends, intervals
from assay.symbolic.terms import Term

Value = Fraction | Interval
Point = Mapping[str, Fraction]
BITS, MOST_BITS, LARGEST_POWER, LONGEST_SUM, LARGEST_EXPONENT = 128, 1024, 400, 100, 5_000


class Undefined(Exception):
    """The term has no value here."""


class Unclear(Exception):
    """The precision or the budget does not tell."""


def as_interval(v: Value) -> Interval:
    """The value as an interval."""
    return box(v, v) if isinstance(v, Fraction) else v


def sign_of(v: Value) -> int:
    """The sign.

    Raises:
        Unclear: the interval contains 0, or has no finite ends.
    """
    if isinstance(v, Fraction):
        return (v > 0) - (v < 0)
    found = ends(v)
    if found is None or found[0] <= 0 <= found[1]:
        raise Unclear
    return 1 if found[0] > 0 else -1


def value(t: Term, at: Mapping[str, Value]) -> Value:
    """The value of a term, or where its values lie if variables do; every part of it must have one, except
    the body of an empty sum.

    Raises:
        Undefined: it has none. Unclear: not known.
    """
    if t.op == "number":
        return t.value
    if t.op == "name":
        return at[t.name]
    if t.op == "sum":
        return _sum(t, at)
    a = value(t.args[0], at)
    if t.op == "neg":
        return -a
    if len(t.args) == 1:
        return _function(t.op, a)
    b = value(t.args[1], at)
    if t.op == "pow":
        return _power(a, b)
    if t.op == "div" and sign_of(b) == 0:
        raise Undefined
    if t.op in ("min", "max"):
        return _extreme(max if t.op == "max" else min, a, b)
    return combine(t.op, a, b)


def _extreme(pick: Callable[[Fraction, Fraction], Fraction], a: Value, b: Value) -> Value:
    """min or max."""
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return pick(a, b)
    first, second = ends(as_interval(a)), ends(as_interval(b))
    if first is None or second is None:
        raise Unclear
    return box(pick(first[0], second[0]), pick(first[1], second[1]))


def combine(op: str, a: Value, b: Value) -> Value:
    """a + b, a - b, a b or a / b."""
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return a + b if op == "add" else a - b if op == "sub" else a * b if op == "mul" else a / b
    s, t = as_interval(a), as_interval(b)
    return s + t if op == "add" else s - t if op == "sub" else s * t if op == "mul" else s / t


def _function(op: str, a: Value) -> Value:
    if op == "exp":
        if a == 0:
            return Fraction(1)
        reach = ends(as_interval(a))
        if reach is None or max(abs(e) for e in reach) > LARGEST_EXPONENT:
            raise Unclear
        return intervals.exp(as_interval(a))
    s = sign_of(a)
    if s < 0 or (s == 0 and op == "log"):
        raise Undefined
    if op == "log":
        return Fraction(0) if a == 1 else intervals.log(as_interval(a))
    root = exact_root(a) if isinstance(a, Fraction) else None
    return intervals.sqrt(as_interval(a)) if root is None else root


def exact_root(q: Fraction) -> Fraction | None:
    """The square root of q >= 0, if it is rational."""
    p, r = math.isqrt(q.numerator), math.isqrt(q.denominator)
    return Fraction(p, r) if p * p == q.numerator and r * r == q.denominator else None


def _power(a: Value, k: Value) -> Value:
    if isinstance(k, Fraction) and k.denominator == 1:
        n = int(k)
        if n < 0 and sign_of(a) == 0:
            raise Undefined
        if abs(n) > LARGEST_POWER and a not in (0, 1, -1):
            raise Unclear
        return a**n if isinstance(a, Fraction) or n >= 0 else box(Fraction(1), Fraction(1)) / a**-n
    if not isinstance(k, Fraction) and sign_of(a) <= 0:
        raise Unclear  # k may be whole
    if sign_of(a) < 0 or (sign_of(a) == 0 and sign_of(k) < 0):
        raise Undefined
    if sign_of(a) == 0:
        return Fraction(0)
    return _function("exp", combine("mul", _function("log", a), k))


def _sum(t: Term, at: Mapping[str, Value]) -> Value:
    low, high = value(t.args[0], at), value(t.args[1], at)
    if not isinstance(low, Fraction) or not isinstance(high, Fraction) or high - low > LONGEST_SUM:
        raise Unclear
    if low.denominator * high.denominator != 1:
        raise Undefined
    total: Value = Fraction(0)
    for i in range(int(low), int(high) + 1):
        total = combine("add", total, value(t.args[2], {**at, t.name: Fraction(i)}))
    return total


def holds_at(c: Compared, at: Point) -> bool:
    """Whether both sides have values here that compare as claimed.

    Raises:
        Unclear: not known.
    """
    try:
        s = sign_of(combine("sub", value(c.left, at), value(c.right, at)))
    except Undefined:
        return False
    return compares(c.op, s)


def compares(op: str, s: int) -> bool:
    """Whether a - b of this sign means that a op b."""
    return {"<": s < 0, "<=": s <= 0, ">": s > 0, ">=": s >= 0, "=": s == 0, "!=": s != 0}[op]


def closed_sign(t: Term) -> int | None:
    """The sign of a term without variables; None if it is not known."""
    before = intervals.prec
    try:
        bits = BITS
        while bits <= MOST_BITS:
            intervals.prec = bits
            try:
                return sign_of(value(t, {}))
            except Unclear:
                bits *= 4
    except (Undefined, ArithmeticError, ValueError):
        return None
    finally:
        intervals.prec = before
    return None


NEAR = [Fraction(1, 100), Fraction(1, 2), Fraction(1), Fraction(3), Fraction(20)]


def candidates(d: Domain) -> list[Fraction]:
    """The ends of a range, numbers near them, and small ones."""
    base = [x for x in (d.low, d.high) if x is not None] or [Fraction(0)]
    found = base + [x + s * y for x in base for y in NEAR for s in (1, -1)] + [sum(base, Fraction(0)) / 2]
    found += [Fraction(k) for k in (0, 1, -1, 2, -2)] + [Fraction(1, 3), Fraction(-1, 3)]
    return [x for x in dict.fromkeys(found) if _lies_in(x, d)]


def _lies_in(x: Fraction, d: Domain) -> bool:
    above = d.low is None or x > d.low or (x == d.low and not d.low_open)
    below = d.high is None or x < d.high or (x == d.high and not d.high_open)
    return above and below and (x.denominator == 1 or not d.whole)


def points(domains: tuple[Domain, ...], most: int) -> Iterator[Point]:
    """Corners first, then a drawn sample; the same on every run."""
    names, columns = [d.name for d in domains], [candidates(d) for d in domains]
    if math.prod(map(len, columns)) <= most:
        yield from (dict(zip(names, p, strict=True)) for p in product(*columns))
        return
    corners = product(*(column[:2] for column in columns))
    yield from (dict(zip(names, p, strict=True)) for p in islice(corners, most // 2))
    draw = random.Random(repr(names))
    for _ in range(most // 2):
        yield {n: draw.choice(c) for n, c in zip(names, columns, strict=True)}


def refutation(c: Claim, most: int = 40) -> Point | None:
    """A point at which the conditions hold and the comparison is false or has no value."""
    before, intervals.prec = intervals.prec, BITS
    try:
        for at in points(c.setting.domains, most):
            try:
                if all(holds_at(x, at) for x in c.setting.conditions) and not holds_at(c.says, at):
                    return at
            except (Unclear, ArithmeticError, ValueError):
                continue
    finally:
        intervals.prec = before
    return None


def contains(wide: Domain, narrow: Domain) -> bool:
    """Whether every value of one range is a value of another."""
    low = wide.low is None or (narrow.low is not None and _before(wide, narrow))
    high = wide.high is None or (narrow.high is not None and _before(_turned(wide), _turned(narrow)))
    return low and high


def _before(wide: Domain, narrow: Domain) -> bool:
    """Whether one range starts no later than another; both have a start."""
    gap = (narrow.low or Fraction(0)) - (wide.low or Fraction(0))
    return gap > 0 or (gap == 0 and (narrow.low_open or not wide.low_open))


def _turned(d: Domain) -> Domain:
    """The range of -x."""
    low, high = (None if e is None else -e for e in (d.high, d.low))
    return Domain(d.name, d.whole, low, d.high_open, high, d.low_open)

"""Where the values of an expression lie, by interval arithmetic that keeps track of excluded ends.

An extended real is a pair (infinity, value): (-1, 0), (0, v) or (1, 0), which orders as it should. A range
is a pair of ends; an end is an extended real and whether it is surely excluded. Saying "included" is always
safe. The range of e covers the values of e where e is defined; it does not say that e is defined.
"""

from __future__ import annotations

from fractions import Fraction

from assay.prove.balls import enclose
from assay.prove.expr import Expr, const, constant, var
from assay.prove.normal import normal
from assay.prove.statement import FLIP, Context, End, integers
from assay.prove.work import spend

Extended = tuple[int, Fraction]
Span = tuple[End, End]

Z = Fraction(0)
MINUS: Extended = (-1, Z)
PLUS: Extended = (1, Z)
EVERYTHING: Span = ((MINUS, True), (PLUS, True))
FAR, FAR_BITS = 10_000, 100_000


def point(q: Fraction) -> Span:
    """The range of one number."""
    return ((0, q), False), ((0, q), False)


def positive(s: Span) -> bool:
    """Whether all values are > 0."""
    return s[0] > ((0, Z), False)


def nonnegative(s: Span) -> bool:
    """Whether all values are >= 0."""
    return s[0] >= ((0, Z), False)


def negate(s: Span) -> Span:
    """The range of -a."""
    (low, low_open), (high, high_open) = s
    return ((-high[0], -high[1]), high_open), ((-low[0], -low[1]), low_open)


def plus(s: Span, t: Span) -> Span:
    """The range of a + b."""
    return _sum_end(s[0], t[0]), _sum_end(s[1], t[1])


def _sum_end(a: End, b: End) -> End:
    if a[0][0] or b[0][0]:
        return (a[0] if a[0][0] else b[0]), True
    return (0, a[0][1] + b[0][1]), a[1] or b[1]


def maximum(s: Span, t: Span) -> Span:
    """The range of max(a, b)."""
    return max(s[0], t[0]), max(s[1], t[1], key=lambda e: (e[0], not e[1]))


def times(s: Span, t: Span) -> Span:
    """The range of a b."""
    return _hull([_product_end(a, b) for a in s for b in t])


def _hull(found: list[End]) -> Span:
    low, high = min(x for x, _ in found), max(x for x, _ in found)
    return (low, all(o for x, o in found if x == low)), (high, all(o for x, o in found if x == high))


def _product_end(a: End, b: End) -> End:
    """A product of ends; 0 is attained as soon as one factor attains it."""
    (x, x_open), (y, y_open) = a, b
    x_zero, y_zero = x == (0, Z), y == (0, Z)
    if x_zero or y_zero:
        return (0, Z), not ((x_zero and not x_open) or (y_zero and not y_open))
    if x[0] or y[0]:
        return (PLUS if (x > (0, Z)) == (y > (0, Z)) else MINUS), True
    return (0, x[1] * y[1]), x_open or y_open


def reciprocal(s: Span) -> Span:
    """The range of 1/a; everything if 0 may be a value."""
    if positive(s):
        (low, low_open), (high, high_open) = s
        top: End = (PLUS, True) if low == (0, Z) else ((0, 1 / low[1]), low_open)
        bottom: End = ((0, Z), True) if high[0] else ((0, 1 / high[1]), high_open)
        return bottom, top
    if positive(negate(s)):
        return negate(reciprocal(negate(s)))
    return EVERYTHING


def whole_power(s: Span, n: int) -> Span:
    """The range of a^n."""
    if n == 0:
        return point(Fraction(1))
    if n < 0:
        return reciprocal(whole_power(s, -n))
    if n * max(_bits(end) for end in s) > FAR_BITS:
        return (((0, Z), False), (PLUS, True)) if n % 2 == 0 or nonnegative(s) else EVERYTHING
    if n % 2 == 0 and not nonnegative(s):
        s = negate(s) if nonnegative(negate(s)) else (((0, Z), False), maximum(s, negate(s))[1])
    (low, low_open), (high, high_open) = s
    return ((low[0] ** n, low[1] ** n), low_open), ((high[0] ** n, high[1] ** n), high_open)


def _bits(end: End) -> int:
    """The size of an end; powers of 0, 1 and -1 do not grow."""
    q = end[0][1]
    return 0 if q in (-1, 0, 1) else max(q.numerator.bit_length(), q.denominator.bit_length())


def through(op: str, s: Span) -> Span:
    """The range of exp(a), log(a) or sqrt(a), which increase."""
    if op == "log" and s[1][0] <= (0, Z):
        return EVERYTHING
    return _image(op, s[0], False), _image(op, s[1], True)


def _image(op: str, end: End, up: bool) -> End:
    """The image of an end: exact if it is rational, else rounded outward."""
    x, is_open = end
    if x[0] > 0 or (op == "exp" and up and x[1] > FAR):
        return PLUS, True
    if op == "exp" and (x[0] < 0 or (not up and x[1] < -FAR)):
        return (0, Z), True
    if op != "exp" and x <= (0, Z):
        return (MINUS, True) if op == "log" else ((0, Z), is_open and x == (0, Z))
    q = max(min(x[1], Fraction(FAR)), Fraction(-FAR)) if op == "exp" else x[1]
    e = Expr(op, (const(q),))
    value = normal(e).constant()
    if value is not None:
        return (0, value), is_open
    found = enclose(e, {}, 64)
    if found is None:
        return (PLUS if up else MINUS), True
    return (0, found[up]), False


def _symbolic_power(base: Span, exponent: Span) -> Span:
    """base^exponent with a variable exponent."""
    one = point(Fraction(1))[0]
    if nonnegative(exponent):
        if base[0] >= one:
            return one, (PLUS, True)
        if nonnegative(base) and base[1] <= ((0, Fraction(1)), True):
            return ((0, Z), positive(base)), one
    if nonnegative(base):
        return ((0, Z), positive(base)), (PLUS, True)
    return EVERYTHING


def span(e: Expr, where: Context) -> Span:
    """The range of e: from the ranges of the variables, and conditions that bound e by a rational."""
    found = _span(e, where)
    spend(1 + len(where.conditions) + (sum(_bits(end) for end in found) >> 6))
    for c in where.conditions:
        for a, op, b in ((c.left, c.op, c.right), (c.right, FLIP[c.op], c.left)):
            k = constant(b) if a == e else None
            if k is not None and op in (">", ">=", "="):
                found = max(found[0], ((0, k), op == ">")), found[1]
            if k is not None and op in ("<", "<=", "="):
                found = found[0], min(found[1], ((0, k), op == "<"), key=lambda e: (e[0], not e[1]))
    return found


def _span(e: Expr, where: Context) -> Span:
    if e.op == "const":
        return point(e.value)
    if e.op == "var":
        r = where.range(e.name)
        return EVERYTHING if r is None else r.ends
    if e.op == "sum":
        return _sum_span(e, where)
    a = span(e.args[0], where)
    if e.op == "neg":
        return negate(a)
    if e.op in ("exp", "log", "sqrt"):
        return through(e.op, a)
    if e.op == "^":
        return _power_span(a, e.args[1], where)
    b = span(e.args[1], where)
    if e.op == "*":
        return whole_power(a, 2) if e.args[0] == e.args[1] else times(a, b)
    if e.op == "/":
        return times(a, reciprocal(b))
    if e.op == "min":
        return negate(maximum(negate(a), negate(b)))
    if e.op == "max":
        return maximum(a, b)
    return plus(a, b if e.op == "+" else negate(b))


def _power_span(base: Span, exponent: Expr, where: Context) -> Span:
    k = constant(exponent)
    if k is None:
        return _symbolic_power(base, span(exponent, where))
    if k.denominator == 1:
        return whole_power(base, k.numerator)
    if k.denominator == 2:
        return whole_power(through("sqrt", base), k.numerator)
    return ((0, Z), positive(base)), (PLUS, True)


def _sum_span(e: Expr, where: Context) -> Span:
    """A sum has the sign of its terms, if they have one."""
    low, high = span(e.args[0], where)[0], span(e.args[1], where)[1]
    first = None if low[0][0] else low[0][1]
    last = None if high[0][0] else high[0][1]
    if first is not None and last is not None and first > last:
        return point(Z)
    index = integers(where.fresh(e.name), first, last)
    body = span(e.args[2].substitute({e.name: var(index.name)}), where.including(index))
    if nonnegative(body):
        return ((0, Z), False), (PLUS, True)
    if nonnegative(negate(body)):
        return (MINUS, True), ((0, Z), False)
    return EVERYTHING

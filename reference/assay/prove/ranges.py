"""Where the values of an expression lie, by interval arithmetic that keeps track of excluded ends.

An extended real is a pair (infinity, value): (-1, 0), (0, v) or (1, 0), which orders as it should. A range
is a pair of ends; an end is an extended real and whether it is surely excluded. Saying "included" is always
safe. The range of e covers the values of e where e is defined; it does not say that e is defined.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import isqrt

from assay.prove.balls import enclose
from assay.prove.expr import Expr, const, constant, var
from assay.prove.statement import Context, Range, integers

Extended = tuple[int, Fraction]
End = tuple[Extended, bool]
Span = tuple[End, End]

Z = Fraction(0)
MINUS: Extended = (-1, Z)
PLUS: Extended = (1, Z)
EVERYTHING: Span = ((MINUS, True), (PLUS, True))
FAR = 10_000


def point(q: Fraction) -> Span:
    """The range of one number."""
    return ((0, q), False), ((0, q), False)


def of_range(r: Range) -> Span:
    """The range of a variable."""
    low = (MINUS, True) if r.low is None else ((0, r.low), r.low_open)
    high = (PLUS, True) if r.high is None else ((0, r.high), r.high_open)
    return low, high


def positive(s: Span) -> bool:
    """Whether all values are > 0."""
    return s[0] > ((0, Z), False)


def nonnegative(s: Span) -> bool:
    """Whether all values are >= 0."""
    return s[0] >= ((0, Z), False)


def negate(s: Span) -> Span:
    """The range of -a."""
    (low, low_open), (high, high_open) = s
    return (_flip(high), high_open), (_flip(low), low_open)


def _flip(x: Extended) -> Extended:
    return -x[0], -x[1]


def plus(s: Span, t: Span) -> Span:
    """The range of a + b."""
    return _sum_end(s[0], t[0]), _sum_end(s[1], t[1])


def _sum_end(a: End, b: End) -> End:
    if a[0][0] or b[0][0]:
        return (a[0] if a[0][0] else b[0]), True
    return (0, a[0][1] + b[0][1]), a[1] or b[1]


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
        return (_sign(x) * _sign(y), Z), True
    return (0, x[1] * y[1]), x_open or y_open


def _sign(x: Extended) -> int:
    return 1 if x > (0, Z) else -1 if x < (0, Z) else 0


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
    if n > FAR:
        return (((0, Z), False), (PLUS, True)) if n % 2 == 0 else EVERYTHING
    if n % 2 == 0 and not nonnegative(s):
        s = (
            negate(s)
            if nonnegative(negate(s))
            else (((0, Z), False), max(s[1], negate(s)[1], key=lambda e: (e[0], not e[1])))
        )
    return tuple((((x[0] ** n if x[0] else 0), x[1] ** n), o) for x, o in s)  # type: ignore[return-value]


def _through(
    f: Callable[[Expr], Expr], exact: Callable[[Fraction], Fraction | None], x: Fraction, up: bool
) -> End:
    """The image of a rational end under an increasing function.

    Rounded outward, and then excluded, if irrational.
    """
    value = exact(x)
    if value is not None:
        return (0, value), False
    found = enclose(f(const(x)), {}, 64)
    if found is None:
        return (PLUS if up else MINUS), True
    return (0, found[1] if up else found[0]), True


def exponential(s: Span) -> Span:
    """The range of exp(a)."""

    def image(e: End, up: bool) -> End:
        if e[0][0] < 0 or e[0] < (0, Fraction(-FAR)):
            return (0, Z), True
        if e[0][0] > 0 or (up and e[0] > (0, Fraction(FAR))):
            return PLUS, True
        x = min(e[0][1], Fraction(FAR))
        value, rounded = _through(
            lambda c: Expr("exp", (c,)), lambda x: Fraction(1) if x == 0 else None, x, up
        )
        return value, rounded or e[1]

    if s[1][0] < (0, Fraction(-FAR)):
        return ((0, Z), True), ((0, Fraction(1, FAR)), True)
    return image(s[0], False), image(s[1], True)


def logarithm(s: Span) -> Span:
    """The range of log(a)."""

    def image(e: End, up: bool) -> End:
        if e[0][0] > 0:
            return PLUS, True
        if e[0] <= (0, Z):
            return MINUS, True
        value, rounded = _through(lambda c: Expr("log", (c,)), lambda x: Z if x == 1 else None, e[0][1], up)
        return value, rounded or e[1]

    return (image(s[0], False), image(s[1], True)) if s[1][0] > (0, Z) else EVERYTHING


def square_root(s: Span) -> Span:
    """The range of sqrt(a)."""

    def exact(x: Fraction) -> Fraction | None:
        p, q = isqrt(x.numerator), isqrt(x.denominator)
        return Fraction(p, q) if p * p == x.numerator and q * q == x.denominator else None

    def image(e: End, up: bool) -> End:
        if e[0][0] > 0:
            return PLUS, True
        if e[0] <= (0, Z):
            return (0, Z), e[0] == (0, Z) and e[1]
        value, rounded = _through(lambda c: Expr("sqrt", (c,)), exact, e[0][1], up)
        return value, rounded or e[1]

    return image(s[0], False), image(s[1], True)


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
    for c in where.conditions:
        for r in (c, type(c)(c.right, {"<": ">", "<=": ">=", ">": "<", ">=": "<="}.get(c.op, c.op), c.left)):
            k = constant(r.right) if r.left == e else None
            if k is not None and r.op in (">", ">=", "="):
                found = max(found[0], ((0, k), r.op == ">")), found[1]
            if k is not None and r.op in ("<", "<=", "="):
                found = found[0], min(found[1], ((0, k), r.op == "<"), key=lambda e: (e[0], not e[1]))
    return found


def _span(e: Expr, where: Context) -> Span:
    if e.op == "const":
        return point(e.value)
    if e.op == "var":
        r = where.range(e.name)
        return EVERYTHING if r is None else of_range(r)
    if e.op == "sum":
        return _sum_span(e, where)
    a = span(e.args[0], where)
    if e.op in ("neg", "exp", "log", "sqrt"):
        return {"neg": negate, "exp": exponential, "log": logarithm, "sqrt": square_root}[e.op](a)
    if e.op == "^":
        return _power_span(a, e.args[1], where)
    b = span(e.args[1], where)
    if e.op == "*":
        return whole_power(a, 2) if e.args[0] == e.args[1] else times(a, b)
    if e.op == "/":
        return times(a, reciprocal(b))
    if e.op == "min":
        return negate(_maximum(negate(a), negate(b)))
    if e.op == "max":
        return _maximum(a, b)
    return plus(a, b if e.op == "+" else negate(b))


def _maximum(s: Span, t: Span) -> Span:
    return max(s[0], t[0]), max(s[1], t[1], key=lambda e: (e[0], not e[1]))


def _power_span(base: Span, exponent: Expr, where: Context) -> Span:
    k = constant(exponent)
    if k is None:
        return _symbolic_power(base, span(exponent, where))
    if k.denominator == 1:
        return whole_power(base, k.numerator)
    if k.denominator == 2:
        return whole_power(square_root(base), k.numerator)
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

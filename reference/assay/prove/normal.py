"""Normal form: an expression as a quotient of polynomials in atoms.

An atom is a variable, exp(monomial), log(...), a prime under a root, a base under a root or a symbolic
power, a min, max or sum. Exponents are rational. `exp` turns sums into products, `log` of a rational splits
into primes, sums over constant bounds are written out, sums over symbolic bounds are split by linearity.

**Law.** Wherever an expression has a value, its normal form has that value. So two expressions with equal
normal forms have equal values wherever both are defined. Each rewriting below keeps the law by itself: it
may only forget where an expression is undefined (x/x is 1), never become undefined, or another number, where
its argument has a value. What holds for positive bases alone is a rule with a premise.
"""

from __future__ import annotations

import math
from fractions import Fraction

from flint import fmpz

from assay.errors import BudgetExceeded
from assay.prove.expr import ZERO, Expr, const
from assay.prove.polynomials import (
    UNIT,
    Polynomial,
    Quotient,
    add,
    atom_power,
    join,
    monomial_expr,
    multiply,
    number,
    polynomial_expr,
    quotient_expr,
    rational_power,
    text,
    whole,
)
from assay.prove.work import limited, spend

MAX_POWER, MAX_SUM, REMEMBERED = 4_000, 1_000, 50_000
COMPOSITE = {"+", "-", "*", "/", "neg"}


def plus(a: Quotient, b: Quotient) -> Quotient:
    """a + b."""
    if a.bottom == b.bottom:
        return Quotient(add(a.top, b.top), a.bottom)
    return times_raw(add(multiply(a.top, b.bottom), multiply(b.top, a.bottom)), multiply(a.bottom, b.bottom))


def minus(a: Quotient, b: Quotient) -> Quotient:
    """a - b."""
    return plus(a, times(number(-1), b))


def times(a: Quotient, b: Quotient) -> Quotient:
    """a b."""
    return times_raw(multiply(a.top, b.top), multiply(a.bottom, b.bottom))


def times_raw(top: Polynomial, bottom: Polynomial) -> Quotient:
    """top / bottom, with a single-term bottom folded into the top, and composite powers unfolded.

    A bottom that is 0 means that the expression is nowhere defined, which is reported.
    """
    top_q, bottom_q = _settle(top), _settle(bottom)
    if not (top_q.whole and bottom_q.whole):
        return times(top_q, inverse(bottom_q))
    top, bottom = top_q.top, bottom_q.top
    if not bottom:
        raise BudgetExceeded("normal form: a denominator is identically zero")
    if len(bottom) == 1:
        ((m, c),) = bottom.items()
        return _settle(multiply(top, {tuple((x, -k) for x, k in m): 1 / c}))
    if top.keys() == bottom.keys():
        ratio = top[next(iter(bottom))] / bottom[next(iter(bottom))]
        if all(c == ratio * bottom[m] for m, c in top.items()):
            return number(ratio)
    lead = bottom[min(bottom, key=lambda m: [(text(x), k) for x, k in m])]
    return Quotient({m: c / lead for m, c in top.items()}, {m: c / lead for m, c in bottom.items()})


def inverse(a: Quotient) -> Quotient:
    """1 / a."""
    return times_raw(a.bottom, a.top)


def _settle(p: Polynomial) -> Quotient:
    """Replace whole powers of composite bases by what they are: (1 + x)^(3/2) is (1 + x) (1 + x)^(1/2)."""
    if all(atom.op not in COMPOSITE or 0 < k < 1 for m in p for atom, k in m):
        return whole(p)
    total = number(0)
    for m, c in p.items():
        term = whole({tuple((x, k) for x, k in m if x.op not in COMPOSITE): c})
        for atom, k in m:
            if atom.op in COMPOSITE:
                term = times(term, power(normal(atom), math.floor(k)))
                rest = atom_power(atom, k - math.floor(k))
                term = Quotient(multiply(term.top, rest.top), term.bottom)
        total = plus(total, term)
    return total


def power(base: Quotient, k: int) -> Quotient:
    """base^k for a whole number k."""
    if k < 0:
        return power(inverse(base), -k)
    if len(base.top) == 1 and base.whole:
        ((m, c),) = base.top.items()
        joined, scale = join(UNIT, tuple((x, j * k) for x, j in m))
        return _settle({joined: rational_power(c, k) * scale}) if k else number(1)
    if k > MAX_POWER:
        raise BudgetExceeded(f"normal form: the power {k} is above {MAX_POWER}")
    result, square = number(1), base
    while k:
        if k & 1:
            result = times(result, square)
        k >>= 1
        square = times(square, square) if k else square
    return result


def primes(c: Fraction) -> list[tuple[Expr, int]]:
    """c > 0 as a product of powers of primes; a very large number counts as prime (completeness only)."""
    found: list[tuple[Expr, int]] = []
    for n, side in ((c.numerator, 1), (c.denominator, -1)):
        spend(1 << min(n.bit_length(), 160) // 10)
        factors = fmpz(n).factor() if n.bit_length() <= 160 else [(n, 1)]
        found += [(const(int(p)), side * int(k)) for p, k in factors]
    return found


def _rational_power(c: Fraction, k: Fraction) -> Quotient:
    """c^k for c > 0, as a product of primes under roots."""
    result = number(1)
    for p, j in primes(c):
        result = times(result, power(number(p.value), math.floor(k * j)))
        result = times(result, atom_power(p, k * j - math.floor(k * j)))
    return result


def _root(base: Quotient, k: Fraction) -> Quotient:
    """base^k where the base is known to be >= 0 (that is what makes a fractional power defined)."""
    if k.denominator == 1:
        return power(base, k.numerator)
    if (c := base.constant()) is not None and c >= 0 and (c or k > 0):
        return _rational_power(c, k) if c else number(0)
    if base.whole and len(base.top) == 1:
        ((m, c),) = base.top.items()
        if _plainly_positive(base) or (c == 1 and [j for _, j in m] == [1]):
            return times(_rational_power(c, k), _settle({tuple((x, j * k) for x, j in m): Fraction(1)}))
    atom = quotient_expr(base)
    return _settle(atom_power(atom if atom.op in COMPOSITE else atom + ZERO, k).top)


def _exponential(u: Quotient) -> Quotient:
    """exp of a sum as a product of powers of exp(monomial)."""
    result = number(1)
    for m, c in u.top.items():
        if u.whole and len(m) == 1 and m[0][0].op == "log" and m[0][1] == 1:
            factor = _root(normal(m[0][0].args[0]), c)
        else:
            inner = monomial_expr(m)
            inner = inner if u.whole else Expr("/", (inner, polynomial_expr(u.bottom)))
            factor = atom_power(Expr("exp", (inner,)), c)
        result = times(result, factor)
    return result


def _plainly_positive(u: Quotient) -> bool:
    """A positive rational times exponentials and roots of primes."""
    one = u.whole and len(u.top) == 1
    return one and all(c > 0 and all(x.op in ("exp", "const") for x, _ in m) for m, c in u.top.items())


def _logarithm(u: Quotient) -> Quotient:
    """log of a positive rational times exponentials as a sum; other logarithms are atoms."""
    if not _plainly_positive(u):
        return atom_power(Expr("log", (quotient_expr(u),)))
    ((m, c),) = u.top.items()
    total = number(0)
    for p, j in primes(c):
        total = plus(total, times(number(j), atom_power(Expr("log", (p,)))))
    for x, k in m:
        inner = normal(x.args[0]) if x.op == "exp" else _logarithm(normal(x))
        total = plus(total, times(number(k), inner))
    return total


def _symbolic_power(base: Quotient, exponent: Quotient) -> Quotient:
    """base^exponent with a variable exponent: an atom, unless the base is plainly positive.

    b^(m + 1) is not taken apart: at b = 0, m = -1 it has the value 1, and b^m b has none. The rule `powers`
    does that, where b^m is defined.
    """
    if _plainly_positive(base):
        return _exponential(times(exponent, _logarithm(base)))
    return atom_power(Expr("^", (quotient_expr(base), quotient_expr(exponent))))


def _extreme(op: str, a: Quotient, b: Quotient) -> Quotient:
    difference = minus(a, b).constant()
    if difference is not None:
        return a if (difference >= 0) == (op == "max") else b
    return atom_power(Expr(op, tuple(sorted((quotient_expr(a), quotient_expr(b)), key=text))))


ALWAYS_DEFINED = {"const", "var", "+", "-", "*", "neg", "exp"}


def _total(atom: Expr, k: Fraction) -> bool:
    """Whether atom^k has a value whatever the variables are, so that it may leave a possibly empty sum."""
    if atom.op == "const":
        return True
    inside = all(p.op in ALWAYS_DEFINED for p in atom.parts())
    return inside and (atom.op == "exp" or (k > 0 and k.denominator == 1))


def _sum(e: Expr) -> Quotient:
    """Write out a sum with constant bounds; split any other into sums of single terms."""
    lo, hi = normal(e.args[0]), normal(e.args[1])
    first, last = lo.constant(), hi.constant()
    total = number(0)
    if first is not None and last is not None and first.denominator == last.denominator == 1:
        if last - first > MAX_SUM:
            raise BudgetExceeded(f"normal form: a sum of {last - first + 1} terms; at most {MAX_SUM}")
        for i in range(int(first), int(last) + 1):
            total = plus(total, normal(e.args[2].substitute({e.name: const(i)})))
        return total
    body, ends = normal(e.args[2]), (quotient_expr(lo), quotient_expr(hi))
    if not body.whole:
        return atom_power(Expr("sum", (*ends, quotient_expr(body)), name=e.name))
    for m, c in body.top.items():
        outside = tuple((x, k) for x, k in m if e.name not in x.free() and _total(x, k))
        inside = monomial_expr(tuple(f for f in m if f not in outside))
        term = times(atom_power(Expr("sum", (*ends, inside), name=e.name)), whole({outside: c}))
        total = plus(total, term)
    return total


_known: dict[Expr, tuple[Quotient, int]] = {}


def normal(e: Expr) -> Quotient:
    """The normal form of an expression, remembered together with what it cost.

    Raises:
        BudgetExceeded: it would be too large, or a denominator is identically zero.
    """
    if e in _known:
        form, cost = _known[e]
        spend(cost)
        return form
    with limited() as meter:
        form = _normal(e)
    if len(_known) >= REMEMBERED:
        _known.clear()
    _known[e] = form, meter.used
    return form


def _normal(e: Expr) -> Quotient:
    spend(12)
    if e.op == "const":
        return number(e.value)
    if e.op == "var":
        return atom_power(e)
    if e.op == "sum":
        return _sum(e)
    a = normal(e.args[0])
    if e.op == "neg":
        return times(number(-1), a)
    if e.op == "exp":
        return _exponential(a)
    if e.op == "log":
        return _logarithm(a)
    if e.op == "sqrt":
        return _root(a, Fraction(1, 2))
    b = normal(e.args[1])
    if e.op in ("+", "-"):
        return plus(a, b) if e.op == "+" else minus(a, b)
    if e.op in ("*", "/"):
        return times(a, b if e.op == "*" else inverse(b))
    if e.op in ("min", "max"):
        return _extreme(e.op, a, b)
    k = b.constant()
    return _symbolic_power(a, b) if k is None else _root(a, k)


def same(a: Expr, b: Expr) -> bool:
    """Whether the normal forms agree, so that a = b wherever both are defined."""
    return a == b or not minus(normal(a), normal(b)).top

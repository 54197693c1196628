"""Sympy's algebra for the checker: whether a term is 0, what it is up to a factor, its derivative.

Sympy cancels x/x, so what it calls equal is equal wherever both sides are defined; that they are is shown
apart from it. Extremes and sums are opaque functions here: sympy has other values for sums over no numbers.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction

from assay.prove.sympy_checker.claims import Domain, Setting, Unsettled
from assay.symbolic import door
from assay.symbolic.convert import Converter
from assay.symbolic.door import fraction, head, sympy
from assay.symbolic.expression import Sym
from assay.symbolic.terms import Term, name, number

LARGEST_DEGREE, WIDEST, MOST_OPERATIONS, LONGEST_SUM = 400, 5_000, 8_000, 200
LOW_DEGREE = 40
OPAQUE = {word: sympy.Function(f"{word}imum", real=True) for word in ("max", "min")}
OPAQUE_SUM = sympy.Function("summation", real=True)
INDEX = "index_"


def symbols_of(setting: Setting) -> dict[str, Sym]:
    """A sympy symbol for each variable, which knows its sign and whether it is whole."""
    return {d.name: _symbol(d) for d in setting.domains}


def _symbol(d: Domain) -> Sym:
    return door.symbol(d.name, integer=d.whole, low=d.low, low_open=d.low_open, high=d.high)


class Algebra(Converter):
    """Terms as sympy expressions; of extremes and sums sympy knows no more than that they are functions."""

    def __init__(self, setting: Setting, symbols: Mapping[str, Sym] | None = None, depth: int = 0) -> None:
        super().__init__(symbols if symbols is not None else symbols_of(setting))
        self.setting: Setting = setting
        self.depth: int = depth
        self._widths: dict[Term, int] = {}

    def _convert(self, t: Term) -> Sym:
        if self.width(t) > WIDEST:
            raise Unsettled(f"multiplied out, {str(t)[:60]}... has more than {WIDEST} terms")
        k = t.args[1].constant() if t.op == "pow" else None
        if k is not None and t.args[0].op != "number" and abs(k) > LARGEST_DEGREE:
            raise Unsettled(f"the power {k} is above {LARGEST_DEGREE}")
        return super()._convert(t)

    def width(self, t: Term) -> int:
        """About how many summands a term has, multiplied out."""
        if t not in self._widths:
            self._widths[t] = self._width(t)
        return self._widths[t]

    def _width(self, t: Term) -> int:
        if t.op in ("add", "sub"):
            return self.width(t.args[0]) + self.width(t.args[1])
        if t.op in ("mul", "div"):
            return min(self.width(t.args[0]) * self.width(t.args[1]), WIDEST + 1)
        if t.op == "neg":
            return self.width(t.args[0])
        k = t.args[1].constant() if t.op == "pow" else None
        if k is None or (wide := self.width(t.args[0])) == 1:
            return 1
        n = min(abs(math.ceil(k)), WIDEST)
        return min(math.comb(min(wide, WIDEST) + n - 1, n), WIDEST + 1) if n < 500 else WIDEST + 1

    def extreme(self, t: Term) -> Sym:
        """An extreme: one of the two if their difference is a number, else an opaque function of both."""
        a, b = (sympy.expand(self(x)) for x in t.args)
        gap = fraction(sympy.expand(a - b))
        if gap is not None:
            return a if (gap >= 0) == (t.op == "max") else b
        return OPAQUE[t.op](*sorted((a, b), key=str))

    def finite_sum(self, t: Term) -> Sym:
        """A sum: written out between numbers, else split into summands without their constant factors."""
        low, high = (sympy.expand(self(x)) for x in t.args[:2])
        first, last = fraction(low), fraction(high)
        if first is not None and last is not None:
            if last - first > LONGEST_SUM:
                raise Unsettled(f"a sum of {last - first + 1} terms")
            whole = range(int(first), int(last) + 1)
            return door.total(self(t.args[2].put({t.name: number(i)})) for i in whole)
        label = f"{INDEX}{self.depth}"
        index = door.symbol(label, integer=True, low=first, low_open=False, high=last)
        inner = Algebra(self.setting, {**self.symbols, label: index}, self.depth + 1)
        return _sums(inner(t.args[2].put({t.name: name(label)})), index, low, high)


def _sums(body: Sym, index: Sym, low: Sym, high: Sym) -> Sym:
    """The sum of a body, summand by summand."""
    body = sympy.expand(body)
    summands = body.args if head(body) == "Add" else (body,)
    return door.total(_one_sum(s, index, low, high) for s in summands)


def _one_sum(summand: Sym, index: Sym, low: Sym, high: Sym) -> Sym:
    """The sum of one product, with the factors in front that are defined everywhere and free of the index."""
    factors = summand.args if head(summand) == "Mul" else (summand,)
    outside = [f for f in factors if index not in f.free_symbols and _total(f)]
    inside = door.product(f for f in factors if f not in outside)
    return door.product([*outside, OPAQUE_SUM(inside, low, high)])


def _total(f: Sym) -> bool:
    """Whether a factor has a value whatever its variables are."""
    if f.is_Rational or f.is_Symbol:
        return True
    if head(f) == "Pow":
        base, exponent = f.args
        k = fraction(exponent)
        return _total(base) and k is not None and k > 0 and k.denominator == 1
    return head(f) in ("Add", "Mul", "exp", "Exp1") and all(_total(a) for a in f.args)


def numerator(e: Sym) -> Sym:
    """The expanded numerator over a common denominator."""
    return sympy.expand(sympy.together(e).as_numer_denom()[0])


def vanishes(e: Sym) -> bool:
    """Whether an expression is seen to be 0 wherever it is defined; False says nothing."""
    for step in (sympy.expand, numerator, _in_logarithms, _in_powers):
        if e == 0:
            return True
        if e.count_ops() > MOST_OPERATIONS:
            return False
        e = step(e)
    return e == 0


def vanishes_generically(e: Sym) -> bool:
    """Whether an expression is seen to be 0 but for single points: b^(u + 1) counts as b^u b."""
    if vanishes(e):
        return True
    split = {p: _split(*p.args) for p in e.atoms(sympy.Pow) if not p.args[1].is_number}
    return vanishes(numerator(e.xreplace(split)))


def _split(base: Sym, exponent: Sym) -> Sym:
    """b^(u + n) as b^u b^n, for a whole number n."""
    n = next((c for m, c in sympy.expand(exponent).as_coefficients_dict().items() if m == 1), None)
    if n is None or fraction(n) is None or not n.is_integer:
        return base**exponent
    return door.product([base ** sympy.expand(exponent - n), base**n])


def _in_logarithms(e: Sym) -> Sym:
    """With logarithms of products, over a common denominator, as sums of logarithms."""
    joined = {x: sympy.log(sympy.together(x.args[0])) for x in e.atoms(sympy.log)}
    return numerator(sympy.expand(sympy.expand_log(e.xreplace(joined), factor=True)))


def _in_powers(e: Sym) -> Sym:
    """With c^u for exp(u log(c)), c > 0 a number."""
    return numerator(sympy.expand(e.xreplace({x: _power_of(x.args[0]) for x in e.atoms(sympy.exp)})))


def _power_of(exponent: Sym) -> Sym:
    """The exponential of a sum, as a product."""
    summands = exponent.args if head(exponent) == "Add" else (exponent,)
    found = []
    for s in map(sympy.expand, summands):
        factors = s.args if head(s) == "Mul" else (s,)
        logs = [f for f in factors if head(f) == "log" and f.args[0].is_Rational and f.args[0].is_positive]
        others = door.product(f for f in factors if f not in logs[:1])
        found.append(logs[0].args[0] ** others if logs else sympy.exp(s))
    return door.product(found)


def rational_value(e: Sym) -> Fraction | None:
    """The rational number that an expression is wherever it is defined, if expanding shows one."""
    found = fraction(sympy.expand(e))
    return fraction(sympy.cancel(sympy.together(e))) if found is None and _is_small(e) else found


def _is_small(e: Sym) -> bool:
    return e.count_ops() <= 60 and is_low(e)


def is_low(e: Sym) -> bool:
    """Whether no exponent is so large that finding factors takes long; exp(9 x) is (exp x)^9 to sympy."""
    exponents = [p.args[1] for p in e.atoms(sympy.Pow)] + [p.args[0] for p in e.atoms(sympy.exp)]
    found = (fraction(c) for u in exponents for c in u.as_coefficients_dict().values())
    return all(k is None or max(abs(k.numerator), k.denominator) <= LOW_DEGREE for k in found)


def multiple(goal: Sym, fact: Sym) -> tuple[Fraction, Fraction] | None:
    """Rational c != 0 and r with goal = c fact + r, if comparing coefficients shows some."""
    found = _proportional(sympy.expand(goal), sympy.expand(fact))
    if found is not None:
        return found
    above, below = sympy.together(goal).as_numer_denom()
    its_above, its_below = sympy.together(fact).as_numer_denom()
    if below.is_number and its_below.is_number:
        return None
    if (ratio := fraction(sympy.cancel(below / its_below))) is not None:
        found = _proportional(sympy.expand(above), sympy.expand(its_above))
        return (found[0] / ratio, ZERO) if found is not None and found[1] == 0 else None
    found = _proportional(sympy.expand(above * its_below), sympy.expand(its_above * below))
    return found if found is not None and found[1] == 0 else None


ZERO = Fraction(0)


def _proportional(goal: Sym, fact: Sym) -> tuple[Fraction, Fraction] | None:
    """c and r with goal = c fact + r, both expanded."""
    g, f = _coefficients(goal), _coefficients(fact)
    if g is None or f is None:
        return None
    shared = next((m for m in f if m != 1), None)
    if shared is None or shared not in g:
        return None
    c = g[shared] / f[shared]
    rest = {m: g.get(m, ZERO) - c * f.get(m, ZERO) for m in g.keys() | f.keys()}
    left = [m for m, k in rest.items() if k and m != 1]
    one = next((k for m, k in rest.items() if m == 1), ZERO)
    return None if left else (c, one)


def _coefficients(e: Sym) -> dict[Sym, Fraction] | None:
    found = {m: fraction(c) for m, c in e.as_coefficients_dict().items()}
    return None if any(c is None for c in found.values()) else {m: c for m, c in found.items() if c}


def derivative(e: Sym, x: Sym, depth: int = 0) -> Sym:
    """The derivative; that of a sum, whose ends do not depend on x, is the sum of the derivatives.

    Raises:
        Unsettled: sympy leaves part of it as it stands.
    """
    sums = [s for s in e.atoms(OPAQUE_SUM) if x in s.free_symbols]
    stand_ins = {s: sympy.Function(f"stand_in_{k}")(x) for k, s in enumerate(sums)}
    found = sympy.diff(e.xreplace(stand_ins), x)
    slopes = {sympy.diff(f, x): _slope_of_sum(s, x, depth) for s, f in stand_ins.items() if found.has(f)}
    found = found.xreplace(slopes).xreplace({f: s for s, f in stand_ins.items()})
    if door.has_unfinished_derivative(found):
        raise Unsettled(f"the derivative by {x} has corners")
    return found


def _slope_of_sum(s: Sym, x: Sym, depth: int) -> Sym:
    body, low, high = s.args
    if x in low.free_symbols | high.free_symbols:
        raise Unsettled(f"an end of a sum depends on {x}")
    label = f"{INDEX}{depth}"
    known = {door.name_of(v): v for v in body.free_symbols}
    index = known.get(label, door.symbol(label, integer=True, low=None, low_open=True, high=None))
    return _sums(derivative(body, x, depth + 1), index, low, high)

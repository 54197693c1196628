"""What holds in a setting: its ranges, its conditions, and the premises that apply to it.

`World.shows` says whether a comparison follows, and `World.define` whether terms have values everywhere. Both
rest on sympy's algebra and on intervals; what neither settles is not settled.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from assay.errors import AssayError
from assay.prove.sympy_checker import bounds
from assay.prove.sympy_checker.algebra import Algebra, is_low, multiple, rational_value, vanishes
from assay.prove.sympy_checker.bounds import ALL, Span
from assay.prove.sympy_checker.claims import Claim, Compared, Domain, Setting, Unsettled
from assay.prove.sympy_checker.points import closed_sign, compares
from assay.symbolic.door import sympy
from assay.symbolic.expression import Sym
from assay.symbolic.reading import read
from assay.symbolic.terms import Term, name, number
from assay.symbolic.writing import to_text

from .points import contains

NOUGHT = number(0)
IMPLIED = {">": (">", ">=", "!="), ">=": (">=",), "=": ("=", ">="), "!=": ("!=",)}


class World:
    """A setting with what is known there."""

    def __init__(self, setting: Setting, premises: Sequence[Claim] = ()) -> None:
        self.setting: Setting = setting
        self.premises: tuple[Claim, ...] = tuple(premises)
        self.algebra: Algebra = Algebra(setting)
        self._spans: dict[Term, Span] = {}
        self._gaps: list[tuple[str, Sym]] = []
        self._defined: set[Term] = set()
        self.facts: list[Compared] = []
        self.learn(*(b for d in setting.domains for b in d.bounds()), *setting.conditions)
        self.learn(*(p.says for p in self.premises if self.meets(p.setting)))
        for fact in self.facts:
            self._defined.update(fact.left.parts(), fact.right.parts())

    def learn(self, *facts: Compared) -> None:
        """Take comparisons as known; that they hold, and that their sides have values, is shown elsewhere."""
        self.facts += facts
        self._spans.clear()

    def meets(self, general: Setting) -> bool:
        """Whether every point of this setting is one of another: its ranges and conditions hold here."""
        for d in general.domains:
            mine = self.setting.domain(d.name)
            if mine is None or (d.whole and not mine.whole):
                return False
            if not contains(d, mine) and not all(self._known(b) for b in d.bounds()):
                return False
        return all(c in self.setting.conditions or self._known(c) for c in general.conditions)

    def _known(self, c: Compared) -> bool:
        """Whether a comparison stands among the conditions, or follows from the ranges."""
        if c in self.facts or c.mirrored in self.facts:
            return True
        try:
            self.define(c.left, c.right)
        except Unsettled:
            return False
        return self._by_span(c.upward.op, c.gap)

    def shows(self, goal: Compared) -> bool:
        """Whether both sides have values here and compare as the goal says."""
        self.define(goal.left, goal.right)
        return self.follows(goal)

    def require(self, goal: Compared, why: str) -> None:
        """Raise Unsettled unless the comparison follows."""
        if not self.shows(goal):
            raise Unsettled(f"{why}: it is not seen that {goal}")

    def follows(self, goal: Compared) -> bool:
        """The comparison follows where both sides have values."""
        op, gap = goal.upward.op, goal.gap
        difference = self.algebra(gap)
        value = rational_value(difference)
        if value is not None:
            return compares(op, (value > 0) - (value < 0))
        if not gap.names() and (s := closed_sign(gap)) is not None:
            return compares(op, s)
        if op == "=" and vanishes(difference):
            return True
        if self._by_span(op, gap) or self._by_expansion(op, difference):
            return True
        if any(_implies(op, difference, *fact) for fact in self._differences()):
            return True
        sides = (Compared(goal.left, weak, goal.right) for weak in (">=", "<="))
        return op == "=" and all(self.follows(side) for side in sides)

    def _differences(self) -> Iterator[tuple[str, Sym]]:
        for fact in self.facts[len(self._gaps) :]:
            self._gaps.append((fact.upward.op, self.algebra(fact.gap)))
        yield from self._gaps

    def _by_span(self, op: str, gap: Term) -> bool:
        return self.span(gap).allows(op)

    def _by_expansion(self, op: str, difference: Sym) -> bool:
        """The same with the terms multiplied out, and as a product of factors."""
        for form in (sympy.expand, sympy.factor):
            if difference.count_ops() > 300 or not is_low(difference):
                return False
            try:
                if self.span(read(to_text(form(difference)))).allows(op):
                    return True
            except (AssayError, ValueError, ArithmeticError):
                continue
        return False

    def define(self, *terms: Term) -> None:
        """Raise Unsettled unless the terms have values everywhere in this setting."""
        for t in terms:
            if t in self._defined:
                continue
            if t.op == "name" and self.setting.domain(t.name) is None:
                raise Unsettled(f"{t.name} has no range")
            self.define(*(t.args[:2] if t.op == "sum" else t.args))
            self._define_last(t)
            self._defined.add(t)

    def _define_last(self, t: Term) -> None:
        """The last operation of a term has a value."""
        if t.op == "sum":
            self._define_sum(t)
        elif t.op == "pow":
            self._define_power(*t.args)
        elif t.op in ("div", "log", "sqrt"):
            inner, op = (t.args[1], "!=") if t.op == "div" else (t.args[0], ">" if t.op == "log" else ">=")
            if not self.follows(Compared(inner, op, NOUGHT)):
                raise Unsettled(f"it is not seen that {inner} {op} 0, which {t} needs")

    def _define_power(self, base: Term, exponent: Term) -> None:
        """b^k: b > 0; or k whole, and b != 0 or k >= 0; or b >= 0 and k > 0 a number."""
        k = rational_value(self.algebra(exponent))
        whole = self.is_whole(exponent) if k is None else k.denominator == 1
        if whole and (k >= 0 if k is not None else self.follows(Compared(exponent, ">=", NOUGHT))):
            return
        if self.follows(Compared(base, "!=" if whole else ">", NOUGHT)):
            return
        if k is None or k <= 0 or whole or not self.follows(Compared(base, ">=", NOUGHT)):
            raise Unsettled(f"it is not seen that {base} to the power {exponent} has a value")

    def is_whole(self, t: Term) -> bool:
        """Whether a term is built from whole numbers by operations that keep them whole."""
        if t.op == "number":
            return t.value.denominator == 1
        if t.op == "name":
            d = self.setting.domain(t.name)
            return d is not None and d.whole
        return t.op in ("add", "sub", "mul", "neg", "min", "max") and all(self.is_whole(a) for a in t.args)

    def each(self, whole: Term) -> tuple[World, Term]:
        """The world of one summand, with the name of its index there."""
        low, high, _ = whole.args
        first, last = (rational_value(self.algebra(e)) for e in (low, high))
        index = self.setting.unused(whole.name)
        domain = Domain(index, True, first, first is None, last, last is None)
        setting = self.setting.with_domain(domain)
        i = name(index)
        setting = setting.given(Compared(low, "<=", i), Compared(i, "<=", high))
        return World(setting, self.premises), i

    def _define_sum(self, t: Term) -> None:
        low, high, body = t.args
        if not (self.is_whole(low) and self.is_whole(high)):
            raise Unsettled(f"it is not seen that the ends of {t} are whole")
        first, last = (rational_value(self.algebra(e)) for e in (low, high))
        if first is None or last is None or first <= last:
            inside, i = self.each(t)
            inside.define(body.put({t.name: i}))

    def span(self, t: Term) -> Span:
        """Where the values of a term lie, wherever it has one."""
        if t not in self._spans:
            found = self._span(t)
            for fact in self.facts:
                for side in (fact, fact.mirrored):
                    if side.left == t and (k := side.right.constant()) is not None:
                        found = bounds.met(found, bounds.half_line(side.op, k))
            self._spans[t] = found
        return self._spans[t]

    def _span(self, t: Term) -> Span:
        if t.op == "number":
            return bounds.exactly(t.value)
        if t.op == "name":
            d = self.setting.domain(t.name)
            return ALL if d is None else Span(d.low, d.low_open, d.high, d.high_open)
        if t.op == "sum":
            return self._span_of_sum(t)
        a = self.span(t.args[0])
        if len(t.args) == 1:
            through = {"neg": bounds.negated, "exp": bounds.exponential, "log": bounds.logarithm}
            return through.get(t.op, bounds.root)(a)
        b = self.span(t.args[1])
        if t.op == "pow":
            return self._span_of_power(a, t.args[1], b)
        if t.op == "mul":
            return bounds.whole_power(a, 2) if t.args[0] == t.args[1] else bounds.multiplied(a, b)
        if t.op == "div":
            return bounds.multiplied(a, bounds.inverted(b))
        if t.op == "max":
            return bounds.larger(a, b)
        if t.op == "min":
            return bounds.negated(bounds.larger(bounds.negated(a), bounds.negated(b)))
        return bounds.added(a, b if t.op == "add" else bounds.negated(b))

    def _span_of_power(self, base: Span, exponent: Term, its: Span) -> Span:
        k = exponent.constant()
        if k is not None and k.denominator == 1:
            return bounds.whole_power(base, int(k))
        if k is not None and k.denominator == 2:
            return bounds.whole_power(bounds.root(base), k.numerator)
        if not base.nonnegative and k is not None:  # the power has a value where the base is >= 0 only
            base = Span(Fraction(0), False, base.high, base.high_open)
        return bounds.real_power(base, its)

    def _span_of_sum(self, t: Term) -> Span:
        """A sum of terms of one sign has that sign, or is 0."""
        first, last = (self.span(e) for e in t.args[:2])
        if first.low is not None and last.high is not None and first.low > last.high:
            return bounds.exactly(Fraction(0))
        index = self.setting.unused(t.name)
        domain = Domain(index, True, first.low, first.low is None, last.high, last.high is None)
        inside = World(self.setting.with_domain(domain))
        body = inside.span(t.args[2].put({t.name: name(index)}))
        if body.nonnegative:
            return Span(Fraction(0), False)
        return Span(None, True, Fraction(0), False) if bounds.negated(body).nonnegative else ALL


def _implies(op: str, goal: Sym, its_op: str, fact: Sym) -> bool:
    """Whether goal op 0 follows from fact its_op 0, as goal = c fact + r."""
    found = multiple(goal, fact)
    if found is None:
        return False
    c, r = found
    if c < 0 and its_op not in ("=", "!="):
        return False
    if r == 0:
        return op in IMPLIED[its_op]
    return r > 0 and its_op != "!=" and op in IMPLIED[">"]

"""What is known in a context: discharging a comparison, and checking that an expression is defined.

A comparison is discharged if its normal form decides it, if it follows from one fact (a range, a side
condition, a premise) up to a positive factor and a constant, or if interval arithmetic shows it; an equality
also if both <= and >= are.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from assay.errors import AssayError, InvalidValue
from assay.prove.balls import sign
from assay.prove.expr import ZERO, Expr, var
from assay.prove.normal import normal
from assay.prove.polynomials import UNIT, Polynomial, add, quotient_expr
from assay.prove.ranges import negate, nonnegative, positive, span
from assay.prove.statement import Context, Relation, Statement, integers
from assay.prove.work import spend


class Rejected(AssayError):
    """A step does not follow by its rule; the message says what is missing."""


def satisfies(s: int | None, kind: str) -> bool:
    """Whether a number of sign s is >= 0, > 0, = 0 or != 0, as `kind` asks.

    An unknown sign is never enough.
    """
    return s is not None and {">=": s >= 0, ">": s > 0, "=": s == 0, "!=": s != 0}[kind]


IMPLIES = {">": {">", ">=", "!="}, ">=": {">="}, "=": {"=", ">="}, "!=": {"!="}}


@dataclass(frozen=True)
class Facts:
    """A context together with theorems that hold in it."""

    where: Context
    premises: tuple[Statement, ...] = ()
    _defined: set[Expr] = field(default_factory=set, compare=False, repr=False)
    relations: list[Relation] = field(init=False, compare=False, repr=False)
    """Every comparison that is given: ranges, side conditions, premises that hold in this context."""
    _known: Context = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        given = [r for x in self.where.ranges for r in x.relations()]
        given += self.where.conditions
        given += [p.conclusion for p in self.premises if covers(p.context, self.where)]
        object.__setattr__(self, "relations", given)
        try:
            known = Context(self.where.ranges, tuple(given))
        except InvalidValue:  # a premise uses the name of a variable for a sum index
            known = self.where
        object.__setattr__(self, "_known", known)
        for r in given:
            self._defined.update(r.left.parts(), r.right.parts())

    def indexed(self, whole: Expr, name: str) -> Facts:
        """These facts with one more variable, an index of a sum: an integer between its ends."""
        (lo, hi, _), i = whole.args, var(name)
        index = integers(name, constant_value(lo), constant_value(hi))
        between = (Relation(lo, "<=", i), Relation(i, "<=", hi))
        return Facts(self.where.including(index).given(*between), self.premises)

    def holds(self, goal: Relation) -> bool:
        """Whether the comparison is discharged (both sides are checked to be defined)."""
        self.require_defined(goal.left, goal.right)
        return self._holds(goal)

    def _holds(self, goal: Relation) -> bool:
        known = sign(goal.excess)
        if known is not None:
            return satisfies(known, goal.kind)
        if self._by_range(goal) or any(self._follows(goal, fact) for fact in self.relations):
            return True
        weak = (Relation(goal.left, op, goal.right) for op in ("<=", ">="))
        return goal.op == "=" and all(self._holds(r) for r in weak)

    def _by_range(self, goal: Relation) -> bool:
        for e in (goal.excess, quotient_expr(normal(goal.excess))):
            s = span(e, self._known)
            if goal.kind == ">=" and nonnegative(s):
                return True
            if goal.kind in (">", "!=") and positive(s):
                return True
            if goal.kind == "!=" and positive(negate(s)):
                return True
        return False

    def _follows(self, goal: Relation, fact: Relation) -> bool:
        """Whether goal's excess is a positive multiple of fact's excess plus a constant >= 0."""
        g, f = normal(goal.excess), normal(fact.excess)
        if g.bottom != f.bottom:
            return False
        for direction in (1, -1) if fact.kind in ("=", "!=") else (1,):
            rest = _remainder(g.top, f.top, direction)
            if rest is None or (rest and not g.whole):
                continue
            if rest == 0 and goal.kind in IMPLIES[fact.kind]:
                return True
            if rest > 0 and fact.kind != "!=" and goal.kind in IMPLIES[">"]:
                return True
        return False

    def require(self, goal: Relation, why: str) -> None:
        """Raise Rejected unless the comparison is discharged."""
        if not self.holds(goal):
            raise Rejected(
                f"{why}: cannot see that {goal} {self.where}; prove it first and give it as a premise"
            )

    def _sees(self, left: Expr, op: str) -> bool:
        return self._holds(Relation(left, op, ZERO))

    def require_defined(self, *expressions: Expr) -> None:
        """Raise Rejected unless all are seen to have values everywhere in the context."""
        for e in expressions:
            if e in self._defined:
                continue
            if e.op == "var" and self.where.range(e.name) is None:
                raise Rejected(f"variable {e.name} has no range {self.where}")
            self.require_defined(*(e.args[:2] if e.op == "sum" else e.args))
            self._require_here(e)
            self._defined.add(e)

    def _require_here(self, e: Expr) -> None:
        """The parts of e are defined; so is e."""
        if e.op == "sum":
            self._require_sum(e)
        if e.op == "/" and not self._sees(e.args[1], "!="):
            raise Rejected(f"division: cannot see that {e.args[1]} is not 0 {self.where}")
        if e.op == "log" and not self._sees(e.args[0], ">"):
            raise Rejected(f"logarithm: cannot see that {e.args[0]} > 0 {self.where}")
        if e.op == "sqrt" and not self._sees(e.args[0], ">="):
            raise Rejected(f"square root: cannot see that {e.args[0]} >= 0 {self.where}")
        if e.op == "^" and not self._power_defined(*e.args):
            raise Rejected(f"power: cannot see that {e} is defined {self.where}")

    def _power_defined(self, base: Expr, exponent: Expr) -> bool:
        """base > 0; or a whole exponent, and base != 0 or exponent >= 0; or base >= 0 and a number > 0."""
        k = constant_value(exponent)
        if k is not None and k.denominator == 1:
            return k >= 0 or self._sees(base, "!=")
        if k is not None:
            return self._sees(base, ">=" if k > 0 else ">")
        if self._sees(base, ">"):
            return True
        return integral(exponent, self.where) and (self._sees(exponent, ">=") or self._sees(base, "!="))

    def _require_sum(self, e: Expr) -> None:
        lo, hi, body = e.args
        for end in (lo, hi):
            if not integral(end, self.where):
                raise Rejected(f"sum: cannot see that the end {end} is an integer {self.where}")
        first, last = constant_value(lo), constant_value(hi)
        if first is not None and last is not None and first > last:
            return
        name = self.where.fresh(e.name)
        self.indexed(e, name).require_defined(body.substitute({e.name: var(name)}))


def constant_value(e: Expr) -> Fraction | None:
    """The rational number that e is wherever it is defined, if its normal form shows one."""
    return normal(e).constant()


def _remainder(goal: Polynomial, fact: Polynomial, direction: int) -> Fraction | None:
    """goal - c fact for the positive c (times direction) that leaves a constant, if there is one."""
    shared = [m for m in fact if m != UNIT]
    if not shared:
        return None
    c = goal.get(shared[0], Fraction(0)) / fact[shared[0]]
    if c * direction <= 0:
        return None
    rest = add(goal, fact, -c)
    return None if set(rest) - {UNIT} else rest.get(UNIT, Fraction(0))


def integral(e: Expr, where: Context) -> bool:
    """Whether e is built from integers and integer variables by operations that keep integers."""
    if e.op == "const":
        return e.value.denominator == 1
    if e.op == "var":
        r = where.range(e.name)
        return r is not None and r.integer
    return e.op in ("neg", "+", "-", "*", "min", "max") and all(integral(a, where) for a in e.args)


def covers(general: Context, special: Context) -> bool:
    """Whether every situation of `special` is one of `general`: wider ranges and no other conditions."""
    spend(1 + len(general.ranges) * len(special.ranges) + len(general.conditions) * len(special.conditions))
    wide = all((r := special.range(g.name)) is not None and g.contains(r) for g in general.ranges)
    return wide and all(c in special.conditions for c in general.conditions)

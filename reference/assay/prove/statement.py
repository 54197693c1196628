"""Statements: for all variables in their ranges that satisfy the side conditions, a comparison holds.

    for q in [0, 1], eps in (0, inf), integer k in [1, inf) where q <= eps: exp(-eps) <= 1 - q/k

**Meaning.** For every choice of the variables in their ranges for which each side condition is defined and
true, both sides of the conclusion are defined (real numbers) and the comparison holds. So a theorem about
`1/x` also says that x is not 0. Ranges have rational or infinite ends; round brackets exclude an end.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module  # for what is shown to people, which is no part of a proof
from typing import TYPE_CHECKING

from assay.errors import InvalidValue
from assay.prove.expr import Expr

if TYPE_CHECKING:
    from assay.symbolic.expression import Sym
else:
    Sym = object  # what a proof needs loads no more

FLIP = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}


@dataclass(frozen=True, slots=True)
class Relation:
    """A comparison `left op right`; op is one of < <= > >= = !=."""

    left: Expr
    op: str
    right: Expr

    def __str__(self) -> str:
        return f"{self.left} {self.op} {self.right}"

    def substitute(self, replacement: Mapping[str, Expr]) -> Relation:
        """Replace variables on both sides."""
        return Relation(self.left.substitute(replacement), self.op, self.right.substitute(replacement))

    def free(self) -> frozenset[str]:
        """The variables of both sides."""
        return self.left.free() | self.right.free()

    @property
    def excess(self) -> Expr:
        """The difference that the relation says is >= 0, > 0, = 0 or != 0."""
        return self.right - self.left if self.op in ("<", "<=") else self.left - self.right

    @property
    def kind(self) -> str:
        """How the excess compares with zero: ">=", ">", "=" or "!="."""
        return {"<": ">", "<=": ">="}.get(self.op, self.op)


End = tuple[tuple[int, Fraction], bool]


@dataclass(frozen=True, slots=True)
class Range:
    """A variable and where it ranges: an interval of the reals, or the integers in one.

    None is an infinite end. Ranges of integers have closed ends.
    """

    name: str
    low: Fraction | None = None
    high: Fraction | None = None
    low_open: bool = True
    high_open: bool = True
    integer: bool = False

    def __post_init__(self) -> None:
        if self.integer:
            for side, step in (("low", 1), ("high", -1)):
                end: Fraction | None = getattr(self, side)
                if end is not None:
                    nearest = step * math.ceil(step * end)
                    excluded = getattr(self, f"{side}_open") and nearest == end
                    object.__setattr__(self, side, Fraction(nearest + step * excluded))
                    object.__setattr__(self, f"{side}_open", False)
        if self.low is None or self.high is None:
            return
        if self.low > self.high or (self.low == self.high and (self.low_open or self.high_open)):
            raise InvalidValue(
                f"range of {self.name}: {self} is empty, so any claim about it would hold; widen it"
            )

    @property
    def ends(self) -> tuple[End, End]:
        """Each end as an extended real, (-1, 0), (0, value) or (1, 0), and whether it is excluded."""
        low = ((-1, Fraction(0)), True) if self.low is None else ((0, self.low), self.low_open)
        high = ((1, Fraction(0)), True) if self.high is None else ((0, self.high), self.high_open)
        return low, high

    def __str__(self) -> str:
        low = "(-inf" if self.low is None else f"{'(' if self.low_open else '['}{self.low}"
        high = "inf)" if self.high is None else f"{self.high}{')' if self.high_open else ']'}"
        return f"{'integer ' if self.integer else ''}{self.name} in {low}, {high}"

    def contains(self, other: Range) -> bool:
        """Whether every value of `other` is a value of this range."""
        (low, (high, high_open)), (its_low, (its_high, its_open)) = self.ends, other.ends
        inside = low <= its_low and (its_high, not its_open) <= (high, not high_open)
        return inside and (other.integer or not self.integer)

    def relations(self) -> list[Relation]:
        """The range as comparisons of the variable with its finite ends."""
        x, found = Expr("var", name=self.name), []
        if self.low is not None:
            found.append(Relation(x, ">" if self.low_open else ">=", Expr("const", (), self.low)))
        if self.high is not None:
            found.append(Relation(x, "<" if self.high_open else "<=", Expr("const", (), self.high)))
        return found


def integers(name: str, low: Fraction | None, high: Fraction | None) -> Range:
    """The integers from low to high, both included."""
    return Range(name, low, high, low is None, high is None, True)


@dataclass(frozen=True, slots=True)
class Context:
    """The part of a statement before the colon: ranges and side conditions."""

    ranges: tuple[Range, ...] = ()
    conditions: tuple[Relation, ...] = ()

    def __post_init__(self) -> None:
        names = [r.name for r in self.ranges]
        if len(set(names)) != len(names):
            raise InvalidValue(f"statement: a variable is declared twice in {names}")
        for condition in self.conditions:
            self.require_known(condition)

    def require_known(self, relation: Relation) -> None:
        """Refuse undeclared variables and sum indices that shadow something.

        Raises:
            InvalidValue: the relation is not closed under this context.
        """
        names = {r.name for r in self.ranges}
        if unknown := sorted(relation.free() - names):
            raise InvalidValue(
                f"statement: variable {unknown[0]!r} in {relation} has no range; declare it after 'for'"
            )
        for side in (relation.left, relation.right):
            _refuse_shadowing(side, names)

    def range(self, name: str) -> Range | None:
        """The range of a variable, if it is declared."""
        return next((r for r in self.ranges if r.name == name), None)

    def fresh(self, name: str) -> str:
        """The name, with underscores added until nothing in the context has it."""
        taken = {r.name for r in self.ranges}
        for c in self.conditions:
            taken |= c.left.bound() | c.right.bound()
        while name in taken:
            name += "_"
        return name

    def replace(self, new: Range) -> Context:
        """The context with the range of one variable changed."""
        return Context(tuple(new if r.name == new.name else r for r in self.ranges), self.conditions)

    def without(self, name: str) -> Context:
        """The context without one variable, which no condition may mention."""
        return Context(tuple(r for r in self.ranges if r.name != name), self.conditions)

    def given(self, *more: Relation) -> Context:
        """The context with further side conditions."""
        return Context(self.ranges, self.conditions + more)

    def including(self, new: Range) -> Context:
        """The context with one more variable."""
        return Context((*self.ranges, new), self.conditions)

    def __str__(self) -> str:
        text = f"for {', '.join(map(str, self.ranges))}" if self.ranges else ""
        if self.conditions:
            text += f"{' ' if text else ''}where {' and '.join(map(str, self.conditions))}"
        return text


def _refuse_shadowing(e: Expr, names: set[str]) -> None:
    if e.op == "sum":
        if e.name in names:
            raise InvalidValue(f"statement: the sum index {e.name!r} is also a variable; rename it")
        names = names | {e.name}
    for a in e.args:
        _refuse_shadowing(a, names)


@dataclass(frozen=True, slots=True)
class Statement:
    """A context and the comparison claimed in it."""

    context: Context
    conclusion: Relation

    def __post_init__(self) -> None:
        self.context.require_known(self.conclusion)

    def to_sympy(self) -> Sym:
        """The statement as a sympy formula: Implies(And(ranges and conditions), comparison)."""
        return import_module("assay.prove.sympy_claims").to_sympy(self)  # type: ignore[no-any-return]

    def latex(self) -> str:
        """The statement in LaTeX: the comparison, then the ranges and the conditions."""
        return str(import_module("assay.prove.sympy_claims").latex(self))

    def __str__(self) -> str:
        start = str(self.context)
        return f"{start}: {self.conclusion}" if start else str(self.conclusion)

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

from assay.errors import InvalidType, InvalidValue
from assay.prove.expr import Expr, constant
from assay.prove.syntax import Reader

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


@dataclass(frozen=True, slots=True)
class Range:
    """A variable and where it ranges: an interval of the reals, or the integers in one.

    None is an infinite end.
    """

    name: str
    low: Fraction | None = None
    high: Fraction | None = None
    low_open: bool = True
    high_open: bool = True
    integer: bool = False

    def __post_init__(self) -> None:
        if self.integer:
            self._tighten()
        open_ = self.low_open or self.high_open
        if self.low is None or self.high is None:
            return
        if self.low > self.high or (self.low == self.high and open_):
            raise InvalidValue(
                f"range of {self.name}: {self} is empty, so any claim about it would hold; widen it"
            )

    def _tighten(self) -> None:
        """Integer ranges have closed integer ends."""
        if self.low is not None:
            low = math.floor(self.low) + 1 if self.low_open else math.ceil(self.low)
            object.__setattr__(self, "low", Fraction(low))
            object.__setattr__(self, "low_open", False)
        if self.high is not None:
            high = math.ceil(self.high) - 1 if self.high_open else math.floor(self.high)
            object.__setattr__(self, "high", Fraction(high))
            object.__setattr__(self, "high_open", False)

    def __str__(self) -> str:
        low = "(-inf" if self.low is None else f"{'(' if self.low_open else '['}{self.low}"
        high = "inf)" if self.high is None else f"{self.high}{')' if self.high_open else ']'}"
        return f"{'integer ' if self.integer else ''}{self.name} in {low}, {high}"

    def contains(self, other: Range) -> bool:
        """Whether every value of `other` is a value of this range."""
        if self.integer and not other.integer:
            return False
        if self.low is not None and (
            other.low is None
            or other.low < self.low
            or (other.low == self.low and self.low_open and not other.low_open)
        ):
            return False
        return self.high is None or not (
            other.high is None
            or other.high > self.high
            or (other.high == self.high and self.high_open and not other.high_open)
        )

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
        for a in e.args[:2]:
            _refuse_shadowing(a, names | {e.name})
        names = names | {e.name}
    for a in e.args[2:] if e.op == "sum" else e.args:
        _refuse_shadowing(a, names)


@dataclass(frozen=True, slots=True)
class Statement:
    """A context and the comparison claimed in it."""

    context: Context
    conclusion: Relation

    def __post_init__(self) -> None:
        self.context.require_known(self.conclusion)

    def __str__(self) -> str:
        start = str(self.context)
        return f"{start}: {self.conclusion}" if start else str(self.conclusion)


def statement(claim: str | Statement) -> Statement:
    """Read a statement; also the short forms `eps > 0`, `0 <= q <= 1`, `real x`, `integer k >= 1` for ranges.

    Raises:
        InvalidType, InvalidValue: the text is not a statement, a range is empty, a variable is not declared.
    """
    if isinstance(claim, Statement):
        return claim
    if not isinstance(claim, str):
        raise InvalidType(f"claim: {claim!r} is a {type(claim).__name__}; give text or a Statement")
    reader = Reader(claim)
    ranges: list[Range] = []
    conditions: list[Relation] = []
    headed = False
    if reader.take("for"):
        headed = True
        ranges.append(_range(reader))
        while reader.take(","):
            ranges.append(_range(reader))
    if reader.take("where"):
        headed = True
        conditions.append(_relation(reader))
        while reader.take("and"):
            conditions.append(_relation(reader))
    if headed:
        reader.need(":")
    conclusion = _relation(reader)
    reader.end()
    return Statement(Context(tuple(ranges), tuple(conditions)), conclusion)


def relation(text: str) -> Relation:
    """Read one comparison.

    Raises:
        InvalidType, InvalidValue: the text is not a comparison.
    """
    reader = Reader(text)
    result = _relation(reader)
    reader.end()
    return result


def context(text: str) -> Context:
    """Read the part of a statement before the colon.

    Raises:
        InvalidType, InvalidValue: the text is not a context.
    """
    return statement(f"{text}: 0 = 0").context if text else Context()


def _relation(reader: Reader) -> Relation:
    left = reader.expression()
    op = reader.need("<", "<=", ">", ">=", "=", "!=")
    return Relation(left, op, reader.expression())


def _bound(reader: Reader) -> Fraction | None:
    if reader.take("inf"):
        return None
    e = reader.expression()
    value = constant(e)
    if value is None:
        raise InvalidValue(f"range: the end {e} is not a rational number; put it in a 'where' condition")
    return value


def _range(reader: Reader) -> Range:
    integer = bool(reader.take("integer"))
    if not integer and reader.take("real"):
        name = reader.name()
        if reader.peek() in ("", ",", ":", "where"):
            return Range(name)
        reader.at -= 1
    if reader.peek()[:1].isdigit() or reader.peek() in ("-", "("):
        return _chain(reader, integer)
    name = reader.name()
    if reader.take("in"):
        return _interval(reader, name, integer)
    found = Range(name, integer=integer)
    while op := reader.take("<", "<=", ">", ">="):
        found = _cut(found, op, _bound(reader))
    return found


def _chain(reader: Reader, integer: bool) -> Range:
    """`0 <= q < 1`."""
    low = _bound(reader)
    op = reader.need("<", "<=")
    found = _cut(Range(reader.name(), integer=integer), FLIP[op], low)
    if op := reader.take("<", "<="):
        found = _cut(found, op, _bound(reader))
    return found


def _cut(r: Range, op: str, end: Fraction | None) -> Range:
    if end is None and op in (">", ">="):
        raise InvalidValue(f"range of {r.name}: no number is above inf")
    if op in ("<", "<="):
        return Range(r.name, r.low, end, r.low_open, op == "<" or end is None, r.integer)
    return Range(r.name, end, r.high, op == ">" or end is None, r.high_open, r.integer)


def _interval(reader: Reader, name: str, integer: bool) -> Range:
    low_open = reader.need("(", "[") == "("
    negative = reader.peek() == "-" and reader.tokens[reader.at + 1 : reader.at + 2] == ["inf"]
    if negative:
        reader.at += 1
    elif reader.peek() == "inf":
        reader.fail("a lower end")
    low = _bound(reader)
    reader.need(",")
    high = _bound(reader)
    high_open = reader.need(")", "]") == ")"
    return Range(name, low, high, low_open or low is None, high_open or high is None, integer)

"""Claims as a person writes them, in the grammar of numbers, with ranges such as `eps > 0`, `x in R`.

They become statements in the one form that certificates have, such as `eps in (0, inf)`, with every function
written in the core terms of the kernel: cosh(x) is (exp(x) + exp(-x))/2. Nothing here is trusted: what a
theorem says is what it prints.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, cast

from assay.errors import InvalidType, InvalidValue
from assay.grammar import FORM, SUMMARY, Reader, Unreadable
from assay.grammar.reader import is_name
from assay.prove import theorem
from assay.prove.expr import Expr, constant
from assay.prove.meaning import RESERVED, Terms
from assay.prove.reading import MAX_PARTS
from assay.prove.statement import FLIP, Context, Range, Relation, Statement
from assay.prove.syntax import MAX_TEXT
from assay.prove.theorem import Theorem
from assay.symbolic.detect import is_sympy

if TYPE_CHECKING:
    from assay.symbolic.expression import Sym

COMPARISONS = tuple(FLIP)
BEYOND = {"<": "inf", "<=": "inf", ">": "-inf", ">=": "-inf"}
SETS = {"R": False, "Z": True}


def infer(
    rule: str,
    claim: str | Statement,
    arguments: Mapping[str, object] | None = None,
    premises: Sequence[Theorem] = (),
) -> Theorem:
    """Apply one rule of the kernel; the claim may use the short forms.

    Raises:
        Rejected: the claim does not follow by this rule from these premises.
        InvalidType, InvalidValue: the claim is not a statement.
    """
    return theorem.infer(rule, str(statement(claim)), arguments or {}, premises)


def statement(claim: str | Statement | Sym) -> Statement:
    """Read a statement; also a sympy comparison with what is assumed of its symbols, see `sympy_claims`.

    Raises:
        InvalidType, InvalidValue: the text is not a statement, a range is empty, a variable is not declared.
    """
    if isinstance(claim, Statement):
        return claim
    if is_sympy(claim):
        from assay.prove.sympy_claims import of_sympy

        return of_sympy(cast("Sym", claim))
    if not isinstance(claim, str):
        raise InvalidType(
            f"claim: {claim!r} is a {type(claim).__name__}; give text, a Statement or a sympy formula"
        )
    try:
        found = _Claim(claim).whole()
    except Unreadable as error:
        text = claim if len(claim) <= 80 else f"{claim[:80]}..."
        raise InvalidValue(f"claim {text!r} is not read: {error}; {FORM}; {SUMMARY}") from None
    if len(str(found)) > MAX_TEXT:
        raise InvalidValue(f"claim: written out in core terms it has more than {MAX_TEXT} characters")
    return found


def context(text: str) -> Context:
    """Read the part of a statement before the colon.

    Raises:
        InvalidType, InvalidValue: the text is not a context.
    """
    return statement(f"{text}: 0 = 0").context if text else Context()


class _Claim:
    """["for" range ("," range)*] ["where" relation ("and" relation)*] ":" relation."""

    def __init__(self, text: str) -> None:
        self.terms = Terms()
        self.reader: Reader[Expr] = Reader(text, self.terms)

    def whole(self) -> Statement:
        """The statement; floors and ceilings became integer variables of their own."""
        ranges, conditions = [], []
        more = headed = self.reader.take("for")
        while more:
            ranges.append(self.range())
            self.terms.integers |= {ranges[-1].name} if ranges[-1].integer else set()
            more = self.reader.take(",")
        more = self.reader.take("where")
        headed += more
        while more:
            read = self.relation()
            conditions += [*self.terms.taken(), read]
            more = self.reader.take("and")
        if headed:
            self.reader.need(":")
        conclusion = self.relation()
        self.reader.end()
        conditions += self.terms.taken()
        ranges += self.terms.rounded(ranges)
        if max(len(ranges), len(conditions)) > MAX_PARTS:
            raise Unreadable(f"it has more than {MAX_PARTS} variables or side conditions")
        return Statement(Context(tuple(ranges), tuple(conditions)), conclusion)

    def relation(self) -> Relation:
        """One comparison."""
        left = self.reader.expression()
        op = self.reader.need(*COMPARISONS)
        right = self.reader.expression()
        if self.reader.peek() in COMPARISONS:
            raise Unreadable(
                f"expected the end, found {self.reader.peek()!r}; write a chain a <= b <= c as two claims, "
                "or two side conditions joined by 'and'"
            )
        return Relation(left, op, right)

    def range(self) -> Range:
        """A range, in the long form or a short one."""
        integer = bool(self.reader.take("integer"))
        real = not integer and bool(self.reader.take("real"))
        if not is_name(self.reader.peek()) or self.reader.peek() == "inf":
            return self.chain(integer)
        found = Range(self.name(), integer=integer)
        if self.reader.take("in"):
            return self.within(found, real)
        op = self.reader.take("<", "<=", ">", ">=")
        return _cut(found, op, self.bound(BEYOND[op])) if op else found

    def chain(self, integer: bool) -> Range:
        """`0 <= q < 1`."""
        low = self.bound("-inf")
        op = self.reader.need("<", "<=")
        found = _cut(Range(self.name(), integer=integer), FLIP[op], low)
        if op := self.reader.take("<", "<="):
            found = _cut(found, op, self.bound("inf"))
        return found

    def within(self, r: Range, real: bool) -> Range:
        """The set after `in`: an interval, R or Z."""
        if name := self.reader.take(*SETS):
            if SETS[name] and real:
                raise Unreadable(f"{r.name} is declared real and an integer")
            return replace(r, integer=r.integer or SETS[name])
        low_open = self.reader.need("(", "[", "R", "Z") == "("
        low = self.bound("-inf")
        self.reader.need(",")
        high = self.bound("inf")
        high_open = self.reader.need(")", "]") == ")"
        return Range(r.name, low, high, low_open or low is None, high_open or high is None, r.integer)

    def name(self) -> str:
        """The name of a variable."""
        name = self.reader.peek()
        if not is_name(name) or name in RESERVED:
            self.reader.fail("expected a variable name")
        self.reader.at += 1
        self.terms.variables.add(name)
        return name

    def bound(self, infinity: str) -> Fraction | None:
        """A rational end; None for infinity, which has the sign that makes sense there."""
        sign = "-" if infinity == "-inf" else "+"
        start = self.reader.at
        given = self.reader.take("-", "+") or "+"
        if self.reader.take("inf"):
            if given != sign:
                raise Unreadable(f"no number is beyond {given.strip('+')}inf; this end may be {infinity}")
            return None
        self.reader.at = start
        e = self.reader.expression()
        value = constant(e)
        if value is None:
            raise Unreadable(
                f"the end {e} of a range is not a rational number; put it in a 'where' condition"
            )
        return value


def _cut(r: Range, op: str, end: Fraction | None) -> Range:
    if op in ("<", "<="):
        return Range(r.name, r.low, end, r.low_open, op == "<" or end is None, r.integer)
    return Range(r.name, end, r.high, op == ">" or end is None, r.high_open, r.integer)

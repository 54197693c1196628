"""Claims as the second checker reads them: ranges, side conditions and a comparison.

    for x in [0, 1), integer n in (-inf, 3] where x <= n: 1 - x > 0

A claim says: wherever the variables lie in their ranges and the conditions hold, both sides of the comparison
have real values, and it holds.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from assay.errors import AssayError
from assay.symbolic.reading import Lexer
from assay.symbolic.terms import Term, name, number


class Wrong(AssayError):
    """The step does not follow: an identity fails, the claim is false at a point, or it is no certificate."""


class Unsettled(AssayError):
    """Nothing was found that settles the step; the message says what is missing."""


OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "!=", "!=": "="}
MIRROR = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}
RESERVED = {"e", "exp", "log", "ln", "sqrt", "min", "max", "sum", "abs", "for", "where", "and", "in"}
RESERVED |= {"integer", "real", "inf"}


@dataclass(frozen=True, slots=True)
class Compared:
    """A comparison."""

    left: Term
    op: str
    right: Term

    def put(self, values: Mapping[str, Term]) -> Compared:
        """The comparison with terms for variables."""
        return Compared(self.left.put(values), self.op, self.right.put(values))

    @property
    def mirrored(self) -> Compared:
        """The same comparison, read from right to left."""
        return Compared(self.right, MIRROR[self.op], self.left)

    @property
    def upward(self) -> Compared:
        """The same comparison with one of >, >=, =, !=."""
        return self.mirrored if self.op in ("<", "<=") else self

    @property
    def gap(self) -> Term:
        """Left minus right of the upward form."""
        return self.upward.left - self.upward.right

    def __str__(self) -> str:
        return f"{self.left} {self.op} {self.right}"


@dataclass(frozen=True, slots=True)
class Domain:
    """Where a variable lies; None is an infinite end. Ends of whole numbers are whole and included."""

    name: str
    whole: bool
    low: Fraction | None
    low_open: bool
    high: Fraction | None
    high_open: bool

    def settled(self) -> Domain:
        """With whole ends for whole numbers; an empty range is refused."""
        low, high, low_open, high_open = self.low, self.high, self.low_open, self.high_open
        if self.whole and low is not None:
            low = Fraction(math.floor(low) + 1 if low_open else math.ceil(low))
        if self.whole and high is not None:
            high = Fraction(math.ceil(high) - 1 if high_open else math.floor(high))
        if self.whole:
            low_open = high_open = False
        if low is not None and high is not None and (low > high or (low == high and (low_open or high_open))):
            raise Wrong(f"the range of {self.name} is empty")
        return Domain(self.name, self.whole, low, low_open, high, high_open)

    def bounds(self) -> list[Compared]:
        """The finite ends as comparisons."""
        found = []
        if self.low is not None:
            found.append(Compared(name(self.name), ">" if self.low_open else ">=", number(self.low)))
        if self.high is not None:
            found.append(Compared(name(self.name), "<" if self.high_open else "<=", number(self.high)))
        return found

    def inside(self) -> Domain:
        """The range without its ends."""
        return replace(self, low_open=True, high_open=True)


@dataclass(frozen=True, slots=True)
class Setting:
    """The variables with their ranges, and the side conditions."""

    domains: tuple[Domain, ...] = ()
    conditions: tuple[Compared, ...] = ()

    def domain(self, variable: str) -> Domain | None:
        """The range of a variable."""
        return next((d for d in self.domains if d.name == variable), None)

    def given(self, *more: Compared) -> Setting:
        """With more conditions."""
        return Setting(self.domains, self.conditions + more)

    def with_domain(self, new: Domain) -> Setting:
        """With a new variable, or another range for one."""
        if self.domain(new.name) is None:
            return Setting((*self.domains, new), self.conditions)
        return Setting(tuple(new if d.name == new.name else d for d in self.domains), self.conditions)

    def without(self, variable: str) -> Setting:
        """Without a variable."""
        return Setting(tuple(d for d in self.domains if d.name != variable), self.conditions)

    def unused(self, wanted: str) -> str:
        """A name that no variable and no index has."""
        taken = {d.name for d in self.domains}
        for c in self.conditions:
            taken |= c.left.indices() | c.right.indices()
        while wanted in taken:
            wanted += "_"
        return wanted


@dataclass(frozen=True, slots=True)
class Claim:
    """A comparison claimed in a setting."""

    setting: Setting
    says: Compared


def read_claim(text: str) -> Claim:
    """Read a claim.

    Raises:
        Wrong: the text is none, a variable is declared twice or not at all, or an index has its name.
    """
    try:
        lexer = Lexer(text)
        headed = lexer.next() in ("for", "where")
        domains, conditions = [], []
        if lexer.skip("for"):
            domains.append(_domain(lexer))
            while lexer.skip(","):
                domains.append(_domain(lexer))
        if lexer.skip("where"):
            conditions.append(_compared(lexer))
            while lexer.skip("and"):
                conditions.append(_compared(lexer))
        if headed:
            lexer.expect(":")
        says = _compared(lexer)
        lexer.end()
    except (AssayError, RecursionError, ValueError) as error:
        raise Wrong(f"no claim: {error}") from None
    found = Claim(Setting(tuple(domains), tuple(conditions)), says)
    _refuse_loose_names(found)
    return found


def read_compared(text: str) -> Compared:
    """Read a comparison.

    Raises:
        Wrong: the text is none.
    """
    try:
        lexer = Lexer(text)
        found = _compared(lexer)
        lexer.end()
    except (AssayError, RecursionError, ValueError) as error:
        raise Wrong(f"no comparison: {error}") from None
    return found


def _compared(lexer: Lexer) -> Compared:
    left = lexer.sum()
    op = lexer.expect(*OPPOSITE)
    return Compared(left, op, lexer.sum())


def _domain(lexer: Lexer) -> Domain:
    whole = lexer.skip("integer")
    variable = lexer.step()
    if not variable.isidentifier() or variable in RESERVED:
        raise Wrong(f"{variable!r} is no name of a variable")
    lexer.expect("in")
    low_open = lexer.expect("(", "[") == "("
    low = _end(lexer, "-")
    lexer.expect(",")
    high = _end(lexer, "")
    high_open = lexer.expect(")", "]") == ")"
    return Domain(variable, whole, low, low_open or low is None, high, high_open or high is None).settled()


def _end(lexer: Lexer, sign: str) -> Fraction | None:
    """A rational end, or infinity."""
    start = lexer.place
    if (not sign or lexer.skip(sign)) and lexer.skip("inf"):
        return None
    lexer.place = start
    value = lexer.sum().constant()
    if value is None:
        raise Wrong("an end of a range is no rational number")
    return value


def _refuse_loose_names(c: Claim) -> None:
    names = [d.name for d in c.setting.domains]
    if len(set(names)) < len(names):
        raise Wrong("a variable is declared twice")
    for r in (*c.setting.conditions, c.says):
        for side in (r.left, r.right):
            if loose := side.names() - set(names):
                raise Wrong(f"{min(loose)} in {r} has no range")
            _refuse_shadowing(side, frozenset(names))


def _refuse_shadowing(t: Term, taken: frozenset[str]) -> None:
    if t.op == "sum":
        if t.name in taken or t.name in RESERVED or not t.name.isidentifier():
            raise Wrong(f"the index {t.name} is a name in use")
        taken |= {t.name}
    for a in t.args:
        _refuse_shadowing(a, taken)

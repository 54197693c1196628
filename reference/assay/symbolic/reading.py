"""The reader of the text that Assay prints for an expression.

    sum     := product (("+" | "-") product)*
    product := signed (("*" | "/") signed)*
    signed  := "-" signed | power
    power   := atom (("^" | "**") signed)?
    atom    := number | "e" | name | name "(" sum ("," sum)* ")" | "(" sum ")"

Nothing of the proof kernel is used here, so that the second checker can read a certificate without it.
"""

from __future__ import annotations

import re
from fractions import Fraction

from ..errors import BudgetExceeded, InvalidValue
from .terms import OPERATION, Term, name, number

LEXEME = re.compile(r"\d+(?:\.\d+)?|[^\W\d]\w*|\*\*|<=|>=|!=|[-+*/^(),:<>=\[\]]", re.ASCII)
UNARY = {"exp": "exp", "log": "log", "ln": "log", "sqrt": "sqrt"}
LONGEST, DEEPEST, LONGEST_CHAIN, WIDEST = 20_000, 200, 250, 4_000


class Lexer:
    """The lexemes of a text, with a place in it."""

    depth: int
    place: int

    def __init__(self, text: str) -> None:
        if len(text) > LONGEST:
            raise InvalidValue(f"text: {len(text)} characters; at most {LONGEST}")
        self.text: str = text
        at = 0
        self.lexemes: list[str] = []
        while at < len(text):
            if text[at].isspace():
                at += 1
                continue
            found = LEXEME.match(text, at)
            if found is None:
                raise InvalidValue(f"text: {text[at : at + 12]!r} in {text!r} is outside the grammar")
            self.lexemes.append(found.group())
            at = found.end()
        self.place = self.depth = 0

    def next(self) -> str:
        """The lexeme at this place; empty at the end."""
        return self.lexemes[self.place] if self.place < len(self.lexemes) else ""

    def step(self) -> str:
        """The lexeme at this place, and go on."""
        found = self.next()
        self.place += 1
        return found

    def skip(self, *wanted: str) -> bool:
        """Go on if one of these stands here."""
        if found := self.next() in wanted and bool(self.next()):
            self.place += 1
        return found

    def expect(self, *wanted: str) -> str:
        """One of these stands here, or the text is refused."""
        if self.next() not in wanted:
            raise InvalidValue(
                f"text: {' or '.join(wanted)} is missing before {self.next()!r} in {self.text!r}"
            )
        return self.step()

    def sum(self) -> Term:
        """A sum."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise BudgetExceeded(f"text: nested deeper than {DEEPEST}")
        found = self.product()
        while self.next() in ("+", "-"):
            found = Term(OPERATION[self.step()], (found, self.product()))
        self.depth -= 1
        return found

    def product(self) -> Term:
        """A product."""
        found = self.signed()
        while self.next() in ("*", "/"):
            found = Term(OPERATION[self.step()], (found, self.signed()))
        return found

    def signed(self) -> Term:
        """A power, perhaps with signs before it."""
        minus = 0
        while self.skip("-"):
            minus += 1
        found = self.power()
        for _ in range(minus):
            found = Term("neg", (found,))
        return found

    def power(self) -> Term:
        """An atom, perhaps with an exponent; powers join to the right."""
        found = self.atom()
        self.depth += 1
        if self.depth > DEEPEST:
            raise BudgetExceeded(f"text: nested deeper than {DEEPEST}")
        if self.next() in ("^", "**"):
            self.step()
            found = Term("pow", (found, self.signed()))
        self.depth -= 1
        return found

    def atom(self) -> Term:
        """A number, a name, a call or a bracket."""
        word = self.step()
        if word[:1].isdigit():
            if len(word) > 1_000:
                raise InvalidValue(f"text: a number of {len(word)} digits")
            return number(Fraction(word))
        if word == "(":
            inner = self.sum()
            self.expect(")")
            return inner
        if not re.match(r"[^\W\d]", word):
            raise InvalidValue(f"text: an expression is missing at {word!r} in {self.text!r}")
        if self.next() != "(":
            return Term("exp", (number(1),)) if word == "e" else name(word)
        return self.call(word)

    def call(self, word: str) -> Term:
        """A function with its arguments."""
        self.expect("(")
        index = self.step() if word == "sum" else ""
        if index:
            self.expect(",")
        given = [self.sum()]
        while self.skip(","):
            given.append(self.sum())
        self.expect(")")
        if word == "sum" and len(given) == 3:
            return Term("sum", tuple(given), name=index)
        if word in UNARY and len(given) == 1:
            return Term(UNARY[word], tuple(given))
        if word == "abs" and len(given) == 1:
            return Term("max", (given[0], Term("neg", (given[0],))))
        if word in ("min", "max") and len(given) == 2:
            return Term(word, tuple(given))
        raise InvalidValue(f"text: {word!r} with {len(given)} arguments is no function of the grammar")

    def end(self) -> None:
        """Nothing is left, or the text is refused."""
        if self.next():
            raise InvalidValue(f"text: {self.next()!r} is left over in {self.text!r}")


def read(text: str) -> Term:
    """Read one expression.

    Raises:
        InvalidValue, BudgetExceeded: the text is no expression, or too large.
    """
    lexer = Lexer(text)
    found = lexer.sum()
    lexer.end()
    nodes, depth = found.size()
    if nodes > WIDEST or depth > LONGEST_CHAIN:
        raise BudgetExceeded(
            f"text: an expression of {nodes} parts, {depth} inside each other; "
            f"at most {WIDEST}, and {LONGEST_CHAIN} inside each other"
        )
    return found

"""Text of expressions: the grammar, and how it is read; `expr.show` writes it.

    expression := term (("+" | "-") term)*
    term       := factor (("*" | "/") factor)*
    factor     := "-" factor | power
    power      := atom ("^" factor)?             (to the right: a^b^c is a^(b^c); -a^b is -(a^b))
    atom       := number | name | name "(" expression ("," expression)* ")" | "(" expression ")"
    number     := digits ("." digits)?           (0.1 is exactly 1/10)

`parse(show(e)) == e` for every expression whose constants are non-negative integers; other constants come
back as the quotient or the negation they are.
"""

from __future__ import annotations

import re
from fractions import Fraction

from assay.errors import InvalidType, InvalidValue
from assay.prove.expr import INFIX, Expr, const, finite_sum, var

TOKEN = re.compile(r"\s*(\d+(?:\.\d+)?|[A-Za-z_]\w*|\*\*|-inf\b|[<>!]=|[-+*/^(),<>=:;\[\]])", re.ASCII)
FUNCTIONS = {"exp": 1, "log": 1, "sqrt": 1, "min": 2, "max": 2}  # with the number of arguments
KEYWORDS = {*FUNCTIONS, "sum", "for", "where", "and", "in", "integer", "real", "inf", "abs", "e"}
MAX_TEXT, MAX_DEPTH, MAX_DIGITS = 20_000, 120, 1_000


def tokenize(text: str) -> list[str]:
    """Split text into numbers, names and symbols.

    Raises:
        InvalidType, InvalidValue: the text is not text, too long, or has a character outside the grammar.
    """
    if not isinstance(text, str):
        raise InvalidType(f"statement: {text!r} is a {type(text).__name__}; give a string")
    if len(text) > MAX_TEXT:
        raise InvalidValue(f"statement: {len(text)} characters; at most {MAX_TEXT}")
    tokens: list[str] = []
    at = 0
    text = text.rstrip()
    while at < len(text):
        match = TOKEN.match(text, at)
        if match is None:
            raise InvalidValue(f"statement: cannot read {text[at : at + 20]!r} in {text!r}")
        tokens.append("^" if match.group(1) == "**" else match.group(1))
        at = match.end()
    return tokens


class Reader:
    """A cursor over tokens, with the recursive-descent rules of the grammar above."""

    at: int
    depth: int

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: list[str] = tokenize(text)
        self.at = 0
        self.depth = 0

    def peek(self) -> str:
        """The next token; empty at the end."""
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, *wanted: str) -> str:
        """Consume the next token if it is one of `wanted`, else give an empty string."""
        if self.peek() in wanted and self.peek():
            self.at += 1
            return self.tokens[self.at - 1]
        return ""

    def need(self, *wanted: str) -> str:
        """Consume one of the tokens, or fail."""
        return self.take(*wanted) or self.fail(" or ".join(map(repr, wanted)))

    def fail(self, wanted: str) -> str:
        """Report what was expected and what was found."""
        found = self.peek() or "the end"
        raise InvalidValue(f"statement: expected {wanted}, found {found!r} in {self.text!r}")

    def name(self) -> str:
        """Consume a variable name."""
        token = self.peek()
        if not token or not (token[0].isalpha() or token[0] == "_") or token in KEYWORDS:
            self.fail("a variable name")
        self.at += 1
        return token

    def expression(self, least: int = 1) -> Expr:
        """Read atoms joined by operators of this level or a higher one; ^ joins to the right."""
        nested = least in (1, 4)
        self.depth += nested
        if self.depth > MAX_DEPTH:
            raise InvalidValue(f"statement: nested deeper than {MAX_DEPTH}")
        left = Expr("neg", (self.expression(4),)) if self.take("-") else self.atom()
        while INFIX.get(op := self.peek(), 0) >= least:
            self.at += 1
            left = Expr(op, (left, self.expression(min(INFIX[op] + 1, 4))))
        self.depth -= nested
        return left

    def atom(self) -> Expr:
        """Read a number, a name, a call or a parenthesis."""
        token = self.peek()
        if token[:1].isdigit():
            self.at += 1
            if len(token) > MAX_DIGITS:
                raise InvalidValue(f"statement: a number of {len(token)} digits; at most {MAX_DIGITS}")
            return const(Fraction(token))
        if self.take("("):
            inner = self.expression()
            self.need(")")
            return inner
        if self.take("e"):
            return Expr("exp", (const(1),))
        if token in {*FUNCTIONS, "sum"}:
            return self.call(token)
        return var(self.name())

    def call(self, function: str) -> Expr:
        """Read a function and its arguments."""
        self.at += 1
        self.need("(")
        if function == "sum":
            index = self.name()
            self.need(",")
            lo, hi, body = self.arguments(3)
            return finite_sum(index, lo, hi, body)
        return Expr(function, tuple(self.arguments(FUNCTIONS[function])))

    def arguments(self, count: int) -> list[Expr]:
        """Read so many arguments and the closing parenthesis."""
        found = [self.expression()]
        while len(found) < count:
            self.need(",")
            found.append(self.expression())
        self.need(")")
        return found

    def end(self) -> None:
        """Fail unless everything was read."""
        if self.peek():
            self.fail("the end")


def parse(text: str) -> Expr:
    """Read one expression.

    Raises:
        InvalidType, InvalidValue: the text is not an expression of the grammar.
    """
    reader = Reader(text)
    result = reader.expression()
    reader.end()
    return result

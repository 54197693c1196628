"""The reader of exact expressions: a recursive descent over numbers and logarithms at once."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from ..errors import AssayError, InvalidValue
from .elementary import exp, root
from .logs import EPS, INFINITY, Log, ln, log_value
from .number import Number, from_rational

Quantity: TypeAlias = "Number | Log"

_TOKEN = re.compile(
    r"\s*(?:(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|([A-Za-z_]+)|(\*\*|[-+*/^(),]))"
)

LONGEST_TEXT = 100_000
LARGEST_DECIMAL_EXPONENT = 100_000
DEEPEST_NESTING = 100


@dataclass(frozen=True)
class Parsed:
    """A quantity with the text it came from, for the error messages."""

    value: Quantity
    text: str
    name: str

    def number(self) -> Number:
        """The quantity as a Number."""
        if isinstance(self.value, Number):
            return self.value
        rational = self.value.rational_value()
        if rational is None:
            raise InvalidValue(
                f"{self.name} = {self.text!r} is a logarithm, not a number; an exact number such as '3/4' is needed"
            )
        return from_rational(rational)

    def log(self) -> Log:
        """The quantity as a Log."""
        if isinstance(self.value, Log):
            return self.value
        if not self.value.is_rational:
            raise InvalidValue(
                f"{self.name} = {self.text!r} is neither rational nor a logarithm; write a rational such as '1/2', or 'ln(3)'"
            )
        return log_value(self.value, self.name)


def parse(text: str, name: str = "value") -> Parsed:
    """Read an expression; InvalidValue with the position where it stops making sense."""
    try:
        return Parsed(_Reader(text).whole(), text, name)
    except (_Unreadable, ZeroDivisionError, AssayError) as error:
        shown = text if len(text) <= 80 else text[:77] + "..."
        raise InvalidValue(
            f"{name} = {shown!r} is not an exact number: {error}; write for instance '1/10', '0.1', 'ln(3)' or '3/4 - exp(1/2)/4'"
        ) from None


class _Unreadable(Exception):
    """A syntax error."""


class _Reader:
    """sum := term (('+'|'-') term)*;  term := factor (('*'|'/') factor)*;  factor := '-' factor | atom ('^' factor)?"""

    def __init__(self, text: str) -> None:
        self.depth = 0
        self.tokens = _tokens(text)
        self.index = 0

    def whole(self) -> Quantity:
        value = self.sum()
        if self.index < len(self.tokens):
            raise _Unreadable(f"unexpected {self.tokens[self.index]!r}")
        return value

    def peek(self) -> str:
        return self.tokens[self.index] if self.index < len(self.tokens) else ""

    def take(self) -> str:
        token = self.peek()
        self.index += 1
        return token

    def expect(self, token: str) -> None:
        found = self.take()
        if found != token:
            raise _Unreadable(f"expected {token!r}, found {found or 'the end'!r}")

    def sum(self) -> Quantity:
        self.depth += 1
        if self.depth > DEEPEST_NESTING:
            raise _Unreadable(f"nested more than {DEEPEST_NESTING} deep")
        value = self.term()
        while self.peek() in ("+", "-"):
            value = (
                _add(value, self.term())
                if self.take() == "+"
                else _add(value, _scale(self.term(), from_rational(-1)))
            )
        self.depth -= 1
        return value

    def term(self) -> Quantity:
        value = self.factor()
        while self.peek() in ("*", "/"):
            value = _scale(value, self.factor()) if self.take() == "*" else _divide(value, self.factor())
        return value

    def factor(self) -> Quantity:
        if self.peek() in ("-", "+"):
            negative = self.take() == "-"
            value = self.factor()
            return _scale(value, from_rational(-1)) if negative else value
        base = self.atom()
        if self.peek() in ("^", "**"):
            self.take()
            return _power(base, self.factor())
        return base

    def atom(self) -> Quantity:
        token = self.take()
        if token == "(":
            value = self.sum()
            self.expect(")")
            return value
        if token[:1].isdigit() or token[:1] == ".":
            return from_rational(_decimal(token))
        if token in _CONSTANTS:
            return _CONSTANTS[token]()
        if token in _FUNCTIONS:
            return self.call(token)
        raise _Unreadable(f"{token or 'the end'!r} where a number was expected")

    def call(self, function: str) -> Quantity:
        if self.peek() != "(":
            return _FUNCTIONS[function](self.factor())
        self.take()
        arguments = [self.sum()]
        while self.peek() == ",":
            self.take()
            arguments.append(self.sum())
        self.expect(")")
        wanted = 2 if function == "root" else 1
        if len(arguments) != wanted:
            raise _Unreadable(f"{function} takes {wanted} argument(s), got {len(arguments)}")
        return _root(*arguments) if function == "root" else _FUNCTIONS[function](arguments[0])


def _tokens(text: str) -> list[str]:
    if len(text) > LONGEST_TEXT:
        raise _Unreadable(f"longer than {LONGEST_TEXT} characters")
    tokens, position, stripped = [], 0, text.rstrip()
    while position < len(stripped):
        match = _TOKEN.match(stripped, position)
        if match is None:
            raise _Unreadable(f"unexpected {stripped[position:].strip()[:10]!r}")
        tokens.append(match.group(1) or match.group(2) or match.group(3))
        position = match.end()
    return tokens


def _decimal(token: str) -> Fraction:
    exponent = re.split("[eE]", token)[1:]
    if exponent and abs(int(exponent[0])) > LARGEST_DECIMAL_EXPONENT:
        raise _Unreadable(f"the exponent of {token} is beyond {LARGEST_DECIMAL_EXPONENT}")
    return Fraction(token)


def _number(value: Quantity) -> Number:
    return Parsed(value, str(value), "operand").number()


def _add(a: Quantity, b: Quantity) -> Quantity:
    if isinstance(a, Number) and isinstance(b, Number):
        return a + b
    return log_value(a) + log_value(b)


def _scale(a: Quantity, b: Quantity) -> Quantity:
    if isinstance(a, Log):
        return a * _number(b)
    return b * a if isinstance(b, Log) else a * b


def _divide(a: Quantity, b: Quantity) -> Quantity:
    return a / _number(b)


def _power(base: Quantity, exponent: Quantity) -> Quantity:
    return _number(base) ** _number(exponent).as_fraction()


def _exp(x: Quantity) -> Quantity:
    return exp(x)


def _ln(x: Quantity) -> Quantity:
    return ln(_number(x))


def _sqrt(x: Quantity) -> Quantity:
    return root(_number(x), 2)


def _root(base: Quantity, degree: Quantity) -> Quantity:
    exponent = _number(degree).as_fraction()
    if exponent.denominator != 1:
        raise _Unreadable(f"root(b, m) needs an integer m, not {exponent}")
    return root(_number(base), exponent.numerator)


_FUNCTIONS: dict[str, Callable[[Quantity], Quantity]] = {
    "exp": _exp,
    "ln": _ln,
    "log": _ln,
    "sqrt": _sqrt,
    "root": _sqrt,
}
_CONSTANTS: dict[str, Callable[[], Quantity]] = {
    "e": lambda: exp(1),
    "eps": lambda: EPS,
    "inf": lambda: INFINITY,
    "infinity": lambda: INFINITY,
}

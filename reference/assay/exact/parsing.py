"""The reader of exact expressions: a recursive descent over numbers and logarithms at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from ..errors import AssayError, InvalidValue
from .elementary import exp, root
from .epsilon import ln, log_value
from .fields import RATIONALS
from .logs import EPS, INFINITY, Log
from .number import Number, from_element, from_rational
from .real import brief
from .tokens import Unreadable, decimal_value, tokens

Quantity: TypeAlias = "Number | Log"

DEEPEST_NESTING = 50

EXAMPLES = "write for instance '1/10', '0.1', 'ln(3)' or '3/4 - exp(1/2)/4'"


@dataclass(frozen=True)
class Parsed:
    """A quantity with the text it came from, for the error messages."""

    value: Quantity
    text: str
    name: str

    def number(self) -> Number:
        """The quantity as a Number; InvalidValue for a logarithm that is not rational."""
        if isinstance(self.value, Number):
            return self.value
        rational = self.value.rational_value()
        if rational is not None:
            return from_rational(rational)
        kind = "infinite" if self.value.is_infinite else "a logarithm"
        raise InvalidValue(
            f"{self.name} = {brief(self.text, 80)!r} is {kind}, not a number; "
            "an exact number such as '3/4' is needed"
        )

    def log(self) -> Log:
        """The quantity as a Log; InvalidValue for a Number that is not rational."""
        if isinstance(self.value, Log):
            return self.value
        if self.value.is_rational:
            return log_value(self.value, self.name)
        raise InvalidValue(
            f"{self.name} = {brief(self.text, 80)!r} is neither rational nor a logarithm; "
            "write a rational such as '1/2', or 'ln(3)'"
        )


def parse(text: str, name: str = "value") -> Parsed:
    """Read an expression; InvalidValue says where it stops making sense, or why it has no exact value."""
    try:
        return Parsed(_Reader(text).whole(), text, name)
    except (Unreadable, ZeroDivisionError, AssayError) as error:
        raise InvalidValue(
            f"{name} = {brief(text, 80)!r} is not read as an exact number: {error}; {EXAMPLES}"
        ) from None


class _Reader:
    """The grammar, with a method for each of its symbols.

    sum    := term (('+'|'-') term)*
    term   := factor (('*'|'/') factor)*
    factor := ('-'|'+') factor | atom ('^' factor)?
    atom   := '(' sum ')' | number | constant | function '(' sum (',' sum)* ')' | function number
    """

    def __init__(self, text: str) -> None:
        self.depth = 0
        self.tokens = tokens(text)
        self.index = 0

    def whole(self) -> Quantity:
        value = self.sum()
        if self.index < len(self.tokens):
            raise Unreadable(f"unexpected {self.tokens[self.index]!r}")
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
            raise Unreadable(f"expected {token!r}, found {found or 'the end'!r}")

    def sum(self) -> Quantity:
        value = self.term()
        while self.peek() in ("+", "-"):
            value = (
                _add(value, self.term())
                if self.take() == "+"
                else _add(value, _scale(self.term(), from_rational(-1)))
            )
        return value

    def term(self) -> Quantity:
        value = self.factor()
        while self.peek() in ("*", "/"):
            value = _scale(value, self.factor()) if self.take() == "*" else _divide(value, self.factor())
        return value

    def factor(self) -> Quantity:
        """Every recursion comes through here, which bounds its depth."""
        self.depth += 1
        if self.depth > DEEPEST_NESTING:
            raise Unreadable(f"it is nested more than {DEEPEST_NESTING} deep")
        value = self.signed()
        self.depth -= 1
        return value

    def signed(self) -> Quantity:
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
            return from_element((RATIONALS, decimal_value(token)))
        if token in _CONSTANTS:
            return _CONSTANTS[token]()
        if token in _FUNCTIONS:
            return self.call(token)
        raise Unreadable(f"{token or 'the end'!r} where a number was expected")

    def call(self, function: str) -> Quantity:
        """f(a, ...), or f 3 with a plain number that nothing follows which could belong to it."""
        wanted = 2 if function == "root" else 1
        if self.peek() != "(":
            argument = self.take()
            if wanted > 1 or not argument[:1].isdigit() or self.peek() in ("*", "/", "^", "**"):
                raise Unreadable(f"{function} needs parentheses around what it applies to")
            return _FUNCTIONS[function](from_element((RATIONALS, decimal_value(argument))))
        self.take()
        arguments = [self.sum()]
        while self.peek() == ",":
            self.take()
            arguments.append(self.sum())
        self.expect(")")
        if len(arguments) != wanted:
            raise Unreadable(f"{function} takes {wanted} argument(s), got {len(arguments)}")
        return _FUNCTIONS[function](*arguments)


def _number(value: Quantity) -> Number:
    return value if isinstance(value, Number) else Parsed(value, str(value), "operand").number()


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
        raise Unreadable(f"root(b, m) needs an integer m, not {exponent}")
    return root(_number(base), exponent.numerator)


_FUNCTIONS: dict[str, Callable[..., Quantity]] = {
    "exp": _exp,
    "ln": _ln,
    "log": _ln,
    "sqrt": _sqrt,
    "root": _root,
}
_CONSTANTS: dict[str, Callable[[], Quantity]] = {
    "e": lambda: exp(1),
    "eps": lambda: EPS,
    "inf": lambda: INFINITY,
    "infinity": lambda: INFINITY,
}

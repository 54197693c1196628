"""Exact numbers and logarithms, read by the grammar: the value of each word, as it is read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from ..errors import AssayError, InvalidValue
from ..grammar import FUNCTIONS, SUMMARY, Reader, Unreadable
from .coercion import LONGEST_TEXT, decimal_value
from .elementary import exp, root
from .epsilon import ln, log_value
from .fields import RATIONALS
from .logs import EPS, INFINITY, Log, rational_log
from .number import Number, from_element, from_rational
from .real import brief
from .rounding import ceiling, floor

Quantity: TypeAlias = "Number | Log"

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
            return rational_log(self.value.as_fraction())
        raise InvalidValue(
            f"{self.name} = {brief(self.text, 80)!r} is neither rational nor a logarithm; "
            "write a rational such as '1/2', or 'ln(3)'"
        )


def parse(text: str, name: str = "value") -> Parsed:
    """Read an expression; InvalidValue says where it stops making sense, or why it has no exact value."""
    try:
        return Parsed(_known(text) if type(text) is str else _read(text), text, name)
    except (Unreadable, ZeroDivisionError, AssayError) as error:
        raise InvalidValue(
            f"{name} = {brief(text, 80)!r} is not read as an exact number: {error}; {EXAMPLES}; {SUMMARY}"
        ) from None


def _read(text: str) -> Quantity:
    """The quantity that a text spells."""
    reader = Reader(text, _Exact())
    value = reader.expression()
    reader.end()
    return value


_known = lru_cache(maxsize=4096)(_read)
"""The same, read once: what is read cannot change."""


class _Exact:
    """The meaning of the words of the grammar where they make up one exact number or logarithm."""

    longest = LONGEST_TEXT
    digits_in_names = False

    def number(self, token: str) -> Quantity:
        """A number token such as 12, 0.1, .5 or 1e-30."""
        return from_element((RATIONALS, decimal_value(token)))

    def name(self, name: str) -> Quantity:
        """One of the constants."""
        if name in FUNCTIONS:
            raise Unreadable(f"{name} needs parentheses around what it applies to")
        if name not in _CONSTANTS:
            raise Unreadable(f"{brief(name, 80)!r} where a number was expected")
        return _CONSTANTS[name]()

    def negated(self, a: Quantity) -> Quantity:
        """-a."""
        return _scale(a, from_rational(-1))

    def joined(self, op: str, a: Quantity, b: Quantity) -> Quantity:
        """a op b."""
        if op == "-":
            return _add(a, _scale(b, from_rational(-1)))
        return _OPERATORS[op](a, b)

    def call(self, function: str, arguments: Sequence[Quantity]) -> Quantity:
        """The value of a function."""
        return _FUNCTIONS[function](*arguments)

    def total(self, index: str, ends: tuple[Quantity, Quantity], body: Quantity) -> Quantity:
        """Sums stand in claims only."""
        raise Unreadable("a sum is written in a claim, not in a number")


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


def _larger(sign: int) -> Callable[..., Quantity]:
    """max for 1, min for -1."""

    def chosen(*values: Quantity) -> Quantity:
        exact = all(isinstance(v, Number) for v in values)
        best, *others = values if exact else [log_value(v) for v in values]
        for v in others:
            best = v if (v > best if sign > 0 else v < best) else best
        return best

    return chosen


def _sinh(x: Quantity) -> Quantity:
    return (exp(x) - exp(-x)) / 2


def _cosh(x: Quantity) -> Quantity:
    return (exp(x) + exp(-x)) / 2


def _tanh(x: Quantity) -> Quantity:
    return (exp(x) - exp(-x)) / (exp(x) + exp(-x))


_OPERATORS: dict[str, Callable[[Quantity, Quantity], Quantity]] = {
    "+": _add,
    "*": _scale,
    "/": _divide,
    "^": _power,
}
_FUNCTIONS: dict[str, Callable[..., Quantity]] = {
    "exp": _exp,
    "ln": _ln,
    "log": _ln,
    "sqrt": _sqrt,
    "root": _root,
    "abs": abs,
    "min": _larger(-1),
    "max": _larger(1),
    "floor": lambda x: from_rational(floor(x)),
    "ceil": lambda x: from_rational(ceiling(x)),
    "sinh": _sinh,
    "cosh": _cosh,
    "tanh": _tanh,
}
_CONSTANTS: dict[str, Callable[[], Quantity]] = {
    "e": lambda: exp(1),
    "eps": lambda: EPS,
    "inf": lambda: INFINITY,
    "infinity": lambda: INFINITY,
}

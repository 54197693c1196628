"""Quantities, numbers or logarithms, and what the words of the grammar make of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from ..errors import InvalidType, InvalidValue
from ..grammar import Unreadable
from .logs import EPS, INFINITY, ONE, Log, logarithm, rational_log
from .number import Number, from_element, from_rational
from .powers import nth_root
from .real import brief
from .rounding import ceiling, floor

Quantity: TypeAlias = "Number | Log"


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


def logarithm_of(x: Quantity, name: str = "value") -> Log:
    """A rational as a logarithm; InvalidType for an irrational Number."""
    if isinstance(x, Log):
        return x
    if x.is_rational:
        return rational_log(x.as_fraction())
    raise InvalidType(
        f"{name} = {brief(x)} is an irrational Number, not a logarithm; write ln(...) of its exponential"
    )


def _number(value: Quantity) -> Number:
    return value if isinstance(value, Number) else Parsed(value, str(value), "operand").number()


def add(a: Quantity, b: Quantity) -> Quantity:
    """a + b; beside a logarithm a number has to be rational."""
    if isinstance(a, Number) and isinstance(b, Number):
        return a + b
    return logarithm_of(a) + logarithm_of(b)


def scale(a: Quantity, b: Quantity) -> Quantity:
    """a b, of which at most one is a logarithm."""
    if isinstance(a, Log):
        return a * _number(b)
    return b * a if isinstance(b, Log) else a * b


def _divide(a: Quantity, b: Quantity) -> Quantity:
    return a / _number(b)


def _power(base: Quantity, exponent: Quantity) -> Quantity:
    return _number(base) ** _number(exponent).as_fraction()


def _exp(x: Quantity) -> Number:
    return logarithm_of(x).exp()


def _ln(x: Quantity) -> Quantity:
    return logarithm(_number(x), "x")


def _sqrt(x: Quantity) -> Quantity:
    return _number(x).sqrt()


def _root(base: Quantity, degree: Quantity) -> Quantity:
    exponent = _number(degree).as_fraction()
    if exponent.denominator != 1:
        raise Unreadable(f"root(b, m) needs an integer m, not {exponent}")
    return from_element(nth_root(_number(base).element, exponent.numerator))


def _larger(sign: int) -> Callable[..., Quantity]:
    """max for 1, min for -1."""

    def chosen(*values: Quantity) -> Quantity:
        exact = all(isinstance(v, Number) for v in values)
        best, *others = values if exact else [logarithm_of(v) for v in values]
        for v in others:
            best = v if (v > best if sign > 0 else v < best) else best
        return best

    return chosen


def _sinh(x: Quantity) -> Number:
    return (_exp(x) - _exp(-x)) / 2


def _cosh(x: Quantity) -> Number:
    return (_exp(x) + _exp(-x)) / 2


def _tanh(x: Quantity) -> Number:
    return _sinh(x) / _cosh(x)


OPERATORS: dict[str, Callable[[Quantity, Quantity], Quantity]] = {
    "+": add,
    "*": scale,
    "/": _divide,
    "^": _power,
}
VALUES: dict[str, Callable[..., Quantity]] = {
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
CONSTANTS: dict[str, Callable[[], Quantity]] = {
    "e": lambda: _exp(ONE),
    "eps": lambda: EPS,
    "inf": lambda: INFINITY,
    "infinity": lambda: INFINITY,
}

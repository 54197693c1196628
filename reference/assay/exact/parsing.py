"""What is read as an exact number or logarithm; text by the grammar, each word as it is read."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from math import isinf

from ..errors import AssayError, InvalidType, InvalidValue
from ..grammar import FUNCTIONS, SUMMARY, Reader, Unreadable
from ..symbolic.detect import text_of
from .coercion import LONGEST_TEXT, decimal_value, exact_rational
from .fields import RATIONALS
from .logs import ZERO_LOG, EpsilonLike, Log
from .number import ExactLike, Number, from_element, from_rational
from .quantities import CONSTANTS, OPERATORS, VALUES, Parsed, Quantity, add, logarithm_of, scale
from .real import brief

EXAMPLES = "write for instance '1/10', '0.1', 'ln(3)' or '3/4 - exp(1/2)/4'"


def number(value: ExactLike, name: str = "value") -> Number:
    """Read an exact number: an int, a Fraction, a finite Decimal, a Number, a string ("3/4 - exp(1/2)/4").

    A sympy expression of rationals, exp, roots and powers is read as well.

    Raises FloatRefused for a float, InvalidType for any other type (also bool), InvalidValue for a string
    that is not a number.
    """
    if isinstance(value, Number):
        return value
    if isinstance(value, str):
        return parse(value, name).number()
    found = exact_rational(value, name)
    if found is not None:
        return from_element((RATIONALS, found))
    written = text_of(value)
    if written is not None:
        return number(written, name)
    raise InvalidType(
        f"{name} = {brief(value)} is a {type(value).__name__}, not an exact number; "
        "give an int, a Fraction, or a string such as '1/3'"
    )


def log_value(value: EpsilonLike | Number, name: str = "value") -> Log:
    """Read an exact logarithm: a Log, a rational, a string such as "ln(3)/2" or "-inf", or sympy's of these.

    Raises FloatRefused for a float, InvalidType for another type and for an irrational Number, InvalidValue
    for a string that is neither rational nor a logarithm.
    """
    if isinstance(value, Log):
        return value
    if isinstance(value, str):
        return parse(value, name).log()
    written = None if isinstance(value, int | Fraction | Number) else text_of(value)
    if written is not None:
        return log_value(written, name)
    if (isinstance(value, Decimal) and value.is_infinite()) or (isinstance(value, float) and isinf(value)):
        text = "inf" if value > 0 else "-inf"
        kind = type(value).__name__
        raise InvalidType(
            f"{name} = {value} is a {kind}; write '{text}' (a string) or {'-' * (value < 0)}INFINITY"
        )
    return logarithm_of(number(value, name), name)


def eps(value: EpsilonLike, name: str = "epsilon") -> Log:
    """Read an epsilon: a Log >= 0, from a Log, a rational or a string ("1/2", "ln 3", "ln(3)/2", "inf").

    Raises InvalidValue for a negative one, FloatRefused for a float.
    """
    result = log_value(value, name)
    if result < ZERO_LOG:
        raise InvalidValue(f"{name} = {brief(result)} is negative; an epsilon is at least 0")
    return result


def finite_epsilon(epsilon: EpsilonLike) -> Log:
    """Read a finite epsilon >= 0 to substitute."""
    value = eps(epsilon)
    if value.is_infinite:
        raise InvalidValue("epsilon = inf is not substituted: a function of eps has at most a limit there")
    return value


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
        if name not in CONSTANTS:
            raise Unreadable(f"{brief(name, 80)!r} where a number was expected")
        return CONSTANTS[name]()

    def negated(self, a: Quantity) -> Quantity:
        """-a."""
        return scale(a, from_rational(-1))

    def joined(self, op: str, a: Quantity, b: Quantity) -> Quantity:
        """a op b."""
        if op == "-":
            return add(a, scale(b, from_rational(-1)))
        return OPERATORS[op](a, b)

    def call(self, function: str, arguments: Sequence[Quantity]) -> Quantity:
        """The value of a function."""
        return VALUES[function](*arguments)

    def total(self, index: str, ends: tuple[Quantity, Quantity], body: Quantity) -> Quantity:
        """Sums stand in claims only."""
        raise Unreadable("a sum is written in a claim, not in a number")

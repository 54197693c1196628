"""Closed forms that no exact type holds, such as sqrt(20 ln(10)) + 1: read into certified enclosures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from ...errors import AssayError, InvalidValue
from ...exact import Certified, Log, Number, certified, log_value, maximum, minimum, number
from ...grammar import Reader, Unreadable

FIRST_BITS = 256
LARGEST_POWER = 10**6


def read_exact(text: str) -> Number | Log | Certified:
    """The real number that a text spells, exact where its type can hold it.  Raises InvalidValue."""
    try:
        return log_value(text) if "ln" in text else number(text)
    except AssayError:
        return closed_form(text)


def closed_form(text: str) -> Certified:
    """The certified value of an expression of + - * / ^ exp ln sqrt min max.  Raises InvalidValue."""
    try:
        reader = Reader(text, _Enclosures())
        value = reader.expression()
        reader.end()
        if not value.enclosure(FIRST_BITS).is_finite():
            raise Unreadable("it has no finite value")
    except (Unreadable, AssayError, ArithmeticError) as error:
        raise InvalidValue(f"{text[:80]!r} is not read as a real number: {error}") from None
    return value


class _Enclosures:
    """The meaning of the words of the grammar in certified enclosures."""

    longest = 4000
    digits_in_names = False

    def number(self, token: str) -> Certified:
        """A number token such as 12, 0.1 or 1e-30."""
        return certified(number(token))

    def name(self, name: str) -> Certified:
        """e, the only constant."""
        if name != "e":
            raise Unreadable(f"{name[:30]!r} where a number was expected")
        return certified(1).exp()

    def negated(self, a: Certified) -> Certified:
        """-a."""
        return -a

    def joined(self, op: str, a: Certified, b: Certified) -> Certified:
        """a op b."""
        return _OPERATORS[op](a, b)

    def call(self, function: str, arguments: Sequence[Certified]) -> Certified:
        """The value of a function."""
        if function not in _FUNCTIONS:
            raise Unreadable(f"{function} has no place in a closed form")
        return _FUNCTIONS[function](arguments)

    def total(self, index: str, ends: tuple[Certified, Certified], body: Certified) -> Certified:
        """Sums stand in claims only."""
        raise Unreadable("a sum is written in a claim, not in a number")


def _power(base: Certified, exponent: Certified) -> Certified:
    ball = exponent.enclosure(FIRST_BITS)
    if ball.is_exact() and ball.is_integer() and abs(ball) <= LARGEST_POWER:
        return base ** int(Fraction(str(exponent.lower(30))))
    return (exponent * base.log()).exp()


_OPERATORS: Mapping[str, Callable[[Certified, Certified], Certified]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "^": _power,
}
_FUNCTIONS: Mapping[str, Callable[[Sequence[Certified]], Certified]] = {
    "exp": lambda given: given[0].exp(),
    "ln": lambda given: given[0].log(),
    "log": lambda given: given[0].log(),
    "sqrt": lambda given: given[0].sqrt(),
    "abs": lambda given: abs(given[0]),
    "min": minimum,
    "max": maximum,
}

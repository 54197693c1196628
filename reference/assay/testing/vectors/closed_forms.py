"""Closed forms in the grammar of numbers, evaluated by enclosures where no exact field holds the value."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from ...errors import InvalidValue
from ...exact import Certified, Log, Number, certified, log_value, number
from ...grammar import Reader, Unreadable
from ...outputs.json_values import Json, Real, real

LONGEST = 100_000
LONGEST_EXACT = 5_000
"""An exact number of more characters is spelled by its formula, if one is at hand."""
FIRST_BITS = 256


def closed_form(value: Real, text: str = "") -> Json:
    """The value as JSON, with this text, if there is one, where no exact number spells it shortly."""
    found = real(value)
    if not isinstance(found, dict):
        return found
    exact = found["exact"]
    if isinstance(exact, str) and len(exact) <= LONGEST_EXACT:
        return found
    if found["lower"] == found["upper"]:
        return found["lower"]
    return {**found, "exact": text or None}


@lru_cache(maxsize=4096)
def as_real(text: str) -> Number | Log | Certified:
    """The exact number, the logarithm, or else the certified number that a text spells."""
    try:
        return log_value(text) if "ln" in text else number(text)
    except InvalidValue:
        return _certified(text)


def _certified(text: str) -> Certified:
    reader = Reader(text, _Enclosed())
    try:
        value = reader.expression()
        reader.end()
    except Unreadable as error:
        raise InvalidValue(f"{text!r} is not read as a number: {error}") from None
    if not value.enclosure(FIRST_BITS).is_finite():
        raise InvalidValue(f"{text!r} has no finite value, or none that {FIRST_BITS} bits show")
    return value


class _Enclosed:
    """The meaning of the words of the grammar as certified numbers."""

    longest = LONGEST
    digits_in_names = False

    def number(self, token: str) -> Certified:
        """A number token."""
        return certified(number(token))

    def name(self, name: str) -> Certified:
        """The base of natural logarithms."""
        if name != "e":
            raise Unreadable(f"{name!r} where a number was expected")
        return certified(number("exp(1)"))

    def negated(self, a: Certified) -> Certified:
        """-a."""
        return -a

    def joined(self, op: str, a: Certified, b: Certified) -> Certified:
        """a op b."""
        return _OPERATORS[op](a, b)

    def call(self, function: str, arguments: Sequence[Certified]) -> Certified:
        """exp, ln or sqrt."""
        if function not in _FUNCTIONS:
            raise Unreadable(f"{function} stands in no closed form")
        return _FUNCTIONS[function](*arguments)

    def total(self, index: str, ends: tuple[Certified, Certified], body: Certified) -> Certified:
        """Sums stand in claims only."""
        raise Unreadable("a sum is written in a claim, not in a number")


_OPERATORS: Mapping[str, Callable[[Certified, Certified], Certified]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "^": lambda a, b: (a.log() * b).exp(),
}
_FUNCTIONS: Mapping[str, Callable[[Certified], Certified]] = {
    "exp": Certified.exp,
    "ln": Certified.log,
    "sqrt": Certified.sqrt,
}

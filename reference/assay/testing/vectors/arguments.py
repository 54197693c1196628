"""Reading the arguments of a test vector into exact values."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from fractions import Fraction
from math import inf

from ...dp import Dist
from ...errors import InvalidType, InvalidValue
from ...exact import Log, Number, eps, number
from ...outputs.json_values import Json

WHOLE = re.compile(r"-?[0-9]{1,18}")
FLOAT = re.compile(r"-?0x[0-9a-f](\.[0-9a-f]{1,13})?p[+-][0-9]{1,4}")


class Arguments:
    """The arguments of one call, read by name.  Raises an AssayError for what is missing or malformed."""

    def __init__(self, given: Mapping[str, Json]) -> None:
        self.given = given

    def __contains__(self, name: str) -> bool:
        return name in self.given

    def value(self, name: str) -> Json:
        """The argument as it is."""
        if name not in self.given:
            raise InvalidValue(f"argument {name} is missing; given are {', '.join(self.given) or 'none'}")
        return self.given[name]

    def text(self, name: str) -> str:
        """A string."""
        value = self.value(name)
        if not isinstance(value, str):
            raise InvalidType(f"argument {name} = {json.dumps(value)} is not a string")
        return value

    def spelled(self, name: str) -> str:
        """A number as it is spelled, a binary64 float as the fraction that it is."""
        return exact_text(self.text(name))

    def choice(self, name: str, *options: str) -> str:
        """One of these strings."""
        value = self.text(name)
        if value not in options:
            raise InvalidValue(f"{name} = {value!r} is unknown; give {' or '.join(options)}")
        return value

    def integer(self, name: str, least: float = -inf, most: float = inf) -> int:
        """A whole number in least..most, spelt as a string."""
        value = whole(self.text(name), name)
        if not least <= value <= most:
            raise InvalidValue(f"{name} = {value} is no whole number from {least} to {most}")
        return value

    def number(self, name: str) -> Number:
        """An exact number."""
        return number(self.spelled(name), name)

    def rational(self, name: str, above: float = -inf) -> Fraction:
        """A rational number above this."""
        value = self.number(name).rational_value()
        if value is None or value <= above:
            raise InvalidValue(f"{name} = {self.text(name)} is no rational number > {above}")
        return value

    def positive(self, name: str) -> Fraction:
        """A rational number > 0."""
        return self.rational(name, above=0)

    def open_delta(self, name: str = "delta") -> Number:
        """A probability that is neither 0 nor 1."""
        value = self.number(name)
        if not 0 < value < 1:
            raise InvalidValue(f"{name} = {value} is not between 0 and 1")
        return value

    def epsilon(self, name: str = "epsilon") -> Log:
        """An exact logarithm >= 0, or infinity."""
        return eps(self.spelled(name), name)

    def finite(self, name: str = "epsilon") -> Log:
        """An epsilon that is finite."""
        value = self.epsilon(name)
        if value.is_infinite:
            raise InvalidValue(f"{name} = inf; it has to be finite")
        return value

    def items(self, name: str) -> list[Json]:
        """A list."""
        value = self.value(name)
        if not isinstance(value, list):
            raise InvalidType(f"argument {name} = {json.dumps(value)} is not a list")
        return value

    def objects(self, name: str) -> list[Arguments]:
        """A list of one or more objects."""
        found = [Arguments(Arguments({name: each}).mapping(name)) for each in self.items(name)]
        if not found:
            raise InvalidValue(f"{name} is empty; give at least one")
        return found

    def mapping(self, name: str) -> Mapping[str, Json]:
        """An object."""
        value = self.value(name)
        if not isinstance(value, dict):
            raise InvalidType(f"argument {name} = {json.dumps(value)} is not an object")
        return value

    def distribution(self, name: str) -> Dist[int]:
        """The distribution on 0, 1, ... with the listed probabilities."""
        texts = [
            Arguments({f"{name}[{i}]": p}).number(f"{name}[{i}]") for i, p in enumerate(self.items(name))
        ]
        return Dist(dict(enumerate(texts)))

    def pair(self) -> tuple[Dist[int], Dist[int]]:
        """The distributions p and q, listed over the same outcomes."""
        if len(self.items("p")) != len(self.items("q")):
            raise InvalidValue(
                f"p lists {len(self.items('p'))} outcomes and q {len(self.items('q'))}; they have "
                f"to be the same"
            )
        return self.distribution("p"), self.distribution("q")


def exact_text(text: str) -> str:
    """The same, a binary64 float in hexadecimal as the fraction that it is."""
    return str(Fraction(float.fromhex(text))) if FLOAT.fullmatch(text) else text


def whole(text: str, name: str) -> int:
    """The whole number that a text spells."""
    if not WHOLE.fullmatch(text):
        raise InvalidValue(f"{name} = {text!r} is not a whole number of at most 18 digits")
    return int(text)

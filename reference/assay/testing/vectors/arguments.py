"""Reading the arguments of a test vector into exact values."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from fractions import Fraction

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

    def integer(self, name: str) -> int:
        """A whole number, spelt as a string."""
        return whole(self.text(name), name)

    def number(self, name: str) -> Number:
        """An exact number."""
        return number(self.spelled(name), name)

    def epsilon(self, name: str = "epsilon") -> Log:
        """An exact logarithm >= 0, or infinity."""
        return eps(self.spelled(name), name)

    def items(self, name: str) -> list[Json]:
        """A list."""
        value = self.value(name)
        if not isinstance(value, list):
            raise InvalidType(f"argument {name} = {json.dumps(value)} is not a list")
        return value

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

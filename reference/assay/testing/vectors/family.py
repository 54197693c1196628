"""Families of test vectors: what is asked, a named function of the arguments, and in which cases."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from ...outputs.json_values import Json
from .arguments import Arguments

Result: TypeAlias = Literal["valid", "boundary", "invalid"]

ID_DIGITS = 12
FLOAT = "0x1.999999999999ap-4"
"""The binary64 float next to 1/10, which is not 1/10."""


@dataclass(frozen=True)
class Case:
    """One call of a function.

    `name` says what the case is about and is never changed, because the id is derived from it.  A boundary
    case is valid, at an edge of what is valid; an invalid one has to be refused.
    """

    name: str
    function: str
    arguments: Mapping[str, Json]
    result: Result = "valid"


def case(function: str, result: Result = "valid", **arguments: Json) -> Case:
    """A case whose name is the call."""
    text = ", ".join(f"{key} {value}" for key, value in arguments.items())
    return Case(f"{function}: {text}", function, arguments, result)


def edge_if(at_edge: bool) -> Result:
    """What a valid case is."""
    return "boundary" if at_edge else "valid"


@dataclass(frozen=True)
class Family:
    """The cases of one file."""

    name: str
    title: str
    references: tuple[str, ...]
    cases: Callable[[], Iterable[Case]]


def identifier(family: str, name: str) -> str:
    """The id of a case: its family, and the start of the SHA-256 of "family/name".

    It depends on neither the content of the case nor its place, and does not tell what is expected.
    """
    digest = hashlib.sha256(f"{family}/{name}".encode()).hexdigest()
    return f"{family}-{digest[:ID_DIGITS]}"


Kind: TypeAlias = Literal[
    "probability",
    "delta",
    "epsilon",
    "divergence",
    "type-two-error",
    "smallest",
    "float",
    "distribution",
    "profile",
    "trade-off",
    "guarantee",
    "whole",
    "number",
    "decisions",
    "lower-delta",
]

SAFE: Mapping[str, Literal["up", "down", "equal"]] = {
    "probability": "equal",
    "whole": "equal",
    "number": "equal",
    "point": "equal",
    "delta": "up",
    "epsilon": "up",
    "divergence": "up",
    "type-two-error": "down",
    "lower-delta": "down",
    "smallest": "up",
}
"""On which side of the truth an inexact answer is still a true bound."""

TRIVIAL: Mapping[str, str] = {
    "delta": "1",
    "epsilon": "inf",
    "divergence": "inf",
    "type-two-error": "0",
    "lower-delta": "0",
}
"""The bound that holds always: where it is not the truth, it says nothing."""


@dataclass(frozen=True)
class Function:
    """A function that is asked for: what it is, and how the reference computes it, as JSON."""

    definition: str
    kind: Kind
    compute: Callable[[Arguments], Json]


Parameters = Mapping[str, Json]


@dataclass(frozen=True)
class Definition:
    """What a mechanism is, as a formula of all its parameters.

    `unsaid` gives the values of those that a case does not name, perhaps from those that it does.
    """

    text: str
    unsaid: Parameters | Callable[[Parameters], Parameters] = field(default_factory=dict)

    def complete(self, given: Parameters) -> dict[str, Json]:
        """Every parameter of the definition."""
        unsaid = self.unsaid(given) if callable(self.unsaid) else self.unsaid
        return {**given, **{name: value for name, value in unsaid.items() if name not in given}}

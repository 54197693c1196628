"""Families of test vectors: the cases from which a file is generated."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from ...outputs.json_values import Json

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

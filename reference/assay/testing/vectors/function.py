"""What a test vector asks for: a named function of the arguments, and the kind of its answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from ...outputs.json_values import Json
from .arguments import Arguments

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

"""A definition: the text, and the values of the parameters that a case leaves unsaid."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ....outputs.json_values import Json

Parameters = Mapping[str, Json]


def nothing(_: Parameters) -> Parameters:
    """Every parameter is given by the case."""
    return {}


@dataclass(frozen=True)
class Definition:
    """What a mechanism is, as a formula of all its parameters.

    `unsaid` gives the values of those that a case does not name, from those that it does.
    """

    text: str
    unsaid: Callable[[Parameters], Parameters] = nothing

    def complete(self, given: Parameters) -> dict[str, Json]:
        """Every parameter of the definition."""
        return {**given, **{name: value for name, value in self.unsaid(given).items() if name not in given}}

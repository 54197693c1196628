"""A definition: the text, and the values of the parameters that a case leaves unsaid."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from ....outputs.json_values import Json

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

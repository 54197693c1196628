"""The cells of a sweep: every combination of the values of some named parameters, in a fixed order."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from ...errors import InvalidType, InvalidValue


@dataclass(frozen=True)
class Cell:
    """One combination of parameters, as (name, text) pairs in the order of the grid."""

    parameters: tuple[tuple[str, str], ...]

    def text(self) -> str:
        """Canonical JSON: the same parameters have the same text, in whatever order they were named."""
        return json.dumps(dict(self.parameters), sort_keys=True, ensure_ascii=True)

    def key(self, task: str) -> str:
        """What identifies the result of a task at this cell."""
        return hashlib.sha256(f"{task}\n{self.text()}".encode()).hexdigest()


def grid(axes: Mapping[str, Sequence[str]]) -> list[Cell]:
    """All combinations, the last axis running fastest.

    Raises InvalidType for what is no mapping from names to texts, InvalidValue for no axis, one without
    values, or with one twice.
    """
    given: object = axes
    if not isinstance(given, Mapping) or not all(isinstance(name, str) for name in given):
        raise InvalidType(
            f"axes = {given!r} is a {type(given).__name__}, not a mapping from names to lists of texts; "
            "give one such as {'sigma': ['1/2', '1']}"
        )
    if not axes:
        raise InvalidValue("axes = {} has no name; give at least one, such as {'sigma': ['1/2', '1']}")
    for name, values in axes.items():
        _check_texts(name, values)
        if not values:
            raise InvalidValue(f"{name} = {values!r} has no values; give at least one")
        twice = next((v for v in values if list(values).count(v) > 1), None)
        if twice is not None:
            raise InvalidValue(f"{name} has the value {twice!r} twice; give it once")
    return [Cell(tuple(zip(axes, choice, strict=True))) for choice in product(*axes.values())]


def _check_texts(name: str, values: object) -> None:
    listed = values if isinstance(values, list | tuple) else [values, None]
    wrong = next((value for value in listed if not isinstance(value, str)), None)
    if not isinstance(values, list | tuple) or wrong is not None:
        shown = wrong if isinstance(values, list | tuple) else values
        raise InvalidType(
            f"{name} = {shown!r} is a {type(shown).__name__}; give a list of texts, such as ['1/2', '1']"
        )

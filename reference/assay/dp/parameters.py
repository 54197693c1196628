"""The parameters of measures: what each is called, and how it is read into an exact value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..errors import InvalidValue
from ..exact import eps
from .weights import probability

REQUIRED = object()
"""The default of a parameter that has none."""


@dataclass(frozen=True)
class Parameter:
    """A parameter of a measure.

    read: read(value, name), the exact value; raises InvalidValue, InvalidType or FloatRefused.
    values: what it ranges over, "epsilon", "probability", "order" or "odds"; None for what is no number.
    default: the value where it is left out.
    """

    name: str
    read: Callable[[Any, str], Any]
    values: str | None = None
    default: object = REQUIRED


AT_EPSILON = Parameter("epsilon", eps, "epsilon")
AT_DELTA = Parameter("delta", probability, "probability", default=0)


def read_all(
    parameters: tuple[Parameter, ...], given: tuple[Any, ...], named: dict[str, Any]
) -> tuple[Any, ...]:
    """The arguments, by place or by name, as exact values in the order of the parameters.

    Raises InvalidValue for one too many, an unknown or a missing one, and what reading them raises.
    """
    names = [each.name for each in parameters]
    values = {each.name: each.default for each in parameters} | dict(zip(names, given, strict=False)) | named
    if len(given) > len(names) or values.keys() != set(names) or named.keys() & set(names[: len(given)]):
        raise InvalidValue(f"the measure has the arguments {names}; given are {len(given)} and {[*named]}")
    missing = [name for name, value in values.items() if value is REQUIRED]
    if missing:
        raise InvalidValue(f"the argument {missing[0]} of the measure is missing; give an exact value")
    return tuple(each.read(values[each.name], each.name) for each in parameters)

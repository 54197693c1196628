"""The exact output distribution of a mechanism of the catalogue on one input."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Hashable, Mapping
from typing import cast

from .... import mechanisms, queries
from ....dp import Mechanism
from ....errors import InvalidType, InvalidValue
from ....outputs.json_values import Json, outcome, real
from ..arguments import Arguments, whole
from ..definitions import CONVENTIONS
from ..function import Function


def output_distribution(given: Arguments) -> Json:
    """The list of [outcome, probability], outcomes of probability 0 left out."""
    mechanism = build(given.text("mechanism"), given.mapping("parameters"))
    wanted = given.value("input")
    for x in mechanism.domain:
        if outcome(x) == wanted:
            return [[outcome(o), real(p)] for o, p in mechanism.distribution(x).items()]
    raise InvalidValue(f"input {wanted!r} is not in the domain of {mechanism.name}")


def build(name: str, parameters: Mapping[str, Json]) -> Mechanism[Hashable, Hashable]:
    """The mechanism of the catalogue with these parameters, spelt as JSON."""
    constructor = constructors().get(name)
    if constructor is None:
        raise InvalidValue(f"mechanism {name!r} is not in the catalogue; it has {', '.join(constructors())}")
    types = {p.name: str(p.annotation) for p in inspect.signature(constructor).parameters.values()}
    unknown = [key for key in parameters if key not in types]
    if unknown:
        raise InvalidValue(f"{name} has no parameter {unknown[0]!r}; it has {', '.join(types)}")
    return constructor(**{key: decoded(value, types[key], key) for key, value in parameters.items()})


def constructors() -> Mapping[str, Callable[..., Mechanism[Hashable, Hashable]]]:
    """Every constructor of the catalogue that makes a mechanism, by name."""
    makes = ("Mechanism[", "Comparisons", "Values")
    homes = {name: home for home in (mechanisms, queries) for name in home.__all__}
    return {
        name: cast("Callable[..., Mechanism[Hashable, Hashable]]", each)
        for name, home in sorted(homes.items())
        for each in [getattr(home, name)]
        if inspect.isfunction(each) and str(each.__annotations__.get("return")).startswith(makes)
    }


def decoded(value: Json, annotation: str, name: str) -> object:
    """A parameter as the constructor takes it: a string is a whole number where the parameter is an int."""
    if isinstance(value, list):
        return tuple(decoded(part, "int", name) for part in value)
    if isinstance(value, dict):
        return {whole(key, name): decoded(part, "int", name) for key, part in value.items()}
    if annotation.partition(" | ")[0] != "int":
        return value
    if not isinstance(value, str):
        raise InvalidType(f"parameter {name} = {value!r} is not a string")
    return whole(value, name)


FUNCTIONS = {
    "output_distribution": Function(
        CONVENTIONS,
        "distribution",
        output_distribution,
    )
}

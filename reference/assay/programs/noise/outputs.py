"""What a path returned: a structure with slots in the places of its noisy values, and what stands in them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ...dp.outputs import attributes, is_frozen_dataclass, is_named_tuple
from ...errors import InvalidType, NondeterministicProgram
from .orders import Order
from .values import Difference, Noisy, drawn_as


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in an outcome where a noisy value stands; slots are numbered from the left."""

    number: int
    discrete: bool

    def __repr__(self) -> str:
        return f"v{self.number + 1}"


@dataclass(frozen=True, slots=True)
class Coordinate:
    """The noisy value in a slot: the draw `index` plus `offset`; for index ORIGIN the integer `offset`."""

    index: int
    offset: int


@dataclass(frozen=True, slots=True)
class Output:
    """A returned value with slots in it; `coordinates` says which noisy value stands in which slot."""

    value: object
    coordinates: tuple[Coordinate, ...]


def split(output: object, order: Order, subject: str) -> Output:
    """The output of one path with slots, numbered from the left, in the places of its noisy values.

    Noisy values are found in tuples, lists, values of dictionaries, named tuples and frozen dataclasses.
    Raises InvalidType for the difference of two draws (bin it by comparisons), NondeterministicProgram for a
    noisy value that another run has drawn.
    """
    found: list[Coordinate] = []

    def leaf(part: object) -> object:
        kind = type(part)
        if kind is Difference:
            raise InvalidType(
                f"{subject} returns the difference of two draws; bin it by comparisons with integers, and "
                "return the bin"
            )
        if kind is not Noisy:
            return part
        drawn = drawn_as(part)
        if drawn.run.order is not order:
            raise NondeterministicProgram(f"{subject} returns a noisy value that was drawn in another run")
        found.append(Coordinate(drawn.draw, drawn.offset))
        return Slot(len(found) - 1, order.laws[drawn.draw].discrete)

    try:
        value = mapped(output, leaf)
    except RecursionError:
        raise InvalidType(f"output of {subject} is nested too deeply, or holds itself") from None
    return Output(value, tuple(found))


def mapped(
    value: Any, leaf: Callable[[object], object], made: dict[int, tuple[Any, object]] | None = None
) -> object:
    """The same structure with leaf(part) in place of every part that is not itself a structure.

    made: the lists and dictionaries met before, and what became of them; one in two places stays one.
    """
    kind, met = type(value), {} if made is None else made
    if kind is list or kind is dict:
        if id(value) not in met:
            met[id(value)] = value, _rebuilt(value, leaf, met)
        return met[id(value)][1]
    if kind is tuple:
        return tuple([mapped(part, leaf, met) for part in value])
    if is_named_tuple(kind):
        return tuple.__new__(kind, [mapped(part, leaf, met) for part in tuple.__iter__(value)])
    if kind is not Slot and is_frozen_dataclass(kind):
        return _with_attributes(value, {n: mapped(part, leaf, met) for n, part in attributes(value).items()})
    return leaf(value)


def _rebuilt(value: Any, leaf: Callable[[object], object], met: dict[int, tuple[Any, object]]) -> object:
    """A list or a dictionary with leaf(part) in the places of its parts."""
    if type(value) is list:
        return [mapped(part, leaf, met) for part in value]
    return {each: mapped(part, leaf, met) for each, part in value.items()}


def _with_attributes(value: Any, parts: dict[str, object]) -> object:
    """A frozen dataclass with other attributes; the object itself where none is another."""
    before = attributes(value)
    if all(part is before[name] for name, part in parts.items()):
        return value
    made = object.__new__(type(value))
    for name, part in parts.items():
        object.__setattr__(made, name, part)
    return made

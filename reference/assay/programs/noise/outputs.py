"""What a path returned: a structure with slots in the places of its noisy values, and what stands in them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ...errors import InvalidType, NondeterministicProgram
from ...outputs.identity import is_frozen_dataclass, is_named_tuple
from ...outputs.keys import unless_same, with_attributes
from .orders import Order
from .places import Again, Coordinate, Mixed, Slot, arranged
from .values import Noisy, Rounded, drawn_as


@dataclass(frozen=True, slots=True)
class Output:
    """A returned value with slots in it; `coordinates` says which noisy value stands in which slot."""

    value: object
    coordinates: tuple[Coordinate, ...]


def split(output: object, order: Order, subject: str) -> Output:
    """The output of one path with slots, numbered from the left, in the places of its noisy values.

    Noisy values are found in tuples, lists, values of dictionaries, named tuples and frozen dataclasses.
    Raises InvalidType for sums with several factors, for sums that share draws and are no functions of
    independent values, and for noisy fractions, NondeterministicProgram for a noisy value that another run
    has drawn.
    """
    noisy: list[Noisy | Rounded] = []

    def seen(part: object) -> object:
        if type(part) is Noisy or type(part) is Rounded:
            if drawn_as(part).run.order is not order:
                raise NondeterministicProgram(
                    f"{subject} returns a noisy value that was drawn in another run"
                )
            noisy.append(part)
        return part

    try:
        mapped(output, seen)
    except RecursionError:
        raise InvalidType(f"output of {subject} is nested too deeply, or holds itself") from None
    places, coordinates = arranged(noisy, subject)
    waiting = iter(places)

    def leaf(part: object) -> object:
        return next(waiting) if type(part) is Noisy or type(part) is Rounded else part

    return Output(mapped(output, leaf), tuple(coordinates))


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
    if kind not in (Slot, Again, Mixed) and is_frozen_dataclass(kind):
        return unless_same(with_attributes(value, lambda part: mapped(part, leaf, met)), value)
    return leaf(value)


def _rebuilt(value: Any, leaf: Callable[[object], object], met: dict[int, tuple[Any, object]]) -> object:
    """A list or a dictionary with leaf(part) in the places of its parts."""
    if type(value) is list:
        return [mapped(part, leaf, met) for part in value]
    return {each: mapped(part, leaf, met) for each, part in value.items()}

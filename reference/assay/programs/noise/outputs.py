"""What a path returned: a structure with slots in the places of its noisy values, and what stands in them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...dp.outputs import attributes, is_frozen_dataclass, is_named_tuple
from ...errors import InvalidType, NondeterministicProgram
from .linear import Terms
from .orders import Order, Rational
from .values import Noisy, Rounded, drawn_as


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in an outcome where a noisy value stands; slots are numbered from the left.

    What stands there is step * v + residue, for the noisy value v.
    """

    number: int
    discrete: bool
    step: Rational = 1
    residue: int = 0

    def __repr__(self) -> str:
        name = f"v{self.number + 1}"
        scaled = name if self.step == 1 else f"{self.step}*{name}"
        return f"{scaled} + {self.residue}" if self.residue else scaled


@dataclass(frozen=True, slots=True)
class Again:
    """A place that holds factor * v + offset, for what stands in a slot, v; rounded down if `floored`."""

    slot: int
    factor: Fraction
    offset: Fraction
    floored: bool = False

    def __repr__(self) -> str:
        name = f"v{self.slot + 1}" if self.factor == 1 else f"{self.factor}*v{self.slot + 1}"
        moved = f"{name} + {self.offset}" if self.offset else name
        return f"floor({moved})" if self.floored else moved


@dataclass(frozen=True, slots=True)
class Coordinate:
    """The noisy value v in a slot: the sum of its draws and the offset, rounded down if `floored`.

    Without draws it is the integer `offset`.  The constraints of a path have the negative of the draws in
    `Order.flipped`; so have the terms here.
    """

    terms: Terms
    offset: Rational
    floored: bool = False
    residue: int = 0

    @classmethod
    def integer(cls, n: int, step: int) -> Coordinate:
        """A plain integer where other paths return multiples of a step."""
        return cls((), n // step, residue=n % step)


@dataclass(frozen=True, slots=True)
class Output:
    """A returned value with slots in it; `coordinates` says which noisy value stands in which slot."""

    value: object
    coordinates: tuple[Coordinate, ...]


def split(output: object, order: Order, subject: str) -> Output:
    """The output of one path with slots, numbered from the left, in the places of its noisy values.

    Noisy values are found in tuples, lists, values of dictionaries, named tuples and frozen dataclasses.
    Raises InvalidType for sums with several factors and for noisy fractions, NondeterministicProgram for a
    noisy value that another run has drawn.
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
    places, coordinates = _places(noisy, subject)
    waiting = iter(places)

    def leaf(part: object) -> object:
        return next(waiting) if type(part) is Noisy or type(part) is Rounded else part

    return Output(mapped(output, leaf), tuple(coordinates))


def _places(noisy: list[Noisy | Rounded], subject: str) -> tuple[list[Slot | Again], list[Coordinate]]:
    """What stands in the places of the noisy values: slots, and functions of what stands in another slot."""
    first: dict[int, int] = {}
    for n, part in enumerate(noisy):
        if type(part) is Noisy and len(drawn_as(part).terms) == 1:
            first.setdefault(drawn_as(part).terms[0][0], n)
    slots: dict[int, Slot] = {}
    coordinates: list[Coordinate] = []
    for n, part in enumerate(noisy):
        coordinate, step, discrete = _coordinate(part, subject)
        if _first(part, first) in (None, n):
            slots[n] = Slot(len(coordinates), discrete, step)
            coordinates.append(coordinate)
    places: list[Slot | Again] = []
    for n, part in enumerate(noisy):
        source = _first(part, first)
        places.append(slots[n] if source in (None, n) else _again(part, noisy[source], slots[source].number))
    return places, coordinates


def _first(part: Noisy | Rounded, first: dict[int, int]) -> int | None:
    """Where the draw of a value stands for the first time, if it is the value of one draw."""
    terms = drawn_as(part).terms
    return first.get(terms[0][0]) if len(terms) == 1 else None


def _again(part: Noisy | Rounded, source: Noisy | Rounded, slot: int) -> Again:
    """The value as a function of another one of the same draw."""
    d, given = drawn_as(part), drawn_as(source)
    factor = Fraction(d.terms[0][1]) / given.terms[0][1]
    return Again(slot, factor, d.offset - given.offset * factor, floored=type(part) is Rounded)


def _coordinate(part: Noisy | Rounded, subject: str) -> tuple[Coordinate, Rational, bool]:
    """(v, step, whether v is an integer): the output is step * v + residue."""
    d = drawn_as(part)
    terms = tuple((i, -c if i in d.run.order.flipped else c) for i, c in d.terms)
    if type(part) is Rounded:
        return Coordinate(terms, d.offset, floored=True), 1, True
    if d.discrete and not d.whole:
        raise InvalidType(f"{subject} returns a noisy fraction; return the integer, and divide afterwards")
    steps = {abs(Fraction(c)) for _, c in terms}
    if len(steps) > 1:
        raise InvalidType(
            f"{subject} returns a sum of draws with different factors; return the draws, and add afterwards"
        )
    step = steps.pop()
    signs = tuple((i, 1 if c > 0 else -1) for i, c in terms)
    if not d.discrete:
        return Coordinate(signs, d.offset / step), step, False
    whole = int(step)
    return Coordinate(signs, d.offset // whole, residue=int(d.offset % whole)), whole, True


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
    if kind is not Slot and kind is not Again and is_frozen_dataclass(kind):
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

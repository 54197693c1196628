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
    found: list[Coordinate] = []

    def leaf(part: object) -> object:
        if type(part) is not Noisy and type(part) is not Rounded:
            return part
        if drawn_as(part).run.order is not order:
            raise NondeterministicProgram(f"{subject} returns a noisy value that was drawn in another run")
        coordinate, step, discrete = _coordinate(part, subject)
        found.append(coordinate)
        return Slot(len(found) - 1, discrete, step)

    try:
        value = mapped(output, leaf)
    except RecursionError:
        raise InvalidType(f"output of {subject} is nested too deeply, or holds itself") from None
    return Output(value, tuple(found))


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


def mapped(value: Any, leaf: Callable[[object], object]) -> object:
    """The same structure with leaf(part) in place of every part that is not itself a structure."""
    kind = type(value)
    if kind is tuple or kind is list:
        return kind([mapped(part, leaf) for part in value])
    if kind is dict:
        return {each: mapped(part, leaf) for each, part in value.items()}
    if is_named_tuple(kind):
        return tuple.__new__(kind, [mapped(part, leaf) for part in tuple.__iter__(value)])
    if kind is not Slot and is_frozen_dataclass(kind):
        return _with_attributes(value, {n: mapped(part, leaf) for n, part in attributes(value).items()})
    return leaf(value)


def _with_attributes(value: Any, parts: dict[str, object]) -> object:
    """A frozen dataclass with other attributes; the object itself where none is another."""
    before = attributes(value)
    if all(part is before[name] for name, part in parts.items()):
        return value
    made = object.__new__(type(value))
    for name, part in parts.items():
        object.__setattr__(made, name, part)
    return made

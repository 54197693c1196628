"""What a path returned: an outcome with a hashable shape, and places in it that hold noisy values."""

from __future__ import annotations

from dataclasses import dataclass

from ...dp.outputs import check_outcome
from ...errors import InvalidType
from .language import Difference, Noisy


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in an outcome where a noisy value stands; slots are numbered from the left."""

    number: int
    discrete: bool

    def __repr__(self) -> str:
        return f"v{self.number + 1}"


@dataclass(frozen=True, slots=True)
class Coordinate:
    """The noisy value in a slot: the draw `index` plus `offset`."""

    index: int
    offset: int


def split(output: object, subject: str) -> tuple[object, tuple[Coordinate, ...]]:
    """The outcome with slots in the places of its noisy values, and what stood there.  Lists become tuples.

    Raises InvalidType for the difference of two draws (bin it by comparisons), or an unhashable outcome.
    """
    found: list[Coordinate] = []
    shape = _walk(output, found, subject)
    check_outcome(shape, f"output of {subject} =")
    return shape, tuple(found)


def _walk(part: object, found: list[Coordinate], subject: str) -> object:
    if isinstance(part, Noisy):
        found.append(Coordinate(part.index, part.offset))
        return Slot(len(found) - 1, part.run.order.laws[part.index].discrete)
    if isinstance(part, Difference):
        raise InvalidType(
            f"{subject} returns the difference of two draws; bin it by comparisons with integers, and "
            "return the bin"
        )
    if isinstance(part, (tuple, list)):
        return tuple(_walk(each, found, subject) for each in part)
    return part

"""The box of inputs that a verdict is about, and whether a wider one needs a larger epsilon.

A verdict on {0, 1}^3 says nothing of other inputs: the position of the largest of three answers with Laplace
noise of rate EPS/2 is 3/4 eps-private there, and no better than eps-private on {0, 1, 2}^3.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from itertools import product

from ..adjacency import AllPairs
from ..errors import AssayError
from .mechanism import SymbolicMechanism
from .smallest import SmallestMultiple, smallest_multiple

MOST_PAIRS = 400
"""A wider box is looked at where it has at most so many adjacent pairs."""


@dataclass(frozen=True)
class Box:
    """{low, ..., high}^n, as rows of n integers, or as integers where `rows` is False."""

    low: int
    high: int
    n: int
    rows: bool = True

    def inputs(self) -> list[Hashable]:
        """All inputs, the last entry moving first."""
        values = range(self.low, self.high + 1)
        return list(product(values, repeat=self.n)) if self.rows else list(values)

    def __str__(self) -> str:
        values = [str(v) for v in range(self.low, self.high + 1)]
        shown = values if len(values) <= 4 else [values[0], "...", values[-1]]
        return f"{{{', '.join(shown)}}}" + (f"^{self.n}" if self.rows else "")


@dataclass(frozen=True)
class Wider:
    """A wider box on which a larger multiple of epsilon is needed."""

    box: Box
    smallest: SmallestMultiple

    def __str__(self) -> str:
        needs = "no multiple of eps is enough" if self.smallest.is_infinite else f"it is {self.smallest}"
        return f"on {self.box} {needs}"


def box_of(inputs: Iterable[Hashable]) -> Box | None:
    """The box that the inputs are; None where they are none."""
    found = set(inputs)
    rows = all(isinstance(x, tuple) and x for x in found)
    points: list[tuple[object, ...]] = [x if rows and isinstance(x, tuple) else (x,) for x in found]
    entries = [v for x in points for v in x if type(v) is int]
    lengths = {len(x) for x in points}
    if not entries or len(entries) != sum(map(len, points)):
        return None
    box = Box(min(entries), max(entries), max(lengths), rows)
    expected = (box.high - box.low + 1) ** box.n
    return box if len(lengths) == 1 and len(found) == expected else None


def wider(mechanism: SymbolicMechanism, smallest: SmallestMultiple) -> Wider | None:
    """The box with one more value on either side, where a larger multiple of epsilon is needed there.

    None says nothing of other inputs: the box may be too large to look at, or the program be made for it.
    """
    box = box_of(mechanism.domain)
    if box is None or mechanism.program is None or smallest.is_infinite:
        return None
    if mechanism.adjacency is None or isinstance(mechanism.adjacency, AllPairs):
        return None  # numbers that only name the inputs
    for candidate in (
        Box(box.low, box.high + 1, box.n, box.rows),
        Box(box.low - 1, box.high, box.n, box.rows),
    ):
        found = _smallest_on(candidate, mechanism)
        if found is not None and (found.low is None or (smallest.high or 0) < found.low):
            return Wider(candidate, found)
    return None


def _smallest_on(box: Box, mechanism: SymbolicMechanism) -> SmallestMultiple | None:
    """The smallest multiple there, where that is a question of few pairs and the program answers it."""
    if mechanism.program is None or mechanism.adjacency is None:
        return None
    try:
        inputs = box.inputs()
        if len(inputs) > MOST_PAIRS or len(mechanism.adjacency.pairs(tuple(inputs))) > MOST_PAIRS:
            return None
        return smallest_multiple(SymbolicMechanism(mechanism.program, inputs, mechanism.adjacency))
    except AssayError:
        return None

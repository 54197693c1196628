"""A uniform variable that is drawn only as far as the sampler looks.

The variable takes each of the integers lo, ..., hi - 1 with the same probability. A question whose answer
changes at few places splits the range there, and costs one draw with as many branches as pieces.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from ...outputs.text import brief
from .branchings import Branching, Left
from .draws import Run, Weights, active

ENUMERATED = 4096
"""The largest number of values that are followed one by one."""

AT_ONCE = 4
"""Draws of so few values are drawn at once."""

SCALE_BITS = 64
"""Places in a range are counted in units of 2^-64 of it."""


@lru_cache(maxsize=4096)
def proportional(sizes: tuple[int, ...]) -> Weights:
    """The weights of pieces of these sizes."""
    total = sum(sizes)
    return tuple(Fraction(size, total) for size in sizes)


class Uniform:
    """A uniform member of { offset + step * i : lo <= i < hi }, belonging to one run.

    It starts as a uniform integer below `size`; looks at it narrow the range, or fix its low bits.
    """

    __slots__ = ("draw", "hi", "lo", "offset", "run", "size", "step")

    draw: int
    hi: int
    lo: int
    offset: int
    step: int

    def __init__(self, run: Run, size: int) -> None:
        self.run: Run = run
        self.draw = run.uniforms = run.uniforms + 1
        run.drew = True
        run.items.append(self)
        self.size: int = size
        self.lo, self.hi = 0, size
        self.step, self.offset = 1, 0

    def value(self, i: int) -> int:
        """The member with the index i."""
        return self.offset + self.step * i

    def representative(self, where: int = 0) -> int:
        """One of the values that are left: the first for 0, the last for SCALE, others in between."""
        return self.value(self.lo + ((self.hi - 1 - self.lo) * where >> SCALE_BITS))

    @property
    def is_open(self) -> bool:
        """Whether more than one value is left."""
        return self.hi - self.lo > 1

    @property
    def is_many_valued(self) -> bool:
        """Whether it was handed out as a lazy value, and not drawn at once."""
        return self.size > AT_ONCE

    def shown(self) -> str:
        """One of the values that are left, and where it was drawn from, in words."""
        return f"{brief(self.representative())} from range({brief(self.size)})"

    def state(self) -> tuple[int, ...]:
        """All that is known of it."""
        return self.size, self.lo, self.hi, self.step, self.offset

    def _check_run(self) -> None:
        """Refuse a draw that was kept from an earlier run."""
        run = active.get()
        if run is not None and run is not self.run:
            run.refuse("a uniform draw of an earlier run, or of another call, is used again")

    def split(self, cuts: list[int]) -> None:
        """Draw the piece between two neighbouring cuts (lo and hi are cuts too); the range becomes it."""
        self._check_run()
        edges = [self.lo, *cuts, self.hi]
        pieces = [(a, b) for a, b in pairwise(edges) if a < b]
        if self.run.branchings is not None:
            self.run.branchings.append(Branching(self.left(a, b) for a, b in pieces))
        self.lo, self.hi = pieces[self.run.choose(proportional(tuple(b - a for a, b in pieces)))]

    def fix_low_bits(self, bits: int) -> bool:
        """Draw the lowest bits, if only lower ones are known and they are few; whether that was done."""
        self._check_run()
        left = self.hi - self.lo
        wanted = 2**bits // self.step
        if wanted <= 1:
            return True
        fresh = self.lo == 0 and left * self.step == self.size and left & (left - 1) == 0
        if not fresh or wanted > min(left, ENUMERATED):
            return False
        if self.run.branchings is not None:
            whole = self.left(0, left // wanted)
            steps = [
                replace(
                    whole, high_end=whole.high, step=self.step * wanted, offset=self.offset + self.step * low
                )
                for low in range(wanted)
            ]
            self.run.branchings.append(Branching(steps))
        low = self.run.choose(proportional((1,) * wanted))
        self.offset += self.step * low
        self.step *= wanted
        self.hi = left // wanted
        return True

    def left(self, low: int, high: int) -> Left:
        """What is left of it with an index from low to high - 1."""
        return Left(self.draw, self.size, low, high, self.size // self.step, self.step, self.offset)

    def settle(self, what: str) -> int:
        """Draw the value itself, if few are left; otherwise the exploration is refused."""
        self._check_run()
        left = self.hi - self.lo
        if left > ENUMERATED:
            self.run.refuse(
                f"{what} depends on every bit of a uniform draw, of which {left} values are left; only "
                "comparisons, roundings and monotone functions are followed for such draws"
            )
        if left > 1:
            if self.run.branchings is not None:
                self.run.branchings.append(Branching(self.left(i, i + 1) for i in range(self.lo, self.hi)))
            self.lo += self.run.choose(proportional((1,) * left))
            self.hi = self.lo + 1
        return self.value(self.lo)


def boundary(
    low: int,
    high: int,
    surely: Callable[[int], bool],
    surely_not: Callable[[int], bool],
    at: Callable[[int], bool],
) -> list[int] | None:
    """The places in (low, high) where a predicate that grows, up to a zone of doubt, changes its value.

    `surely(i)` says that the predicate holds at i and everywhere above; `surely_not(i)` that it fails at i
    and everywhere below; `at(i)` is its value. None if the zone of doubt is too wide to be looked through.
    """
    crossing = _first(low, high, at)
    first_true = _gallop(crossing, high, surely, 1)
    last_false = _gallop(crossing - 1, low - 1, surely_not, -1)
    if first_true - last_false > ENUMERATED:
        return None
    before = False
    cuts = []
    for i in range(last_false + 1, first_true):
        if at(i) != before:
            cuts.append(i)
            before = not before
    if not before:
        cuts.append(first_true)
    return [cut for cut in cuts if low < cut < high]


def _first(low: int, high: int, holds: Callable[[int], bool]) -> int:
    """A place near which `holds` begins to hold, found by bisection; high if none was found."""
    a, b = low, high
    while a < b:
        middle = (a + b) // 2
        if holds(middle):
            b = middle
        else:
            a = middle + 1
    return a


def _gallop(start: int, end: int, holds: Callable[[int], bool], sign: int) -> int:
    """The start, or a place further on, where `holds`; the end if there is none before it."""
    place, step = start, 1
    while sign * place < sign * end and not holds(place):
        place += sign * step
        step *= 2
    return place if sign * place < sign * end else end

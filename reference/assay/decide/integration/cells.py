"""Cells: the line cut where it has to be, finely where some density changes, as far as tails matter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import isqrt

from ...budgets.progress import spend
from ...errors import BudgetExceeded
from ...programs.noise.orders import Distribution

MOST_CELLS = 100_000
"""Noise of very different sizes in one program may need more; then nothing is said."""


@dataclass(frozen=True, slots=True)
class Cell:
    """low <= w <= high, with the middle and half the width."""

    low: Fraction
    high: Fraction

    @property
    def middle(self) -> Fraction:
        """The middle."""
        return (self.low + self.high) / 2

    @property
    def radius(self) -> Fraction:
        """Half the width."""
        return (self.high - self.low) / 2


def width(distribution: Distribution) -> Fraction:
    """A power of 2 between half of sigma and sigma, or of 1/rate: cells of a density are that wide."""
    size = distribution.variance or 1 / distribution.rate**2
    squared = _power_of_two(size)
    exponent = (squared.numerator.bit_length() - squared.denominator.bit_length()) // 2
    return Fraction(2) ** exponent


def reach(distribution: Distribution, bits: int) -> Fraction:
    """How far from its centre a density is below 2^-bits of its largest value, or further.

    e^(-z^2/(2v)) <= 2^-bits from z^2 = 2 v bits ln 2 < 1.4 v bits on, e^(-rz) from z = bits ln 2/r on.
    """
    if not distribution.variance:
        return Fraction(7 * bits, 10) / distribution.rate
    square = Fraction(14, 10) * distribution.variance * bits
    return Fraction(isqrt(square.numerator * square.denominator) + 1, square.denominator)


class Line:
    """Cells for densities around their centres, with ends at all cuts between the first and the last cell.

    Each lies on one side of the centre of a density that has no tangent there, if that is a cut. Where noise
    is much narrower than the line is long, its cells reach further, so that what is left of it on long
    cells, a small value times their length, is as small.  Raises BudgetExceeded.
    """

    def __init__(
        self, centred: Iterable[tuple[Distribution, Fraction]], cuts: Iterable[Fraction], bits: int
    ) -> None:
        every = set(centred)
        ends = [x for d, centre in every for x in (centre - reach(d, bits), centre + reach(d, bits))]
        length = max(ends, default=Fraction(0)) - min(ends, default=Fraction(0))
        self.reach: dict[Distribution, Fraction] = {
            d: reach(d, bits + int(length / width(d)).bit_length()) for d, _ in every
        }
        regions = [(centre - self.reach[d], centre + self.reach[d], width(d)) for d, centre in every]
        if not regions:
            self.cells: list[Cell] = []
            return
        first, last = min(low for low, *_ in regions), max(high for _, high, _ in regions)
        needed = {x for x in cuts if first < x < last}
        points = sorted({first, last, *needed, *_inside(regions, last)})
        self.cells = [Cell(a, b) for a, b in pairwise(points)]


def _inside(regions: list[tuple[Fraction, Fraction, Fraction]], last: Fraction) -> Iterator[Fraction]:
    """Ends so close that every cell is at most as wide as each of the regions that it touches wants."""
    waiting, active, x = sorted(regions), list[tuple[Fraction, Fraction]](), min(low for low, *_ in regions)
    made = 0
    while x < last:
        while waiting and waiting[0][0] <= x:
            _, high, step = waiting.pop(0)
            active.append((high, step))
        active = [(high, step) for high, step in active if high > x]
        following = [step * (x // step + 1) for _, step in active]
        if waiting:
            following.append(waiting[0][0])
        x = min([*following, last])
        yield x
        made += 1
        if made > MOST_CELLS:
            raise BudgetExceeded(
                f"noise of so different sizes needs more than {MOST_CELLS} cells; use sizes closer together"
            )
        if made % 100 == 0:
            spend()


def _power_of_two(size: Fraction) -> Fraction:
    """The largest power of 2 that is at most a positive number."""
    exponent = size.numerator.bit_length() - size.denominator.bit_length()
    found = Fraction(2) ** exponent
    return found if found <= size else found / 2

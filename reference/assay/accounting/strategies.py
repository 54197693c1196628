"""Strategy matrices of mechanisms that release C x + z: by rows, banded Toeplitz, and the binary tree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise

from ..arguments import positive_integer, rational
from ..errors import BudgetExceeded, InvalidType, InvalidValue
from ..exact import ExactLike
from ..outputs.text import brief
from .participation import MOST_WORK, Gram, Participation

MOST_ENTRIES = 2_000_000


@dataclass(frozen=True)
class RowStrategy(Gram):
    """A matrix by its rows."""

    rows: tuple[tuple[Fraction, ...], ...]
    steps: int
    """The number of columns."""

    @staticmethod
    def of(rows: Sequence[Sequence[ExactLike]]) -> RowStrategy:
        """Raises InvalidType for what is no list of lists, InvalidValue for rows of different lengths."""
        given: object = rows
        if not isinstance(given, list | tuple) or not all(isinstance(row, list | tuple) for row in given):
            raise InvalidType(
                f"rows = {brief(rows)} is a {type(rows).__name__}; give a list of lists of numbers"
            )
        if not rows or not rows[0] or len({len(row) for row in rows}) > 1:
            raise InvalidValue(f"rows = {brief(rows)}: give at least one row, and rows of one length >= 1")
        if len(rows) * len(rows[0]) > MOST_ENTRIES:
            raise BudgetExceeded(f"{len(rows)} x {len(rows[0])} entries are more than {MOST_ENTRIES}")
        return RowStrategy(tuple(tuple(rational(x, "entry") for x in row) for row in rows), len(rows[0]))

    @cached_property
    def columns(self) -> list[dict[int, Fraction]]:
        """The entries that are not 0, by row."""
        return [{i: row[t] for i, row in enumerate(self.rows) if row[t]} for t in range(self.steps)]

    @cached_property
    def bandwidth(self) -> int:
        """From the entries of G."""
        widest = 1
        for s in range(self.steps):
            for t in range(self.steps - 1, s + widest - 1, -1):
                if self.entry(s, t):
                    widest = t - s + 1
                    break
        return widest

    @property
    def band(self) -> int | None:
        """The least b with which the matrix is square, lower triangular and has b diagonals; or None."""
        if len(self.rows) != self.steps:
            return None
        places = [(i, t) for t, column in enumerate(self.columns) for i in column]
        return None if any(i < t for i, t in places) else 1 + max((i - t for i, t in places), default=0)

    @property
    def largest_column(self) -> Fraction:
        """The largest squared norm of a column."""
        return max(self.entry(t, t) for t in range(self.steps))

    def entry(self, s: int, t: int) -> Fraction:
        """The product of two columns."""
        one, other = self.columns[s], self.columns[t]
        return sum((x * other[i] for i, x in one.items() if i in other), Fraction(0))


@dataclass(frozen=True)
class ToeplitzStrategy(Gram):
    """The lower triangular matrix with C_ij = c_(i - j), c_0, c_1, ... as given and 0 from then on."""

    coefficients: tuple[Fraction, ...]
    steps: int

    @staticmethod
    def of(coefficients: Sequence[ExactLike], steps: int) -> ToeplitzStrategy:
        """Raises InvalidValue for no coefficient, the first or the last one 0, and steps < 1."""
        count = positive_integer(steps, "steps")
        found = tuple(rational(x, "coefficient") for x in coefficients)
        if not found or not found[0] or not found[-1]:
            raise InvalidValue(
                f"coefficients = {':'.join(map(str, found))}: the first and the last one are not 0; give "
                "for example 1:1/2"
            )
        return ToeplitzStrategy(found[:count], count)

    @property
    def band(self) -> int:
        """The number of diagonals."""
        return len(self.coefficients)

    @property
    def bandwidth(self) -> int:
        """Columns so far apart have no row in common."""
        return self.band

    @property
    def largest_column(self) -> Fraction:
        """The first column is whole."""
        return self.entry(0, 0)

    @cached_property
    def _sums(self) -> list[list[Fraction]]:
        """By the distance d, the sums of the first m products c_i c_(i + d)."""
        c, found = self.coefficients, []
        if len(c) ** 2 > MOST_WORK:
            raise BudgetExceeded(f"{len(c)} coefficients are too many")
        for d in range(len(c)):
            sums = [Fraction(0)]
            for i in range(len(c) - d):
                sums.append(sums[-1] + c[i] * c[i + d])
            found.append(sums)
        return found

    def entry(self, s: int, t: int) -> Fraction:
        """sum of c_i c_(i + t - s) over the rows that both columns have."""
        sums = self._sums[t - s] if t - s < self.band else [Fraction(0)]
        return sums[min(len(sums) - 1, self.steps - t)]

    @property
    def is_earliest_worst(self) -> bool:
        """Where c_0 >= c_1 >= ... >= 0 (Kalinin and Lampert 2024; section 16 of spec/accounting.md)."""
        return self.coefficients[-1] >= 0 and all(a >= b for a, b in pairwise(self.coefficients))

    def sensitivity_squared(self, given: Participation) -> Fraction:
        """As of any matrix; norms of columns do not grow, so that far apart the earliest are worst."""
        count = given.within(self.steps)
        if self.bandwidth <= given.separation or count == 1:
            return sum(
                (self.entry(i * given.separation, i * given.separation) for i in range(count)), Fraction(0)
            )
        return super().sensitivity_squared(given)


@dataclass(frozen=True)
class TreeStrategy(Gram):
    """All nodes of binary trees over the steps: intervals [j 2^l, (j + 1) 2^l) within 0, ..., steps - 1."""

    steps: int

    @property
    def bandwidth(self) -> int:
        """The largest node."""
        return 1 << (self.steps.bit_length() - 1)

    def entry(self, s: int, t: int) -> Fraction:
        """The number of nodes that have both."""
        levels = range(self.steps.bit_length())
        return Fraction(sum(s >> i == t >> i and ((s >> i) + 1) << i <= self.steps for i in levels))

    def sensitivity_squared(self, given: Participation) -> Fraction:
        """The largest sum over nodes of (the steps of the record in it)^2, by a table from the leaves up."""
        count = given.within(self.steps)
        if count == 1:
            return Fraction(self.steps.bit_length())
        work = (count * given.separation) ** 2 * given.separation * self.steps.bit_length()
        if work > MOST_WORK:
            raise BudgetExceeded(
                f"{count} participations at least {given.separation} apart make a table of some {work} "
                "sums, more than "
                f"{MOST_WORK}; give fewer participations or a smaller separation"
            )
        whole: _Table = {}
        size = 0
        full: list[_Table] = [{(1, 0, 0): 1}]
        for level in range(1, self.steps.bit_length()):
            half = 2 ** (level - 1)
            merged = _side_by_side(full[-1], half, full[-1], half, count, given.separation)
            full.append({key: value + key[0] ** 2 for key, value in merged.items()})
        for level in reversed(range(self.steps.bit_length())):
            if self.steps >> level & 1:
                whole = _side_by_side(whole, size, full[level], 2**level, count, given.separation)
                size += 2**level
        return Fraction(max(whole.values()))


_Table = dict[tuple[int, int, int], int]
"""By (steps, free ones before the first, free ones after the last), the largest sum; at least one step."""


def _side_by_side(left: _Table, size: int, right: _Table, width: int, count: int, apart: int) -> _Table:
    """Both next to each other; free steps are counted up to apart - 1, as more do not matter."""
    cap, found = apart - 1, _Table()

    def keep(key: tuple[int, int, int], value: int) -> None:
        if found.get(key, -1) < value:
            found[key] = value

    for (c, f, e), value in left.items():
        keep((c, f, min(cap, e + width)), value)
    best: dict[tuple[int, int, int], int] = {}
    for (c, f, e), value in right.items():
        keep((c, min(cap, f + size), e), value)
        for free in range(f + 1):
            best[c, free, e] = max(best.get((c, free, e), 0), value)
    for (c, f, e), value in left.items():
        for (d, free, after), more in best.items():
            if free == max(0, cap - e) and c + d <= count:
                keep((c + d, f, after), value + more)
    return found

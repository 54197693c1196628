"""The multipliers with which the loss of a family grows fastest, proposed by a solver and confirmed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from ...errors import InvalidValue
from ...linear.proposals import Row as FloatRow
from ...linear.proposals import propose
from .automaton import Automaton
from .expressions import ANSWER, DRAW
from .growth import Growth
from .neighbours import Neighbours
from .ray_search import pull_at_most
from .rays import Multipliers, decay, sums_of
from .repeated_ways import SIZES, Part, common_way, differences_of, leaves_of, repeated, sums_in

DENOMINATORS = (1, 2, 12, 720)


def steepest_growth(automaton: Automaton, neighbours: Neighbours, parts: tuple[Part, ...]) -> Growth | None:
    """Multipliers that a solver proposes for the fastest growth, confirmed."""
    unknowns = [_Unknowns(part, *sums_in(automaton, part)) for part in parts]
    size = 0
    for each in unknowns:
        each.first, size = size, size + each.size
    smaller, larger = (_sized(automaton, parts, unknowns, n) for n in SIZES[1:])
    rows = [*smaller.bounds, *larger.bounds, *_alike(smaller, larger)]
    cost = [float(smaller.gain.get(j, Fraction(0)) - larger.gain.get(j, Fraction(0))) for j in range(size)]
    found = propose(cost, rows, upper=[MOST] * size) if rows and any(cost) else None
    if found is None:
        return None
    for denominator in DENOMINATORS:
        y = [Fraction(float(v)).limit_denominator(denominator) for v in found.x]
        confirmed = _confirmed(automaton, neighbours, tuple(each.given(y) for each in unknowns))
        if confirmed is not None:
            return confirmed
    return None


@dataclass(frozen=True)
class _Sized:
    """For one n, by columns: V, what pulls at each draw, and that no more than its rate does."""

    gain: dict[int, Fraction]
    pulls: dict[object, dict[int, Fraction]]
    bounds: list[FloatRow]


def _sized(automaton: Automaton, parts: tuple[Part, ...], unknowns: list[_Unknowns], n: int) -> _Sized:
    """The linear program of one n."""
    way, differences = common_way(automaton, parts, n), differences_of(parts, n)
    gain: dict[int, Fraction] = {}
    lines: list[dict[int, Fraction]] = [{} for _ in way.noises]
    for value, columns in zip(sums_of(way), _owners(unknowns, n), strict=True):
        for s, c in value.terms:
            if s.startswith(DRAW):
                _put(lines[int(s.removeprefix(DRAW))], columns, c)
            elif s.startswith(ANSWER):
                _put(gain, columns, -c * differences[int(s.removeprefix(ANSWER))])
    bounds = [row for noise, line in zip(way.noises, lines, strict=True) for row in pull_at_most(noise, line)]
    return _Sized(gain, dict(zip(_labels(automaton, parts, n), lines, strict=True)), bounds)


def _alike(smaller: _Sized, larger: _Sized) -> Iterator[FloatRow]:
    """That a draw is pulled alike for both n."""
    for label, line in smaller.pulls.items():
        other = larger.pulls[label]
        row = {j: float(line.get(j, Fraction(0)) - other.get(j, Fraction(0))) for j in {*line, *other}}
        if any(row.values()):
            yield row, "=", 0.0


MOST = 100.0
"""No multiplier that is tried is larger."""


def _labels(automaton: Automaton, parts: tuple[Part, ...], n: int) -> Iterator[object]:
    """For each draw of the way a name that says where it is, counted from the nearer end of a cycle."""
    for i, part in enumerate(parts):
        size = sum(len(leaf.draws) for leaf in leaves_of(automaton, part))
        for m in range(n if part.repeated else 1):
            place: object = m if m < SIZES[0] - 2 or not part.repeated else m - n
            yield from ((i, place, j) for j in range(size))


def _put(line: dict[int, Fraction], columns: list[tuple[int, Fraction]], c: Fraction) -> None:
    for column, factor in columns:
        line[column] = line.get(column, Fraction(0)) + factor * c


@dataclass
class _Unknowns:
    """The columns of a part: for each comparison one, for each written value two; and again if they grow."""

    part: Part
    compared: int
    written: int
    first: int = 0

    @property
    def once(self) -> int:
        """The columns that do not grow."""
        return self.compared + 2 * self.written

    @property
    def size(self) -> int:
        """All columns."""
        return self.once if self.part.repeated else 2 * self.once

    def columns(self, n: int) -> list[list[tuple[int, Fraction]]]:
        """For each sum of a round the columns that make its multiplier, with factors."""
        one = [[(i, Fraction(1))] for i in range(self.compared)]
        two = range(self.compared, self.once, 2)
        one += [[(i, Fraction(1)), (i + 1, Fraction(-1))] for i in two]
        grown = Fraction(0 if self.part.repeated else n - SIZES[0])
        return [
            [(self.first + i, c) for i, c in each]
            + ([(self.first + self.once + i, c * grown) for i, c in each] if grown else [])
            for each in one
        ]

    def given(self, y: list[Fraction]) -> Part:
        """The part with multipliers."""
        first, growing = self._signed(y[self.first :]), tuple[Fraction, ...]()
        if not self.part.repeated:
            growing = self._signed(y[self.first + self.once :])
        return replace(self.part, multipliers=first, growing=growing)

    def _signed(self, y: list[Fraction]) -> Multipliers:
        signed = (y[i] - y[i + 1] for i in range(self.compared, self.once, 2))
        return (*y[: self.compared], *signed)


def _owners(unknowns: list[_Unknowns], n: int) -> list[list[tuple[int, Fraction]]]:
    """The columns of each sum of the way: the comparisons, and then what is written."""
    compared: list[list[tuple[int, Fraction]]] = []
    written: list[list[tuple[int, Fraction]]] = []
    for each in unknowns:
        for _ in range(n if each.part.repeated else 1):
            columns = each.columns(n)
            compared += columns[: each.compared]
            written += columns[each.compared :]
    return compared + written


def _confirmed(automaton: Automaton, neighbours: Neighbours, parts: tuple[Part, ...]) -> Growth | None:
    made = Growth(automaton, neighbours, parts, Fraction(0), Fraction(0))
    reached: list[Fraction] = []
    for n in SIZES:
        way = common_way(automaton, parts, n)
        reached.append(decay(way, made.differences(n), repeated(automaton, parts, n)))
    slope = reached[1] - reached[0]
    if min(reached) < 0 or slope <= 0 or reached[2] - reached[1] != slope:
        return None
    made = replace(made, start=reached[0] - SIZES[0] * slope, slope=slope)
    try:
        made.check()
    except InvalidValue:
        return None
    return made

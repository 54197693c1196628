"""The search for families of inputs on which the loss grows without bound; see `growth`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

from ...errors import InvalidValue
from ...linear.proposals import Row as FloatRow
from ...linear.proposals import propose
from .automaton import Automaton, Noise
from .expressions import ANSWER, DRAW
from .growth import (
    SIZES,
    Growth,
    Part,
    check_outputs_tell,
    common_way,
    differences_of,
    leaves_of,
    repeated,
    sums_in,
)
from .neighbours import Neighbours
from .rays import Multipliers, decay, is_related, sums_of
from .ways import Step

DENOMINATORS = (1, 2, 12, 720)


def growth(
    automaton: Automaton, neighbours: Neighbours, go_on: Callable[[], bool] = lambda: True
) -> Growth | None:
    """The first family that is found and confirmed; None where none is."""
    if automaton.count:
        return None
    for parts in _families(automaton):
        if not go_on():
            return None
        try:
            check_outputs_tell(automaton, parts)
        except InvalidValue:
            continue
        solved = (_solved(automaton, neighbours, each) for each in _differences(automaton, neighbours, parts))
        found = [each for each in solved if each is not None]
        if found:
            return max(found, key=lambda each: (each.slope, each.start))
    return None


MOST_ANSWERS, MOST_STEPS, MOST_ENDS = 4, 3, 8
"""Families with more answers beside the repetitions, longer cycles, or more ends are not tried."""


def _walks(
    automaton: Automaton, start: int, end: int | None, longest: int, *, reads: bool = False
) -> list[tuple[Step, ...]]:
    """All walks of at most so many leaves, the shortest first."""
    found: list[tuple[Step, ...]] = []
    waiting: list[tuple[tuple[Step, ...], int]] = [((), start)]
    while waiting and len(found) < MOST_WALKS:
        steps, at = waiting.pop(0)
        for number, leaf in enumerate(automaton.locations[at].leaves):
            if at and not leaf.read and leaf.target is not None:
                continue
            longer = (*steps, (at, number))
            if leaf.target == end and (not reads or leaf.read):
                found.append(longer)
            elif leaf.target is not None and len(longer) < longest:
                waiting.append((longer, leaf.target))
            if leaf.target is not None and leaf.target == end and len(longer) < longest and reads:
                waiting.append((longer, leaf.target))
    return found


MOST_WALKS = 60


def _families(automaton: Automaton) -> Iterator[tuple[Part, ...]]:
    """A cycle between a beginning and an end; then two cycles."""
    places = range(1, len(automaton.locations))
    cycles = [(h, w) for h in places for w in _walks(automaton, h, h, MOST_STEPS, reads=True)]
    single = [(h, w) for h, w in cycles if len(w) == 1]
    longer = [(h, w) for h, w in cycles if len(w) > 1]
    yield from _around(automaton, single)
    for (h, first), (g, second) in product(single, repeat=2):
        if h == g:
            continue
        for begin in _walks(automaton, 0, h, 3)[:1]:
            for between in _walks(automaton, h, g, 2)[:3]:
                for end in _walks(automaton, g, None, 1)[:2]:
                    parts = ((begin, False), (first, True), (between, False), (second, True), (end, False))
                    yield tuple(Part(steps, (), repeated) for steps, repeated in parts)
    yield from _around(automaton, longer)


def _around(
    automaton: Automaton, cycles: Sequence[tuple[int, tuple[Step, ...]]]
) -> Iterator[tuple[Part, ...]]:
    """One cycle between a beginning and an end."""
    for h, cycle in cycles:
        for begin in _walks(automaton, 0, h, 3)[:2]:
            for end in _walks(automaton, h, None, 2)[:MOST_ENDS]:
                yield Part(begin, (), False), Part(cycle, (), True), Part(end, (), False)


def _differences(
    automaton: Automaton, neighbours: Neighbours, parts: tuple[Part, ...]
) -> Iterator[tuple[Part, ...]]:
    """Differences at the ends of the relation, or 0, for all answers."""
    ends = sorted({d for case in neighbours.cases for _, low, high, _ in case.steps for d in (low, high)})
    sizes = [sum(leaf.answers for leaf in leaves_of(automaton, part)) for part in parts]
    if sum(sizes) > MOST_ANSWERS:
        return
    for chosen in product(ends, repeat=sum(sizes)):
        at, made = 0, list[Part]()
        for part, size in zip(parts, sizes, strict=True):
            made.append(replace(part, differences=chosen[at : at + size]))
            at += size
        if any(chosen) and is_related(neighbours, differences_of(tuple(made), SIZES[0])):
            yield tuple(made)


def _solved(automaton: Automaton, neighbours: Neighbours, parts: tuple[Part, ...]) -> Growth | None:
    """Multipliers that a solver proposes for the fastest growth, confirmed."""
    unknowns = [_Unknowns(part, *sums_in(automaton, part)) for part in parts]
    size = 0
    for each in unknowns:
        each.first, size = size, size + each.size
    gains: list[dict[int, Fraction]] = []
    pulls: list[dict[object, dict[int, Fraction]]] = []
    rows: list[FloatRow] = []
    for n in SIZES[1:]:
        way, differences = common_way(automaton, parts, n), differences_of(parts, n)
        gain: dict[int, Fraction] = {}
        lines: list[dict[int, Fraction]] = [{} for _ in way.noises]
        for value, columns in zip(sums_of(way), _owners(unknowns, n), strict=True):
            for s, c in value.terms:
                if s.startswith(DRAW):
                    _put(lines[int(s.removeprefix(DRAW))], columns, c)
                elif s.startswith(ANSWER):
                    _put(gain, columns, -c * differences[int(s.removeprefix(ANSWER))])
        rows += [row for noise, line in zip(way.noises, lines, strict=True) for row in _bounds(noise, line)]
        gains.append(gain)
        pulls.append(dict(zip(_labels(automaton, parts, n), lines, strict=True)))
    cost = [float(gains[0].get(j, Fraction(0)) - gains[1].get(j, Fraction(0))) for j in range(size)]
    for label, line in pulls[0].items():
        other = pulls[1][label]
        row = {j: float(line.get(j, Fraction(0)) - other.get(j, Fraction(0))) for j in {*line, *other}}
        if any(row.values()):
            rows.append((row, "=", 0.0))
    found = propose(cost, rows, upper=[MOST] * size) if rows and any(cost) else None
    if found is None:
        return None
    for denominator in DENOMINATORS:
        y = [Fraction(float(v)).limit_denominator(denominator) for v in found.x]
        confirmed = _confirmed(automaton, neighbours, tuple(each.given(y) for each in unknowns))
        if confirmed is not None:
            return confirmed
    return None


MOST = 100.0
"""No multiplier that is tried is larger."""


def _bounds(noise: Noise, line: dict[int, Fraction]) -> Iterator[FloatRow]:
    """That no more than its rate pulls at a draw."""
    row = {j: float(c) for j, c in line.items() if c}
    if row:
        yield row, "<=", float(noise.rate)
        if noise.two_sided:
            yield row, ">=", -float(noise.rate)


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

"""The search for families of inputs on which the loss grows without bound; see `growth`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import product

from ...errors import InvalidValue
from .automaton import Automaton
from .growth import Growth, check_outputs_tell
from .neighbours import Neighbours, is_related
from .repeated_ways import SIZES, Part, differences_of, leaves_of
from .steepest_growth import steepest_growth
from .ways import Step


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
        solved = (
            steepest_growth(automaton, neighbours, each)
            for each in _differences(automaton, neighbours, parts)
        )
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

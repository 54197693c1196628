"""Which streams are neighbours: how their answers may differ, place by place.

A relation gives *cases*; in a case every step has a phase, and a phase says between which ends the
difference D = q' - q of an answer lies, and how the phases follow each other.  What has to hold is linear in
D, so that the ends are enough; for integer answers every integer between them counts.

Where one answer differs by d, |d| <= 1, the cases are d = 1 and d = -1: all obligations are linear in shifts,
differences and boxes together, so that for d = t the solution for d = 1 times t will do.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from ...errors import InvalidType, InvalidValue

Step = tuple[int, Fraction, Fraction, int]
"""From a phase, with D between two numbers, to a phase."""

Differences = tuple[Fraction, ...]
"""D of each answer of a stream in turn."""

REMEMBERED = (1, 3)
"""For how many answers phases remember a difference, where they do."""


@dataclass(frozen=True, slots=True)
class Case:
    """Phases from 0 on, and the steps between them."""

    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Neighbours:
    """A relation by its cases; a run is one of every case, and each has to be private."""

    text: str
    cases: tuple[Case, ...]

    @property
    def per_step(self) -> bool:
        """Whether every step is alike."""
        return all(len(case.steps) == 1 for case in self.cases)

    def remembering(self, answers: int) -> Neighbours:
        """The same relation, whose phases know how many answers ago D was last not 0, up to so many."""
        return Neighbours(self.text, tuple(_remembering(case, answers) for case in self.cases))

    @property
    def spelled(self) -> tuple[Neighbours, ...]:
        """The same relation in several ways, to be tried in turn.

        A value that is stored has one box in a phase.  An exact sum that is set back to 0 after some answers
        needs phases that know whether the answer that differs is in it.
        """
        return (self,) if self.per_step else (self, *map(self.remembering, REMEMBERED))


def _same(low: int | Fraction, high: int | Fraction) -> Case:
    return Case(((0, Fraction(low), Fraction(high), 0),))


def _one(count: int, signs: tuple[int, ...]) -> Case:
    """So many answers differ by a share of 1 each, of these signs, in this order."""
    zero = Fraction(0)
    stay = [(i, zero, zero, i) for i in range(count + 1)]
    go = [(i, Fraction(s), Fraction(s), i + 1) for i, s in enumerate(signs)]
    return Case(tuple(stay + go))


ALL = Neighbours("all differ by 1", (_same(-1, 1),))
ONE = Neighbours("one differs by 1", (_one(1, (1,)), _one(1, (-1,))))
SAME_WAY = Neighbours("all move the same way by at most 1", (_same(0, 1), _same(-1, 0)))
KNOWN = {each.text: each for each in (ALL, ONE, SAME_WAY)}


def _remembering(case: Case, most: int) -> Case:
    """The case with phases (phase, answers since D was not 0, at most `most`), numbered as they are met."""
    numbers = {(0, most): 0}
    waiting, steps = [(0, most)], []
    while waiting:
        phase, since = here = waiting.pop()
        for source, low, high, target in case.steps:
            if source != phase:
                continue
            after = target, min(since + 1, most) if low == high == 0 else 0
            if after not in numbers:
                numbers[after] = len(numbers)
                waiting.append(after)
            steps.append((numbers[here], low, high, numbers[after]))
    return Case(tuple(steps))


def between(low: int | Fraction, high: int | Fraction) -> Neighbours:
    """Every answer of the neighbour is q + D with low <= D <= high, also in the other order of the two.

    Raises InvalidType for floats, InvalidValue for low > high.
    """
    for value, name in ((low, "low"), (high, "high")):
        if isinstance(value, bool) or not isinstance(value, (int, Fraction)):
            raise InvalidType(f"{name} = {value!r} is a {type(value).__name__}; give an int or a Fraction")
    if low > high:
        raise InvalidValue(f"low = {low} is above high = {high}; give low <= high")
    cases = dict.fromkeys((_same(low, high), _same(-high, -low)))
    return Neighbours(f"each differs by between {low} and {high}", tuple(cases))


def read_neighbours(given: object) -> Neighbours:
    """A relation, or the text of one; one way of the user's has the other way as well.

    Raises InvalidType, InvalidValue.
    """
    if isinstance(given, Neighbours):
        if given.text in KNOWN and given != KNOWN[given.text]:
            raise InvalidValue(f"neighbours {given.text!r} is another relation; give this one another text")
        return _both_ways(given)
    if not isinstance(given, str):
        raise InvalidType(
            f"neighbours = {given!r} is a {type(given).__name__}; give one of {', '.join(map(repr, KNOWN))}"
        )
    if given not in KNOWN:
        raise InvalidValue(f"neighbours = {given!r} is not known; give one of {', '.join(map(repr, KNOWN))}")
    return KNOWN[given]


def check_relates(given: Neighbours, *, discrete: bool) -> None:
    """Raise InvalidValue for a relation of no two different streams: every program would be private."""
    if not any(_differs(case, discrete) for case in given.cases):
        kind = "integer" if discrete else "real"
        raise InvalidValue(
            f"neighbours {given.text!r} relates no two different streams of {kind} answers, so every program "
            "would be private; give a relation with a difference"
        )


def _differs(case: Case, discrete: bool) -> bool:
    """Whether some answer may differ, in a phase that is reached."""
    possible = [s for s in case.steps if not discrete or ceil(s[1]) <= floor(s[2])]
    reached, before = {0}, 0
    while len(reached) > before:
        before = len(reached)
        reached |= {target for source, *_, target in possible if source in reached}
    ends = (
        (ceil(low), floor(high)) if discrete else (low, high) for p, low, high, _ in possible if p in reached
    )
    return any(end for pair in ends for end in pair)


def check_gaps(given: Neighbours) -> None:
    """Raise InvalidValue unless neighbouring streams stay so where answers are left out of both.

    A stream in the stream may be left before its end; phases follow the answers that are read alone.
    """
    if not all(_allows_gaps(case) for case in given.cases):
        raise InvalidValue(
            f"neighbours {given.text!r} depends on the number of an answer, and of streams in the stream not "
            "all answers are read; give a relation that still holds where answers are left out"
        )


def _allows_gaps(case: Case) -> bool:
    """Whether from every phase all can follow that follows from the phases after it."""
    phases = {phase for a, *_, b in case.steps for phase in (a, b)}
    after = {phase: [step for step in case.steps if step[0] == phase] for phase in phases}
    wider, before = {(a, b) for a in phases for b in phases}, -1
    while before != len(wider):
        before = len(wider)
        wider = {(a, b) for a, b in wider if all(_is_met(step, after[a], wider) for step in after[b])}
    return all((a, b) in wider for a, *_, b in case.steps)


def _is_met(step: Step, steps: list[Step], wider: set[tuple[int, int]]) -> bool:
    """Whether one of some steps allows the difference of a step, and afterwards what can follow it."""
    _, low, high, to = step
    return any(least <= low and high <= most and (t, to) in wider for _, least, most, t in steps)


def _both_ways(given: Neighbours) -> Neighbours:
    """The relation with the reversed case of each: x and x' are neighbours if x' and x are."""
    if not given.cases:
        raise InvalidValue(f"neighbours {given.text!r} has no case; give a case, or use between(low, high)")
    for case in given.cases:
        _check_case(given.text, case)
    reversed_cases = (Case(tuple((a, -high, -low, b) for a, low, high, b in c.steps)) for c in given.cases)
    known = {frozenset(case.steps) for case in given.cases}
    added = tuple(case for case in reversed_cases if frozenset(case.steps) not in known)
    return Neighbours(given.text, (*given.cases, *added))


def _check_case(text: str, case: Case) -> None:
    """Every phase goes on, so that there are neighbours of every length, and every end is exact."""
    for _, low, high, _ in case.steps:
        between(low, high)
    phases = {0, *(target for *_, target in case.steps)}
    for phase in phases - {source for source, *_ in case.steps}:
        raise InvalidValue(f"neighbours {text!r} has no step from phase {phase}; give one for every phase")


def is_related(neighbours: Neighbours, differences: Differences) -> bool:
    """Whether streams that differ so are neighbours: a case has phases for them."""
    return any(phases_after(case, frozenset({0}), differences) for case in neighbours.cases)


def phases_after(case: Case, phases: frozenset[int], differences: Differences) -> frozenset[int]:
    """The phases of a case that may be reached from some phases by these differences."""
    for d in differences:
        phases = frozenset(b for a, low, high, b in case.steps if a in phases and low <= d <= high)
    return phases

"""Which outputs can be the same: a noisy integer in one, and a plain integer in its place in another.

    def clamp(q): return max(q + geometric(EPS), 0)

returns the slot v1 on one path, and 0 on another; 0 is one of the values of v1.  So both paths belong to one
*family* of outputs, in which the plain integer is a noisy value that is always 0.  A family is found by its
pattern: the output with a hole in every place that holds a noisy integer, or what equals an integer.  Outputs
of one pattern that differ in a place that is never noisy are of different families.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias, cast

from ...errors import InvalidType, NondeterministicProgram
from ...outputs.alphabet import Alphabet, listed
from ...outputs.identity import key
from ...outputs.text import brief
from .orders import Rational
from .outputs import Output, mapped
from .places import Again, Coordinate, Mixed, Slot

HOLE = Slot(-1, discrete=True)
REAL = Slot(-1, discrete=False)
"""The place of a noisy real number: a plain number stands there with probability 0, and is another output."""

Places = frozenset[int]

Source: TypeAlias = "Slot | tuple[int, int]"
"""What stands in a slot: that of the output, or a plain integer beside multiples of a step."""


@dataclass(frozen=True, slots=True)
class Member:
    """One output of the program, taken apart into its pattern and what stands in the holes."""

    output: Output
    pattern: Hashable
    """The listed form of the pattern."""
    kind: Hashable
    """The key of the pattern: its types."""
    holes: tuple[Hashable, ...]
    """A slot, or what equals an integer."""
    reals: tuple[Slot, ...]
    """The slots of noisy real numbers."""


@dataclass(frozen=True, slots=True)
class Settled:
    """The name of a family, and where the noisy values of a member come from: its slots, or integers."""

    shape: Hashable
    sources: tuple[Source, ...]


class Families:
    """The families of all outputs of a program, on all inputs.

    Raises InvalidType for look-alikes: equal outputs that can be told apart, such as 1 and True, or a noisy
    integer and True in one place; and for what may not be an output, as `outputs.identity.key`.
    """

    def __init__(self, outputs: Iterable[Output], subject: str) -> None:
        self._name = f"output of {subject} ="
        self._alphabet: Alphabet[Hashable] = Alphabet(self._name)
        self._settled: dict[Hashable, Settled] = {}
        found = list(outputs)
        self._has_slots = any(output.coordinates for output in found)
        if not self._has_slots:
            for output in found:
                self._alphabet.admit(output.value)
            return
        distinct = {self._key(output): output for output in found}
        for family, places in _families(map(self._member, distinct.values())):
            self._settle(family, places)

    def __getitem__(self, output: Output) -> tuple[Hashable, tuple[Coordinate, ...]]:
        """The name of the output's family, and its noisy values."""
        if not self._has_slots:
            return self._alphabet.admit(output.value), ()
        found = self._settled.get(self._key(output))
        if found is None:
            raise NondeterministicProgram(
                f"{self._name} {brief(output.value)} was not among the outputs before; a program must depend "
                "on its input and its draws alone"
            )
        coordinates = tuple(_coordinate(each, output) for each in found.sources)
        return _with_residues(found.shape, coordinates), coordinates

    def _key(self, output: Output) -> Hashable:
        return key(output.value, self._name)

    def _member(self, output: Output) -> Member:
        holes: list[Hashable] = []
        reals: list[Slot] = []

        def leaf(part: object) -> object:
            if type(part) is Mixed:
                return part.with_own(leaf)
            if type(part) is Slot and not part.discrete:
                reals.append(part)
                return REAL
            if type(part) is Slot or equals_an_integer(part):
                holes.append(part)
                return HOLE
            return part

        pattern = mapped(output.value, leaf)
        found = listed(pattern, self._name), key(pattern, self._name)
        return Member(output, *found, tuple(holes), tuple(reals))

    def _settle(self, family: list[Member], places: Places) -> None:
        """Name a family, and refuse members that only look like the others."""
        self._refuse_lookalikes(family, places)
        steps = self._steps(family)
        for member in family:
            shape, sources = _named(member, steps)
            found = self._alphabet.admit(listed(shape, self._name), key(shape, self._name))
            self._settled[self._key(member.output)] = Settled(found, sources)

    def _refuse_lookalikes(self, family: list[Member], places: Places) -> None:
        if not places:
            return
        first = next(m for m in family if any(isinstance(m.holes[j], Slot) for j in places))
        for member in family:
            odd = [m for j in places for m in (member.holes[j],) if type(m) not in (Slot, int)]
            if odd or member.kind != first.kind:
                what = f"with {brief(odd[0])} " if odd else ""
                raise InvalidType(
                    f"{self._name} {brief(member.output.value)} {what}may equal "
                    f"{brief(first.output.value)}, where v1, v2, ... are noisy integers, and can be told "
                    "apart from it; use one type for each place of the output"
                )

    def _steps(self, family: list[Member]) -> dict[int, int]:
        """The factor of the noisy integers in each place; InvalidType where a place has two factors."""
        places: dict[tuple[bool, int], dict[Rational, Member]] = {}
        for member in family:
            for j, hole in enumerate(member.holes):
                if isinstance(hole, Slot):
                    places.setdefault((True, j), {})[hole.step] = member
            for j, real in enumerate(member.reals):
                places.setdefault((False, j), {})[real.step] = member
        for found in places.values():
            if len(found) > 1:
                first, second, *_ = (brief(member.output.value) for member in found.values())
                raise InvalidType(
                    f"{self._name} {first} on one path and {second} on another; return noisy values with one "
                    "factor, and multiply afterwards"
                )
        return {j: int(min(found)) for (discrete, j), found in places.items() if discrete}


def _families(members: Iterable[Member]) -> Iterator[tuple[list[Member], Places]]:
    """Members that may be the same output, with the places that are noisy in one of them."""
    patterns: dict[Hashable, list[Member]] = {}
    for member in members:
        patterns.setdefault(member.pattern, []).append(member)
    waiting = list(patterns.values())
    while waiting:
        group = waiting.pop()
        width = range(len(group[0].holes))
        places = frozenset(j for j in width if any(isinstance(m.holes[j], Slot) for m in group))
        parts: dict[Hashable, list[Member]] = {}
        for member in group:
            parts.setdefault(tuple(member.holes[j] for j in width if j not in places), []).append(member)
        if len(parts) > 1:
            waiting += parts.values()
        else:
            yield group, places


def _named(member: Member, steps: dict[int, int]) -> tuple[object, tuple[Source, ...]]:
    """The output with slots in the noisy places of its family, and what stood there."""
    sources: list[Source] = []
    holes = 0

    def slot(source: Source, discrete: bool, step: Rational) -> Slot:
        sources.append(source)
        return Slot(len(sources) - 1, discrete, step)

    def leaf(part: object) -> object:
        nonlocal holes
        if type(part) is Mixed:
            return part.with_own(leaf)
        if type(part) is Slot and not part.discrete:
            return slot(part, False, part.step)
        if type(part) is not Slot and not equals_an_integer(part):
            return part
        holes += 1
        step = steps.get(holes - 1)
        if step is None:
            return part
        return slot(part if type(part) is Slot else (cast("int", part), step), True, step)

    shape = mapped(member.output.value, leaf)
    number = {each.number: n for n, each in enumerate(sources) if isinstance(each, Slot)}

    def renamed(part: object) -> object:
        if type(part) is Mixed:
            return replace(part, terms=tuple((number[slot], factor) for slot, factor in part.terms))
        return replace(part, slot=number[part.slot]) if type(part) is Again else part

    return mapped(shape, renamed), tuple(sources)


def _coordinate(source: Source, output: Output) -> Coordinate:
    return output.coordinates[source.number] if isinstance(source, Slot) else Coordinate.integer(*source)


def _with_residues(shape: Hashable, coordinates: tuple[Coordinate, ...]) -> Hashable:
    """The name of the outputs: multiples of a step with different residues are never the same."""
    if not any(each.residue for each in coordinates):
        return shape

    def leaf(part: object) -> object:
        if type(part) is Mixed:
            return part.with_own(leaf)
        return replace(part, residue=coordinates[part.number].residue) if type(part) is Slot else part

    return mapped(shape, leaf)


def equals_an_integer(part: object) -> bool:
    """Whether a part of an output equals some integer, whatever its type."""
    kind = type(part)
    if kind is int or kind is bool:
        return True
    if kind is str or part is None:
        return False
    if kind is complex:
        number = cast("complex", part)
        return number.imag == 0 and number.real.is_integer()
    try:
        return bool(int(part) == part)  # type: ignore[call-overload]
    except Exception:  # infinite, or no number at all
        return False

"""What an adjacency relation is: which two inputs must be hard to tell apart.

A mechanism M is (epsilon, delta)-differentially private when, for every pair x ~ x' of adjacent inputs and
every event E,  P[M(x) in E] <= e^epsilon P[M(x') in E] + delta.  An `Adjacency` is the relation ~; over a
finite domain it is a list of ordered pairs. Source: Dwork & Roth 2014, Definition 2.4.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, field, fields
from typing import ClassVar, TypeVar

from ..arguments import positive_integer
from ..budgets.progress import track
from ..errors import AssayError, InvalidType, InvalidValue
from ..outputs.alphabet import check_hashable
from ..outputs.text import spelled, with_type
from .inputs import check_distinct, check_domain, check_input, check_records

T = TypeVar("T")

MANY = 256
"""From so many inputs on, listing all pairs is put off where that cannot hide an error."""


@dataclass(frozen=True, repr=False)
class Adjacency(ABC):
    """A relation x ~ x' between inputs, without the pairs x ~ x.

    `symmetric=True` means that x ~ x' also gives x' ~ x. With `symmetric=False` a relation that has a
    direction (removal, explicit pairs, compositions) keeps it, and `pairs` of any other lists each pair once,
    in the order of the domain.
    """

    directed: ClassVar[bool] = False
    word: ClassVar[str]
    symmetric: bool = field(default=True, kw_only=True)

    @abstractmethod
    def _step(self, x: object, y: object) -> bool:
        """Whether x -> y in the relation's own direction, for x != y."""

    def form(self, x: object) -> Hashable:
        """x as the relation reads it; inputs with equal forms are one and the same to it.

        Raises:
            InvalidType, InvalidValue: x has the wrong shape for the relation.
        """
        check_hashable(x, "input")
        return x

    def records(self, x: object) -> Iterable[object]:
        """The parts of x that the relation compares with parts of other inputs."""
        return ()

    def check_inputs(self, elements: Iterable[object]) -> None:
        """Refuse inputs that the relation cannot read, or reads as one and the same.

        Raises:
            InvalidType: an input of the wrong shape, or records that are equal but can be told apart.
            InvalidValue: two inputs that are one to this relation, such as 0 and (0,) to l1.
        """
        elements = tuple(elements)
        read: dict[Hashable, object] = {}
        for x in elements:
            form = self.form(x)
            if form in read:
                raise InvalidValue(
                    f"the domain lists {with_type(x)} twice, also as {with_type(read[form])}: {self.word} "
                    "reads both as one input; list each input once"
                )
            read[form] = x
        check_records(map(self.records, elements))

    def related(self, x: object, y: object) -> bool:
        """Whether x ~ y; an input is never adjacent to itself.

        Raises:
            InvalidType, InvalidValue: x or y has the wrong shape for the relation, or both are different
                inputs that the relation reads as one.
        """
        check_input(x)
        check_input(y)
        if x == y:
            check_distinct((x, y), "input")
            self.check_inputs((x,))
            return False
        self.check_inputs((x, y))
        return self._step(x, y) or (self.symmetric and self._step(y, x))

    def pairs(self, domain: Iterable[T]) -> tuple[tuple[T, T], ...]:
        """All ordered pairs (x, x') of the domain with x ~ x', in the order of the domain.

        Raises:
            InvalidType: an input is unhashable or has the wrong shape for the relation.
            InvalidValue: the domain lists an input twice, also in two forms that the relation reads as one,
                or no two inputs are adjacent (over an empty relation every mechanism would be private).
        """
        elements = check_domain(domain)
        found = self._links(elements)
        if not found:
            raise InvalidValue(
                f"{self!r} relates no two of the {len(elements)} inputs of the domain, so every mechanism "
                "would be private; give a larger domain or another adjacency"
            )
        return tuple((elements[i], elements[j]) for i, j in sorted(found))

    def surely_relates(self, elements: tuple[T, ...]) -> bool:
        """Whether `pairs` is known, without listing them, to find some and to raise nothing.

        Asked for large domains only; False is always a right answer.
        """
        return False

    def _relates_to_first(self, elements: tuple[T, ...]) -> bool:
        """Whether the inputs are many, all of them can be read, and one is adjacent to the first."""
        if len(elements) < MANY:
            return False
        self.check_inputs(elements)
        return any(self._step(elements[0], y) for y in elements[1:])

    def _links(self, elements: tuple[T, ...]) -> set[tuple[int, int]]:
        """The adjacent pairs as positions in `elements`; may be empty."""
        self.check_inputs(elements)
        position = {x: i for i, x in enumerate(elements)}
        found = {(position[x], position[y]) for x, y in self._directed_pairs(elements)}
        if self.symmetric:
            return found | {(j, i) for i, j in found}
        return found if self.directed else {(min(i, j), max(i, j)) for i, j in found}

    def _directed_pairs(self, elements: tuple[T, ...]) -> Iterator[tuple[T, T]]:
        """All x -> y with x != y: every pair is tried, unless a subclass knows a shorter way."""
        for i, x in enumerate(track(elements, "inputs compared")):
            for y in elements[i + 1 :]:
                if self._step(x, y):
                    yield x, y
                if self.directed and self._step(y, x):
                    yield y, x

    def compose(self, other: Adjacency, *, symmetric: bool = True) -> Adjacency:
        """x ~ z when x ~ y in this relation and y ~ z in `other`, for some y of the domain, and x != z."""
        return Composition(self, other, symmetric=symmetric)

    def power(self, k: int, *, symmetric: bool = True) -> Adjacency:
        """x ~ z when a chain of at most k adjacent steps through the domain leads from x to z, and x != z.

        This is the relation of group privacy for groups of size k. Source: Dwork & Roth 2014, Theorem 2.2.
        """
        return Power(self, k, symmetric=symmetric)

    def reversed(self) -> Adjacency:
        """x ~ z when z ~ x in this relation: addition from removal; itself where it is symmetric."""
        return self if self.symmetric else Reversed(self, symmetric=False)

    def _own_arguments(self) -> str:
        """What the constructor was given, apart from `symmetric`."""
        return ", ".join(
            f"{f.name}={spelled(getattr(self, f.name))}" for f in fields(self) if f.name != "symmetric"
        )

    def __repr__(self) -> str:
        given = [self._own_arguments(), "" if self.symmetric else "symmetric=False"]
        return f"{self.word}({', '.join(argument for argument in given if argument)})"


@dataclass(frozen=True, repr=False)
class ThroughDomain(Adjacency):
    """A relation whose intermediate inputs are those of the domain, so that it is known only with one."""

    directed: ClassVar[bool] = True

    def _step(self, x: object, y: object) -> bool:
        raise AssayError(
            f"{self!r} goes through other inputs of the domain; ask whether the pair is in .pairs(domain)"
        )


@dataclass(frozen=True, repr=False)
class Reversed(Adjacency):
    """The pairs of a one-way relation in the other order."""

    directed: ClassVar[bool] = True
    word: ClassVar[str] = "reversed"

    forward: Adjacency

    def __post_init__(self) -> None:
        check_is_adjacency(self.forward)

    def form(self, x: object) -> Hashable:
        """As the relation that is reversed reads it."""
        return self.forward.form(x)

    def records(self, x: object) -> Iterable[object]:
        """Those of the relation that is reversed."""
        return self.forward.records(x)

    def _step(self, x: object, y: object) -> bool:
        return self.forward._step(y, x)

    def _directed_pairs(self, elements: tuple[T, ...]) -> Iterator[tuple[T, T]]:
        for i, j in self.forward._links(elements):
            yield elements[j], elements[i]

    def reversed(self) -> Adjacency:
        """The relation itself."""
        return self.forward if not self.symmetric else self


@dataclass(frozen=True, repr=False)
class Composition(ThroughDomain):
    """One step of `first`, then one step of `second`."""

    word: ClassVar[str] = "composition"

    first: Adjacency
    second: Adjacency

    def __post_init__(self) -> None:
        check_is_adjacency(self.second)

    def _directed_pairs(self, elements: tuple[T, ...]) -> Iterator[tuple[T, T]]:
        after = successors(self.second._links(elements))
        for i, j in self.first._links(elements):
            for k in after.get(j, ()):
                if k != i:
                    yield elements[i], elements[k]


@dataclass(frozen=True, repr=False)
class Power(ThroughDomain):
    """Between one and k steps of `base`."""

    word: ClassVar[str] = "power"

    base: Adjacency
    k: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "k", positive_integer(self.k, "k"))

    def _directed_pairs(self, elements: tuple[T, ...]) -> Iterator[tuple[T, T]]:
        after = successors(self.base._links(elements))
        for i, x in enumerate(track(elements, "inputs followed")):
            reached, frontier, steps = {i}, {i}, 0
            while frontier and steps < self.k:
                frontier = {n for m in frontier for n in after.get(m, ())} - reached
                reached |= frontier
                steps += 1
            for j in reached - {i}:
                yield x, elements[j]


def successors(links: Iterable[tuple[int, int]]) -> dict[int, list[int]]:
    """For each position the positions that one step leads to."""
    after: dict[int, list[int]] = {}
    for i, j in links:
        after.setdefault(i, []).append(j)
    return after


def check_is_adjacency(value: object) -> None:
    """Refuse anything that is not an `Adjacency`."""
    if not isinstance(value, Adjacency):
        raise InvalidType(
            f"adjacency is {with_type(value)}; give one from assay.adjacency, such as all_pairs()"
        )

"""Adjacency of data sets: one record replaced, added or removed, or up to k coordinates changed.

A data set is a sequence (tuple, str or bytes), a set (frozenset) or a multiset. A multiset is written as a
tuple whose order does not matter, such as (1, 1, 2), or as the frozenset of its (record, count) pairs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import ClassVar, Literal, TypeAlias, TypeVar, cast, get_args

from ..arguments import positive_integer
from ..errors import InvalidType, InvalidValue
from ..outputs.text import with_type
from .relation import Adjacency

T = TypeVar("T")

Kind: TypeAlias = Literal["multiset", "set", "sequence"]
Counts: TypeAlias = frozenset[tuple[Hashable, int]]


def sequence(x: object) -> tuple[Hashable, ...]:
    """x as a sequence of records."""
    if isinstance(x, (tuple, str, bytes)):
        return tuple(x)
    raise InvalidType(
        f"input {with_type(x)} is not a sequence of records; use a tuple, or for single records "
        "adjacency.all_pairs()"
    )


def set_of_records(x: object) -> frozenset[Hashable]:
    """x as a set of records."""
    if isinstance(x, frozenset):
        return x
    raise InvalidType(f"input {with_type(x)} is not a set of records; use a frozenset")


def multiset(x: object) -> Counts:
    """x as a multiset: the set of its (record, count) pairs."""
    if isinstance(x, tuple):
        return frozenset(Counter(x).items())
    if isinstance(x, frozenset) and all(is_count(pair) for pair in x):
        counts = cast("Counts", x)
        if len(dict(counts)) == len(counts):
            return counts
    raise InvalidType(
        f"input {with_type(x)} is not a multiset of records; use a sorted tuple of records or a frozenset of "
        "(record, count) pairs, or choose kind='set' or kind='sequence'"
    )


def is_count(pair: object) -> bool:
    """Whether this is a (record, count) pair."""
    return (
        isinstance(pair, tuple)
        and len(pair) == 2
        and isinstance(pair[1], int)
        and not isinstance(pair[1], bool)
        and pair[1] >= 1
    )


def sequence_removals(x: object) -> Iterator[Hashable]:
    """Every sequence that is left when one record is removed."""
    records = sequence(x)
    return (records[:i] + records[i + 1 :] for i in range(len(records)))


def set_removals(x: object) -> Iterator[Hashable]:
    """Every set that is left when one record is removed."""
    records = set_of_records(x)
    return (records - {record} for record in records)


def multiset_removals(x: object) -> Iterator[Hashable]:
    """Every multiset that is left when one record is removed once."""
    counts = multiset(x)
    for record, count in counts:
        rest = counts - {(record, count)}
        yield rest | {(record, count - 1)} if count > 1 else rest


FORMS: dict[str, Callable[[object], Hashable]] = {
    "multiset": multiset,
    "set": set_of_records,
    "sequence": sequence,
}
REMOVALS: dict[str, Callable[[object], Iterator[Hashable]]] = {
    "multiset": multiset_removals,
    "set": set_removals,
    "sequence": sequence_removals,
}


@dataclass(frozen=True, repr=False)
class OfDatasets(Adjacency):
    """A relation between data sets of one kind."""

    kind: Kind

    def __post_init__(self) -> None:
        if self.kind not in get_args(Kind):
            raise InvalidValue(f"kind is {with_type(self.kind)}; choose 'multiset', 'set' or 'sequence'")

    def form(self, x: object) -> Hashable:
        """x in the form in which equal data sets are equal."""
        return FORMS[self.kind](x)

    def removals(self, x: object) -> Iterator[Hashable]:
        """The forms of all data sets that are x with one record removed."""
        return REMOVALS[self.kind](x)

    def records(self, x: object) -> Iterable[object]:
        """The records of the data set."""
        if self.kind == "multiset" and isinstance(x, frozenset):
            return (record for record, _ in multiset(x))
        return cast("Iterable[object]", x)

    def by_form(self, elements: tuple[T, ...]) -> dict[Hashable, T]:
        """The inputs by their form."""
        return {self.form(x): x for x in elements}


@dataclass(frozen=True, repr=False)
class AddRemoveOne(OfDatasets):
    """x -> x' when x' is x with one record removed."""

    word: ClassVar[str] = "add_remove_one"
    directed: ClassVar[bool] = True

    def _step(self, x: object, y: object) -> bool:
        return self.form(y) in self.removals(x)

    def _directed_pairs(self, elements: tuple[T, ...]) -> Iterator[tuple[T, T]]:
        found = self.by_form(elements)
        for x in elements:
            for rest in self.removals(x):
                if rest in found:
                    yield x, found[rest]


@dataclass(frozen=True, repr=False)
class ReplaceOne(OfDatasets):
    """x ~ x' when one record of x, replaced by another, gives x'."""

    word: ClassVar[str] = "replace_one"

    def keys(self, x: object) -> Iterator[Hashable]:
        """What x shares with every data set that replaces one of its records; a sequence keeps the place."""
        return enumerate(self.removals(x)) if self.kind == "sequence" else self.removals(x)

    def _step(self, x: object, y: object) -> bool:
        return self.form(x) != self.form(y) and not set(self.keys(x)).isdisjoint(self.keys(y))

    def _directed_pairs(self, elements: tuple[T, ...]) -> Iterator[tuple[T, T]]:
        sharing: dict[Hashable, list[T]] = {}
        for x in self.by_form(elements).values():
            for key in set(self.keys(x)):
                sharing.setdefault(key, []).append(x)
        for bucket in sharing.values():
            yield from combinations(bucket, 2)


@dataclass(frozen=True, repr=False)
class Hamming(Adjacency):
    """x ~ x' when they have one length and differ in at least 1 and at most k places."""

    word: ClassVar[str] = "hamming"
    k: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "k", positive_integer(self.k, "k"))

    def surely_relates(self, elements: tuple[T, ...]) -> bool:
        """Any two sequences can be compared."""
        return self._relates_to_first(elements)

    def form(self, x: object) -> Hashable:
        """The sequence of the records."""
        return sequence(x)

    def records(self, x: object) -> Iterable[object]:
        """The records in their places."""
        return sequence(x)

    def _step(self, x: object, y: object) -> bool:
        a, b = sequence(x), sequence(y)
        return len(a) == len(b) and 1 <= sum(r != s for r, s in zip(a, b, strict=True)) <= self.k

    def _directed_pairs(self, elements: tuple[T, ...]) -> Iterator[tuple[T, T]]:
        longest = max(len(sequence(x)) for x in elements)
        # comb(n, k) >= 2^min(k, n - k) need not be computed where that is too many already.
        many = min(self.k, longest - self.k) > len(elements).bit_length()
        if many or comb(longest, self.k) > len(elements):
            yield from super()._directed_pairs(elements)
            return
        sharing: dict[Hashable, list[T]] = {}
        for x in elements:
            for key in _without_places(sequence(x), self.k):
                sharing.setdefault(key, []).append(x)
        for bucket in sharing.values():
            yield from combinations(bucket, 2)


def _without_places(x: tuple[Hashable, ...], k: int) -> Iterator[Hashable]:
    """What x shares with every sequence that differs from it in k given places."""
    for places in combinations(range(len(x)), min(k, len(x))):
        yield len(x), places, tuple(record for i, record in enumerate(x) if i not in places)

"""Data sets as lists of records and back, in the three spellings of `assay.adjacency.datasets`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import TypeVar, cast

from ..adjacency import Adjacency
from ..adjacency.datasets import is_count, multiset
from ..errors import InvalidType, InvalidValue
from ..outputs.text import with_type

X = TypeVar("X", bound=Hashable)


def _spells_counts(x: object, adjacency: Adjacency) -> bool:
    """Whether x is a multiset spelt as a frozenset of (record, count) pairs; refused if unclear."""
    kind = getattr(adjacency, "kind", None)
    if not isinstance(x, frozenset) or kind == "set":
        return False
    if kind == "multiset":
        return True
    if x and all(is_count(pair) for pair in x):
        raise InvalidValue(
            f"input {with_type(x)} could be a set of pairs or a multiset of (record, count) pairs, and "
            f"{adjacency!r} does not say which; spell multisets as sorted tuples of records"
        )
    return False


def is_plain_set(x: object, adjacency: Adjacency) -> bool:
    """Whether x is a set of records, which cannot hold a record twice."""
    return isinstance(x, frozenset) and not _spells_counts(x, adjacency)


def records_of(x: object, adjacency: Adjacency) -> tuple[Hashable, ...]:
    """The records of a data set, each as often as it occurs; those of a set in a fixed order (by `repr`)."""
    if _spells_counts(x, adjacency):
        counts = sorted(multiset(x), key=repr)
        return tuple(record for record, count in counts for _ in range(count))
    if isinstance(x, tuple):
        return x
    if isinstance(x, frozenset):
        return tuple(sorted(x, key=repr))
    raise InvalidType(f"input {with_type(x)} is not a data set; use a tuple or a frozenset of records")


def dataset_like(records: Sequence[Hashable], x: X, adjacency: Adjacency) -> X:
    """The data set of these records, spelt like x."""
    if _spells_counts(x, adjacency):
        return cast(X, frozenset(Counter(records).items()))
    if isinstance(x, frozenset):
        return cast(X, frozenset(records))
    return cast(X, tuple(records))

"""Where the elements of a set lie in its hash table.

The order of its elements, and of those that are added later, and what `pop` takes depend on the whole table:
on empty places, on places where an element was removed, and on where `pop` looks next.  None of it can be
asked for, so that it is read from memory, where CPython keeps it (Objects/setobject.c): after the header of
an object fill, used, mask, table, hash and finger, and in the table a pointer and a hash for each place.
"""

from __future__ import annotations

import sys
from collections.abc import Hashable
from ctypes import c_ssize_t
from typing import Any, NamedTuple, TypeAlias

Layout: TypeAlias = "tuple[int, tuple[int, ...]]"

EMPTY, REMOVED = -1, -2


class Placed(NamedTuple):
    """The keys of the elements of a set in their order, and where they lie."""

    elements: tuple[Hashable, ...]
    where: Layout


def layout(value: set[Any] | frozenset[Any]) -> Layout | None:
    """Where `pop` looks next, and for each place the number of its element, EMPTY or REMOVED.

    None where this Python has sets of another kind.
    """
    return _read(value) if _KNOWN else None


def _read(value: set[Any] | frozenset[Any]) -> Layout:
    number = {id(element): n for n, element in enumerate(value)}
    _, _, mask, table, _, finger = (c_ssize_t * 6).from_address(id(value) + object.__basicsize__)
    pointers = (c_ssize_t * (2 * (mask + 1))).from_address(table)[::2]
    return finger, tuple([number.get(p, REMOVED) if p else EMPTY for p in pointers])


def _is_known() -> bool:
    """Whether sets are read rightly: with collisions, a place where one was removed, and after `pop`."""
    if sys.implementation.name != "cpython" or set.__basicsize__ <= object.__basicsize__ + 6 * 8:
        return False
    pair, left, popped = {8, 0}, {0, 1, 2}, {3, 5}
    left.discard(1)
    popped.pop()
    rest = (EMPTY,) * 4
    return (
        _read(set()) == (0, (EMPTY,) * 8)
        and sorted(_read(pair)[1]) == [EMPTY] * 6 + [0, 1]
        and _read(left) == (0, (0, REMOVED, 1, EMPTY, *rest))
        and _read(popped) == (4, (EMPTY, EMPTY, EMPTY, REMOVED, EMPTY, 0, EMPTY, EMPTY))
    )


_KNOWN = _is_known()

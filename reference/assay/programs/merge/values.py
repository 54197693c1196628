"""The values that a state may hold, and when two of them can never be told apart.

The key of a value is equal for two values only if no program of the subset can distinguish them: True, 1 and
1.0 have different keys, 0.0 and -0.0 too.  What can be changed is keyed by its contents and by what shares
it: `heap` numbers every list, dictionary, set, object and variable scope of a state.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from fractions import Fraction
from typing import Any

from ...dp import Dist
from ...exact import Log, Number
from ...outputs.keys import WRITTEN, is_nan
from .outside import OutsideSubset

SCALARS = frozenset({bool, int, str, bytes, type(None), Fraction})
CONSTANT = SCALARS | WRITTEN | {tuple, frozenset, Number, Log}
"""Types whose operators give a new value, and change nothing."""

LONG = 16
"""Entries from which on the key of a tuple is kept, so that a loop over it reads it once."""
MOST_KEPT = 1024

_kept: dict[int, tuple[object, Hashable]] = {}
"""The keys of long values by identity, beside the values, so that no other one gets their identity."""


class _Hashed:
    """A key that knows its hash; one key is compared with itself at once."""

    __slots__ = ("_hash", "_key")

    def __init__(self, key: Hashable) -> None:
        self._key, self._hash = key, hash(key)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, _Hashed) and self._key == other._key)


class NotPlain(Exception):
    """A value is not made of immutable plain values alone."""


def forget() -> None:
    """Let go of the values whose keys were kept."""
    _kept.clear()


def is_kept(value: object) -> bool:
    """Whether a long value is known to be plain."""
    return id(value) in _kept


def plain_key(value: Any) -> Hashable:
    """The key of a plain immutable value; NotPlain for any other."""
    kind: type = type(value)
    if kind in SCALARS:
        return (kind, value)
    if kind is Number or kind is Log:
        return (kind, str(value))
    if kind in WRITTEN and not is_nan(value):
        return (kind, repr(value))
    if kind is tuple or kind is frozenset:
        return _key_of_entries(kind, value) if len(value) < LONG else _kept_key(kind, value)
    if kind is Dist:
        return (kind, tuple((plain_key(o), str(p)) for o, p in value.items()))
    raise NotPlain


def refused(value: object) -> OutsideSubset:
    """The error for a value that no state may hold."""
    return OutsideSubset(
        f"it holds a {type(value).__name__}, which is not one of the values that are followed"
    )


def _key_of_entries(kind: type, value: Iterable[Any]) -> Hashable:
    return (kind, tuple([plain_key(entry) for entry in value]))


def _kept_key(kind: type, value: Iterable[Any]) -> Hashable:
    """The key of a long value, made once."""
    known = _kept.get(id(value))
    if known is None:
        if len(_kept) >= MOST_KEPT:
            _kept.clear()
        known = _kept[id(value)] = value, _Hashed(_key_of_entries(kind, value))
    return known[1]

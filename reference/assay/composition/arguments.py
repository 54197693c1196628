"""What callers hand in, read strictly: things with counts, fields, whole numbers."""

from __future__ import annotations

from collections.abc import Iterable

from ..arguments import integer
from ..errors import InvalidType, InvalidValue
from ..outputs.text import brief


def counted(entries: object, name: str, example: str) -> list[tuple[object, int]]:
    """The pairs (what, count) with count >= 0.

    Raises InvalidType for anything else and for a count that is no int, InvalidValue for no pairs and for a
    negative count.
    """
    if isinstance(entries, str | bytes) or not isinstance(entries, Iterable):
        raise InvalidType(
            f"{name} = {brief(entries)} is a {type(entries).__name__}; give pairs with their counts, "
            f"{example}"
        )
    found = [_pair(entry, name, example) for entry in entries]
    if not found:
        raise InvalidValue(f"{name} is empty (a sequence of length 0); give at least one pair, {example}")
    return found


def _pair(entry: object, name: str, example: str) -> tuple[object, int]:
    """One pair."""
    if not isinstance(entry, tuple | list) or len(entry) != 2:
        raise InvalidType(
            f"{name} has the entry {brief(entry)}, a {type(entry).__name__}; give pairs with their counts, "
            f"{example}"
        )
    return entry[0], check_count(entry[1])


def freeze(instance: object, field: str, value: object) -> None:
    """Set a field of a frozen dataclass to what was read from its argument."""
    object.__setattr__(instance, field, value)


def check_count(count: object) -> int:
    """How often a round is repeated, an int >= 0; raises as `integer`."""
    return integer(count, "count", 0)

"""Reading what is composed: pairs of something and how often it is repeated, and a limit of memory."""

from __future__ import annotations

from collections.abc import Iterable

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


def check_count(count: object) -> int:
    """How often a round is repeated, an int >= 0."""
    if isinstance(count, bool) or not isinstance(count, int):
        raise InvalidType(
            f"count = {count!r} is a {type(count).__name__}; give the number of repetitions, an int >= 0"
        )
    if count < 0:
        raise InvalidValue(f"count = {count} is negative; give how often the round is repeated, an int >= 0")
    return count


def check_bytes(value: object) -> int:
    """The largest memory in bytes, an int >= 1."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise InvalidType(
            f"max_bytes = {brief(value)} is a {type(value).__name__}; give a number of bytes, an int such as "
            "4 * 10**9"
        )
    if value < 1:
        raise InvalidValue(f"max_bytes = {value} is not >= 1; give a number of bytes, such as 4 * 10**9")
    return value

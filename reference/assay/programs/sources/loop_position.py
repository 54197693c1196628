"""`for` loops whose position is a value, so that a run can be stopped at a loop head and named there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

INDEXED = frozenset({list, tuple, str, bytes, range})


class Loop:
    """An iterator that knows how far it has come; it sees later changes of a list, as Python's own."""

    __slots__ = ("index", "source")

    index: int

    def __init__(self, source: Any) -> None:
        self.source: Any = source
        self.index = 0

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        if self.index >= len(self.source):
            self.index = len(self.source) + 1
            raise StopIteration
        value = self.source[self.index]
        self.index += 1
        return value


def loop_over(source: Any) -> Any:
    """What a `for` statement iterates over: a `Loop` where the position can be named."""
    return Loop(source) if type(source) in INDEXED else iter(source)

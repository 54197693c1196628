"""The one writer of tables as text."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from unicodedata import combining, east_asian_width

ESCAPES = re.compile(r"\x1b\[[0-9;]*m")
"""Colours of a terminal, which take no place."""


def table(
    rows: Iterable[Sequence[str]], indent: int = 2, *, right: Collection[int] = (), least: Sequence[int] = ()
) -> list[str]:
    """The rows as lines, with two spaces between columns and none at an end.

    A column is as wide as its longest cell, and as `least` says where tables below each other shall agree;
    the columns `right` end at the same place. The last cell of a row takes the room that it needs.
    """
    cells = [list(row) for row in rows]
    widths = list(least) + [0] * (max(map(len, cells), default=0) - len(least))
    for row in cells:
        for i, cell in enumerate(row):
            if i < len(row) - 1 or i in right:
                widths[i] = max(widths[i], places(cell))
    return [(" " * indent + _line(row, widths, right)).rstrip() for row in cells]


def places(cell: str) -> int:
    """How many places of a terminal a text takes: none for colours and accents, two for wide characters."""
    text = cell if cell.isascii() and "\x1b" not in cell else ESCAPES.sub("", cell)
    if text.isascii():
        return len(text)
    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in text)


def _line(row: Sequence[str], widths: Sequence[int], right: Collection[int]) -> str:
    padded = []
    for i, cell in enumerate(row):
        room = " " * max(0, widths[i] - places(cell))
        padded.append(room + cell if i in right else cell + room)
    return "  ".join(padded)

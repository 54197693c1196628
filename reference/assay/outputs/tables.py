"""The one writer of tables as text: rich's tables, without lines, as wide as they need to be."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from io import StringIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

BETWEEN = 2
"""Spaces between columns."""

HERE = "\ue000"
"""Stands for the last cell of a row, which is no part of its column; a character of private use."""


def table(
    rows: Iterable[Sequence[str]], indent: int = 2, *, right: Collection[int] = (), least: Sequence[int] = ()
) -> list[str]:
    """The rows as lines, with two spaces between columns and none at an end.

    A column is as wide as its longest cell, at least one place, and as `least` says where tables below each
    other shall agree; the columns `right` end at the same place. The last cell of a row takes the room that
    it needs.
    """
    cells = [list(row) for row in rows]
    columns = max(map(len, cells), default=0)
    if columns == 0:
        return [""] * len(cells)
    grid = empty_grid(columns, right, least)
    lasts = [row.pop() if row and len(row) - 1 not in right else None for row in cells]
    for row, last in zip(cells, lasts, strict=True):
        grid.add_row(*(text(cell) for cell in row), *([] if last is None else [HERE]))
    lines = rendered(grid)
    return [
        (" " * indent + (line if last is None else line.rpartition(HERE)[0] + last)).rstrip()
        for line, last in zip(lines, lasts, strict=True)
    ]


def empty_grid(columns: int, right: Collection[int], least: Sequence[int]) -> Table:
    """A table of rich with these columns."""
    from rich.table import Table

    grid = Table.grid(padding=(0, BETWEEN, 0, 0))
    for i in range(columns):
        width = max(1, least[i]) if i < len(least) else 1  # in less, rich leaves out what takes no place
        grid.add_column(justify="right" if i in right else "left", no_wrap=True, min_width=width)
    return grid


def text(cell: str) -> Text:
    """A cell in one line, whose colours take no place."""
    from rich.text import Text

    line = " ".join(cell.splitlines())
    return Text.from_ansi(line) if "\x1b" in line else Text(line)


def rendered(grid: Table) -> list[str]:
    """A line a row, whatever the terminal: its width and colours are no part of a table."""
    from rich.console import Console

    written = StringIO()
    console = Console(
        file=written,
        width=1 << 40,
        color_system="standard",
        force_terminal=True,
        force_jupyter=False,
        legacy_windows=False,
        no_color=False,
    )
    console.print(grid)
    return written.getvalue().split("\n")[:-1]

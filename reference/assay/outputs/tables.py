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
"""Stands where a cell begins, and is taken out at the end: a character of private use, which no output shows.

So a row is known to go on where its last cell is, which is no part of its column, and no column is empty,
which rich would leave out.
"""


def table(
    rows: Iterable[Sequence[str]], indent: int = 2, *, right: Collection[int] = (), least: Sequence[int] = ()
) -> list[str]:
    """The rows as lines, with two spaces between columns and none at an end.

    A column is as wide as its longest cell, and as `least` says where tables below each other shall agree;
    the columns `right` end at the same place. The last cell of a row takes the room that it needs.
    """
    cells = [list(row) for row in rows]
    columns = max(map(len, cells), default=0)
    if columns == 0:
        return [""] * len(cells)
    grid = empty_grid(columns, right, least)
    lasts = [row.pop() if row and len(row) - 1 not in right else None for row in cells]
    for row, last in zip(cells, lasts, strict=True):
        grid.add_row(*(text(cell) for cell in row), *([] if last is None else [HERE]))
    pairs = zip(rendered(grid), lasts, strict=True)
    return [(" " * indent + finished(line, last)).rstrip() for line, last in pairs]


def finished(line: str, last: str | None) -> str:
    """A line without marks, and with the last cell at its mark if it is no part of its column."""
    before = line if last is None else line.rpartition(HERE)[0]
    return before.replace(HERE, "") + (last or "")


def empty_grid(columns: int, right: Collection[int], least: Sequence[int]) -> Table:
    """A table of rich with these columns."""
    from rich.table import Table

    grid = Table.grid(padding=(0, BETWEEN, 0, 0))
    for i in range(columns):
        width = least[i] if i < len(least) else 0
        grid.add_column(justify="right" if i in right else "left", no_wrap=True, min_width=len(HERE) + width)
    return grid


def text(cell: str) -> Text:
    """A cell in one line, behind the mark of its beginning; its colours take no place."""
    from rich.text import Text

    line = HERE + " ".join(cell.splitlines())
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

"""Markdown, read and written: tables, escaped text, and the lines that are not code."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

SPECIAL = re.compile(r"([\\`*_{}\[\]<>$|#~^])")


def escape(text: object) -> str:
    """Text that means itself, also in a cell of a table."""
    return SPECIAL.sub(r"\\\1", " ".join(str(text).split()))


def code(text: object) -> str:
    """Text as inline code, also in a cell of a table."""
    flat = " ".join(str(text).split())
    ticks = "``" if "`" in flat else "`"
    return f"{ticks}{flat}{ticks}".replace("|", "\\|") if flat else ""


def row(cells: Iterable[object]) -> str:
    """One line of a table."""
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def table(heads: Sequence[str], rows: Iterable[Sequence[object]], kind: str = "") -> str:
    """A table; `kind` are its classes, such as `sortable filterable`."""
    text = "\n".join([row(heads), "|" + "---|" * len(heads), *map(row, rows)])
    return f":::{{table}}\n:class: {kind}\n\n{text}\n:::\n" if kind else f"{text}\n"


def fence(text: str, language: str = "text") -> str:
    """A block of code."""
    return f"```{language}\n{text.rstrip()}\n```\n"


def cells(line: str) -> list[str]:
    """The cells of one line of a table, as Markdown."""
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip())[1:-1]]


def tables(text: str) -> Iterator[tuple[list[str], list[list[str]]]]:
    """Each table of a text: its heads and its rows."""
    heads: list[str] = []
    rows: list[list[str]] = []
    for line in [*text.splitlines(), ""]:
        if line.startswith("|"):
            if not heads:
                heads = cells(line)
            elif not re.fullmatch(r"[|\-: ]+", line):
                rows.append(cells(line))
        elif heads:
            yield heads, rows
            heads, rows = [], []


def outside_code(text: str) -> Iterator[tuple[bool, str]]:
    """Each line, with whether it is outside of fenced code."""
    fence = ""
    for line in text.splitlines(keepends=True):
        mark = re.match(r"\s*(`{3,}|~{3,})", line)
        if mark and not fence:
            fence = mark[1]
            yield False, line
        elif fence:
            if line.strip().startswith(fence):
                fence = ""
            yield False, line
        else:
            yield True, line


def plain(markdown: str) -> str:
    """The text that a piece of Markdown shows."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", markdown)
    return re.sub(r"\\(.)", r"\1", re.sub(r"(?<!\\)[*`]+", "", text))


def slug(title: str) -> str:
    """The name of a page or of an anchor for a title."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")

"""How values are written for a reader: exact where that fits on a line, with a rounded decimal beside it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal

from ..dp.witness import exact_json
from ..exact import Log, Number

LONGEST_EXACT = 48
LONGEST_LABEL = 60
MOST_OUTCOMES = 6


def exact(value: Log | Number) -> str:
    """The exact spelling; its length where it is too long for a line."""
    text = str(value)
    return text if len(text) <= LONGEST_EXACT else f"[exact value of {len(text)} characters]"


def rounded(value: Log | Number) -> str:
    """The decimal, unless the exact spelling already is that decimal or there is none."""
    written = exact_json(value)
    decimal = written["decimal"]
    if decimal is None or Decimal(str(decimal)).is_zero() or decimal == written["exact"]:
        return ""
    return str(decimal)


def label(value: object) -> str:
    """An input or an output on one line, shortened when long."""
    text = " ".join(repr(value).split())
    return text if len(text) <= LONGEST_LABEL else text[: LONGEST_LABEL - 3] + "..."


def event(outcomes: Sequence[object]) -> str:
    """The outcomes of an event as a set, the first few of many."""
    shown = [label(outcome) for outcome in outcomes[:MOST_OUTCOMES]]
    more = len(outcomes) - len(shown)
    if more:
        shown.append(f"... {more} more")
    return "{" + ", ".join(shown) + "}"


def table(rows: Iterable[Sequence[str]], indent: int = 2) -> list[str]:
    """The rows as lines, with every column but the last as wide as its longest cell."""
    cells = [list(row) for row in rows]
    widths = [
        max((len(row[i]) for row in cells if i < len(row) - 1), default=0)
        for i in range(max(map(len, cells), default=0))
    ]
    return [
        (
            " " * indent + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=False))
        ).rstrip()
        for row in cells
    ]

"""Tables, headings and marks in HTML; every text is escaped here and nowhere else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

COLOURS = {"refuted": "#b03a2e", "undecided": "#9a6a00"}
"""Of the word of a verdict; what holds is green."""

HOLDS = "#2e7d4f"

CELL = "text-align:left;padding:2px 12px 2px 0;vertical-align:top"


class Markup(str):
    """A text that is HTML already."""

    __slots__ = ()


def cell(value: str) -> str:
    """A text as HTML; markup as it is."""
    return value if isinstance(value, Markup) else escape(value)


def table(rows: Iterable[Sequence[str]], head: Sequence[str] = ()) -> Markup:
    """The rows as a table, with the names of its columns."""
    listed = [*rows]
    columns = max(map(len, [head, *listed]), default=0)
    lines = [_row(head, "th", columns)] if head else []
    lines += [_row(row, "td", columns) for row in listed]
    return Markup(f'<table style="border-collapse:collapse">{"".join(lines)}</table>')


def _row(cells: Sequence[str], tag: str, columns: int) -> str:
    """A row whose last cell takes the room that is left."""
    spans = [1] * (len(cells) - 1) + [columns - len(cells) + 1]
    parts = [
        f'<{tag} style="{CELL}"{f" colspan={span}" if span > 1 else ""}>{cell(each)}</{tag}>'
        for each, span in zip(cells, spans, strict=True)
    ]
    return f"<tr>{''.join(parts)}</tr>"


def paragraph(*parts: str) -> Markup:
    """The parts as one paragraph."""
    return Markup(f'<p style="margin:4px 0">{"".join(map(cell, parts))}</p>')


def strong(text: str) -> Markup:
    """A text that stands out."""
    return Markup(f"<strong>{cell(text)}</strong>")


def code(text: str) -> Markup:
    """A text in the letters of a program."""
    return Markup(f"<code>{cell(text)}</code>")


def word(verdict: str) -> Markup:
    """The word of a verdict, in its colour."""
    colour = COLOURS.get(verdict, HOLDS)
    return Markup(f'<strong style="color:{colour}">{cell(verdict.upper())}</strong>')


def bar(share: float) -> Markup:
    """A bar whose length is a share between 0 and 1 of its place."""
    width = f"{100 * min(max(share, 0), 1):.3g}%"
    return Markup(
        '<div style="width:120px"><div style="background:#1f4e79;height:10px;min-width:1px;'
        f'width:{width}"></div></div>'
    )


def mark(text: str, good: bool) -> Markup:
    """A text in the colour of what holds, or in grey."""
    return Markup(f'<span style="color:{HOLDS if good else "#767676"}">{cell(text)}</span>')


def items_of(parts: Iterable[str]) -> Markup:
    """A list."""
    return Markup(f"<ul>{''.join(f'<li>{cell(each)}</li>' for each in parts)}</ul>")


def columns(parts: Iterable[str]) -> Markup:
    """Parts beside each other, below each other where there is no room."""
    inside = "".join(f'<div style="flex:1 1 320px">{cell(each)}</div>' for each in parts)
    return Markup(f'<div style="display:flex;flex-wrap:wrap;gap:16px">{inside}</div>')


def document(title: str, body: str) -> str:
    """A page of its own."""
    style = "font-family:sans-serif;max-width:1100px;margin:24px auto;padding:0 12px"
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">'
        f'</head>\n<body style="{style}">{body}</body></html>\n'
    )

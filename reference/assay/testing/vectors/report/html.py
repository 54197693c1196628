"""HTML in which nothing is left unescaped: text is text, and only what is built here is markup."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import TypeAlias


class Markup(str):
    """Text that is HTML, and is not escaped again."""

    __slots__ = ()


Child: TypeAlias = "str | Markup"


def element(name: str, *children: Child, **attributes: str) -> Markup:
    """<name attribute="...">children</name>; a trailing underscore of an attribute is left out."""
    given = "".join(f' {key.rstrip("_")}="{escape(value)}"' for key, value in attributes.items() if value)
    return Markup(f"<{name}{given}>{joined(children)}</{name}>")


def joined(children: Iterable[Child]) -> Markup:
    """All of them, one after the other."""
    return Markup("".join(c if isinstance(c, Markup) else escape(c) for c in children))


def link(text: Child, target: str) -> Markup:
    """A link to another page."""
    return element("a", text, href=target)


def table(headings: Sequence[Child], rows: Iterable[Sequence[Child]]) -> Markup:
    """A table that scrolls by itself where it is wider than the page."""
    body = (element("tr", *(element("td", cell) for cell in row)) for row in rows)
    return _table(headings, body, "")


def stacked_table(headings: Sequence[str], rows: Iterable[Sequence[Child]]) -> Markup:
    """A table whose cells stand below each other, each with its heading, where the page is narrow."""
    body = (
        element(
            "tr", *(element("td", cell, **{"data-heading": h}) for h, cell in zip(headings, row, strict=True))
        )
        for row in rows
    )
    return _table(headings, body, "stacked")


def _table(headings: Sequence[Child], body: Iterable[Markup], kind: str) -> Markup:
    head = element("tr", *(element("th", cell, scope="col") for cell in headings))
    made = element("table", element("thead", head), element("tbody", *body), class_=kind)
    return element("div", made, class_="wide", tabindex="0")


def facts(pairs: Iterable[tuple[Child, Child]]) -> Markup:
    """Names, each with what it stands for."""
    parts = (part for name, text in pairs for part in (element("dt", name), element("dd", text)))
    return element("dl", *parts)


def folded(summary: Child, *children: Child, opened: bool = False) -> Markup:
    """What is shown when its summary is clicked."""
    return element("details", element("summary", summary), *children, open="open" if opened else "")


@cache
def style() -> str:
    """The style sheet, which every page carries."""
    return " ".join(Path(__file__).with_name("style.css").read_text(encoding="ascii").split())


def page(title: str, trail: Sequence[tuple[str, str]], *children: Child) -> str:
    """A whole page, which needs no other file; the trail leads back, as (text, target)."""
    way = [joined((link(text, target), " / ")) for text, target in trail]
    main = element("main", element("nav", *way, title), element("h1", title), *children)
    return (
        '<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"{element('title', title)}<style>{style()}</style></head>\n<body>{main}</body>\n</html>\n"
    )

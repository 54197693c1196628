"""Docstrings are plain text with formulas in them: what reads like markup there is not, but for `names`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from .api_examples import lines_of

CODE = re.compile(r"(`+)(.+?)\1", re.DOTALL)
SECTION = re.compile(r"^(Raises|Returns|Args|Source|Sources|Arguments):\s*$")


def escape(text: str) -> str:
    """Text in which nothing but names in backticks is markup."""
    return re.sub(r"([\\*_|`<>])", r"\\\1", text)


def prose(paragraph: str) -> str:
    """A paragraph, with names in backticks as code."""
    end, parts = 0, []
    for match in CODE.finditer(paragraph):
        parts += [escape(paragraph[end : match.start()]), f" ``{match[2]}`` "]
        end = match.end()
    spaced = "".join([*parts, escape(paragraph[end:])])
    return re.sub(r" (``.+?``) ", rejoined, spaced, flags=re.DOTALL)


def rejoined(match: re.Match[str]) -> str:
    """Code with an escaped blank on each side, which separates the markup and shows nothing."""
    return f"\\ {' '.join(match[1].split())}\\ "


def paragraphs(lines: list[str]) -> Iterator[list[str]]:
    """The groups of lines between blank ones."""
    group: list[str] = []
    for line in [*lines, ""]:
        if line.strip():
            group.append(line)
        elif group:
            yield group
            group = []


def converted(lines: list[str]) -> list[str]:
    """The docstring as reStructuredText: prose, sections, and indented blocks as they stand."""
    out: list[str] = []
    for group in paragraphs(lines):
        heading = SECTION.match(group[0])
        if heading and len(group) > 1:
            out += [f"**{heading[1]}**", "", *entries(group[1:]), ""]
        elif group[0].lstrip().startswith((">>>", "$ ")) or all(line.startswith(" ") for line in group):
            out += ["::", "", *(f"    {line}" for line in group), ""]
        elif any(line.startswith("  ") for line in group[1:]) or any(line.startswith("- ") for line in group):
            out += [*(f"| {prose(line.strip())}" for line in group), ""]
        else:
            out += [prose("\n".join(group)), ""]
    return [line for text in out for line in text.split("\n")]


def entries(lines: list[str]) -> list[str]:
    """A section's entries, one a list item, with what continues them."""
    depth = len(lines[0]) - len(lines[0].lstrip())
    items: list[str] = []
    for line in lines:
        if len(line) - len(line.lstrip()) <= depth or not items:
            items.append(line.strip())
        else:
            items[-1] += " " + line.strip()
    return [f"- {prose(item)}" for item in items]


def process(app: Any, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """Replace the lines of a docstring, as autodoc asks for them, and add the example."""
    lines[:] = [*converted(lines), "", *lines_of(name)]


def setup(app: Any) -> dict[str, bool]:
    """Register with autodoc."""
    app.connect("autodoc-process-docstring", process)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

"""Texts of programs in a file: `=== name` begins one, `--- ` a further part of it on one line."""

from __future__ import annotations

from pathlib import Path


def read(name: str) -> dict[str, tuple[str, ...]]:
    """The parts of every section by its name."""
    found: dict[str, tuple[str, ...]] = {}
    text = (Path(__file__).parent / name).read_text(encoding="utf-8")
    for section in text.split("=== ")[1:]:
        title, _, body = section.partition("\n")
        if title in found:
            raise ValueError(f"{name} has {title!r} twice")
        first, *others = body.strip().split("\n--- ")
        found[title] = (first, *others)
    return found

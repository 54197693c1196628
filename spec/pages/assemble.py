"""The sources of all pages in one folder: those of `spec/` as they are, and those that are made from data."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from shutil import copyfile

from . import (
    api,
    commands,
    ledger,
    lemmas,
    mechanisms,
    notebook,
    playground,
    sources,
    survey,
    vectors,
    witnesses,
)
from .links import Links
from .markdown import outside_code

BESIDE = {
    "CHANGELOG.md": "project/changelog",
    "CONTRIBUTING.md": "project/contributing",
    "SECURITY.md": "project/security",
    "reference/assay/prove/README.md": "prove-kernel",
    "proofs/coq/README.md": "coq-theory",
}
"""Markdown that stands elsewhere in the repository, and the page that it becomes."""

WRITERS: tuple[Callable[[Path, Path, Links], None], ...] = (
    ledger.write,
    lemmas.write,
    mechanisms.write,
    vectors.write,
    survey.write,
    witnesses.write,
    playground.write,
    notebook.write,
    commands.write,
    api.write,
)
"""Who writes pages from data: given the repository, the folder of the sources, and the links."""


def written_pages(root: Path) -> dict[str, str]:
    """The page of each Markdown file of the repository that has one."""
    inside = sorted((root / "spec").rglob("*.md"))
    named = {
        path.relative_to(root).as_posix(): path.relative_to(root / "spec").as_posix()[:-3] for path in inside
    }
    claims = sorted((root / "spec" / "claims").glob("[A-Z][0-9]*.toml"))
    records = {path.relative_to(root).as_posix(): f"ledger/{path.stem}" for path in claims}
    return {**named, **records, **BESIDE}


def one_title(text: str) -> str:
    """The text with one heading of the first level: from the second one on all are a level lower."""
    lines = list(outside_code(text))
    titles = [number for number, (prose, line) in enumerate(lines) if prose and line.startswith("# ")]
    if len(titles) < 2:
        return text
    return "".join(
        f"#{line}" if prose and line.startswith("#") and number >= titles[1] else line
        for number, (prose, line) in enumerate(lines)
    )


def assemble(root: Path, folder: Path, files: Path) -> None:
    """Write the sources of all pages into one folder, and the files beside them into another."""
    links = Links(root, written_pages(root), files)
    for named, page in links.pages.items():
        if named.endswith(".md"):
            place = folder / f"{page}.md"
            place.parent.mkdir(parents=True, exist_ok=True)
            text = (root / named).read_text(encoding="utf-8")
            place.write_text(one_title(links.rewritten(text, named, page)), encoding="utf-8")
    for write in WRITERS:
        write(root, folder, links)
    sources.write_all(links, folder)
    for named in links.pictures:
        place = folder / Path(named).relative_to("spec")
        place.parent.mkdir(parents=True, exist_ok=True)
        copyfile(root / named, place)

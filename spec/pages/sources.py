"""Pages that show a file of the repository, or list a folder of it."""

from __future__ import annotations

import ast
from pathlib import Path

from .links import Links
from .markdown import code, escape, fence, table

LANGUAGES = {".py": "python", ".toml": "toml", ".json": "json", ".v": "coq", ".sh": "sh", ".md": "markdown"}
HIDDEN = {"__pycache__", ".venv"}


def write_all(links: Links, folder: Path) -> None:
    """A page for everything that was linked, and for what these pages link."""
    done: set[str] = set()
    while pending := links.sources - done:
        for named in sorted(pending):
            path = links.root / named
            page = folder / f"{links.source(named)}.md"
            page.parent.mkdir(parents=True, exist_ok=True)
            text = listing(path, named) if path.is_dir() else shown(path, named)
            page.write_text("---\norphan: true\n---\n" + text, encoding="utf-8")
        done |= pending


def shown(path: Path, named: str) -> str:
    """One file."""
    text = path.read_text(encoding="utf-8")
    ticks = "`" * 6
    return f"# {code(named)}\n\n" + fence(text, LANGUAGES.get(path.suffix, "text")).replace("```", ticks)


def listing(path: Path, named: str) -> str:
    """The files of a folder, each with what its docstring says first."""
    entries = [each for each in sorted(path.iterdir()) if each.name not in HIDDEN and each.name[0] != "."]
    rows = [(code(each.name + "/" * each.is_dir()), escape(headline(each))) for each in entries]
    return f"# {code(named + '/')}\n\n" + table(["file", "what it holds"], rows)


def headline(path: Path) -> str:
    """The first sentence of a module's docstring, or of a package's."""
    module = path / "__init__.py" if path.is_dir() else path
    if module.suffix != ".py" or not module.is_file():
        return ""
    docstring = ast.get_docstring(ast.parse(module.read_text(encoding="utf-8"))) or ""
    return docstring.partition("\n\n")[0]

"""Every path and every module of the package that a document names is there."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted(
    path
    for folder in (".", "spec", "spec/vectors", "tests/mutation", "reference/assay/prove")
    for path in (ROOT / folder).glob("*.md")
)

PATH = re.compile(r"`((?:[a-z_.][\w.]*/)+[a-z_.][\w.]*/?)`")
TO_WRITE = re.compile(r"^In `[^`]+`:$", re.M)
"""Files that the reader is asked to write."""

BUILT = "build/"
"""The folder of what is built: its files are there after the command beside which they are named."""

MODULE = re.compile(r"`assay((?:\.[a-z_]+)+)")


def places(document: Path) -> list[Path]:
    """Where the paths of a document begin."""
    return [ROOT, ROOT / "reference", ROOT / "reference" / "assay", document.parent]


def missing(document: Path) -> list[str]:
    """What a document names that is not there."""
    text = TO_WRITE.sub("", document.read_text(encoding="utf-8"))
    named = [found for found in PATH.findall(text) if not found.startswith(BUILT)]
    paths = [found for found in named if not any((p / found).exists() for p in places(document))]
    modules = [f"assay{found}" for found in MODULE.findall(text) if not importable(found.split(".")[1:])]
    return paths + modules


def importable(parts: list[str]) -> bool:
    """Whether the name is a module, or something in one."""
    module = "assay"
    for i, part in enumerate(parts):
        if find_spec(f"{module}.{part}") is None:
            return i > 0 or hasattr(__import__("assay"), part)
        module = f"{module}.{part}"
    return True


def test_documents_are_found():
    assert {"README.md", "CONTRIBUTING.md", "definitions.md", "kernel.md"} <= {p.name for p in DOCUMENTS}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_what_a_document_names_is_there(document):
    assert missing(document) == []


def test_what_is_gone_is_noticed(tmp_path):
    gone = tmp_path / "gone.md"
    gone.write_text("see `fast/accountant/pairs.py`, `assay.oracle.claims`, `dp/dist.py` and `assay.dp.Dist`")
    assert missing(gone) == ["fast/accountant/pairs.py", "assay.oracle.claims"]

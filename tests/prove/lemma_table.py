"""The table of lemmas in `spec/lemmas.md`, made from `proofs/`: run `python -m tests.prove.lemma_table`."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from assay.prove.lemma import Lemma, load

from .hypotheses import MARKED
from .searches import SEARCHES

ROOT = Path(__file__).parents[2]
TABLE = ROOT / "spec" / "lemmas.md"
HEAD = """\
# The lemmas

Each row is a lemma, linked to its script in `proofs/`. Its inequalities are proved by the rules of
`assay.prove`; the certificates in `proofs/certificates` are re-validated by `assay prove --check`. The script
also tests the reduction on generated mechanisms, computes a mechanism that attains the bound, and for each
hypothesis (in bold) one that violates the conclusion without it. Where a bound is not attained, "tight" says
what cannot be improved instead.

This file is made by `python -m tests.prove.lemma_table`; a test fails if it is out of date.

| lemma | statement | tight |
|---|---|---|
"""
SECOND = """
# What happens without a hypothesis

One row for each hypothesis: what the stored counterexample is, which `assay prove` and the tests re-check. A
search over generated mechanisms finds violations again for those marked "searched", and none where the
hypothesis holds (`tests/prove/searches`). Rows with "in place of" are smaller bounds that do not hold either.

| lemma | without | counterexample | |
|---|---|---|---|
"""


@lru_cache(maxsize=1)
def lemmas() -> list[tuple[Path, Lemma]]:
    """Every lemma with its script, in the order of the files; loaded once."""
    return [(path, lemma) for path in sorted((ROOT / "proofs").glob("*.py")) for lemma in load(path)]


def cell(text: str) -> str:
    """Text as it may stand in a cell."""
    return (
        text.replace("|", "\\|")
        .replace("\n", " ")
        .replace("_", "\\_")
        .replace("*", "\\*")
        .replace("<", "\\<")
    )


def row(path: Path, lemma: Lemma) -> str:
    """One line of the first table."""
    statement = cell(MARKED[lemma.title]).replace("{", "**").replace("}", "**")
    return f"| {link(path, lemma)} | {statement} | {cell(lemma.tightness)} |"


def rows_without(path: Path, lemma: Lemma) -> list[str]:
    """The lines of the second table."""
    lines = []
    for key, violated in lemma.dropped.items():
        what = cell((violated.__doc__ or "").strip().removesuffix("."))
        searched = "searched" if (lemma.title, key) in SEARCHES else ""
        lines.append(f"| {link(path, lemma)} | {cell(key)} | {what} | {searched} |")
    return lines


def link(path: Path, lemma: Lemma) -> str:
    """The title, linked to the script."""
    return f"[{cell(lemma.title)}](../proofs/{path.name})"


def table() -> str:
    """The whole file."""
    known = lemmas()
    second = [line for path, lemma in known for line in rows_without(path, lemma)]
    return HEAD + "\n".join(row(*x) for x in known) + "\n" + SECOND + "\n".join(second) + "\n"


if __name__ == "__main__":
    TABLE.write_text(table(), encoding="utf-8")

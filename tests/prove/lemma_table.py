"""The table of lemmas in `spec/lemmas.md`, made from `proofs/`: run `python -m tests.prove.lemma_table`."""

from __future__ import annotations

from pathlib import Path

from assay.prove.lemma import Lemma, load

ROOT = Path(__file__).parents[2]
TABLE = ROOT / "spec" / "lemmas.md"
HEAD = """\
# The lemmas

Each row is a lemma, linked to its script in `proofs/`. Its inequalities are proved by the rules of
`assay.prove`; the certificates in `proofs/certificates` are re-validated by `assay prove --check`. The script
also tests the reduction on generated mechanisms, computes a mechanism that attains the bound, and for each
hypothesis one that violates the conclusion without it. Where a bound is not attained, "tight" says what
cannot be improved instead.

This file is made by `python -m tests.prove.lemma_table`; a test fails if it is out of date.

| lemma | statement | tight | with a counterexample where it is dropped |
|---|---|---|---|
"""


def lemmas() -> list[tuple[Path, Lemma]]:
    """Every lemma with its script, in the order of the files."""
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
    """One line of the table."""
    needed = "; ".join(lemma.dropped) or "(no hypotheses)"
    cells = [cell(lemma.statement), cell(lemma.tightness), cell(needed)]
    return f"| {link(path, lemma)} | {' | '.join(cells)} |"


def link(path: Path, lemma: Lemma) -> str:
    """The title, linked to the script."""
    return f"[{cell(lemma.title)}](../proofs/{path.name})"


def table() -> str:
    """The whole file."""
    return HEAD + "\n".join(row(path, lemma) for path, lemma in lemmas()) + "\n"


if __name__ == "__main__":
    TABLE.write_text(table(), encoding="utf-8")

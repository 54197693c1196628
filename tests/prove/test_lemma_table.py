"""`spec/lemmas.md` lists what `proofs/` proves, no more and no less."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from .lemma_table import TABLE, lemmas, link, row, table


def test_the_table_is_up_to_date() -> None:
    stored = TABLE.read_text(encoding="utf-8")
    assert stored == table(), "run: python -m tests.prove.lemma_table"


def test_every_lemma_has_one_row_and_titles_are_distinct() -> None:
    known = lemmas()
    assert len(known) > 30
    assert len({lemma.title for _, lemma in known}) == len(known)
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    for path, lemma in known:
        assert sum(line.startswith(f"| {link(path, lemma)} |") for line in lines) == 1, lemma.title
    assert sum(line.startswith("| [") for line in lines) == len(known)


def test_every_row_has_four_cells() -> None:
    for path, lemma in lemmas():
        assert row(path, lemma).replace("\\|", "").count("|") == 5, lemma.title


def test_a_changed_statement_or_hypothesis_changes_the_row() -> None:
    path, lemma = lemmas()[0]
    assert row(path, replace(lemma, statement="x | y")) != row(path, lemma)
    assert "x \\| y" in row(path, replace(lemma, statement="x | y"))
    assert row(path, replace(lemma, dropped={})) != row(path, lemma)


def test_nearly_every_lemma_has_a_counterexample_for_its_hypotheses() -> None:
    """Only inequalities between arbitrary pairs have no hypothesis to drop."""
    free = {lemma.title for _, lemma in lemmas() if not lemma.dropped}
    assert free <= {"Pinsker's inequality"}


def test_every_link_leads_to_a_script() -> None:
    for path, _ in lemmas():
        assert (TABLE.parent / Path("../proofs") / path.name).resolve().is_file()

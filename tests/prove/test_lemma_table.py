"""`spec/lemmas.md` lists what `proofs/` proves, no more and no less."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from .lemma_table import (
    CERTIFICATES,
    INEQUALITIES,
    TABLE,
    anchor,
    inequalities,
    lemmas,
    link,
    row,
    rows_without,
    table,
)


def test_the_table_is_up_to_date() -> None:
    stored = TABLE.read_text(encoding="utf-8")
    assert stored == table(), "run: python -m tests.prove.lemma_table"


@pytest.mark.slow
def test_the_inequalities_are_up_to_date() -> None:
    pytest.importorskip("sympy")
    stored = INEQUALITIES.read_text(encoding="utf-8")
    assert stored == inequalities(), "run: python -m tests.prove.lemma_table"
    assert stored.count("\n- $") == sum(len(lemma.inequalities) for _, lemma in lemmas())


def test_every_row_links_to_its_formulas() -> None:
    headings = [x for x in INEQUALITIES.read_text(encoding="utf-8").splitlines() if x.startswith("## ")]
    for path, lemma in lemmas():
        assert f"(inequalities.md#{anchor(lemma.title)})" in row(path, lemma)
        assert sum(x == f"## {link(path, lemma)}" for x in headings) == 1
    assert len({anchor(lemma.title) for _, lemma in lemmas()}) == len(headings)
    assert anchor("zCDP: Hoeffding's, epsilon = 1") == "zcdp-hoeffdings-epsilon--1"


@pytest.mark.slow
def test_every_lemma_has_one_row_and_titles_are_distinct() -> None:
    known = lemmas()
    assert len(known) > 30
    assert len({lemma.title for _, lemma in known}) == len(known)
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    for path, lemma in known:
        assert sum(line == row(path, lemma) for line in lines) == 1, lemma.title


def test_every_counterexample_has_one_row() -> None:
    known = lemmas()
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    expected = sum(1 + len(lemma.dropped) for _, lemma in known)
    assert sum(line.startswith("| [") for line in lines) == expected
    assert all(line in lines for path, lemma in known for line in rows_without(path, lemma))


def test_every_row_has_its_cells() -> None:
    for path, lemma in lemmas():
        assert row(path, lemma).replace("\\|", "").count("|") == 5, lemma.title
        for line in rows_without(path, lemma):
            assert line.replace("\\|", "").count("|") == 5, line


def test_a_changed_lemma_changes_its_rows() -> None:
    path, lemma = lemmas()[0]
    assert "x \\| y" in row(path, replace(lemma, tightness="x | y")) != row(path, lemma)
    assert rows_without(path, replace(lemma, dropped={})) == []


def test_every_lemma_is_confirmed_by_all_three() -> None:
    found = {lemma.title: lemma.checked_by(CERTIFICATES) for _, lemma in lemmas()}
    others = {title: names for title, names in found.items() if names != ("kernel", "sympy", "Coq")}
    assert others == {}, "run: python -m tests.prove.who_checked"


def test_statements_show_their_hypotheses_in_bold() -> None:
    path, lemma = next(x for x in lemmas() if x[1].title == "zCDP from pure DP")
    assert "**eps-DP** for **a symmetric adjacency**" in row(path, lemma)


def test_every_link_leads_to_a_script() -> None:
    for path, _ in lemmas():
        assert (TABLE.parent / Path("../proofs") / path.name).resolve().is_file()

"""A lemma is marked "theorem" only where Coq has it, with its hypotheses and no others."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from assay.cli.prove_scripts import theorems_beside
from assay.prove.coq.compiling import AXIOMS
from tests.project.coq_theory import THEORY, can_compile, compile_into, files, theorems

from .hypotheses import MARKED
from .lemma_table import TABLE, lemmas
from .theorem_map import (
    MAP,
    compiled,
    digest,
    hypotheses,
    in_coq,
    premises,
    stored,
    unmatched,
    without,
    written,
)
from .theorems_in_coq import IN_COQ

CHOICE = "Epsilon.epsilon_statement"


def statements(title):
    return stored()["lemmas"][title]["theorems"]


def test_the_map_is_of_the_files_as_they_are():
    assert stored()["digest"] == digest(), "run: python -m tests.prove.theorem_map"
    assert stored()["lemmas"].keys() == IN_COQ.keys()


@pytest.mark.parametrize("title", IN_COQ)
def test_the_hypotheses_are_those_of_the_lemma(title):
    entry = stored()["lemmas"][title]
    assert entry["statement"] == MARKED[title], "run: python -m tests.prove.theorem_map"
    assert entry["hypotheses"] == IN_COQ[title].hypotheses
    assert unmatched(IN_COQ[title], title, entry["theorems"]) == []


def test_the_theorems_are_in_the_files():
    known = {f"{p.stem}.{name}" for p in files() for name in theorems(p.read_text(encoding="utf-8"))}
    assert {name for entry in IN_COQ.values() for name in entry.theorems} <= known


def test_what_is_tight_and_refuted_is_in_the_files():
    known = {f"{p.stem}.{name}" for p in files() for name in theorems(p.read_text(encoding="utf-8"))}
    assert {name for entry in IN_COQ.values() for name in entry.names()} <= known


def complaints(title, entry):
    """What keeps a lemma from being said to be as strong as it can be."""
    found = []
    if bool(entry.tight) == bool(entry.loose):
        found.append(f"{title}: either a theorem says that the bound is attained, or `loose` says why not")
    stated = hypotheses(title)
    found += [
        f"{title}: {h!r} is no hypothesis" for h in {**entry.refuted, **entry.unrefuted} if h not in stated
    ]
    found += [
        f"{title}: without {h!r} either a theorem fails, or it is said why there is none"
        for h in stated
        if (h in entry.refuted) == bool(entry.unrefuted.get(h))
    ]
    return found


@pytest.mark.parametrize("title", IN_COQ)
def test_a_bound_is_attained_or_it_is_said_why_not(title):
    assert complaints(title, IN_COQ[title]) == []
    assert stored()["lemmas"][title]["loose"] == IN_COQ[title].loose
    assert stored()["lemmas"][title]["unrefuted"] == IN_COQ[title].unrefuted


def test_a_bound_that_is_not_attained_and_a_wrong_hypothesis_are_noticed():
    title = "basic composition"
    entry = IN_COQ[title]
    assert len(complaints(title, replace(entry, tight=()))) == 1
    assert len(complaints(title, replace(entry, loose="open"))) == 1
    assert len(complaints(title, replace(entry, refuted={**entry.refuted, "on sunny days": "A.b"}))) == 1
    assert len(complaints(title, replace(entry, unrefuted={"on sunny days": "it rains"}))) == 1


def test_a_hypothesis_that_nobody_answers_for_or_two_do_is_noticed():
    title = "basic composition"
    entry = IN_COQ[title]
    (h, _), *others = entry.refuted.items()
    assert len(complaints(title, replace(entry, refuted=dict(others)))) == 1
    assert complaints(title, replace(entry, refuted=dict(others), unrefuted={h: "it rains"})) == []
    assert len(complaints(title, replace(entry, unrefuted={h: "it rains"}))) == 1
    assert len(complaints(title, replace(entry, refuted=dict(others), unrefuted={h: ""}))) == 1
    assert not any(entry.loose == "open" for entry in IN_COQ.values())


def test_the_table_says_where_a_failure_is_a_theorem_and_where_none():
    assert without("basic composition", "fresh randomness") == "Dropped"
    assert without("Hoeffding's lemma", "on sunny days") == without("no lemma", "fresh randomness") == ""
    assert without("the log forms of approximate DP", "P(S) > delta").startswith("Coq's logarithm ")


def test_the_page_says_how_much_is_attained_and_refuted():
    tight = sum(bool(e.tight) for e in IN_COQ.values())
    stated = sum(len(hypotheses(title)) for title in IN_COQ)
    refuted = sum(len(e.refuted) for e in IN_COQ.values())
    page = " ".join((THEORY / "README.md").read_text(encoding="utf-8").split())
    assert f"{tight} of the {len(IN_COQ)} lemmas" in page
    assert f"for the other {len(IN_COQ) - tight} it is said" in page
    assert f"{refuted} of their {stated} hypotheses" in page


def test_the_axioms_are_those_of_the_reals():
    assert stored()["axioms"] != []
    assert [a for a in stored()["axioms"] if not a.startswith(AXIOMS) and a != CHOICE] == []


def test_the_table_and_the_command_have_the_marks():
    first, _, second = TABLE.read_text(encoding="utf-8").partition("# What happens without a hypothesis")
    marked = re.findall(r"^\| \[(.*?)\]\(.*\[theorem\]", first, re.MULTILINE)
    known = sum(len(hypotheses(title)) for title in IN_COQ)
    assert second.count("[theorem]") + second.count("no theorem: ") >= known
    titles = [lemma.title for _, lemma in lemmas()]
    assert len(marked) == len(IN_COQ)
    assert set(IN_COQ) <= set(titles)
    beside = theorems_beside(THEORY.parent / "renyi.py")
    assert {title: list(entry.theorems) for title, entry in IN_COQ.items()} == {
        title: sorted(names, key=IN_COQ[title].theorems.index) for title, names in beside.items()
    }
    assert in_coq("basic composition") == ["Composition"]
    assert in_coq("advanced composition") == []


def test_no_marks_without_a_map(tmp_path):
    assert theorems_beside(tmp_path / "a.py") == {}


def test_a_hypothesis_that_the_lemma_loses_is_noticed(monkeypatch):
    title = "total variation of pure and approximate DP"
    monkeypatch.setitem(MARKED, title, MARKED[title].replace("{a symmetric adjacency}", "an adjacency"))
    found = unmatched(IN_COQ[title], title, statements(title))
    assert found == [f"{title}: 'a symmetric adjacency' is no hypothesis of the lemma"]


def test_a_hypothesis_that_the_lemma_gains_is_noticed(monkeypatch):
    title = "basic composition"
    monkeypatch.setitem(MARKED, title, MARKED[title] + " {on sunny days}")
    assert hypotheses(title)[-1] == "on sunny days"
    assert unmatched(IN_COQ[title], title, statements(title)) == [
        f"{title}: 'on sunny days' is not said in Coq"
    ]


def test_a_premise_that_the_theorem_loses_or_gains_is_noticed():
    title = "total variation of pure and approximate DP"
    ((name, text),) = statements(title).items()
    without = {name: text.replace("symmetric_relation adj -> ", "")}
    assert unmatched(IN_COQ[title], title, without) == [
        f"{title}: no theorem says 'symmetric_relation adj' for 'a symmetric adjacency'"
    ]
    more = {name: text.replace("symmetric_relation adj", "delta < eps -> symmetric_relation adj")}
    assert unmatched(IN_COQ[title], title, more) == [
        f"{title}: {name} supposes 'delta < eps', which the lemma does not"
    ]


def test_a_theorem_that_is_not_there_is_noticed():
    title = "basic composition"
    entry = replace(IN_COQ[title], theorems=("Composition.nothing",))
    assert f"{title}: there is no theorem Composition.nothing" in unmatched(entry, title, statements(title))


def test_premises_are_what_stands_before_the_arrows():
    text = "forall [T : finType] (q01 : 0 <= q <= 1) (f : T -> R), 0 <= a -> (forall t : T, b t -> c) -> d"
    assert premises(text) == ["0 <= a", "(forall t : T, b t -> c)", "0 <= q <= 1"]


@pytest.mark.slow
@pytest.mark.skipif(not can_compile(), reason="needs coqc with mathcomp-analysis and algebra-tactics")
def test_the_map_is_what_coq_prints(tmp_path):
    compile_into(tmp_path)
    assert written(compiled(tmp_path)) == MAP.read_text(encoding="utf-8")

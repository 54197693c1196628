"""The theory of `proofs/coq` compiles, on the axioms of the reals alone, and leaves nothing open."""

from __future__ import annotations

import re

import pytest

from assay.prove.coq.compiling import AXIOMS, CoqRefused, axioms, coqc
from tests.project import coq_theory
from tests.project.coq_theory import (
    THEORY,
    can_compile,
    compile_into,
    exported,
    files,
    in_cache,
    inequalities,
    main,
    printed,
    theorems,
)

CHOICE = "Epsilon.epsilon_statement"
"""What mathcomp's structures on the reals rest on, beside the axioms of the reals themselves."""

OPEN = re.compile(r"\b(Admitted|admit|Axioms?|Parameters?|Conjecture|Hypothesis .*: False)\b")


def test_every_file_is_compiled_and_described():
    assert len(files()) > 8
    assert {path.name for path in files()} == {path.name for path in THEORY.glob("*.v")}
    page = (THEORY / "README.md").read_text(encoding="utf-8")
    assert [path.name for path in files() if f"| `{path.name}` |" not in page] == []


def test_nothing_is_left_open():
    found = [(path.name, match[0]) for path in files() for match in OPEN.finditer(path.read_text("utf-8"))]
    assert found == []


@pytest.mark.parametrize("text", ["Proof. Admitted.", "Axiom a : False.", "admit.", "Parameter x : R."])
def test_what_is_left_open_would_be_seen(text):
    assert OPEN.search(text)


def test_the_files_are_written_where_nothing_is_compiled(tmp_path, capsys):
    main(tmp_path / "theory", write=True)
    listed = (tmp_path / "theory" / "_CoqProject").read_text(encoding="utf-8").split("\n")
    assert {x for x in listed if x.endswith(".v")} == {
        path.name for path in (tmp_path / "theory").glob("*.v")
    }
    assert f"{len(files()) + len(inequalities()) + 1} files in" in capsys.readouterr().out


def test_the_inequalities_are_certificates():
    assert inequalities() != []
    assert set(inequalities()) <= exported().keys()


def test_the_cache_knows_a_file_by_its_text_and_all_below_it(tmp_path, monkeypatch):
    monkeypatch.setenv("ASSAY_COQ_CACHE", str(tmp_path / "cache"))
    texts = {"a": "From Assay Require Import b.", "b": "From Assay Require c d.", "c": "", "d": "", "e": ""}

    def place(changed=None, *more):
        for name, text in texts.items():
            (tmp_path / f"{name}.v").write_text(text + "(* new *)" * (name == changed), encoding="utf-8")
        return in_cache(tmp_path, "a", ".vo", *more)

    assert place() == place("e") != place(None, "another Coq")
    assert len({place(name) for name in (None, "a", "b", "c", "d")}) == 5
    monkeypatch.delenv("ASSAY_COQ_CACHE")
    assert place() is None


def test_what_coq_printed_is_kept_with_the_text_that_it_was_asked(tmp_path, monkeypatch):
    monkeypatch.setenv("ASSAY_COQ_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(coq_theory, "version", lambda: "any")
    asked = []
    monkeypatch.setattr(coq_theory, "coqc", lambda folder, file: asked.append(file) or f"answer {len(asked)}")
    (tmp_path / "look.v").write_text("About a.", encoding="utf-8")
    assert printed(tmp_path, "look.v") == printed(tmp_path, "look.v") == "answer 1"
    (tmp_path / "look.v").write_text("About b.", encoding="utf-8")
    assert printed(tmp_path, "look.v") == "answer 2"


@pytest.mark.slow
@pytest.mark.skipif(not can_compile(), reason="needs coqc with mathcomp-analysis and algebra-tactics")
def test_it_compiles_on_the_axioms_of_the_reals(tmp_path):
    compile_into(tmp_path)
    listed = (tmp_path / "_CoqProject").read_text(encoding="utf-8").split("\n")
    assert {x for x in listed if x.endswith(".v")} == {path.name for path in tmp_path.glob("*.v")}
    stated = [(path.stem, name) for path in files() for name in theorems(path.read_text(encoding="utf-8"))]
    assert len(stated) > 60
    (look,) = re.findall(r"```coq\n(.*?)```", (THEORY / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "look.v").write_text(look, encoding="utf-8")
    assert "basic_composition" in printed(tmp_path, "look.v")
    found = axioms(tmp_path, stated, printed)
    assert found != []
    assert [a for a in found if not a.startswith(AXIOMS) and a != CHOICE] == []
    (tmp_path / "wrong.v").write_text("Lemma wrong : False. Proof. auto. Qed.", encoding="utf-8")
    with pytest.raises(CoqRefused, match=r"wrong\.v does not compile"):
        coqc(tmp_path, "wrong.v")

"""`assay audit FILE --epsilon E --coq OUT.v`: what is written, what is refused, and what Coq says."""

from __future__ import annotations

import json
import shutil

import pytest

from assay.cli.command import ExitStatus
from assay.cli.main import main

CODE = """\
from assay import Dist, Mechanism
from assay.adjacency import all_pairs

law = {0: Dist({"yes": "1/4", "no": "3/4"}), 1: Dist({"yes": "3/4", "no": "1/4"})}
told = Mechanism(law, (0, 1), all_pairs())
"""

PROGRAMS = """\
import random

import assay
from assay import Mechanism
from assay.adjacency import all_pairs


@assay.program
def asked(x):
    if assay.flip("1/2"):
        return x
    return assay.uniform(3)


@assay.program
def patient(x):
    while assay.flip("1/2"):
        pass
    return x if assay.flip("2/3") else 1 - x


def plain(x):
    return x if random.random() < 0.5 else random.choice([0, 1, 2])


told = Mechanism(asked, (0, 1, 2), all_pairs())
waiting = Mechanism(patient, (0, 1), all_pairs())
"""

needs_coq = pytest.mark.skipif(shutil.which("coqc") is None, reason="coqc is not installed (Debian: coq)")


@pytest.fixture
def audit(tmp_path, capsys):
    (tmp_path / "told.py").write_text(CODE, encoding="utf-8")

    def run(*options):
        status = main(["audit", f"{tmp_path}/told.py", *options])
        return status, capsys.readouterr()

    return run


@pytest.mark.parametrize(
    ("epsilon", "status", "theorem"),
    [
        ("ln 3", ExitStatus.HOLDS, "mechanism_is_private"),
        ("1", ExitStatus.REFUTED, "mechanism_is_not_private"),
    ],
)
def test_a_verdict_is_written_as_a_theorem(audit, tmp_path, epsilon, status, theorem):
    file = tmp_path / "told.v"
    found, printed = audit("--epsilon", epsilon, "--coq", str(file))
    assert found == status
    assert printed.out.endswith(f"theorem {theorem} in {file}; coqc {file} checks it\n")
    text = file.read_text(encoding="utf-8")
    assert f"Theorem {theorem} : " in text
    assert "outputs: 0 = 'no', 1 = 'yes'" in text or "outputs: 0 = 'yes', 1 = 'no'" in text


def test_what_cannot_be_exported_is_undecided_with_the_reason(audit, tmp_path):
    file = tmp_path / "told.v"
    found, printed = audit("--epsilon", "inf", "--coq", str(file), "--json")
    assert found == ExitStatus.UNDECIDED
    shown = json.loads(printed.out)["theorem"]
    assert (shown["name"], shown["compiled"], shown["file"]) == (None, None, str(file))
    assert "epsilon is infinite" in shown["reason"]
    assert not file.exists()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--coq", "a.v"], "add --epsilon"),
        (["--epsilon", "1", "--check"], "add --coq"),
        (["--epsilon", "1", "--coq", "a.v", "--check", "b.v"], "give the file once"),
        (["--epsilon", "1", "--coq", "a-b.v"], "whose name is a word"),
        (["--epsilon", "1", "--coq", "a.txt"], "whose name is a word"),
        (["--epsilon", "1", "--coq", "\u00e9.v"], "whose name is a word"),
        (["--epsilon", "1", "--coq", "1a.v"], "whose name is a word"),
    ],
)
def test_options_that_do_not_go_together(audit, options, message):
    found, printed = audit(*options)
    assert found == ExitStatus.BAD_INPUT
    assert message in printed.err


def test_a_file_of_somebody_else_is_not_written_over(audit, tmp_path):
    file = tmp_path / "told.v"
    file.write_text("Theorem mine : True.", encoding="utf-8")
    found, printed = audit("--epsilon", "ln 3", "--coq", str(file))
    assert found == ExitStatus.BAD_INPUT
    assert "assay has not written; give another name" in printed.err
    assert file.read_text(encoding="utf-8") == "Theorem mine : True."


def test_an_own_file_is_written_again_and_left_where_there_is_no_theorem(audit, tmp_path):
    file = tmp_path / "told.v"
    audit("--epsilon", "ln 3", "--coq", str(file))
    assert audit("--epsilon", "1", "--coq", str(file))[0] == ExitStatus.REFUTED
    text = file.read_text(encoding="utf-8")
    assert "mechanism_is_not_private" in text
    found, printed = audit("--epsilon", "inf", "--coq", str(file))
    assert found == ExitStatus.UNDECIDED
    assert f"no theorem in {file}, which is left as it was: epsilon is infinite" in printed.out
    assert file.read_text(encoding="utf-8") == text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "options", "words", "about"),
    [
        ("told", (), "Return 0;", "the program's decision tree"),
        (
            "plain",
            ("--rng", "any", "--domain", "0, 1, 2", "--adjacency", "all-pairs"),
            "draw 3 [1 ~> ",
            "the program's decision tree",
        ),
        (
            "waiting",
            (),
            "Definition table",
            "the table that Assay computed, since the program has no decision",
        ),
    ],
)
def test_of_a_program_it_is_the_decision_tree(tmp_path, capsys, name, options, words, about):
    (tmp_path / "programs.py").write_text(PROGRAMS, encoding="utf-8")
    file = tmp_path / "told.v"
    status = main(["audit", f"{tmp_path}/programs.py:{name}", "--epsilon", "2", *options, "--coq", str(file)])
    assert status == ExitStatus.HOLDS
    assert f"in {file} (about {about}" in capsys.readouterr().out
    claimed = file.read_text(encoding="utf-8").partition("(* 3. How it is decided")[0]
    assert words in claimed
    assert ("Not proved: that the program has this table" in claimed) == ("since" in about)
    assert ("Definition mechanism_of_program" in claimed) == ("tree" in about.partition(",")[0])


def test_a_folder_that_is_not_there(audit):
    found, printed = audit("--epsilon", "1", "--coq", "/nowhere/a.v")
    assert found == ExitStatus.BAD_INPUT
    assert "/nowhere/a.v" in printed.err


def test_without_coq_the_theorem_is_not_confirmed(audit, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    found, printed = audit("--epsilon", "ln 3", "--coq", str(tmp_path / "told.v"), "--check")
    assert found == ExitStatus.UNDECIDED
    assert "is not confirmed: coqc is not installed" in printed.out


@needs_coq
@pytest.mark.slow
def test_coq_accepts_the_file(audit, tmp_path):
    found, printed = audit("--epsilon", "ln 3", "--coq", str(tmp_path / "told.v"), "--check")
    assert found == ExitStatus.HOLDS
    assert printed.out.endswith("Coq accepts it, on the axioms of the reals alone\n")

"""Exported certificates compile in Coq; what cannot be exported is refused with a reason."""

from __future__ import annotations

import atexit
import json
import os
import re
import shutil
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

import pytest

from assay.cli.main import main
from assay.prove import Theorem, check, infer, prove
from assay.prove.coq import Unsupported, export, prelude
from assay.prove.coq.compiling import CoqRefused, _workshop, axioms, foreign, write_lemmas, write_prelude
from assay.prove.coq.compiling import compiled as compiled_certificate
from assay.prove.coq.compiling import coqc as run_coqc
from assay.prove.coq.rules import WRITERS
from assay.prove.rules import RULES
from assay.prove.stored import certificates_of
from assay.verdict import Proved
from tests.effort import one_in
from tests.project.coq_theory import compile_all, compile_one, printed
from tests.prove.claims import TRUE_CLAIMS, proved
from tests.prove.examples import theorems_of_the_documentation
from tests.prove.strength.privacy import PRIVACY

COQC = shutil.which("coqc")
needs_coq = pytest.mark.skipif(
    COQC is None, reason="coqc is not installed (Debian: coq libcoq-interval libcoq-coquelicot)"
)
CERTIFICATES = sorted((Path(__file__).parents[2] / "proofs" / "certificates").glob("*.json"))


START = "From Assay Require Import AssayPrelude.\nOpen Scope R_scope.\n"


@cache
def prelude_compiled() -> Path:
    """A folder with the prelude, compiled once: it takes longer than most of what needs it."""
    folder = Path(tempfile.mkdtemp(prefix="assay-prelude-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    write_prelude(folder)
    compile_one(folder, "AssayPrelude")
    return folder


def compiled(folder: Path, names: list[str]) -> dict[str, str]:
    """What Coq says of each file that it refuses."""
    for path in prelude_compiled().glob("AssayPrelude.*"):
        shutil.copy(path, folder)
    with ThreadPoolExecutor(max(1, min(2, os.cpu_count() or 1))) as pool:
        done = list(pool.map(lambda name: refusal(folder, name), names))
    return {name: said for name, said in zip(names, done, strict=True) if said}


def refusal(folder: Path, name: str) -> str:
    """What Coq says of a file that it refuses."""
    try:
        compile_one(folder, name.removesuffix(".v"))
    except CoqRefused as error:
        return str(error)
    return ""


@needs_coq
@pytest.mark.slow
def test_coq_accepts_every_shipped_certificate(tmp_path: Path) -> None:
    lemmas = [x for path in CERTIFICATES for x in write_lemmas(tmp_path, path)]
    assert [x.claim for x in lemmas if x.reason] == []
    write_prelude(tmp_path)
    names = list(dict.fromkeys(x.file for x in lemmas))
    texts = {path.stem: path.read_text(encoding="utf-8") for path in sorted(tmp_path.glob("*.v"))}
    assert texts.keys() == {"AssayPrelude", *(name.removesuffix(".v") for name in names)}
    compile_all(tmp_path, texts)
    below = axioms(tmp_path, [(x.file.removesuffix(".v"), x.lemma) for x in lemmas], printed)
    assert below
    assert foreign(below) == []
    sys.stdout.write(f"{len(lemmas)} lemmas in {len(names)} files compiled, {len(below)} axioms below\n")


@needs_coq
@pytest.mark.slow
def test_the_command_compiles_a_certificate_of_ones_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "mine.json"
    source.write_text(json.dumps(proved("2 < e").to_json()), encoding="utf-8")
    status, text = run_command(capsys, "--coq", "--check", str(source))
    assert (status, text.splitlines()[-1]) == (0, "1 confirmed by Coq")


@needs_coq
@pytest.mark.slow
def test_an_axiom_of_ones_own_is_told(tmp_path: Path) -> None:
    (tmp_path / "mine.v").write_text("Axiom easy : 0 = 1. Definition claim := easy.", encoding="utf-8")
    run_coqc(tmp_path, "mine.v")
    assert foreign(axioms(tmp_path, [("mine", "claim")])) == ["mine.easy"]


def test_without_coq_nothing_is_confirmed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    _workshop.cache_clear()
    report = compiled_certificate(proved("2 < e").to_json())
    assert report.exit_status == 3
    assert "apt-get install coq" in report.reason


@pytest.mark.slow
def test_what_takes_too_long_is_not_settled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = tmp_path / "coqc"
    slow.write_text("#!/bin/sh\nexec sleep 30\n", encoding="utf-8")
    slow.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    with pytest.raises(CoqRefused, match="within 1 s"):
        run_coqc(tmp_path, "any.v", seconds=1)


def test_a_wrong_certificate_is_wrong_for_coq_as_well() -> None:
    assert compiled_certificate({"format": "assay-certificate/1"}).exit_status == 1


@pytest.mark.parametrize(
    "arguments", [["--coq"], ["--with", "sympy"], ["--with", "sympy", "--claim", "2 < e"]]
)
def test_orders_that_say_too_little_are_refused(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(capsys, *arguments)[0] == 2


@needs_coq
@pytest.mark.slow
def test_coq_accepts_an_example_of_each_rule(tmp_path: Path) -> None:
    theorems = [*map(proved, TRUE_CLAIMS), *theorems_of_the_documentation()]
    assert {t.rule for t in theorems} == set(RULES)
    size = 8
    names = []
    for n in range(0, len(theorems), size):
        text = [export(t, f"c{n + k}", standalone=False) for k, t in enumerate(theorems[n : n + size])]
        names.append(f"group{n}.v")
        (tmp_path / names[-1]).write_text(START + "\n".join(text), encoding="utf-8")
    assert compiled(tmp_path, names) == {}


@needs_coq
@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new"),
    [("v_q <= (1) ->", "v_q <= (2) ->"), ("v_q >= (0) ->", "v_q >= (-1) ->"), (" >= (exp", " > (exp")],
)
def test_coq_refuses_a_changed_lemma(old: str, new: str, tmp_path: Path) -> None:
    text = export(proved("for q in [0, 1]: 1 - q + q/e >= exp(-q)"), standalone=False)
    head, _, tail = text.rpartition("Lemma claim :")
    assert old in tail
    (tmp_path / "good.v").write_text(START + text, encoding="utf-8")
    changed = f"{START}{head}Lemma claim :{tail.replace(old, new, 1)}"
    (tmp_path / "bad.v").write_text(changed, encoding="utf-8")
    assert list(compiled(tmp_path, ["good.v", "bad.v"])) == ["bad.v"]


@needs_coq
@pytest.mark.slow
def test_coq_accepts_what_the_search_finds(tmp_path: Path) -> None:
    names = []
    for i, (kind, claims) in enumerate(PRIVACY.items()):
        claim = claims[3 if "Renyi" in kind else -1]  # the last one there is too large for the tactic `field`
        verdict = prove(claim, seconds=15)
        assert isinstance(verdict, Proved), claim
        assert isinstance(verdict.certificate, Theorem)
        names.append(f"found{i}.v")
        (tmp_path / names[-1]).write_text(
            START + export(verdict.certificate, standalone=False), encoding="utf-8"
        )
    assert compiled(tmp_path, names) == {}


def test_every_rule_is_exported() -> None:
    assert set(WRITERS) == set(RULES)


@pytest.mark.parametrize("path", one_in(3, CERTIFICATES), ids=lambda p: p.stem)
def test_every_shipped_certificate_is_exported(path: Path) -> None:
    for number, certificate in enumerate(certificates_of(path)):
        theorem = check(certificate)
        text = export(theorem, f"claim{number}", standalone=False)
        assert text.count("\nLemma ") + text.startswith("Lemma ") == text.count("\nQed.")
        _is_about(theorem, text.rpartition(f"Lemma claim{number} :")[2].partition("Proof.")[0])


def _is_about(theorem: Theorem, proposition: str) -> None:
    """The exported proposition has the claim's variables and hypotheses, and no other."""
    where = theorem.statement.context
    given = sum(len(r.relations()) for r in where.ranges) + len(where.conditions)
    assert proposition.count("forall ") == len(where.ranges)
    assert proposition.count(" -> ") == given
    *hypotheses, conclusion = re.split(r" -> |, ", proposition.strip().removesuffix("."))
    assert conclusion not in hypotheses


def test_prelude_has_no_axioms() -> None:
    text = prelude()
    for word in ("Axiom", "Admitted", "Parameter", "Hypothesis", "admit", "Conjecture", "Variable"):
        assert word not in text
    assert text.count("\nProof.") == text.count("Qed.") == text.count("\nLemma ")


def test_a_statement_is_exported_as_it_stands() -> None:
    text = export(proved("for integer n >= 0: sum(i, 1, n, i) = n*(n + 1)/2"), "triangle", standalone=False)
    assert (
        "Lemma triangle : forall v_n : Z, (IZR v_n) >= (0) -> "
        "(assay_sum ((1))%Z (v_n)%Z (fun v_i : Z => (IZR v_i))) = (((IZR v_n) * ((IZR v_n) + (1))) / (2))."
    ) in text


def test_a_real_power_of_zero_is_refused() -> None:
    with pytest.raises(Unsupported, match="may be 0"):
        export(infer("direct", "for x in [0, 1]: x^(1/3) >= 0"))


def test_a_large_power_is_refused() -> None:
    with pytest.raises(Unsupported, match="above 60"):
        export(infer("direct", "for x in [0, 1]: x^61 <= 1"))


def run_command(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """Exit status and output of `assay prove`."""
    status = main(["prove", *arguments])
    streams = capsys.readouterr()
    return status, streams.out + streams.err


def test_the_command_writes_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, text = run_command(capsys, "--coq", str(tmp_path / "coq"), str(CERTIFICATES[0]))
    assert status == 0
    assert sorted(p.suffix for p in (tmp_path / "coq").iterdir()) == [".v", ".v"]
    assert (tmp_path / "coq" / "AssayPrelude.v").read_text(encoding="utf-8") == prelude()
    assert text.rstrip().endswith("0 refused")


def test_the_command_names_what_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = [infer("direct", "for x in [0, 1]: x^61 <= 1"), infer("direct", "2 < 3")]
    source = tmp_path / "mine.json"
    source.write_text(json.dumps({"certificates": [t.to_json() for t in given]}), encoding="utf-8")
    status, text = run_command(capsys, "--coq", str(tmp_path), "--json", str(source))
    first, second = json.loads(text)["lemmas"]
    assert (status, bool(first["reason"]), bool(second["reason"])) == (3, True, False)
    written = (tmp_path / "lemma_mine.v").read_text(encoding="utf-8")
    assert "not exported" in written
    assert "Lemma claim1" not in written
    assert "Lemma claim2" in written


@pytest.mark.parametrize("content", ["", "{", "[]", '{"certificates": []}', '{"format": 1}', "3"])
def test_what_is_no_certificate_is_refused(
    content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "bad.json"
    source.write_text(content, encoding="utf-8")
    status, text = run_command(capsys, "--coq", str(tmp_path / "coq"), str(source))
    assert status == 2
    assert "bad.json" in text
    assert not list((tmp_path / "coq").glob("lemma_*.v"))


def test_a_missing_file_and_two_orders_at_once_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(capsys, "--coq", str(tmp_path), str(tmp_path / "none.json"))[0] == 2
    assert run_command(capsys, "--coq", str(tmp_path), "--claim", "2 < e")[0] == 2

"""`assay doctor`: what is well, what is missing, and what has failed."""

from __future__ import annotations

from assay.cli.commands import doctor
from tests.cli.command_line import assay


def words(answer):
    return {line.split()[1]: line.split()[0] for line in answer.out.splitlines()}


def test_a_sound_installation():
    answer = assay("doctor")
    assert answer.status == 0
    assert {"assay", "Python", "python-flint", "an"} <= words(answer).keys()
    assert "almost_random has epsilon ln(3)" in answer.out


def test_what_is_missing_and_optional_is_no_failure(monkeypatch):
    monkeypatch.setattr(doctor, "found", lambda name: "")
    monkeypatch.setattr(doctor.shutil, "which", lambda name: None)
    answer = assay("doctor")
    assert answer.status == 0
    assert "missing  matplotlib" in answer.out
    assert "pip install sympy" in answer.out
    assert "missing  coqc" in answer.out


def test_an_example_that_errs_is_a_failure(monkeypatch):
    from assay.dp import Mechanism

    monkeypatch.setattr(Mechanism, "epsilon", lambda self: 1)
    answer = assay("doctor")
    assert answer.status == 2
    assert "FAILED" in answer.out


def test_a_cache_that_cannot_be_written(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    answer = assay("doctor")
    assert answer.status == 0
    assert "set XDG_CACHE_HOME" in answer.out

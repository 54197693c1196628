"""`assay new`: both files run as they are, and nothing is overwritten."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.cli.command_line import assay


def test_the_files_run_as_they_are(tmp_path):
    answer = assay("new", "noisy_answer", "--into", tmp_path)
    assert answer.status == 0
    assert answer.out.startswith("wrote ")
    audited = assay("audit", tmp_path / "noisy_answer.py", "--epsilon", "ln 3")
    assert audited.status == 0
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_noisy_answer.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_test_fails_when_the_mechanism_is_worse(tmp_path):
    assay("new", "noisy_answer", "--into", tmp_path)
    path = tmp_path / "noisy_answer.py"
    path.write_text(path.read_text().replace("3/4", "4/5"))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_noisy_answer.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "4/5" in done.stdout


@pytest.mark.parametrize("name", ["1x", "a b", "class", "_hidden", "é", ""])
def test_names_that_are_none(tmp_path, name):
    assert "is no name of a function" in assay("new", name, "--into", tmp_path).error
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("taken", ["mine.py", "test_mine.py"])
def test_nothing_is_overwritten(tmp_path, taken):
    (tmp_path / taken).write_text("mine")
    assert "exists already" in assay("new", "mine", "--into", tmp_path).error
    assert [(each.name, each.read_text()) for each in tmp_path.iterdir()] == [(taken, "mine")]


def test_a_folder_that_is_not_there(tmp_path):
    assert "create it first" in assay("new", "mine", "--into", tmp_path / "nowhere").error


def test_both_files_or_none(tmp_path, monkeypatch):
    from pathlib import Path

    real = Path.open

    def full(self, *args, **options):
        if self.name.startswith("test_"):
            raise OSError(28, "No space left on device")
        return real(self, *args, **options)

    monkeypatch.setattr(Path, "open", full)
    assert "No space left" in assay("new", "mine", "--into", tmp_path).error
    assert list(tmp_path.iterdir()) == []

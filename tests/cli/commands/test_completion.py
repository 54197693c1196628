"""`assay completion`: every command and option, in the language of the shell."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from assay.cli.command import discover
from assay.cli.commands import completion
from tests.cli.command_line import assay


@pytest.mark.parametrize("shell", completion.SHELLS)
def test_every_command_is_completed(shell):
    answer = assay("completion", shell)
    assert answer.status == 0
    assert all(name in answer.out for name in discover())
    assert "--epsilon" in answer.out or "epsilon" in answer.out


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not on this machine")
def test_bash_takes_it():
    text = assay("completion", "bash").out
    done = subprocess.run(["bash", "-n"], input=text, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_without_shtab(monkeypatch):
    def missing(name):
        raise ImportError(name)

    monkeypatch.setattr(completion, "import_module", missing)
    assert "pip install shtab" in assay("completion", "bash").error


def test_a_shell_that_is_none():
    assert "invalid choice" in assay("completion", "cmd").error

"""The registry of commands, and errors that nobody expected."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

import pytest

from assay.cli import main as entry
from assay.cli.command import Command, discover
from assay.cli.exit_status import ExitStatus
from tests.cli.command_line import ALMOST_RANDOM, assay, write

main_module = __import__("sys").modules[entry.__module__]


def test_every_command_says_what_it_does():
    commands = discover()
    assert "audit" in commands
    for command in commands.values():
        assert command.summary
        assert command.description


def test_every_option_is_explained():
    for name, command in discover().items():
        parser = ArgumentParser()
        command.configure(parser)
        assert all(action.help for action in parser._actions), name


def command_that(action):
    def configure(parser: ArgumentParser) -> None:
        pass

    def run(options: Namespace) -> tuple[int, str]:
        return action()

    return {"try": Command("try", "try", configure, run)}


def test_an_unexpected_error_never_looks_like_a_verdict(monkeypatch):
    def fail():
        raise RuntimeError("no idea")

    monkeypatch.setattr(main_module, "discover", lambda: command_that(fail))
    answer = assay("try")
    assert (answer.status, answer.out) == (ExitStatus.BAD_INPUT, "")
    assert "Traceback" in answer.err
    assert "RuntimeError: no idea" in answer.err.splitlines()[-1]


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit])
def test_interrupts(monkeypatch, error):
    def fail():
        raise error

    monkeypatch.setattr(main_module, "discover", lambda: command_that(fail))
    if error is SystemExit:
        with pytest.raises(SystemExit):
            assay("try")
    else:
        assert assay("try").status == ExitStatus.INTERRUPTED


def test_no_partial_output_where_the_last_step_fails(tmp_path, monkeypatch):
    import assay.report

    def fail(findings):
        raise RuntimeError("half way")

    monkeypatch.setattr(assay.report, "to_text", fail)
    answer = globals()["assay"]("audit", write(tmp_path, ALMOST_RANDOM))
    assert (answer.status, answer.out) == (2, "")

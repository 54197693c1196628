"""The registry of commands, and errors that nobody expected."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

import pytest

from assay.cli import main as entry
from assay.cli.command import Command, ExitStatus, discover
from assay.cli.limits import Alarm
from assay.errors import BudgetExceeded, UndecidedError, UnfinishedProgram
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

    monkeypatch.setattr(main_module, "discover", lambda first: command_that(fail))
    answer = assay("try")
    assert (answer.status, answer.out) == (ExitStatus.BAD_INPUT, "")
    assert "Traceback" in answer.err
    assert "RuntimeError: no idea" in answer.err.splitlines()[-1]


UNANSWERED = [
    BudgetExceeded("the budget is spent"),
    UndecidedError("no order"),
    UnfinishedProgram("it goes on", None),
    Alarm(),
]


@pytest.mark.parametrize("error", UNANSWERED, ids=lambda error: type(error).__name__)
def test_a_question_without_an_answer_is_undecided(monkeypatch, error):
    def fail():
        raise error

    monkeypatch.setattr(main_module, "discover", lambda first: command_that(fail))
    answer = assay("try")
    assert (answer.status, answer.out) == (3, "")
    assert answer.err.startswith("assay: undecided: ")
    assert answer.err.count("\n") == 1


def test_the_statuses_are_those_that_are_documented():
    assert {status.name: status.value for status in ExitStatus} == {
        "HOLDS": 0,
        "REFUTED": 1,
        "BAD_INPUT": 2,
        "UNDECIDED": 3,
        "INTERRUPTED": 130,
    }


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit])
def test_interrupts(monkeypatch, error):
    def fail():
        raise error

    monkeypatch.setattr(main_module, "discover", lambda first: command_that(fail))
    wanted = ExitStatus.BAD_INPUT if error is SystemExit else ExitStatus.INTERRUPTED
    assert assay("try").status == wanted


def test_no_partial_output_where_the_last_step_fails(tmp_path, monkeypatch):
    import assay.cli.report

    def fail(findings):
        raise RuntimeError("half way")

    monkeypatch.setattr(assay.cli.report, "to_text", fail)
    answer = globals()["assay"]("audit", write(tmp_path, ALMOST_RANDOM))
    assert (answer.status, answer.out) == (2, "")

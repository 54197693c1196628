"""Help that fits the terminal, and what was meant by a word that is not known."""

from __future__ import annotations

import pytest

from assay.cli.command import build_parser, discover
from tests.cli.command_line import assay

COMMANDS = sorted(discover())


@pytest.mark.parametrize("width", [60, 80, 120])
def test_help_fits_the_terminal(width, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(width))
    parser = build_parser(discover())
    (commands,) = (each for each in parser._actions if each.dest == "command")
    assert len(commands.choices) > 15
    for name, each in {"": parser, **commands.choices}.items():
        too_long = [line for line in each.format_help().split("\n") if len(line) > width]
        assert [(name, line) for line in too_long if len(line.split()) > 1] == []


def test_paragraphs_and_indented_lines_stay_apart(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    parser = build_parser({"account": discover("account")["account"]})
    (commands,) = (each for each in parser._actions if each.dest == "command")
    text = commands.choices["account"].format_help()
    assert '\n  "mixture sigma=1 sensitivities=0:1:2 probabilities=0.81:0.18:0.01"\n' in text
    assert "\n\nEach MECHANISM is one argument" in text


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (["audti", "x.py"], "audit"),
        (["audit", "x.py", "--epsilom", "1"], "--epsilon"),
        (["audit", "x.py", "--epsilom=1"], "--epsilon"),
        (["vectors", "generat"], "generate"),
    ],
)
def test_what_was_meant(arguments, meant):
    assert f"; did you mean {meant}? (see assay" in assay(*arguments).error


@pytest.mark.parametrize("arguments", [["xyzzy"], ["audit", "x.py", "--xyzzy"], ["audit"]])
def test_nothing_is_guessed_where_nothing_is_close(arguments):
    assert "did you mean" not in assay(*arguments).error

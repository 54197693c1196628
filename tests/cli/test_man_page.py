"""The man page says what the parsers say, is formatted without complaint, and lies where man looks."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from argparse import SUPPRESS, _HelpAction
from pathlib import Path

import pytest

from assay.cli.command import build_parser, discover

from .man_page import PAGE, page

ROOT = PAGE.parents[1]


def plain(text: str) -> str:
    """Without macros, escapes and white space."""
    text = re.sub(r"^\.\w+ ?", "", text, flags=re.MULTILINE)
    text = re.sub(r"\\f.|\\[,/&]", "", text).replace("\\-", "-").replace("\\\\", "\\")
    return "".join(text.split())


def parsers():
    """Every command with its parser."""
    top = build_parser(discover())
    (commands,) = (action for action in top._actions if action.choices)
    return commands.choices.items()


@pytest.mark.parametrize("name", sorted(dict(parsers())))
def test_every_option_and_its_help_is_there(name):
    written = plain(PAGE.read_text(encoding="utf-8"))
    parser = dict(parsers())[name]
    assert f"assay{name}" in written
    for action in parser._actions:
        if isinstance(action, _HelpAction):  # which man pages leave out
            continue
        for word in action.option_strings:
            assert word in written
        if action.help and action.help is not SUPPRESS:
            expanded = parser._get_formatter()._expand_help(action)
            assert plain(expanded.replace("\\", "\\\\")) in written, (name, action.dest)


def test_it_is_current():
    assert plain(page()) == plain(PAGE.read_text(encoding="utf-8"))


def test_it_has_the_exit_statuses_and_one_headline():
    text = PAGE.read_text(encoding="utf-8")
    assert ".SH EXIT STATUS" in text
    assert text.count("exact answers about differential privacy") == 1


def test_it_is_installed_where_man_looks():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    shared = settings["tool"]["hatch"]["build"]["targets"]["wheel"]["shared-data"]
    assert shared == {str(PAGE.relative_to(ROOT)): "share/man/man1/assay.1"}


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
def test_it_is_formatted_without_a_warning():
    command = ["groff", "-K", "utf8", "-man", "-Tutf8", "-ww", "-P", "-c", str(PAGE)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert "EXIT STATUS" in re.sub(".\x08", "", done.stdout)
    assert Path(PAGE).stat().st_size > 20_000

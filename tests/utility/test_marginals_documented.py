"""What spec/marginals.md shows is what happens."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from tests.cli.command_line import assay

PATH = Path(__file__).parents[2] / "spec" / "marginals.md"
PAGE = PATH.read_text(encoding="utf-8")
SHOWN = re.findall(r"```console\n\$ assay ([^\n]*)\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.slow
@pytest.mark.parametrize(("command", "output"), SHOWN, ids=[command for command, _ in SHOWN])
def test_the_command_prints_what_is_shown(command, output):
    assert assay(*shlex.split(command)).out == output


@pytest.mark.slow
def test_the_examples_give_what_is_shown():
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    parsed = doctest.DocTestParser().get_doctest(PAGE, {}, PATH.name, str(PATH), 0)
    shown: list[str] = []
    runner.run(parsed, out=shown.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(shown)
    assert len(parsed.examples) > 40


def test_there_is_a_command_to_run():
    assert len(SHOWN) == 1

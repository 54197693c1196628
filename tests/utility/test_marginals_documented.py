"""What spec/marginals.md shows is what happens."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.cli.command_line import assay

PAGE = (Path(__file__).parents[2] / "spec" / "marginals.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"```console\n\$ assay ([^\n]*)\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.slow
@pytest.mark.parametrize(("command", "output"), SHOWN, ids=[command for command, _ in SHOWN])
def test_the_command_prints_what_is_shown(command, output):
    assert assay(*shlex.split(command)).out == output


def test_there_is_something_to_run():
    assert len(SHOWN) == 1

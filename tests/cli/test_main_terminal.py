"""Colour: on a terminal alone, never with NO_COLOR, and the text below it is the same."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys

import pytest

from tests.cli.command_line import ALMOST_RANDOM, write
from tests.cli.test_main_process import read_all

ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


def on_terminal(*words, **environment):
    """What a terminal is sent."""
    ours, theirs = pty.openpty()
    settings = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR")}
    settings |= {"TERM": "xterm-256color", **environment}
    command = [sys.executable, "-m", "assay", *map(str, words)]
    with subprocess.Popen(command, stdout=theirs, stderr=theirs, env=settings):
        os.close(theirs)
        return read_all(ours).replace("\r\n", "\n")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("epsilon", "word", "colour"), [("1", "REFUTED", "31"), ("2", "VERIFIED (not tight)", "32")]
)
def test_a_verdict_has_its_colour(tmp_path, epsilon, word, colour):
    words = ("audit", write(tmp_path, ALMOST_RANDOM), "--epsilon", epsilon)
    shown = on_terminal(*words)
    assert shown.startswith(f"\x1b[1;{colour}m{word}\x1b[0m: ")
    done = subprocess.run([sys.executable, "-m", "assay", *map(str, words)], capture_output=True, text=True)
    assert "\x1b" not in done.stdout
    assert ESCAPES.sub("", shown) == done.stdout
    assert on_terminal(*words, NO_COLOR="1") == done.stdout
    assert on_terminal(*words, TERM="dumb") == done.stdout


def test_the_labels_of_a_witness_stand_out(tmp_path):
    shown = on_terminal("audit", write(tmp_path, ALMOST_RANDOM), "--epsilon", "1")
    for label in ("input x", "input x'", "event S", "P[M(x) in S]"):
        assert f"\x1b[36m  {label}\x1b[0m  " in shown


def test_json_has_no_colour(tmp_path):
    shown = on_terminal("audit", write(tmp_path, ALMOST_RANDOM), "--epsilon", "1", "--json")
    assert "\x1b" not in shown

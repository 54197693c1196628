"""Hostile samplers of the tape: what they read of draws and keep between calls; none is called private.

remembered.txt: what caches remember, and the ends of the stack and of memory; for every reader. sources.txt:
what is read of draws, which have a value with its own probability on which the input shows; for the tape.
"""

from __future__ import annotations

import pytest

from assay import Proved, Verified
from tests.effort import in_turn, one_in

from .readers import READERS, taped
from .sections import read

REMEMBERED = {name: text for name, (text,) in read("remembered.txt").items()}
SOURCES = {name: text for name, (text,) in read("sources.txt").items()}


def is_private(reader, text, folder):
    try:
        verdict = reader(text, folder)
    except (Exception, SystemExit, GeneratorExit):
        return False  # refused, or the program's own error
    return isinstance(verdict, Proved | Verified)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "reader"), in_turn(list(REMEMBERED), READERS))
def test_what_is_remembered_is_never_called_private(name, reader, tmp_path):
    assert not is_private(READERS[reader], REMEMBERED[name], tmp_path), REMEMBERED[name]


@pytest.mark.parametrize("name", one_in(5, SOURCES))
def test_what_is_read_of_a_draw_is_never_called_private(name, tmp_path):
    assert not is_private(taped, SOURCES[name], tmp_path), SOURCES[name]


def test_the_table_is_large():
    assert len(REMEMBERED) + len(SOURCES) > 150

"""Every hostile program, through every reader: never private."""

from __future__ import annotations

import decimal
import os
import sys
import warnings

import numpy
import pytest

from assay import Proved, Verified

from .hostile import programs
from .readers import READERS

PROGRAMS = programs()


@pytest.fixture(autouse=True)
def nothing_left_behind(monkeypatch):
    """What a hostile program changes outside itself is put back."""
    monkeypatch.setattr(decimal.getcontext(), "prec", 28)
    monkeypatch.delenv("HOSTILE_N", raising=False)
    monkeypatch.delenv("HOSTILE", raising=False)
    limit, filters = sys.getrecursionlimit(), list(warnings.filters)
    with numpy.printoptions(), numpy.errstate():
        yield
    sys.setrecursionlimit(limit)
    warnings.filters[:] = filters
    os.environ.pop("HOSTILE", None)


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_hostile_program_is_never_called_private(name, reader, tmp_path):
    try:
        verdict = READERS[reader](PROGRAMS[name], tmp_path)
    except (Exception, SystemExit, GeneratorExit):
        return  # refused, or the program's own error
    assert not isinstance(verdict, Proved | Verified), f"{verdict}\n{PROGRAMS[name]}"


def test_the_table_is_large():
    assert len(PROGRAMS) > 150

"""Every hostile program, through every reader: never private."""

from __future__ import annotations

import decimal
import os
import random
import sys
import traceback
import warnings
from pathlib import Path

import numpy
import pytest

import assay
from assay import Mechanism, Proved, Verified, adjacency
from assay.errors import AssayError
from tests.effort import in_turn

from .hostile import programs
from .readers import READERS, loaded
from .sections import read

HONEST_SINCE = {"order: None and a number": (3, 12)}
"""Programs that are private from a version of Python on: None has one hash in all processes there."""

PROGRAMS = {
    name: text for name, text in programs().items() if sys.version_info < HONEST_SINCE.get(name, (4,))
}


@pytest.fixture(autouse=True)
def nothing_left_behind(monkeypatch):
    """What a hostile program changes outside itself is put back."""
    monkeypatch.setattr(decimal.getcontext(), "prec", 28)
    monkeypatch.delenv("HOSTILE_N", raising=False)
    monkeypatch.delenv("HOSTILE", raising=False)
    limit, filters = sys.getrecursionlimit(), list(warnings.filters)
    state, bits = random.getstate(), numpy.random.get_bit_generator()
    state_of_bits = bits.state
    with numpy.printoptions(), numpy.errstate():
        yield
    random.setstate(state)
    numpy.random.set_bit_generator(bits)
    bits.state = state_of_bits
    sys.setrecursionlimit(limit)
    warnings.filters[:] = filters
    os.environ.pop("HOSTILE", None)


PACKAGE = Path(assay.__file__).parent


def is_its_own(error, folder):
    """Whether an error was raised by the program, and not by the code that reads it."""
    files = [Path(frame.filename) for frame in traceback.extract_tb(error.__traceback__)]
    nearest = next(
        file for file in reversed(files) if file.is_relative_to(folder) or file.is_relative_to(PACKAGE)
    )
    return nearest.is_relative_to(folder)


@pytest.mark.parametrize(("name", "reader"), in_turn(list(PROGRAMS), READERS))
def test_a_hostile_program_is_never_called_private(name, reader, tmp_path):
    try:
        verdict = READERS[reader](PROGRAMS[name], tmp_path)
    except AssayError:
        return  # refused
    except Exception as error:
        if not is_its_own(error, tmp_path):
            raise  # a crash of Assay is no refusal
        return
    assert not isinstance(verdict, Proved | Verified), f"{verdict}\n{PROGRAMS[name]}"


LAWS = {name: text for name, (text,) in read("laws.txt").items()}


@pytest.mark.parametrize("engine", ["reference", "auto"])
@pytest.mark.parametrize("name", LAWS)
def test_a_hostile_law_is_never_called_private(name, engine, tmp_path):
    law = loaded("from assay import Dist\n" + LAWS[name], tmp_path).f
    try:
        verdict = Mechanism(law, (0, 1), adjacency.all_pairs(), engine=engine).audit(0)
    except AssayError:
        return  # refused
    except Exception as error:
        if not is_its_own(error, tmp_path):
            raise  # a crash of Assay is no refusal
        return
    assert not isinstance(verdict, Verified), verdict


def test_the_table_is_large():
    assert len(PROGRAMS) > 250

"""Every kind of state, used in every way, by every reader: the answer is right, or there is none."""

from __future__ import annotations

import decimal
import fractions
import math
import os
import sys
from contextlib import suppress

import numpy
import pytest

from assay import Dist, Mechanism, adjacency, flip, program
from assay.errors import AssayError, NondeterministicProgram
from assay.programs.reach import Reach
from assay.programs.sources import sampled
from assay.programs.sources import tape as tape_module
from assay.programs.state import Snapshot, same
from tests.programs.states import KINDS, module_of

PUT_BACK = Dist({(True, False): "1/4", (False, False): "3/4"})

READERS = {
    "flip": lambda function, x: program(function).distribution(x),
    "law": lambda function, x: Mechanism(function, [0, 1], adjacency.all_pairs()).distribution(x),
    "tape": lambda function, x: sampled(function, x).distribution(),
    "tape unmerged": lambda function, x: sampled(function, x, merge=False).distribution(),
}


@pytest.fixture
def module(request, tmp_path):
    """A module with the state; what it does to others is undone."""
    before = decimal.getcontext().copy(), numpy.geterr()
    made = module_of(KINDS[request.param], tmp_path)
    yield made
    decimal.setcontext(before[0])
    numpy.seterr(**before[1])
    os.environ.pop("ASSAY_N", None)
    for holder in (math, fractions.Fraction, flip):
        with suppress(AttributeError):
            del holder.n
    sys.modules.pop(made.__name__, None)


def distribution_of(module, reader: str, use: str, x: int):
    """The distribution, or the refusal."""
    try:
        return READERS[reader](getattr(module, f"{reader.partition(' ')[0]}_{use}"), x)
    except AssayError as error:
        return error


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("module", KINDS, indirect=True)
def test_what_is_changed_and_put_back_is_read_as_it_is_or_refused(module, reader):
    answer = distribution_of(module, reader, "put_back", 0)
    assert isinstance(answer, NondeterministicProgram) or answer == PUT_BACK


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("use", ["left", "late"])
@pytest.mark.parametrize("module", KINDS, indirect=True)
def test_what_is_left_changed_is_refused_in_the_first_run(module, use, reader):
    assert isinstance(distribution_of(module, reader, use, 0), NondeterministicProgram)


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("module", KINDS, indirect=True)
def test_what_the_run_of_another_input_changes_is_refused(module, reader):
    answers = [distribution_of(module, reader, "by_another", x) for x in (0, 1)]
    assert isinstance(answers[1], NondeterministicProgram)
    assert isinstance(answers[0], NondeterministicProgram) or answers[0] == Dist.uniform([0, 1])


@pytest.mark.parametrize("module", ["global"], indirect=True)
def test_without_the_rule_a_remembered_call_gives_a_wrong_law(module, monkeypatch):
    monkeypatch.setattr(Snapshot, "changed", lambda snapshot: None)
    assert sampled(module.tape_put_back, 0).distribution() != PUT_BACK
    assert tape_module.MOST_KNOWN > 1

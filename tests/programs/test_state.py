"""Every kind of state, used in every way, by every reader: the answer is right, or there is none."""

from __future__ import annotations

import decimal
import fractions
import math
import os
import random
import sys
import time
from contextlib import suppress

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import Dist, Mechanism, adjacency, flip, program
from assay.errors import AssayError, NondeterministicProgram
from assay.programs.reach import Reach
from assay.programs.sources import mechanism as tape_mechanism
from assay.programs.sources import sampled
from assay.programs.state import Snapshot, same
from tests.effort import in_turn
from tests.programs.states import KINDS, Kind, module_of

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


@pytest.mark.parametrize(("module", "reader"), in_turn(list(KINDS), READERS), indirect=["module"])
def test_what_is_changed_and_put_back_is_read_as_it_is_or_refused(module, reader):
    answer = distribution_of(module, reader, "put_back", 0)
    assert isinstance(answer, NondeterministicProgram) or answer == PUT_BACK


@pytest.mark.slow
@pytest.mark.parametrize("use", ["left", "late"])
@pytest.mark.parametrize(("module", "reader"), in_turn(list(KINDS), READERS), indirect=["module"])
def test_what_is_left_changed_is_refused_in_the_first_run(module, use, reader):
    assert isinstance(distribution_of(module, reader, use, 0), NondeterministicProgram)


@pytest.mark.parametrize(("module", "reader"), in_turn(list(KINDS), READERS), indirect=["module"])
def test_what_the_run_of_another_input_changes_is_refused(module, reader):
    answers = [distribution_of(module, reader, "by_another", x) for x in (0, 1)]
    assert isinstance(answers[1], NondeterministicProgram)
    assert isinstance(answers[0], NondeterministicProgram) or answers[0] == Dist.uniform([0, 1])


@pytest.mark.parametrize("module", ["global"], indirect=True)
def test_without_the_rule_a_remembered_call_gives_a_wrong_law(module, monkeypatch):
    monkeypatch.setattr(Snapshot, "changed", lambda snapshot: None)
    assert sampled(module.tape_put_back, 0).distribution() != PUT_BACK


LATE = """
class Once:
    def __init__(self): self.n = 0
    def __call__(self, x):
        self.n += 1
        return x if self.n % 100 == 0 else {coin}

class Held:
    def __init__(self): self.n = [0]
    def run(self, x):
        self.n[0] += 1
        return x if self.n[0] % 100 == 0 else {coin}
"""


@pytest.mark.parametrize("name", ["Once()", "Held().run", "functools.partial(Held.run, Held())"])
def test_what_a_callable_object_counts_is_named(tmp_path, name):
    made = module_of(Kind(LATE.format(coin="random.randrange(2)"), "0", "pass"), tmp_path)
    sampler = eval(name, vars(made))
    with pytest.raises(
        NondeterministicProgram, match=r"changes (the attribute n of the Once object|the Held object)"
    ):
        sampled(sampler, 0)
    made = module_of(Kind(LATE.format(coin="Dist.uniform([0, 1])"), "0", "pass"), tmp_path)
    with pytest.raises(NondeterministicProgram, match="the call for input 0 changed"):
        Mechanism(eval(name, vars(made)), [0, 1], adjacency.all_pairs()).distribution(0)


def test_an_argument_of_a_sampler_is_its_own_copy():
    def sorts(rows):
        rows.sort()
        return rows[0] + random.randrange(2)

    given = [3, 1]
    assert sampled(sorts, given).distribution() == Dist.uniform([1, 2])
    assert given == [3, 1]


MODE = 0


def reads_mode():
    return random.randrange(2) if MODE == 0 else 5


def calls_reader(x):
    return reads_mode() + x


def test_what_was_remembered_is_forgotten_when_the_state_is_another(monkeypatch):
    m = tape_mechanism(calls_reader, [0, 1], adjacency.all_pairs(), deterministic=True)
    assert m.distribution(0) == Dist.uniform([0, 1])
    monkeypatch.setattr(sys.modules[__name__], "MODE", 1)
    assert m.distribution(1) == Dist.point(6)


def test_a_program_is_read_again_when_what_it_names_is_another(monkeypatch):
    asks = program(lambda x: flip("1/2") if MODE == 0 else NOW() * 0)
    assert asks.distribution(0) == Dist.bernoulli("1/2")
    assert asks.distribution(1) == Dist.bernoulli("1/2")
    monkeypatch.setattr(sys.modules[__name__], "NOW", time.time)
    with pytest.raises(NondeterministicProgram, match="clock"):
        asks.distribution(0)


def NOW():
    return 0


def test_a_program_of_constants_has_no_state_to_compare():
    def plain(x):
        return (x, MODE, math.pi)

    assert Snapshot(Reach(plain)).is_empty


@given(
    st.lists(st.integers(-3, 3) | st.booleans() | st.floats() | st.none() | st.text(max_size=2), min_size=2)
)
def test_values_are_the_same_only_if_nothing_tells_them_apart(values):
    for a in values:
        for b in values:
            assert same(a, b) == (type(a) is type(b) and repr(a) == repr(b))
            assert same((a, (b,)), (a, (b,)))
            assert same((a,), (b,)) == same(a, b)
    assert not same([1], [1])

"""The switch between engines: who is asked, in which order, and that the reference is always there."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from assay import Dist, Mechanism, adjacency, budget, eps, ln, number
from assay.dp import Attained
from assay.dp.profile import EPSILON
from assay.engines.answers import Answers, Declined, register, unregister
from assay.errors import BudgetExceeded, InvalidType, InvalidValue

TABLE = {0: {"a": "3/4", "b": "1/4"}, 1: {"a": "1/4", "b": "3/4"}}


def mechanism(**engine):
    return Mechanism(TABLE, [0, 1], adjacency.all_pairs(), **engine)


class Planted(Answers):
    """Answers one measure, wrongly, so that it can be told who answered."""

    def __init__(self, mechanism):
        self.mechanism = mechanism

    def answer(self, measure, *arguments):
        if measure is not EPSILON:
            return Declined("only epsilon")
        return Attained(ln(17), (0, 1), ("a",)) if arguments == (0,) else Declined("only delta = 0")

    def distribution(self, reference):
        return lambda x: reference(1 - x)


@pytest.fixture
def planted(monkeypatch):
    module = ModuleType("planted_engine")
    module.engine = Planted
    module.never = lambda mechanism: Declined("not my kind")
    monkeypatch.setitem(sys.modules, "planted_engine", module)
    register("planted", "planted_engine:engine")
    register("never", "planted_engine:never")
    yield module
    unregister("planted")
    unregister("never")


def test_a_named_engine_is_asked_before_the_reference(planted):
    m = mechanism(engine="planted")
    assert m.epsilon() == ln(17)
    assert m.epsilon("1/4") == ln(2)  # declined, so the reference answers
    assert m.delta(0) == number("1/2")
    assert m.distribution(0)["a"] == number("1/4")  # the rows come from the engine as well
    assert m.notes["epsilon"].declined == {"planted": "only delta = 0"}
    assert str(m.notes["epsilon"]) == "reference (planted: only delta = 0)"
    assert m.notes["distribution"].engine == "planted"


def test_an_engine_that_declines_altogether_leaves_the_reference(planted):
    m = mechanism(engine="never")
    assert m.epsilon() == ln(3)
    assert m.notes["epsilon"].engine == "reference"
    assert m.notes["distribution"].declined == {"never": "not my kind"}


def test_the_reference_asks_nobody(planted):
    m = mechanism(engine="reference")
    assert m.epsilon() == ln(3)
    assert m.audit(ln(3)).holds
    assert {note.engine for note in m.notes.values()} == {"reference"}
    assert all(not note.declined for note in m.notes.values())


def test_with_engine_changes_nothing_but_the_engine(planted):
    m = mechanism(name="mine").with_engine("planted")
    assert (m.name, m.domain, m.pairs, m.engine) == ("mine", (0, 1), ((0, 1), (1, 0)), "planted")
    assert m.epsilon() == ln(17)
    assert m.with_engine("reference").epsilon() == ln(3)


def test_arguments_are_checked_before_an_engine_sees_them(planted):
    m = mechanism(engine="planted")
    with pytest.raises(InvalidValue, match="delta"):
        m.epsilon(2)
    with pytest.raises(InvalidValue, match="order"):
        m.renyi(-1)
    with pytest.raises(InvalidValue, match="prior"):
        m.posterior_odds(0)


def test_unknown_engines_are_refused():
    with pytest.raises(InvalidValue, match=r"'turbo'.*'reference', 'fast'.*None"):
        mechanism(engine="turbo")
    with pytest.raises(InvalidType, match="engine = 3"):
        mechanism(engine=3)


def test_names_and_loaders_are_checked():
    for name in ("reference", "fast"):
        with pytest.raises(InvalidValue, match="taken"):
            register(name, "a:b")
    with pytest.raises(InvalidValue, match="module:attribute"):
        register("other", "a.b")


def test_a_budget_holds_whoever_answers():
    with budget(seconds=0), pytest.raises(BudgetExceeded):
        Mechanism(lambda x: Dist.uniform(range(x + 1)), range(9), adjacency.all_pairs()).delta(eps(1))

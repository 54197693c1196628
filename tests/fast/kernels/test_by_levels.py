"""Rounds whose outputs are not listed, with probabilities that have no order or no one field."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay import EPS, Mechanism, adjacency, exp, mechanisms, sqrt, theorems
from assay.dp import Refuted, Verified
from assay.errors import AssayError
from assay.fast.kernels import by_levels

x = exp(-EPS)
FLIPPED = Mechanism({0: {"a": x, "b": 1 - x}, 1: {"a": 1 - x, "b": x}}, [0, 1], adjacency.all_pairs())
THREE = Mechanism(
    {
        0: {"a": x / 2, "b": x / 2, "c": 1 - x},
        1: {"a": x / 3, "b": 1 - x / 2, "c": x / 6},
        2: {"a": 1 - x, "b": x},
    },
    [0, 1, 2],
    adjacency.explicit([(0, 1), (1, 2)]),
)
MIXED = Mechanism(
    {0: {"a": sqrt(2) / 2, "b": 1 - sqrt(2) / 2}, 1: {"a": exp(-1), "b": 1 - exp(-1)}},
    [0, 1],
    adjacency.all_pairs(),
)
RESPONSE = mechanisms.randomised_response(EPS)

QUESTIONS = {
    "epsilon": lambda m: m.worst_case.epsilon().value,
    "pair": lambda m: m.worst_case.epsilon().pair,
    "delta": lambda m: m.delta(0),
    "delta at eps": lambda m: m.delta(EPS),
    "total variation": lambda m: m.total_variation(),
    "profile": lambda m: m.profile(),
    "renyi": lambda m: m.renyi(2),
    "odds": lambda m: m.posterior_odds(),
    "own loss": lambda m: _told(m.audit(m.epsilon())),
    "constant": lambda m: _told(m.audit(1)),
    "with delta": lambda m: _told(m.audit(EPS, "1/10")),
}


def _told(verdict):
    """A verdict without the event, which names levels of the loss in place of outputs."""
    if isinstance(verdict, Refuted):
        return type(verdict), verdict.witness.inputs, getattr(verdict, "failing", None)
    return type(verdict), getattr(verdict, "tight", None), getattr(verdict, "scope", None)


def _answer(question, mechanism):
    try:
        return question(mechanism)
    except AssayError as error:
        return type(error)


@pytest.mark.parametrize("question", QUESTIONS)
@settings(max_examples=6)
@given(
    st.lists(st.sampled_from([FLIPPED, RESPONSE, THREE, MIXED]), min_size=1, max_size=1), st.integers(2, 3)
)
def test_levels_answer_as_the_listed_outputs_do(question, rounds, count):
    whole = theorems.compose(*rounds * count)
    merged = theorems.compose(*rounds * count)
    with patch.object(by_levels, "LARGE", 0):
        found = _answer(QUESTIONS[question], merged)
    assert found == _answer(QUESTIONS[question], whole)


def test_forty_rounds_in_the_symbol():
    m = theorems.compose(*[RESPONSE] * 40)
    assert m.epsilon() == 40 * EPS
    assert m.epsilon().substitute(2) == theorems.compose(*[mechanisms.randomised_response(2)] * 40).epsilon()
    verdict = m.audit(40 * EPS)
    assert isinstance(verdict, Verified)
    assert verdict.tight
    assert verdict.scope.outputs == 2**40
    refuted = m.audit(39 * EPS)
    assert isinstance(refuted, Refuted)
    assert refuted.witness.inputs == (False, True)

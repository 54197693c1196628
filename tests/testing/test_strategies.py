"""Strategies for Hypothesis: what is drawn is what its type says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import Dist, Log, Mechanism, Number, adjacency
from assay.errors import InvalidValue
from assay.testing import strategies


@given(st.from_type(Dist[str]), st.from_type(Mechanism[int, bool]), st.from_type(Log), st.from_type(Number))
def test_types_are_enough(law, mechanism, epsilon, value):
    assert sum(law[o] for o in law.support) == 1
    assert all(isinstance(outcome, str) for outcome in law.support)
    assert all(isinstance(x, int) for x in mechanism.domain)
    assert set(mechanism.outputs) <= {False, True}
    assert mechanism.pairs
    assert epsilon >= 0
    assert 0 <= value <= 1


@pytest.mark.slow
@given(strategies.mechanisms(), strategies.epsilons(), strategies.probabilities())
def test_generated_mechanisms_are_judged(mechanism, epsilon, delta):
    verdict = mechanism.audit(epsilon, delta)
    assert verdict.holds == (mechanism.epsilon(delta) <= epsilon)


@given(strategies.distribution_pairs(st.text(max_size=2)))
def test_pairs_share_their_outcomes(pair):
    p, q = pair
    assert 0 <= p.total_variation(q) <= 1


def test_adjacent_pairs():
    @given(strategies.adjacent_pairs([0, 1, 5], adjacency.explicit([(0, 1)])))
    def draw(pair):
        assert pair in [(0, 1), (1, 0)]

    draw()
    with pytest.raises(InvalidValue, match="relates no two"):
        strategies.adjacent_pairs([(0,), (5,)], adjacency.linf())


def test_a_mechanism_needs_two_inputs():
    @given(strategies.mechanisms(max_inputs=1))
    def draw(mechanism):
        raise AssertionError("no mechanism has a single input")

    with pytest.raises(InvalidValue, match="max_inputs"):
        draw()

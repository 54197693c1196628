"""Mechanisms of independent parts: the kernels on the parts against the reference on the whole."""

from __future__ import annotations

from itertools import product
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay import Dist, Mechanism, adjacency, ln, mechanisms
from assay.engines.independent import HasFactors
from assay.fast.kernels import independent
from tests.fast.kernels.test_kernels import agree, measures
from tests.strategies import DECIDED, Family, dists, epsilons, probabilities, thetas

RELATIONS = [adjacency.all_pairs(), adjacency.hamming(1), adjacency.hamming(2, symmetric=False)]


class Parts:
    """Two or three parts, each with a distribution for 0 and a distribution for 1."""

    def __init__(self, laws):
        self.laws = laws

    def factors(self, x):
        return tuple(laws[bit] for laws, bit in zip(self.laws, x, strict=True))

    def distribution(self, x):
        return Dist.product(*self.factors(x))


@pytest.mark.slow
@pytest.mark.parametrize("large", [True, False], ids=["arrays", "lists"])
@pytest.mark.parametrize("family", DECIDED, ids=lambda f: f.name)
@settings(max_examples=4)
@given(data=st.data())
def test_parts_equal_the_whole(large: bool, family: Family, data: st.DataObject) -> None:
    theta = data.draw(thetas(family))
    part = dists(family, theta=theta, max_size=3)
    source = Parts(data.draw(st.lists(st.tuples(part, part), min_size=2, max_size=3)))
    inputs = list(product((0, 1), repeat=len(source.laws)))
    relation = data.draw(st.sampled_from(RELATIONS))
    fast = Mechanism(source, inputs, relation, engine="fast")
    slow = Mechanism(source, inputs, relation, engine="reference")
    with patch.object(independent, "SMALL", -1 if large else 10**9):
        questions = list(measures(data.draw(epsilons()), data.draw(probabilities())))
        agree(fast, slow, questions[:-1])  # the classes themselves may be finer than the reference's


def test_noisy_bits_know_their_factors() -> None:
    m = mechanisms.randomised_response_bits(3, ln(3))
    assert isinstance(m.source, HasFactors)
    for x in m.domain:
        assert Dist.product(*m.source.factors(x)) == m.distribution(x)


def test_ten_bits_and_all_pairs() -> None:
    m = mechanisms.randomised_response_bits(10, ln(3), adjacency=adjacency.all_pairs())
    found = m.worst_case.epsilon()
    assert found.value == 10 * ln(3)
    assert found.pair == ((0,) * 10, (1,) * 10)
    assert m.audit(10 * ln(3)).scope.pairs == 1024 * 1023
    ten = mechanisms.randomised_response_bits(10, ln(3))
    assert ten.profile() == mechanisms.randomised_response(ln(3)).profile()

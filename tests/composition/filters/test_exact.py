"""The exact filter against all adversaries, and wrong ones, which are caught."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.adjacency import all_pairs, explicit
from assay.composition.filters import (
    ExactFilter,
)
from assay.composition.filters.exact import Left
from assay.dp import Dist, Mechanism
from assay.errors import BudgetExceeded
from assay.exact import ln, number
from tests.composition.filters.adversaries import (
    hockey_stick_leaf,
    most_on,
)
from tests.theorems.small import log, mechanism, ratios, tables

# The exact filter


def line(*chances):
    """The mechanism on 0 - 1 - 2 with these probabilities of True."""
    return Mechanism(
        {x: Dist.bernoulli(p) for x, p in enumerate(chances)}, range(3), explicit([(0, 1), (1, 2)])
    )


BITS = [
    line("1/3", "1/2", "2/3"),
    line("1/2", "1/3", "1/2"),
    line("1/2", "1/2", "9/10"),
    line(0, "1/20", "1/20"),
]


@pytest.mark.parametrize("delta", [0, Fraction(1, 20)])
@pytest.mark.parametrize("epsilon", [ln("4/3"), ln(2)])
def test_exact(epsilon, delta):
    budget = ExactFilter(range(3), explicit([(0, 1), (1, 2)]), epsilon, delta)
    leaf = hockey_stick_leaf(epsilon.exp())
    gains = [most_on(budget, BITS, 3, leaf, pair) for pair in ((0, 1), (1, 0), (1, 2), (2, 1))]
    assert max(gains) <= delta
    assert str(budget.guarantee()).startswith(f"({epsilon}, {delta})-DP under explicit")
    assert budget.left[0, 1] == Left(epsilon.exp(), number(delta))


@given(st.lists(tables(range(2), outputs=2), min_size=2, max_size=2), ratios, st.integers(0, 4))
@settings(max_examples=10)
def test_exact_with_generated_mechanisms(found, t, quarter):
    ms, delta = [mechanism(table) for table in found], Fraction(quarter, 8)
    budget = ExactFilter(range(2), all_pairs(), log(t), delta)
    for pair in ((0, 1), (1, 0)):
        assert most_on(budget, ms, 3, hockey_stick_leaf(number(t)), pair) <= delta
    for m in ms:
        assert budget.admits(m) == (m.delta(log(t)) <= delta)


def test_exact_refuses_only_what_would_break_the_promise():
    budget = ExactFilter(range(2), all_pairs(), ln(4))
    bit = mechanism({0: {0: Fraction(2, 3), 1: Fraction(1, 3)}, 1: {0: Fraction(1, 3), 1: Fraction(2, 3)}})
    seen = []
    for o in (0, 1, 0, 1, 1, 1):
        assert budget.admits(bit)
        budget.spend(bit)
        budget.observe(o)
        seen.append(budget.left[0, 1].t)
    # outputs that speak for the other side give back what was spent
    assert seen == [2, 4, 2, 4, 8, 16]
    assert budget.left[1, 0] == Left(number(1), number(0))
    assert not budget.admits(bit)
    left = r"between 1 \(int\) and 0 \(int\) what is left is e\^epsilon = 1 with delta = 0"
    with pytest.raises(BudgetExceeded, match=left):
        budget.spend(bit)
    assert budget.rounds == 6
    assert budget.pending is None
    assert budget.admits(mechanism({0: {0: Fraction(1)}, 1: {0: Fraction(1)}}))


class Lavish(ExactFilter):
    """Hands the whole delta on, used or not."""

    def observe(self, output):
        before = self.left
        super().observe(output)
        left = {
            pair: Left(now.t, max(1 - now.t, number(0)) + before[pair].d) for pair, now in self.left.items()
        }
        vars(self)["_state"] = replace(self._state, left=left)


class OneSided(ExactFilter):
    """Forgets the pairs in their second order."""

    def __init__(self, domain, adjacency, epsilon, delta=0):
        super().__init__(domain, adjacency, epsilon, delta)
        left = {(x, y): now for (x, y), now in self.left.items() if x < y}
        vars(self)["_state"] = replace(self._state, left=left)


class Forgetful(ExactFilter):
    """Starts anew after every round."""

    def observe(self, output):
        vars(self)["_state"] = replace(self._state, pending=None)


@pytest.mark.parametrize("kind", [Lavish, OneSided, Forgetful])
def test_wrong_exact_filters_are_caught(kind):
    delta = Fraction(1, 20)
    budget = kind(range(3), explicit([(0, 1), (1, 2)]), ln("4/3"), delta)
    pairs = ((0, 1), (1, 0), (1, 2), (2, 1))
    assert max(most_on(budget, BITS, 3, hockey_stick_leaf(number("4/3")), pair) for pair in pairs) > delta

"""A search over generated mechanisms violates each bound without its hypothesis, and not with it.

The counterexamples in `proofs/` are small and stored; here it is the search that has to find one, among
mechanisms that nobody chose, within a fixed number of tries.
"""

from __future__ import annotations

import random

import pytest

from tests.effort import one_in

from .lemma_table import lemmas
from .searches import SEARCHES

NEWEST = (
    "above threshold",
    "derivable from the geometric mechanism",
    "exponential mechanism",
    "optimality of randomised response",
    "optimality of the geometric mechanism for one count",
    "permute-and-flip",
    "report noisy max",
    "report noisy max of values that move the same way",
)
"""The mechanisms: here a search has to find a violation for every hypothesis."""


@pytest.mark.slow
@pytest.mark.parametrize("name", one_in(3, [(name,) for name in SEARCHES]), ids=": ".join)
def test_search_finds_a_violation_exactly_without_the_hypothesis(name):
    trial, tries = SEARCHES[name]
    violations = 0
    for seed in range(tries):
        held, without = trial(random.Random(seed))
        assert held, seed
        violations += not without
    assert violations > 0


def test_searches_are_for_hypotheses_that_lemmas_state():
    known = {(lemma.title, key) for _, lemma in lemmas() for key in lemma.dropped}
    assert known >= set(SEARCHES)


def test_every_hypothesis_of_a_mechanism_is_searched():
    wanted = {(x.title, key) for _, x in lemmas() for key in x.dropped if x.title in NEWEST}
    assert len({title for title, _ in wanted}) == len(NEWEST)
    assert wanted <= set(SEARCHES)

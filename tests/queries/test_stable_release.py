"""Propose-test-release: its distribution, its delta, and a distance that is too long."""

from __future__ import annotations

from fractions import Fraction

import pytest

from assay import INFINITY, Dist, Mechanism, adjacency, exp, ln
from assay.errors import InvalidValue
from assay.mechanisms.noise import two_sided_geometric_tail
from assay.queries import propose_test_release
from assay.queries.stable_release import distance_to_instability


def winner(counts):
    return counts.index(max(counts))


@pytest.mark.parametrize("cells", [2, 3])
def test_no_row_within_the_distance_changes_the_winner(cells):
    m = propose_test_release(ln(2), threshold=2, cells=cells)
    inputs = set(m.domain)
    for x in inputs:
        near = {x}
        for _ in range(distance_to_instability(x)):
            near |= {
                y for z in near for y in inputs if sum(abs(a - b) for a, b in zip(z, y, strict=True)) == 1
            }
        assert {winner(y) for y in near} == {winner(x)}


@pytest.mark.parametrize("threshold", [1, 2, 4])
@pytest.mark.parametrize("epsilon", [ln(2), ln(5)])
def test_delta_is_the_chance_to_pass_at_distance_zero(threshold, epsilon):
    m = propose_test_release(epsilon, threshold=threshold)
    leak = two_sided_geometric_tail(exp(-epsilon), threshold)
    assert m.delta(epsilon) == leak
    assert m.epsilon() == INFINITY
    assert m.audit(epsilon, leak).holds
    assert not m.audit(epsilon, leak * Fraction(99, 100)).holds


def test_the_difference_of_the_counts_is_not_the_distance():
    good = propose_test_release(ln(2), threshold=2)

    def released(x):
        first, second = sorted(x, reverse=True)
        chance = two_sided_geometric_tail(exp(-ln(2)), 2 - (first - second))
        return Dist({winner(x): chance, None: 1 - chance})

    wrong = Mechanism(released, good.domain, adjacency.l1(1))
    leak = two_sided_geometric_tail(exp(-ln(2)), 2)
    assert wrong.delta(ln(2)) > leak
    assert not wrong.audit(ln(2), leak).holds


@pytest.mark.parametrize(
    ("options", "words"),
    [({"threshold": 0}, "threshold = 0"), ({"threshold": 1, "cells": 1}, "cells = 1")],
)
def test_bad_parameters_are_refused(options, words):
    with pytest.raises(InvalidValue) as caught:
        propose_test_release(ln(2), **options)
    assert words in str(caught.value)


def test_epsilon_zero_has_no_noise():
    with pytest.raises(InvalidValue, match="epsilon = 0"):
        propose_test_release(0, threshold=1)

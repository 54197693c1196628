"""Shuffled batches: the lower end against quadrature and a published remark, the upper one by name."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import arb

from assay.accounting import Rounds, read_round
from assay.accounting.batches.shuffling import LargestSum
from assay.accounting.densities import Gaussian
from tests.accounting.independent_truths import ball, ends, normal


def event(mu, batches, c, epsilon):
    """P(M > c) - e^epsilon Q(M > c): no event has more than the pair itself."""
    others = normal(c) ** (batches - 1)
    return (1 - normal(c - 2 * mu) * others) - epsilon.exp() * (1 - normal(c - mu) * others)


@pytest.mark.parametrize(("mu", "batches"), [(Fraction(1), 10), (Fraction(1, 2), 3), (Fraction(2), 1000)])
@pytest.mark.parametrize("epsilon", [Fraction(1, 2), Fraction(2)])
def test_the_table_has_what_the_best_half_line_has(mu, batches, epsilon):
    _, below = LargestSum(Gaussian(mu**2), batches).sides(12, 64, False)
    found = Rounds.of(below, 1).delta(epsilon)
    best = max(ends(event(ball(mu), batches, arb(i) / 16, ball(epsilon)))[0] for i in range(0, 160))
    assert found.upper <= best * Fraction(102, 100)
    assert found.upper >= best * Fraction(98, 100)


def test_one_batch_is_known():
    found, known = (
        Rounds([read_round(word)]).delta(1, "1/100")
        for word in ("shuffled sigma=1 batches=1", "fixed-order sigma=1")
    )
    assert found.lower <= known.upper
    assert known.lower <= found.upper


def test_it_is_far_above_random_allocation_and_at_most_a_known_order():
    shuffled = Rounds([read_round("shuffled sigma=1 batches=50")]).epsilon("1e-5")
    allocated = Rounds([read_round("random-allocation sigma=1 steps=50")]).epsilon("1e-5", "1/20")
    known = Rounds([read_round("fixed-order sigma=1")]).epsilon("1e-5")
    assert shuffled.lower > 3 * allocated.upper
    assert shuffled.lower <= known.upper <= shuffled.upper * Fraction(11, 10)
    assert "known order" in shuffled.note


def test_both_orders_and_replacement():
    for word, adjacency in (
        ("shuffled sigma=2 batches=5 k=2", "add-remove-one"),
        ("shuffled sigma=2 batches=5", "replace-one"),
    ):
        rounds = Rounds([read_round(word, adjacency)])
        for direction in rounds.directions:
            found = rounds.only(direction).delta("1/2")
            assert 0 < found.lower < found.upper < 1


def test_composed_tables_stay_below():
    for turned in (False, True):
        pair = LargestSum(Gaussian(1), 7, turned)
        alone, composed = (Rounds.of(pair.sides(12, 64, many)[1], 1).delta(1) for many in (False, True))
        assert composed.lower <= alone.upper
        assert composed.upper >= alone.lower * Fraction(9, 10)

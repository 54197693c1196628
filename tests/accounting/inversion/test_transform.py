"""Moments as products of matrices beside their sums; and that time can run out between them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from assay.accounting.grid import Convolution, GridDistribution
from assay.accounting.inversion import transform
from assay.accounting.inversion.transform import losses_at_a_time, moments
from assay.budgets.progress import budget
from assay.errors import BudgetExceeded
from assay.exact._flint import acb, arb, fmpz_poly, precision

STEP = Fraction(1, 7)


@pytest.mark.parametrize("few", [1, 2, 3, 1000])
@pytest.mark.parametrize("count", [1, 5, 1000])
def test_every_node_has_the_sum_of_its_moments(monkeypatch, count, few):
    monkeypatch.setattr(transform, "losses_at_a_time", lambda nodes: few)
    with precision(128):
        losses = [arb(1) / 5, arb(-2), arb(0), arb(7) / 3, arb(10)]
        weights = [arb(1) / (i + 3) for i in range(len(losses))]
        found = moments(weights, losses, STEP, count)
        assert len(found) == count
        for n in {0, count // 3, count // 2, count - 1}:
            exact = sum((w * acb(0, x * n / 7).exp() for w, x in zip(weights, losses, strict=True)), acb(0))
            assert found[n].overlaps(exact)
            assert found[n].rad() < 1e-30


def test_moments_and_products_read_the_clock():
    with budget(seconds=0), pytest.raises(BudgetExceeded):
        moments([arb(1)], [arb(1)], STEP, 10)
    one = GridDistribution(fmpz_poly([1]), 0, 0)
    with budget(seconds=0), pytest.raises(BudgetExceeded):
        Convolution(4, True).product(one, one)


def test_a_product_that_is_too_long_for_the_time_is_not_begun():
    long = GridDistribution(fmpz_poly([1] * 100_000), 0, 0)
    with budget(seconds=1), pytest.raises(BudgetExceeded, match="a product of 200000 points takes about"):
        Convolution(10**5, True).product(long, long)


def test_no_losses_have_no_moments():
    with precision(128):
        assert all(each.is_zero() for each in moments([], [], STEP, 10))


def test_more_nodes_or_bits_make_fewer_losses_at_a_time():
    with precision(128):
        assert losses_at_a_time(10**5) > losses_at_a_time(10**6) > losses_at_a_time(10**12) == 1
        few = losses_at_a_time(10**5)
    with precision(1000):
        assert losses_at_a_time(10**5) < few
        assert losses_at_a_time(0) > 0

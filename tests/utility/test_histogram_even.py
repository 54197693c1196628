"""The expected loss with the rule "even": the passes against all draws of noise, and seeded runs."""

from __future__ import annotations

from fractions import Fraction

import pytest

from assay import Dist, eps
from assay.errors import BudgetExceeded, FloatRefused, InvalidType, InvalidValue, UndecidedError
from assay.mechanisms.noise import two_sided_geometric_clamped
from assay.queries.projection import project
from assay.utility import l1_loss
from assay.utility.histogram_even import evenly_projected_loss
from assay.utility.histogram_simulation import simulate

REACH = 8


def by_draws(theta, alpha, sparse):
    """All draws of noise up to REACH, and how much is left beyond."""
    n, level = sum(theta), eps(alpha)
    cells = []
    for c in theta:
        if sparse and not c:
            cells.append(Dist.point(0))
            continue
        ends = c - REACH, c + REACH
        cells.append(two_sided_geometric_clamped(level / 2, *ends, centre=c))
    law = Dist.product(*cells)
    beyond = sum(law.prob(lambda z, i=i, c=c: abs(z[i] - c) == REACH) for i, c in enumerate(theta))
    return law.expectation(lambda z: l1_loss(theta, project(z, n, "even"))), 2 * beyond


@pytest.mark.parametrize("theta", [(1, 0), (2, 1), (0, 3, 1), (2, 0, 0), (0, 0, 4)])
@pytest.mark.parametrize("sparse", [False, True])
def test_the_passes_are_the_sum_over_all_draws(theta, sparse):
    found = evenly_projected_loss(theta, "ln 16", sparse=sparse)
    exact, beyond = by_draws(theta, "ln 16", sparse)
    assert found.lower - beyond <= exact <= found.upper + beyond
    assert beyond < Fraction(1, 10**3)
    assert 0 < found.upper - found.lower <= Fraction(1, 10**6)


@pytest.mark.parametrize("sparse", [False, True])
def test_runs_agree_with_the_certified_mean(sparse):
    theta = (20, 0, 0, 30, 0)
    runs = simulate(theta, "1/2", sparse=sparse, trials=4000, seed=7, ties="even")
    found = evenly_projected_loss(theta, "1/2", sparse=sparse)
    # each loss lies in [0, 2]: by Hoeffding a deviation of 1/8 has probability below 2 e^-31
    assert float(found.lower) - 0.125 < runs.mean < float(found.upper) + 0.125


def test_the_order_of_the_cells_matters_little_and_their_number_much():
    first, last = (evenly_projected_loss(t, 1, sparse=False) for t in ((6, 0, 0), (0, 0, 6)))
    assert first.upper < last.lower  # the first cells get the units that are left
    assert evenly_projected_loss((6, 0), 1, sparse=False).upper < first.lower


def test_bad_input():
    for call, error, message in (
        (lambda: evenly_projected_loss((3,), 1, sparse=True), InvalidValue, "k = 1"),
        (lambda: evenly_projected_loss((3, 1), 0, sparse=True), InvalidValue, "alpha = 0"),
        (lambda: evenly_projected_loss((3, 1), 0.5, sparse=True), FloatRefused, "alpha = 0.5"),
        (lambda: evenly_projected_loss(3, 1, sparse=True), InvalidType, "counts is 3"),
        (lambda: evenly_projected_loss(("a", 1), 1, sparse=True), InvalidType, "counts"),
        (lambda: evenly_projected_loss((3, 1), 1, sparse=True, width=0), InvalidValue, "width = 0"),
        (lambda: evenly_projected_loss((10**6, 1), 1, sparse=True), BudgetExceeded, "use fewer rows"),
        (
            lambda: evenly_projected_loss((3, 1), 1, sparse=True, width=Fraction(1, 10**20)),
            UndecidedError,
            "give a larger width",
        ),
    ):
        with pytest.raises(error, match=message):
            call()

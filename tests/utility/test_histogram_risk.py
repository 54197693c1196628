"""The expected loss of projected histograms: the recursion against all draws of noise, and seeded runs."""

from __future__ import annotations

from fractions import Fraction

import pytest

from assay import Dist, eps
from assay.errors import FloatRefused, InvalidType, InvalidValue
from assay.mechanisms.noise import two_sided_geometric_clamped
from assay.queries.projection import RULES, histograms, project
from assay.utility import l1_loss
from assay.utility.histogram_risk import noise_loss, projected_loss
from assay.utility.histogram_simulation import simulate


def by_all_draws(theta, alpha, sparse):
    """With the rule "order" only min(max(z, 0), n) matters, so that clamping to 0..n changes nothing."""
    n = sum(theta)
    cells = [
        Dist.point(0) if sparse and not c else two_sided_geometric_clamped(alpha / 2, 0, n, centre=c)
        for c in theta
    ]
    return Dist.product(*cells).expectation(lambda z: l1_loss(theta, project(z, n, "order")))


@pytest.mark.parametrize(("n", "k"), [(1, 2), (4, 2), (3, 3), (2, 4), (5, 3)])
@pytest.mark.parametrize("alpha", ["ln 4", "1", "ln(121/100)"])
@pytest.mark.parametrize("sparse", [False, True])
def test_the_recursion_is_the_sum_over_all_draws(n, k, alpha, sparse):
    for theta in histograms(n, k):
        exact = by_all_draws(theta, eps(alpha), sparse)
        found = projected_loss(theta, alpha, sparse=sparse)
        assert found.lower(30) <= exact.upper(40)
        assert exact.lower(40) <= found.upper(30)
        assert Fraction(found.upper(30)) - Fraction(found.lower(30)) <= Fraction(1, 10**25)


def test_the_loss_before_projecting_is_that_of_the_noise():
    theta, alpha = (2, 0, 1), eps("ln 4")
    wide = two_sided_geometric_clamped(alpha / 2, -60, 60).expectation(abs)
    assert 0 < noise_loss(theta, alpha, sparse=False) - wide < Fraction(1, 10**15)
    assert noise_loss(theta, alpha, sparse=True) * 3 == noise_loss(theta, alpha, sparse=False) * 2


@pytest.mark.parametrize("sparse", [False, True])
def test_runs_agree_with_the_certified_mean(sparse):
    theta = (20, 0, 0, 30)
    runs = simulate(theta, "1/2", sparse=sparse, trials=4000, seed=7)
    mean = float(projected_loss(theta, "1/2", sparse=sparse).decimal(12))
    # each loss lies in [0, 2]: by Hoeffding a deviation of 1/8 has probability below 2 e^-31
    assert mean - 0.125 < runs.mean < mean + 0.125
    assert simulate(theta, "1/2", sparse=sparse, trials=5, seed=7).losses == runs.losses[:5]
    assert sum(runs.first) == 50


@pytest.mark.parametrize("ties", RULES)
def test_released_histograms_are_histograms(ties):
    runs = simulate((3, 0, 0, 1), "1/5", sparse=False, trials=50, ties=ties)
    assert all(0 <= loss <= 2 for loss in runs.losses)
    assert runs.share_above(2) == 0
    assert runs.share_above(-1) == 1


@pytest.mark.parametrize(
    ("counts", "alpha", "message"),
    [
        ((3,), 1, "k = 1"),
        ((0, 0), 1, "no histogram"),
        ((3, -1), 1, "no histogram"),
        ((3, 1), 0, "alpha = 0"),
        ((3, 1), "inf", "alpha = inf"),
    ],
)
def test_what_is_no_histogram_or_no_level_is_refused(counts, alpha, message):
    with pytest.raises(InvalidValue, match=message):
        projected_loss(counts, alpha, sparse=True)


def test_bad_types():
    with pytest.raises(InvalidType, match="counts"):
        projected_loss(("a", 1), 1, sparse=True)
    with pytest.raises(FloatRefused):
        projected_loss((3, 1), 0.5, sparse=True)
    with pytest.raises(FloatRefused):
        projected_loss((3.0, 1), 1, sparse=True)
    with pytest.raises(InvalidValue, match="trials = 0"):
        simulate((3, 1), 1, sparse=True, trials=0)
    with pytest.raises(InvalidType, match="seed = '1'"):
        simulate((3, 1), 1, sparse=True, seed="1")

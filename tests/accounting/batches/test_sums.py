"""Both distributions of a mean against what is known exactly: its moments, its transform, small sums."""

from __future__ import annotations

from fractions import Fraction
from math import exp, expm1

import numpy as np
import pytest
from flint import acb, arb

from assay.accounting.batches import sums
from assay.accounting.batches.allocation import plan_for
from assay.accounting.batches.latticed import flat
from assay.accounting.batches.mean_points import ABOVE, BELOW, MOMENTS, MeanDistribution, Plan
from assay.accounting.batches.sums import mean_distribution
from assay.accounting.densities import Gaussian
from assay.errors import BudgetExceeded

CASES = [("1/2", 7), ("1", 1), ("1", 3), ("1", 100), ("2", 33), ("5/2", 257), ("10", 12)]


def law_for(sigma, steps, fineness=8, depth=64):
    base = Gaussian.of(sigma)
    return mean_distribution(base, steps, plan_for(base, steps, fineness, depth))


def both(distribution):
    """(places, masses) above and below."""
    places, rows = flat(distribution)
    kept = rows[BELOW] > 0
    return (places, rows[ABOVE]), (rows[MOMENTS, kept] / rows[BELOW, kept], rows[BELOW, kept])


def mean_of(distribution, function):
    return [float(np.sum(masses * function(places))) for places, masses in both(distribution)]


def transform(sigma, steps, c):
    """E e^(-c S) = (E e^(-c X/steps))^steps by a certified integral; 40 deviations are everything."""
    mu, scale = arb(1) / arb(str(float(Fraction(sigma)))), arb(c) / steps

    def value(x, _):
        return (-x * x / 2 - scale * (mu * x - mu * mu / 2).exp()).exp()

    whole = acb.integral(value, -40, 40).real / (2 * arb.pi()).sqrt()
    return float((whole**steps).mid())


@pytest.mark.parametrize(("sigma", "steps"), CASES)
def test_both_laws_enclose_the_transform(sigma, steps):
    distribution = law_for(sigma, steps)
    for c in (0.5, 3.0, 20.0):
        upper, lower = mean_of(distribution, lambda x, c=c: np.exp(-c * x))
        truth = transform(sigma, steps, c)
        assert lower * (1 - 1e-12) <= truth <= upper * (1 + 1e-12)
        assert upper - lower <= 0.2 * (truth - exp(-c))


@pytest.mark.parametrize(("sigma", "steps"), CASES)
def test_both_laws_enclose_the_second_moment_and_keep_the_mean(sigma, steps):
    distribution = law_for(sigma, steps)
    variance = expm1(float(Fraction(sigma)) ** -2) / steps
    upper, lower = (value - 1 for value in mean_of(distribution, np.square))
    assert lower <= variance <= upper + 1e-12
    assert upper <= 1.2 * lower
    assert all(abs(value - 1) < 1e-9 for value in mean_of(distribution, lambda x: x))


def test_finer_laws_are_closer_by_the_square():
    wide, narrow = (law_for("1", 50, fineness) for fineness in (8, 32))
    gaps = [np.subtract(*mean_of(distribution, np.square)) for distribution in (wide, narrow)]
    assert gaps[1] < gaps[0] / 8


def test_what_is_cut_is_counted():
    distribution = law_for("1", 10, depth=8)
    assert distribution.lost_moment > 1e-6
    (places, masses), _ = both(distribution)
    # a spread of S that is cut: with what is lost it is above, for every y
    for y in (0.5, 1.0, 2.0):
        truth = mean_of(law_for("1", 10, fineness=32), lambda x, y=y: np.maximum(0, x - y))[1]
        assert float(np.sum(masses * np.maximum(0, places - y))) + distribution.lost_moment >= truth


def small(*points):
    """A distribution on scale 0 with M = 8 and unit 1, exactly known; (n, mass)."""
    rows = np.zeros((3, 8))
    for n, mass in points:
        rows[:, n] += (mass, mass, mass * n)
    return MeanDistribution(8, Fraction(1), {0: rows}, 0.0, 0.0, 0.0)


def test_a_sum_by_hand():
    one, other = small((3, 0.25), (6, 0.75)), small((2, 0.5), (7, 0.5))
    found = sums._sum(one, other, 16)
    places, rows = flat(found)
    kept = rows[BELOW] > 0
    assert dict(zip(places[kept], rows[BELOW, kept], strict=True)) == {
        5: 0.125,
        8: 0.375,
        10: 0.125,
        13: 0.375,
    }
    assert np.all(rows[MOMENTS, kept] == places[kept] * rows[BELOW, kept])
    coarse = sums._sum(one, other, 8)
    places, rows = flat(coarse)
    kept = rows[BELOW] > 0
    # 13 goes to 12 and 14 by halves
    assert dict(zip(places[kept], rows[BELOW, kept], strict=True)) == {
        5: 0.125, 8: 0.375, 10: 0.125, 12: 0.1875, 14: 0.1875
    }  # fmt: skip
    assert rows[MOMENTS].sum() == (0.25 * 3 + 0.75 * 6) + (0.5 * 2 + 0.5 * 7)


def test_a_square_is_the_sum_with_itself():
    distribution = law_for("1", 6)
    again = MeanDistribution(
        distribution.points,
        distribution.unit,
        dict(distribution.scales),
        distribution.lost,
        distribution.lost_moment,
        distribution.error,
    )
    one, two = (
        sums._sum(distribution, distribution, distribution.points),
        sums._sum(distribution, again, distribution.points),
    )
    for scale, rows in one.scales.items():
        assert np.all(np.abs(rows - two.scales[scale]) <= 1e-12 * rows + 1e-290)


def test_scales_meet_by_halves():
    rows = small((5, 1.0)).scales[0]
    rows[MOMENTS] *= 4
    upper = MeanDistribution(8, Fraction(1), {2: rows}, 0.0, 0.0, 0.0)
    places, rows = flat(sums._sum(small((3, 1.0)), upper, 8))
    kept = rows[BELOW] > 0
    # 3 is 0.75 of a step of 4: first to 2 and 4 by halves, then 2 to 0 and 4 by halves
    assert dict(zip(places[kept], rows[BELOW, kept], strict=True)) == {20: 0.25, 24: 0.75}
    assert rows[MOMENTS].sum() == 23


def test_what_is_too_much_is_refused():
    with pytest.raises(BudgetExceeded, match="too small for floats"):
        mean_distribution(Gaussian.of(1), 3, Plan.of(0.1, 0.1, 3, 10_000))
    with pytest.raises(BudgetExceeded, match="points, more than"):
        mean_distribution(Gaussian.of(1), 3, Plan.of(1e-9, 1e-9, 3, 64))
    with pytest.raises(BudgetExceeded, match="more noise"):
        law_for("1/100", 3)

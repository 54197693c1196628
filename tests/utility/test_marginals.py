"""Worst errors of private marginals: certified distributions against formulas and simulation; the repair."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import pytest

from assay import exp, ln
from assay.attacks.tracing_noise import Noise, gaussian_sigma
from assay.errors import InvalidValue
from assay.queries.l_infinity_noise import LInfinityNoise
from assay.utility.marginals import WorstError, sample_complexity, worst_error
from assay.utility.marginals_repair import one_round, repair
from assay.utility.marginals_table import run_repair, simulate_noise, simulate_repair

KINDS = [("laplace", 0), ("l_infinity", 0), ("gaussian", "1/1000")]


def agree(ball, exact):
    """Whether an enclosure and an exact number overlap in 12 digits."""
    return ball.lower(12) <= exact.upper(15) and exact.lower(15) <= ball.upper(12)


def test_the_tails_are_those_of_the_formulas():
    laplace = WorstError(Noise("laplace", Fraction(1)), 3).tail(2)
    exact = 1 - (1 - exp(-2)) ** 3
    assert agree(laplace, exact)
    cube = WorstError(Noise("l_infinity", Fraction(1, 2)), 3).tail(2)
    gamma = LInfinityNoise(3, 2).exact_norm_tail(2)
    assert agree(cube, gamma)


@pytest.mark.parametrize(("kind", "delta"), KINDS)
@pytest.mark.parametrize("d", [1, 16, 2**14])
def test_quantiles_are_bracketed(kind, delta, d):
    law = worst_error(kind, 1000, d, 1, delta)
    low, high = law.quantile("1/2")
    assert low < high < low * (1 + Fraction(1, 10**7))
    assert law.tail(low) > Fraction(1, 2) >= law.tail(high)


@pytest.mark.parametrize(("kind", "delta"), KINDS)
def test_simulation_agrees_with_the_certified_quantile(kind, delta):
    law = worst_error(kind, 100, 16, 1, delta)
    found, (low, high) = simulate_noise(law.noise, 16, trials=400, seed=3), law.quantile("1/2")
    assert found.low <= low
    assert high <= found.high
    assert found.high < 2 * found.low


@pytest.mark.parametrize("d", [1, 2, 100])
def test_the_factor_that_is_saved_is_the_harmonic_number(d):
    ours, theirs = worst_error("l_infinity", 10, d, 1), worst_error("laplace", 10, d, 1)
    assert theirs.mean() / ours.mean() == sum(Fraction(1, j) for j in range(1, d + 1))


@pytest.mark.parametrize(("kind", "delta"), KINDS)
def test_the_sample_complexity_is_the_smallest(kind, delta):
    n = sample_complexity(kind, 8, "1/4", "1/10", 1, delta)
    scale = worst_error(kind, 1, 8, 1, delta).noise.scale
    assert WorstError(Noise(kind, scale / n), 8).tail("1/4") <= Fraction(1, 10)
    assert WorstError(Noise(kind, scale / (n - 1)), 8).tail("1/4") > Fraction(1, 10)


def test_the_budget_of_the_repair_adds_up():
    made = repair(100, 50, 1, "1/1000000", c=4, threshold="1/10", share="1/4")
    t, w, v = made.scales
    assert (1 / t + 2 / w + 1 / v) / 100 == made.epsilon_0
    assert made.sigma >= gaussian_sigma("3/4", Fraction(3, 4 * 10**6)) * 2 * 7 / 100
    rho, logs = 4 * made.epsilon_0**2 / 2, ln(4 * 10**6)
    total = float(rho) + 2 * (float(rho) * float(logs)) ** 0.5
    assert made.epsilon_0 == max(Fraction(1, 16), made.epsilon_0)
    assert total <= 0.25 or made.epsilon_0 == Fraction(1, 16)


def test_a_round_costs_the_whole_budget_when_it_is_the_only_one():
    assert one_round("1/2", "1/1000", 1) == Fraction(1, 2)
    assert one_round("1/2", "1/1000", 10**4) > Fraction(1, 2 * 10**4)


def test_the_guarantee_covers_what_is_simulated():
    base = repair(4000, 64, 1, "1/1000000", c=8, threshold=1, share="1/2")
    made = type(base)(base.n, base.d, base.c, base.sigma * 40, base.sigma, base.epsilon_0)
    assert simulate_repair(made, trials=60).high <= float(made.guaranteed_error("1/20"))


@pytest.mark.parametrize("c", [8, 16, 40])
def test_the_guarantee_is_its_formula(c):
    """The same condition and the same error in floats, over thresholds around the smallest that will do."""
    base, beta = repair(4000, 64, 1, "1/1000000", c=c, threshold=1), 1 / 20
    t, w, v = map(float, base.scales)
    wide = t * math.log(4 * (c + 1) / beta) + w * math.log(4 * 64 / beta)
    logs, sigma, decided = math.log(4 / beta), float(base.sigma), set()
    for k in range(0, 160):
        edge = Fraction(wide) + base.sigma * Fraction(k, 64)
        mean = 64 * math.erfc(math.sqrt(2) * (float(edge) - wide) / sigma)
        enough = float(edge) > wide and mean + math.sqrt(2 * mean * logs) + 2 * logs / 3 <= c
        found = type(base)(4000, 64, c, edge, base.sigma, base.epsilon_0).guaranteed_error("1/20")
        assert (found is not None) == enough
        decided.add(enough)
        if found is not None:
            error = 2 * max(float(edge) + wide, v * math.log(4 * c / beta))
            assert abs(float(found) - error) < 1e-9 * error
    assert decided == {True, False}


def test_without_room_for_the_noise_there_is_no_guarantee():
    assert repair(10, 64, 1, "1/1000000", c=1, threshold="1/100").guaranteed_error("1/20") is None
    made = repair(4000, 64, 1, "1/1000000", c=1, threshold=1)
    assert type(made)(4000, 64, 1, made.sigma, made.sigma, made.epsilon_0).guaranteed_error("1/20") is None


def test_answers_below_the_threshold_are_those_of_the_gaussian_mechanism():
    base = repair(10**7, 8, 1, "1/1000000", c=1, threshold=1)
    generator, mirror = random.Random(4), random.Random(4)
    answers = run_repair(base, [0.25] * 8, generator)
    mirror.choice((-1, 1)), mirror.expovariate(1.0)
    for answer in answers:
        assert answer == 0.25 + mirror.gauss(0.0, float(base.sigma))
        mirror.choice((-1, 1)), mirror.expovariate(1.0)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: worst_error("laplace", 0, 1, 1), "n >= 1"),
        (lambda: worst_error("laplace", 1, 0, 1), "d >= 1"),
        (lambda: WorstError(Noise("laplace", Fraction(0)), 1), "scale > 0"),
        (lambda: worst_error("laplace", 1, 1, 1).tail(0), "alpha > 0"),
        (lambda: worst_error("laplace", 1, 1, 1).quantile(1), "0 < share < 1"),
        (lambda: worst_error("gaussian", 1, 1, 1, "1/2").mean(), "quantile"),
        (lambda: sample_complexity("laplace", 1, 0, "1/2", 1), "alpha > 0"),
        (lambda: sample_complexity("laplace", 1, "1/2", 0, 1), "0 < beta < 1"),
        (lambda: repair(0, 1, 1, "1/2", c=1, threshold=1), "n >= 1"),
        (lambda: repair(1, 0, 1, "1/2", c=1, threshold=1), "d >= 1"),
        (lambda: repair(1, 1, 1, "1/2", c=0, threshold=1), "c >= 1"),
        (lambda: repair(1, 1, 0, "1/2", c=1, threshold=1), "0 < epsilon"),
        (lambda: repair(1, 1, 1, 0, c=1, threshold=1), "0 < delta < 1"),
        (lambda: repair(1, 1, 1, "1/2", c=1, threshold=0), "threshold > 0"),
        (lambda: repair(1, 1, 1, "1/2", c=1, threshold=1, share=1), "0 < share < 1"),
        (lambda: simulate_noise(Noise("laplace", Fraction(1)), 1, trials=0), ">= 1"),
    ],
)
def test_what_lies_outside_is_refused_by_name(call, message):
    with pytest.raises(InvalidValue, match=message):
        call()

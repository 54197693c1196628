"""Black boxes: the stated rate of false alarms, calculated on small cases, and planted defects."""

from __future__ import annotations

import math
import random
import sys
from fractions import Fraction
from itertools import product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import Dist, dp, exp, ln, number
from assay.dp import Partial
from assay.errors import InvalidType, InvalidValue
from assay.oracle.blackbox import Command, Seeded, compare, epsilon_bound, epsilon_bounds
from assay.oracle.blackbox.bets import STRENGTHS, Bet, Bets
from assay.oracle.blackbox.floor_product import FloorProduct
from assay.oracle.blackbox.null import UNLISTED, null_of
from assay.oracle.blackbox.proportion import _rejected, lower_bound, upper_bound

SKEWED = Dist({"a": "1/2", "b": "1/3", "c": "1/6"})
COIN = Dist({0: "3/4", 1: "1/4"})
PERIOD = Partial({0: number("1/2"), 1: number("1/4")}, number("1/4"), 2)

BETS = [(strength, False) for strength in STRENGTHS] + [(16, True)]


def chooses(weights, outcomes="abc"):
    """A seeded sampler of the outcomes with these weights."""
    return lambda seed: (lambda rng: lambda: rng.choices(outcomes, weights)[0])(random.Random(seed))


# The rate of false alarms


@pytest.mark.parametrize(("strength", "follow"), BETS)
def test_a_stake_is_a_martingale_with_mean_one(strength, follow):
    null = null_of(SKEWED)
    mean = Fraction(0)
    for path in product(range(3), repeat=4):
        bet, mass = Bet(null, strength, follow), Fraction(1)
        for cell in path:
            mass *= null.upper[cell] * Fraction(*bet.factor(cell))
            bet.observe(cell)
        mean += mass
    assert mean == 1


def crossing_probability(exact, alarm, length):
    """P(the average of the bets reaches 1/alarm within `length` outputs), every path followed."""
    null = null_of(exact)
    crossed = Fraction(0)
    for path in product(null.cells.values(), repeat=length):
        bets = Bets(null, alarm)
        if any(bets.observe(cell) for cell in path):
            crossed += prod((null.upper[cell] for cell in path), start=Fraction(1))
    return crossed


@pytest.mark.parametrize(("exact", "alarm"), [(COIN, "1/3"), (COIN, "1/5"), (SKEWED, "1/2")])
def test_the_exact_rate_of_false_alarms_is_at_most_the_stated_one(exact, alarm):
    rate = crossing_probability(exact, Fraction(alarm), 9 if exact is COIN else 6)
    assert 0 < rate <= Fraction(alarm)


def test_the_rate_is_exceeded_by_a_bet_that_is_not_fair(monkeypatch):
    fair = Bet.factor
    monkeypatch.setattr(Bet, "factor", lambda self, cell: (3 * fair(self, cell)[0], 2 * fair(self, cell)[1]))
    assert crossing_probability(COIN, Fraction(1, 5), 9) > Fraction(1, 5)


def test_a_law_known_up_to_an_open_mass_is_a_supermartingale_for_each_law_within():
    null = null_of(PERIOD)
    assert null.upper == {0: Fraction(3, 4), 1: Fraction(1, 2), UNLISTED: Fraction(1, 4)}
    ends = [(Fraction(3, 4), Fraction(1, 4), 0), (Fraction(1, 2), Fraction(1, 2), 0)]
    for law in [*ends, (Fraction(1, 2), Fraction(1, 4), Fraction(1, 4))]:
        masses = dict(zip((0, 1, UNLISTED), law, strict=True))
        for first in masses:
            bet = Bet(null, 16)
            bet.observe(first)
            assert sum(p * Fraction(*bet.factor(cell)) for cell, p in masses.items()) <= 1


def evidence(t, hits, trials):
    """M_n(t) as the quotient of products that the docstring states."""
    halves = [prod((i + Fraction(1, 2) for i in range(k)), start=Fraction(1)) for k in (hits, trials - hits)]
    factorial = prod(range(1, trials + 1))
    return halves[0] * halves[1] / (factorial * t**hits * (1 - t) ** (trials - hits))


@given(st.integers(1, 60), st.data())
def test_a_parameter_is_rejected_exactly_where_the_martingale_says_so(trials, data):
    hits = data.draw(st.integers(0, trials))
    t = Fraction(data.draw(st.integers(1, 31)), 32)
    alarm = Fraction(1, data.draw(st.sampled_from([2, 10, 1000, 10**9])))
    assert _rejected(t, hits, trials, alarm) == (evidence(t, hits, trials) > 1 / alarm)


def test_evidence_at_the_threshold_rejects_nothing():
    assert evidence(Fraction(1, 8), 1, 1) == 4
    assert not _rejected(Fraction(1, 8), 1, 1, Fraction(1, 4))


@pytest.mark.parametrize("p", [Fraction(1, 2), Fraction(1, 10)])
def test_the_bounds_of_a_proportion_fail_no_more_often_than_stated(p):
    alarm, failed, open_paths = Fraction(1, 4), Fraction(0), {0: Fraction(1)}
    for trials in range(1, 41):
        grown: dict[int, Fraction] = {}
        for hits, mass in open_paths.items():
            grown[hits + 1] = grown.get(hits + 1, Fraction(0)) + mass * p
            grown[hits] = grown.get(hits, Fraction(0)) + mass * (1 - p)
        bad = {k for k in grown if not lower_bound(k, trials, alarm) <= p <= upper_bound(k, trials, alarm)}
        failed += sum(grown.pop(k) for k in bad)
        open_paths = grown
    assert 0 < failed <= alarm


def test_a_bound_is_close_to_the_last_parameter_that_is_rejected():
    alarm = Fraction(1, 10**9)
    low = lower_bound(700, 1000, alarm)
    assert low < Fraction(7, 10)
    assert evidence(low, 700, 1000) >= 10**9 > evidence(low + Fraction(1, 1 << 20), 700, 1000)
    assert upper_bound(300, 1000, alarm) == 1 - low
    assert lower_bound(0, 10, alarm) == 0
    assert upper_bound(10, 10, alarm) == 1


@given(st.lists(st.fractions(0, 1000, max_denominator=50), min_size=1, max_size=40))
def test_a_product_is_rounded_down_and_hardly(factors):
    stake = FloorProduct()
    for factor in factors:
        stake.times(factor.numerator, factor.denominator)
    exact = prod(factors, start=Fraction(1))
    assert exact * (1 - Fraction(1, 2**80)) <= stake.value() <= exact
    assert stake.value() < Fraction(2) ** stake.scale


# Defects, and samplers that have none


def test_a_sampler_of_the_law_is_not_contradicted():
    found = compare(Seeded(chooses([3, 2, 1]), 1), SKEWED, samples=3000)
    assert not found.contradicted
    assert found.exit_status == 3
    assert found.samples == sum(found.counts.values()) == 3000
    assert "not contradicted (all samples drawn)" in str(found)


DEFECTS = {
    "a bias of 5 %": chooses([3, 2.3, 0.7]),
    "one outcome never": chooses([3, 3, 0]),
    "swapped": chooses([2, 3, 1]),
    "uniform": chooses([1, 1, 1]),
    "stuck": lambda seed: lambda: "b",
    "in turn": lambda seed: iter("aaabbc" * 10000).__next__,
}


@pytest.mark.parametrize("make", DEFECTS.values(), ids=DEFECTS.keys())
def test_planted_defects_are_found(make):
    found = compare(Seeded(make, 5), SKEWED, samples=20_000)
    assert found.contradicted
    assert not found.certain
    assert found.e_value >= 10**9
    assert found.exit_status == 1
    assert "CONTRADICTED" in str(found)
    assert "seed 5" in str(found)
    assert found.to_json()["false_alarm"] == "1/1000000000"


def test_an_output_of_probability_zero_is_certain():
    found = compare(Seeded(chooses([1, 1, 1]), 2), Dist({"a": "1/2", "b": "1/2"}))
    assert found.certain
    assert found.impossible == "c"
    assert "CONTRADICTED, certainly" in str(found)
    assert found.samples < 100


def test_an_exception_is_an_output():
    def fails():
        raise RuntimeError("no entropy")

    assert "Raised(RuntimeError: no entropy)" in str(compare(fails, COIN))


def test_an_irrational_law_is_tested_with_bounds_of_it():
    law = Dist({True: 1 / (1 + exp(1)), False: exp(1) / (1 + exp(1))})
    assert not compare(Seeded(chooses([731, 269], [False, True]), 1), law, samples=2000).contradicted
    assert compare(Seeded(chooses([1, 1], [False, True]), 1), law, samples=2000).contradicted


def test_a_partial_law_accuses_only_what_its_bounds_exclude():
    within = chooses([12, 4], [0, 1])
    assert not compare(Seeded(within, 1), PERIOD, samples=3000).contradicted
    assert compare(Seeded(chooses([1, 3], [0, 1]), 1), PERIOD, samples=3000).contradicted
    assert compare(Seeded(chooses([1, 1], [0, 7]), 1), PERIOD, samples=3000).contradicted


def randomised_response(truth):
    """A sampler of the true bit with probability 3/4."""
    return lambda seed: chooses([3, 1], [truth, not truth])(seed)


def test_epsilon_of_randomised_response():
    found = epsilon_bound(
        Seeded(randomised_response(True), 1), Seeded(randomised_response(False), 2), samples=20_000
    )
    assert ln(2) < found.bound < ln(3)
    assert found.event == (True,)
    assert found.seeds == (1, 2)
    assert found.bound == ln(found.p / found.q)


def test_a_claim_that_is_too_small_is_contradicted_early():
    samplers = Seeded(randomised_response(True), 1), Seeded(randomised_response(False), 2)
    found = epsilon_bound(*samplers, claimed="1/2", samples=100_000, first_part=500)
    assert found.contradicted
    assert found.samples < 5000
    assert found.exit_status == 1
    assert "CONTRADICTED: claimed 1/2" in str(found)
    fair = epsilon_bound(*samplers, claimed="ln 3", delta="1/100", samples=3000)
    assert not fair.contradicted
    assert fair.exit_status == 3
    assert 0 < fair.bound == ln((fair.p - Fraction(1, 100)) / fair.q)


def test_all_pairs_share_the_rate():
    generator = random.Random(3)

    def sampler(x):
        return generator.random() < (1 + x) / 4

    found = list(epsilon_bounds(sampler, [(0, 2), (2, 0)], samples=4000, false_alarm="1e-6"))
    assert [each.inputs for each in found] == [(0, 2), (2, 0)]
    assert {each.false_alarm for each in found} == {Fraction(1, 2_000_000)}
    assert all(0 < each.bound < ln(3) for each in found)


# Progress, time, seeds, child processes


def test_progress_is_told_and_time_ends_a_test():
    seen = []
    with dp.budget(report=lambda *state: seen.append(state)):
        compare(Seeded(chooses([3, 2, 1]), 1), SKEWED, samples=50)
    assert ("samples", 50, 50) in seen
    late = compare(Seeded(chooses([3, 2, 1]), 1), SKEWED, samples=10**9, seconds=Fraction(1, 20))
    assert late.stopped == "the time is up"
    assert not late.contradicted


def test_seeds_are_fresh_and_repeat_a_finding():
    first = Seeded(chooses([1, 1, 1]))
    found = compare(first, SKEWED, samples=5000)
    again = compare(Seeded(chooses([1, 1, 1]), first.seed), SKEWED, samples=5000)
    assert found == again
    assert Seeded(chooses([1])).seed != first.seed


CHILD = (
    "import random, sys\nr = random.Random(int(sys.argv[1]))\nfor _ in range(400): print(r.choice('aabb'))"
)


def test_a_child_process_is_a_sampler():
    with Command([sys.executable, "-c", CHILD, "{seed}"], seed=7) as child:
        found = compare(child, Dist({"a": "1/2", "b": "1/2"}), samples=300)
    assert found.seed == 7
    assert found.samples == 300
    assert not found.contradicted


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("print('a'); raise SystemExit('broken')", "ended with status 1 after 1 samples: broken"),
        (
            "import time; print('a', flush=True); time.sleep(60)",
            "has written nothing for 1 s after 1 samples",
        ),
    ],
)
def test_a_child_that_ends_or_is_silent_ends_the_test(code, says):
    with Command([sys.executable, "-c", code], seconds=1) as child:
        found = compare(child, Dist({"a": "1/2", "b": "1/2"}))
    assert says in found.stopped
    assert not found.contradicted


def test_garbage_of_a_child_is_an_output():
    with Command([sys.executable, "-c", "print('1\\nx')"], int) as child:
        found = compare(child, Dist({1: "1/2", 2: "1/2"}))
    assert found.certain
    assert "ValueError" in str(found)


# Bad input


def test_a_rate_is_the_decimal_that_is_written():
    assert compare(lambda: 0, COIN, false_alarm=1e-9, samples=1).false_alarm == Fraction(1, 10**9)


@pytest.mark.parametrize("rate", [0, 1, "-1/2", "2", 0.0, 1.5, math.inf, math.nan])
def test_a_rate_outside_of_0_and_1_is_refused(rate):
    with pytest.raises(InvalidValue, match="false_alarm"):
        compare(lambda: 0, COIN, false_alarm=rate)


def test_other_bad_input():
    with pytest.raises(InvalidType, match="sampler"):
        compare(3, COIN)
    with pytest.raises(InvalidType, match="exact"):
        compare(lambda: 0, {0: 1})
    with pytest.raises(InvalidType, match="can be told apart"):
        compare(lambda: False, COIN)
    with pytest.raises(InvalidType, match="cannot be listed"):
        compare(lambda: float("nan"), COIN)
    with pytest.raises(InvalidType, match="cannot be listed"):
        compare(lambda: {}, COIN)
    with pytest.raises(InvalidValue, match="depends on eps"):
        compare(lambda: 0, Dist.bernoulli(1 / (1 + assay_eps())))
    with pytest.raises(InvalidValue, match="first_part"):
        epsilon_bound(lambda: 0, lambda: 0, samples=10, first_part=10)
    with pytest.raises(InvalidValue, match="pairs is empty"):
        list(epsilon_bounds(lambda x: x, []))
    with pytest.raises(InvalidValue, match="no argument contains"):
        Command(["true"], seed=1)
    with pytest.raises(InvalidType, match="list of strings"):
        Command("true")


def assay_eps():
    """The number e^eps of the symbol."""
    from assay import EPS

    return exp(EPS)

"""Black boxes: planted defects are found, samplers that have none are not accused, bad input is refused."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import pytest

from assay import Dist, exp, ln, number
from assay.engines.partial import Partial
from assay.errors import InvalidType, InvalidValue
from assay.testing.blackbox import Command, Seeded, compare, epsilon_bound, epsilon_bounds
from tests.programs.sources.samplers import chooses

SKEWED = Dist({"a": "1/2", "b": "1/3", "c": "1/6"})
COIN = Dist({0: "3/4", 1: "1/4"})
PERIOD = Partial({0: number("1/2"), 1: number("1/4")}, number("1/4"), 2)


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
    with pytest.raises(InvalidValue, match="not equal to itself"):
        compare(lambda: float("nan"), COIN)
    with pytest.raises(InvalidType, match="may hold more"):
        compare(object, COIN)
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

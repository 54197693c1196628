"""The rate of false alarms of black boxes: calculated exactly on small cases, at most the stated one."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import Dist, number
from assay.engines.partial import Partial
from assay.testing.blackbox.bets import STRENGTHS, Bet, Bets, FloorProduct
from assay.testing.blackbox.null import UNLISTED, null_of
from assay.testing.blackbox.proportion import _rejected, lower_bound, upper_bound

SKEWED = Dist({"a": "1/2", "b": "1/3", "c": "1/6"})
COIN = Dist({0: "3/4", 1: "1/4"})
PERIOD = Partial({0: number("1/2"), 1: number("1/4")}, number("1/4"), 2)

BETS = [(strength, False) for strength in STRENGTHS] + [(16, True)]


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

"""Odometers against all adversaries, who stop when the loss exceeds what the odometer shows."""

from __future__ import annotations

from fractions import Fraction

import pytest

from assay.adjacency import all_pairs
from assay.composition.filters import (
    ConcentratedOdometer,
    PureOdometer,
    RenyiOdometer,
)
from assay.dp import Dist, Mechanism, loss_quantile
from assay.exact import INFINITY, certified, ln, number
from assay.theorems import pairs_of
from assay.theorems.witnesses import canonical_mechanism
from tests.composition.filters.adversaries import (
    exceeds,
    priced_once,
)
from tests.composition.filters.test_additive import ALL
from tests.composition.filters.test_exact import line

STRONG, WEAK = canonical_mechanism(ln(2)), canonical_mechanism(ln("5/4"))


LEAK = canonical_mechanism(0, "1/10")


LEAKY = canonical_mechanism(ln(2), "1/20")


PURE = ALL[:2]


# Odometers


ODOMETERS = [PureOdometer(), RenyiOdometer(2), RenyiOdometer(5), ConcentratedOdometer("1/10")]


@pytest.mark.parametrize("odometer", ODOMETERS, ids=["pure", "renyi 2", "renyi 5", "concentrated"])
def test_odometers_hold_at_all_times(odometer):
    assert exceeds(priced_once(odometer), PURE, 2, "1/3") <= number("1/3")


@pytest.mark.slow
@pytest.mark.parametrize("delta", ["1/2", "1/10", "1/100"])
@pytest.mark.parametrize("odometer", ODOMETERS, ids=["pure", "renyi 2", "renyi 5", "concentrated"])
def test_odometers_hold_for_more_rounds(odometer, delta):
    assert exceeds(priced_once(odometer), PURE, 4, delta) <= number(delta)


def test_the_renyi_odometer_is_reached():
    # alpha is large: the bound comes close to the largest loss, and is exceeded with small probability
    odometer = priced_once(RenyiOdometer(60))
    assert 0 < exceeds(odometer, [(line("1/3", "1/2", "99/100"),) * 2], 1, "99/100") <= Fraction(99, 100)


class NoUnion(PureOdometer):
    """The loss that what was chosen exceeds with probability delta at the present time only."""

    laws = (Dist.point(()), Dist.point(()))

    def spend(self, mechanism):
        laws = zip(self.laws, pairs_of(mechanism)[0], strict=True)
        vars(self).update(laws=tuple(Dist.product(a, b) for a, b in laws), _rounds=self.rounds + 1)

    def spent(self, delta=0):
        return loss_quantile(*self.laws, delta)


class NoTail(RenyiOdometer):
    """Takes the divergence for a bound of the loss."""

    def spent(self, delta):
        return self.sum


def test_an_odometer_of_the_mean_is_caught():
    assert exceeds(priced_once(NoTail(2)), PURE, 1, "1/3") > number("1/3")


def test_an_odometer_for_one_time_only_is_caught():
    rare = {0: Dist.bernoulli("1/10"), 1: Dist.bernoulli("1/100")}
    menu = [(Mechanism(rare, [0, 1], all_pairs(symmetric=False)),) * 2]
    delta = number("1/10")
    assert exceeds(NoUnion(), menu, 1, delta) == exceeds(NoUnion(), menu, 2, delta) == delta
    assert exceeds(NoUnion(), menu, 3, delta) > delta
    for right in (PureOdometer(), RenyiOdometer(2), ConcentratedOdometer(1)):
        assert exceeds(priced_once(right), menu, 3, delta) <= delta


def test_the_running_sums():
    pure, renyi, doubling = PureOdometer(), RenyiOdometer(2), ConcentratedOdometer("1/10")
    for odometer in (pure, renyi, doubling):
        assert odometer.spent("1/10") == 0
        odometer.spend(STRONG)
        odometer.spend(WEAK)
        assert odometer.rounds == 2
    assert pure.spent() == ln("5/2")
    assert renyi.spent("1/10") == STRONG.renyi(2) + WEAK.renyi(2) + ln(10)
    rho = number("4/10")  # ln(2)/3 + ln(5/4)/9 lies between 2/10 and 4/10: j = 2 and delta_j = delta/12
    by_hand = certified(rho) + 2 * (certified(rho) * certified(ln(120))).sqrt()
    assert doubling.spent("1/10").decimal(30) == by_hand.decimal(30)
    for odometer in (pure, renyi, doubling):
        odometer.spend(LEAK)
        assert odometer.spent("1/10") == INFINITY
        odometer.spend(STRONG)
        assert odometer.spent("1/10") == INFINITY

"""The constants of filters and odometers: each bound written a second way, and adversaries that attain it.

A constant that is off by one in a hundred, in either direction, is noticed: too small and an adversary gets
more than was promised, too large and the second form of the bound (spec/composition.md) no longer agrees.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.adjacency import all_pairs, explicit
from assay.composition import PrivacyLoss
from assay.composition.filters import (
    AdvancedFilter,
    BasicFilter,
    ConcentratedFilter,
    ConcentratedOdometer,
    ExactFilter,
    PureOdometer,
    RenyiFilter,
    RenyiOdometer,
)
from assay.composition.filters.exact import Left
from assay.dp import Dist, Mechanism
from assay.exact import certified, ln, number
from assay.notions import ConcentratedGuarantee
from assay.theorems import Guarantee
from assay.theorems.witnesses import canonical_mechanism
from tests.composition.filters.adversaries import exceeds, hockey_stick_leaf, most, most_on, priced_once

NEARLY = Fraction(999, 1000)
"""What is attained is at least this part of what is promised."""

nearly_one = pytest.mark.parametrize("factor", [NEARLY, 1 / NEARLY], ids=str)


def one_way(p, q):
    """The pair of distributions (p, 1 - p) and (q, 1 - q), in this direction only."""
    laws = {0: Dist.bernoulli(p), 1: Dist.bernoulli(q)}
    return Mechanism(laws, [0, 1], all_pairs(symmetric=False))


def to_digits(*values):
    """Certified values to 30 digits, which are rounded correctly."""
    return [certified(value).decimal(30) for value in values]


# The second forms


def mean_loss(epsilon):
    """epsilon (cosh epsilon - 1)/sinh epsilon."""
    up, down = certified(epsilon).exp(), certified(-epsilon).exp()
    return certified(epsilon) * (up + down - 2) / (up - down)


def largest_rho(epsilon, delta):
    """The rho with rho + 2 sqrt(rho m) = epsilon, m = ln(1/delta): epsilon + 2m - 2 sqrt(m (epsilon + m))."""
    e, m = certified(epsilon), certified(-ln(delta))
    return e + 2 * m - 2 * (m * (e + m)).sqrt()


thousandths = st.integers(1, 999).map(lambda k: Fraction(k, 1000))
epsilons = st.integers(11, 500).map(lambda k: ln(Fraction(k, 10)))


@given(epsilons, thousandths)
@settings(max_examples=8)
def test_the_advanced_filter_holds_exactly_so_much(epsilon, slack):
    budget, limit = AdvancedFilter(epsilon, slack, "1/10"), largest_rho(epsilon, slack)
    assert budget.holds((limit * Fraction(9999, 10000), number("1/10")))
    assert not budget.holds((limit * Fraction(10001, 10000), number(0)))
    assert not budget.holds((number(0), number("100001/1000000")))
    assert budget.guarantee() == Guarantee(epsilon, min(slack + Fraction(1, 10), 1))


@given(epsilons, thousandths)
@settings(max_examples=8)
def test_the_cost_of_a_pure_round(epsilon, delta):
    for budget in (AdvancedFilter(1, "1/2"), ConcentratedFilter(1)):
        cost = budget.cost(Guarantee(epsilon, adjacency=all_pairs()))
        assert to_digits(cost[0]) == to_digits(mean_loss(epsilon))
        assert cost[1:] in ((), (0,))
    rough = AdvancedFilter(1, "1/2", form="quadratic").cost(Guarantee(epsilon, delta, adjacency=all_pairs()))
    assert to_digits(rough[0]) == to_digits(certified(epsilon) ** 2 / 2)
    assert rough[1] == delta
    assert BasicFilter(1).cost(Guarantee(epsilon, delta, adjacency=all_pairs())) == (epsilon, delta)


@given(epsilons, thousandths)
@settings(max_examples=8)
def test_what_a_concentrated_filter_promises(rho, delta):
    budget = ConcentratedFilter(rho)
    assert budget.holds((rho,))
    assert not budget.holds((rho * Fraction(10001, 10000),))
    epsilon = budget.guarantee(delta).epsilon
    assert to_digits(largest_rho(epsilon, delta)) == to_digits(rho)


def after(start, spent):
    """A doubling odometer after one round."""
    odometer = ConcentratedOdometer(start)
    odometer.spend(ConcentratedGuarantee(spent, adjacency=all_pairs()))
    return odometer


@given(st.integers(1, 300), st.integers(0, 12), thousandths)
@settings(max_examples=8)
def test_the_shares_of_a_doubling_odometer(start, level, delta):
    """From the bound back to the share of its level, which is delta/(j + 1) - delta/(j + 2)."""
    first = Fraction(start, 100)
    budget = first * 2**level
    shares = []
    for spent in (budget, budget * Fraction(3, 4)) if level else (budget,):
        above = after(first, spent).spent(delta) - certified(budget)
        shares.append((-(above**2) / (4 * budget)).exp())
    expected = delta / (level + 1) - delta / (level + 2)
    assert {*to_digits(*shares)} == {*to_digits(expected)}
    assert after(first, budget * Fraction(10001, 10000)).spent(delta) > certified(2 * budget)


# Adversaries that attain a bound


class Scaled:
    """An odometer whose bound is off by a factor."""

    def __init__(self, odometer, factor):
        self.odometer, self.factor = odometer, factor

    def look_ahead(self):
        return Scaled(self.odometer.look_ahead(), self.factor)

    @property
    def rounds(self):
        return self.odometer.rounds

    def spend(self, mechanism):
        self.odometer.spend(mechanism)

    def spent(self, delta):
        return self.odometer.spent(delta) * self.factor


def attained(odometer, menu, rounds, delta):
    """Whether the loss exceeds nearly all of the bound with more than probability delta, not all of it."""
    items = [(m, m) for m in menu]
    assert exceeds(priced_once(odometer), items, rounds, delta) <= delta
    return exceeds(Scaled(priced_once(odometer), NEARLY), items, rounds, delta) > delta


@pytest.mark.parametrize(("rounds", "chance"), [(1, "1/900"), (2, "1/30")])
def test_the_renyi_odometer_is_attained(rounds, chance):
    """A loss of ln(10^6), or of ln(10^3) twice, that carries the whole moment; 1/delta is nearly 900."""
    p = number(chance)
    rare = one_way(p, p / 10 ** (6 // rounds))
    assert attained(RenyiOdometer(5), [rare], rounds, Fraction(9999, 10000) / 900)


RARE = Fraction(1, 10**6)


@cache
def rare_loss():
    """A loss of ln(10^6) with probability RARE, and a number just above its rho."""
    rare = one_way(RARE, RARE / 10**6)
    return rare, Fraction(certified(rare.zcdp()).upper(20))


@pytest.mark.parametrize("level", [0, 1, 2])
def test_a_level_of_the_doubling_odometer_is_attained(level):
    """A rare loss whose rho is attained at the order of the tail bound."""
    rare, rho = rare_loss()
    odometer = priced_once(ConcentratedOdometer(rho / 2**level))
    vars(odometer)["cost"] = lambda _: number(rho)
    delta = Fraction(9999, 10000) * RARE * (level + 1) * (level + 2)
    share = delta / ((level + 1) * (level + 2))
    assert exceeds(odometer, [(rare, rare)], 1, delta) == 0
    assert exceeds(Scaled(odometer, NEARLY), [(rare, rare)], 1, delta) == RARE > share


def test_the_pure_odometer_is_attained():
    bits = [canonical_mechanism(ln(2)), canonical_mechanism(ln("5/4"))]
    assert attained(PureOdometer(), bits, 2, 0)


@pytest.mark.parametrize("alpha", [2, 5])
def test_the_guarantee_of_a_renyi_filter_is_attained(alpha):
    """P a point mass at an outcome with Q = e^(-epsilon) (1 - 1/alpha): delta is 1/alpha exactly."""
    point = one_way(1, Fraction(1, 9) * (1 - Fraction(1, alpha)))
    budget = RenyiFilter(alpha, point.renyi(alpha))
    assert budget.guarantee(Fraction(1, alpha)) == Guarantee(ln(9), Fraction(1, alpha))
    gained = most(priced_once(budget), [(point, point)], 2, hockey_stick_leaf(number(9)))
    assert gained == Fraction(1, alpha)
    assert not RenyiFilter(alpha, point.renyi(alpha) * NEARLY).admits(point)


@nearly_one
def test_the_basic_filter_is_attained(factor):
    bit = canonical_mechanism(ln(2), "1/10")
    exactly = BasicFilter(ln(4), Fraction(1, 5))
    price = Guarantee(ln(2), "1/10", adjacency=all_pairs())
    exactly.spend(price)
    assert exactly.admits(price)
    for epsilon, delta in ((ln(4) * factor, Fraction(1, 5)), (ln(4), Fraction(1, 5) * factor)):
        other = BasicFilter(epsilon, delta)
        other.spend(price)
        assert other.admits(price) == (factor > 1)
    bits = canonical_mechanism(ln(2))
    assert most(BasicFilter(ln(4)), [(bits, bits)], 2, hockey_stick_leaf(number("399/100"))) > 0
    assert most(exactly, [(bit, price)], 2, hockey_stick_leaf(number(4))) <= Fraction(1, 5)


class Generous(ExactFilter):
    """Hands on what was left of delta times a factor."""

    factor = Fraction(101, 100)

    def observe(self, output):
        super().observe(output)
        more = {}
        for pair, left in self.left.items():
            rest = max(1 - left.t, number(0))
            more[pair] = Left(left.t, rest + (left.d - rest) * self.factor)
        vars(self)["_state"] = replace(self._state, left=more)


def spent_up(budget, mechanism, data):
    """What an adversary gains who runs a mechanism and then, by its output, just what is left of delta."""
    gained = number(0)
    above, below = (mechanism.distribution(x) for x in data)
    for o in above:
        after = type(budget)([0, 1], explicit([data], symmetric=False), budget.epsilon, budget.delta)
        after.spend(mechanism)
        after.observe(o)
        left = after.left[data]
        last = one_way(left.d, 0)  # H_t = d + max(1 - d - t, 0) = d
        assert after.admits(last)
        gained += most_on(after, [last], 1, hockey_stick_leaf(budget.epsilon.exp()), data, above[o], below[o])
    return gained


@given(st.integers(1, 9), st.integers(1, 9), st.sampled_from(["5/4", "2", "7"]))
@settings(max_examples=12)
def test_the_exact_filter_is_attained(p, q, t):
    mechanism = one_way(Fraction(p, 10), Fraction(q, 10))
    delta = mechanism.delta(ln(t)) + Fraction(1, 40)
    least = mechanism.delta(ln(t))
    for promised, fits in ((least, True), (least * NEARLY, least == 0)):
        budget = ExactFilter([0, 1], explicit([(0, 1)], symmetric=False), ln(t), promised)
        assert budget.admits(mechanism) == fits
    for kind in (ExactFilter, Generous):
        budget = kind([0, 1], explicit([(0, 1)], symmetric=False), ln(t), delta)
        gained = spent_up(budget, mechanism, (0, 1))
        assert gained == delta if kind is ExactFilter else gained > delta


class Wrong(AdvancedFilter):
    """rho + 2 b sqrt(c rho ln(1/slack)) <= epsilon, with b = c = 1 the filter itself."""

    root, logarithm = Fraction(1), Fraction(1)

    def holds(self, spent):
        rho, m = certified(spent[0]), certified(-ln(self.slack))
        return bool(rho + 2 * (rho * m * self.logarithm).sqrt() * self.root <= certified(self.epsilon))


class WrongRoot(Wrong):
    """The factor 2 is 1 % too small."""

    root = Fraction(99, 100)


class WrongLogarithm(Wrong):
    """ln(1/slack) is 1 % too small."""

    logarithm = Fraction(99, 100)


def most_rounds(budget, x):
    """How many rounds of randomised response at ln x are admitted: what `holds` says of their sum."""
    cost = certified(budget.cost(Guarantee(ln(x), adjacency=all_pairs()))[0])
    fits, too_many = 0, 1 << 40
    while too_many - fits > 1:
        middle = (fits + too_many) // 2
        fits, too_many = (middle, too_many) if budget.holds((cost * middle, number(0))) else (fits, middle)
    return fits


@pytest.mark.slow
def test_many_small_rounds_attain_the_advanced_filter():
    """Up to a factor that is negligible beside a slack of 10^-348: exact tails of 290,000 rounds."""
    x, epsilon, slack = Fraction(41, 40), ln("41/40") * 25000, Fraction(1, 10**348)
    laws = Dist.bernoulli(x / (1 + x)), Dist.bernoulli(1 / (1 + x))
    rounds = {
        kind: most_rounds(kind(epsilon, slack), x)
        for kind in (AdvancedFilter, Wrong, WrongRoot, WrongLogarithm)
    }
    deltas = {kind: PrivacyLoss.of(*laws, count).delta(epsilon) for kind, count in rounds.items()}
    assert rounds[Wrong] == rounds[AdvancedFilter]
    assert deltas[AdvancedFilter] <= slack
    assert deltas[WrongRoot] > slack
    assert deltas[WrongLogarithm] > slack

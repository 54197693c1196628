"""Filters and odometers against all adversaries, who adapt mechanisms, data and stopping to what they see."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.adjacency import all_pairs, explicit
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
from assay.composition.filters.budget import at_most
from assay.composition.filters.exact import Left
from assay.dp import Dist, Mechanism, hockey_stick, loss_quantile
from assay.errors import BudgetExceeded, FloatRefused, InvalidType, InvalidValue
from assay.exact import INFINITY, certified, ln, number
from assay.mechanisms import randomized_response
from assay.theorems import Guarantee, dominating_pair, pairs_of, zcdp_from_pure
from assay.theorems.witnesses import canonical_mechanism

from .adversaries import exceeds, hockey_stick_leaf, moment_leaf, most, most_on, priced_once
from .small import log, mechanism, ratios, tables

STRONG, WEAK = canonical_mechanism(ln(2)), canonical_mechanism(ln("5/4"))
LEAK = canonical_mechanism(0, "1/10")
LEAKY = canonical_mechanism(ln(2), "1/20")
ALL = [
    (STRONG, STRONG),
    (WEAK, WEAK),
    (LEAK, Guarantee.of(LEAK, "1/10")),
    (LEAKY, Guarantee.of(LEAKY, "1/20")),
]
PURE = ALL[:2]
TABLES = tables(range(2), outputs=2, least=1)


def promised(budget, menu, rounds, guarantee):
    """Whether no adversary gains more than delta at epsilon, rounded up where it is certified."""
    known = guarantee if isinstance(guarantee, Guarantee) else guarantee.rounded_up(12)
    return most(priced_once(budget), menu, rounds, hockey_stick_leaf(known.epsilon.exp())) <= known.delta


# Filters by sums


@pytest.mark.parametrize(("epsilon", "delta"), [("ln 2", 0), ("ln 4", "1/8"), (0, "1/5")])
def test_basic(epsilon, delta):
    budget = BasicFilter(epsilon, delta)
    assert promised(budget, ALL, 2, budget.guarantee())


def test_basic_is_tight():
    gained = most(priced_once(BasicFilter(ln(4))), PURE, 3, hockey_stick_leaf(number(4) - Fraction(1, 10**9)))
    assert gained > 0
    gained = most(priced_once(BasicFilter(0, "1/10")), ALL, 3, hockey_stick_leaf(number(1)))
    assert gained == Fraction(1, 10)


@given(TABLES, TABLES, ratios, st.sampled_from([0, Fraction(1, 9)]))
@settings(max_examples=8)
def test_basic_with_generated_mechanisms(first, second, t, delta):
    ms = [mechanism(first), mechanism(second)]
    menu = [(m, g) for m in ms for g in (m, Guarantee.of(m, "1/20"))]
    budget = BasicFilter(log(t), delta)
    assert promised(budget, menu, 2, budget.guarantee())


@pytest.mark.parametrize("alpha", [2, 3])
def test_renyi_bounds_the_moment_itself(alpha):
    r = STRONG.renyi(alpha) + WEAK.renyi(alpha)
    budget = RenyiFilter(alpha, r)
    assert most(priced_once(budget), PURE, 4, moment_leaf(alpha)) == (r * (alpha - 1)).exp()
    for delta in ("1/3", "1/20"):
        assert promised(budget, PURE, 3, budget.guarantee(delta))


def test_concentrated_bounds_every_moment():
    rho = zcdp_from_pure(ln(2), symmetric=True) + zcdp_from_pure(ln(2), symmetric=True) / 4
    budget = priced_once(ConcentratedFilter(rho))
    assert budget.admits(STRONG)
    assert not budget.admits(LEAK)
    for alpha in (2, 5):
        assert most(budget, PURE, 3, moment_leaf(alpha)) <= certified(rho * (alpha * (alpha - 1))).exp()
    for delta in ("1/3", "1/20"):
        assert promised(budget, PURE, 3, budget.guarantee(delta))


@pytest.mark.parametrize("form", ["tight", "quadratic"])
def test_advanced(form):
    budget = AdvancedFilter("3/2", "1/3", "1/10", form=form)
    assert promised(budget, ALL, 2, budget.guarantee())
    assert budget.guarantee() == Guarantee("3/2", Fraction(13, 30))


def test_advanced_admits_more_small_rounds_than_basic():
    tiny = Guarantee(Fraction(1, 20), adjacency=all_pairs())
    budgets = [
        BasicFilter("1/2"),
        AdvancedFilter("1/2", "1/2"),
        AdvancedFilter("1/2", "1/2", form="quadratic"),
    ]
    for budget in budgets:
        while budget.admits(tiny):
            budget.spend(tiny)
    basic, tight, quadratic = (budget.rounds for budget in budgets)
    assert basic == 10 < quadratic <= tight


# Planted defects, which the enumeration has to notice


class AsIfFixed(BasicFilter):
    """Composes what was chosen so far exactly, as if it had been fixed beforehand."""

    chosen = ()

    def admits(self, mechanism):
        laws = [dominating_pair(pairs_of(m)) for m in (*self.chosen, mechanism)]
        p, q = (Dist.product(*side) for side in zip(*laws, strict=True))
        return hockey_stick(p, q, self.epsilon) <= self.delta

    def spend(self, mechanism):
        vars(self)["chosen"] = (*self.chosen, mechanism)


class OneTooMany(BasicFilter):
    """Looks at what is spent before the round."""

    def fits(self, price):
        return self.holds(self.spent)


class SumOfMaxima(BasicFilter):
    """Takes the largest epsilon in place of the sum."""

    def fits(self, price):
        epsilon, delta = price.exact()
        return self.holds((epsilon, delta + self.spent[1]))


class WrongOrder(RenyiFilter):
    """Prices every round at an order below the one that is promised."""

    def cost(self, mechanism):
        return (mechanism.renyi(1 + (self.alpha - 1) / 2),)


class MeanAlone(AdvancedFilter):
    """Forgets how far the loss strays from its mean."""

    def holds(self, spent):
        return at_most(spent[0], self.epsilon) and at_most(spent[1], self.delta)


class LeaksForFree(AdvancedFilter):
    """Does not count the deltas."""

    def cost(self, mechanism):
        return (super().cost(mechanism)[0], number(0))


@pytest.mark.parametrize(
    "wrong", [MeanAlone("1/2", "1/20"), LeaksForFree("1/2", "1/20")], ids=["mean alone", "leaks for free"]
)
def test_wrong_advanced_composition_is_caught(wrong):
    assert not promised(wrong, ALL, 2, wrong.guarantee())
    right = AdvancedFilter("1/2", "1/20")
    assert promised(right, ALL, 2, right.guarantee())


def test_composition_as_if_fixed_is_caught():
    first, bits = canonical_mechanism(ln(3)), canonical_mechanism(ln(2))
    delta = max(
        hockey_stick(*(Dist.product(*laws) for laws in zip(p, q, strict=True)), ln(4))
        for p in pairs_of(first)
        for q in pairs_of(bits)
    )
    leak = canonical_mechanism(0, delta)
    wrong = AsIfFixed(ln(4), delta)
    menu = [(m, m) for m in (first, bits, leak)]
    gained = most(wrong, menu, 2, hockey_stick_leaf(number(4)))
    assert gained > delta
    one_after_another = wrong.look_ahead()
    for m in (first, bits):
        assert one_after_another.admits(m)
        one_after_another.spend(m)
    right = BasicFilter(ln(4), delta)
    assert promised(
        right,
        [(m, Guarantee.of(m, d)) for m in (first, bits, leak) for d in (0, delta)],
        2,
        right.guarantee(),
    )


@pytest.mark.parametrize("wrong", [OneTooMany(ln(2)), SumOfMaxima(ln(2)), OneTooMany(0, "1/10")])
def test_wrong_sums_are_caught(wrong):
    assert not promised(wrong, ALL, 3, wrong.guarantee())


def test_a_wrong_order_is_caught():
    wrong = priced_once(WrongOrder(3, STRONG.renyi(3)))
    assert most(wrong, PURE, 4, moment_leaf(3)) > (STRONG.renyi(3) * 2).exp()


# The exact filter


def line(*chances):
    """The mechanism on 0 - 1 - 2 with these probabilities of True."""
    return Mechanism(
        {x: Dist.bernoulli(p) for x, p in enumerate(chances)}, range(3), explicit([(0, 1), (1, 2)])
    )


BITS = [
    line("1/3", "1/2", "2/3"),
    line("1/2", "1/3", "1/2"),
    line("1/2", "1/2", "9/10"),
    line(0, "1/20", "1/20"),
]


@pytest.mark.parametrize("delta", [0, Fraction(1, 20)])
@pytest.mark.parametrize("epsilon", [ln("4/3"), ln(2)])
def test_exact(epsilon, delta):
    budget = ExactFilter(range(3), explicit([(0, 1), (1, 2)]), epsilon, delta)
    leaf = hockey_stick_leaf(epsilon.exp())
    gains = [most_on(budget, BITS, 3, leaf, pair) for pair in ((0, 1), (1, 0), (1, 2), (2, 1))]
    assert max(gains) <= delta
    assert str(budget.guarantee()).startswith(f"({epsilon}, {delta})-DP under explicit")
    assert budget.left[0, 1] == Left(epsilon.exp(), number(delta))


@given(st.lists(tables(range(2), outputs=2), min_size=2, max_size=2), ratios, st.integers(0, 4))
@settings(max_examples=10)
def test_exact_with_generated_mechanisms(found, t, quarter):
    ms, delta = [mechanism(table) for table in found], Fraction(quarter, 8)
    budget = ExactFilter(range(2), all_pairs(), log(t), delta)
    for pair in ((0, 1), (1, 0)):
        assert most_on(budget, ms, 3, hockey_stick_leaf(number(t)), pair) <= delta
    for m in ms:
        assert budget.admits(m) == (m.delta(log(t)) <= delta)


def test_exact_refuses_only_what_would_break_the_promise():
    budget = ExactFilter(range(2), all_pairs(), ln(4))
    bit = mechanism({0: {0: Fraction(2, 3), 1: Fraction(1, 3)}, 1: {0: Fraction(1, 3), 1: Fraction(2, 3)}})
    seen = []
    for o in (0, 1, 0, 1, 1, 1):
        assert budget.admits(bit)
        budget.spend(bit)
        budget.observe(o)
        seen.append(budget.left[0, 1].t)
    # outputs that speak for the other side give back what was spent
    assert seen == [2, 4, 2, 4, 8, 16]
    assert budget.left[1, 0] == Left(number(1), number(0))
    assert not budget.admits(bit)
    left = r"between 1 \(int\) and 0 \(int\) what is left is e\^epsilon = 1 with delta = 0"
    with pytest.raises(BudgetExceeded, match=left):
        budget.spend(bit)
    assert budget.rounds == 6
    assert budget.pending is None
    assert budget.admits(mechanism({0: {0: Fraction(1)}, 1: {0: Fraction(1)}}))


class Lavish(ExactFilter):
    """Hands the whole delta on, used or not."""

    def observe(self, output):
        before = self.left
        super().observe(output)
        left = {
            pair: Left(now.t, max(1 - now.t, number(0)) + before[pair].d) for pair, now in self.left.items()
        }
        vars(self)["_state"] = replace(self._state, left=left)


class OneSided(ExactFilter):
    """Forgets the pairs in their second order."""

    def __init__(self, domain, adjacency, epsilon, delta=0):
        super().__init__(domain, adjacency, epsilon, delta)
        left = {(x, y): now for (x, y), now in self.left.items() if x < y}
        vars(self)["_state"] = replace(self._state, left=left)


class Forgetful(ExactFilter):
    """Starts anew after every round."""

    def observe(self, output):
        vars(self)["_state"] = replace(self._state, pending=None)


@pytest.mark.parametrize("kind", [Lavish, OneSided, Forgetful])
def test_wrong_exact_filters_are_caught(kind):
    delta = Fraction(1, 20)
    budget = kind(range(3), explicit([(0, 1), (1, 2)]), ln("4/3"), delta)
    pairs = ((0, 1), (1, 0), (1, 2), (2, 1))
    assert max(most_on(budget, BITS, 3, hockey_stick_leaf(number("4/3")), pair) for pair in pairs) > delta


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


# Refusals


FILTERS = [BasicFilter(1), RenyiFilter(2, "1/2"), ConcentratedFilter("1/4"), AdvancedFilter(2, "1/10")]


@pytest.mark.parametrize("kind", FILTERS, ids=str)
def test_a_refusal_changes_nothing(kind):
    budget = kind.look_ahead()
    budget.spend(WEAK)
    before = budget.spent
    for too_much in (canonical_mechanism(5), LEAK):
        assert not budget.admits(too_much)
        with pytest.raises(BudgetExceeded, match="nothing was spent") as stop:
            budget.spend(too_much)
        assert stop.value.known == {"spent": before}
        assert (budget.spent, budget.rounds) == (before, 1)
    budget.spend(WEAK)
    assert budget.rounds == 2


def test_what_cannot_be_shown_to_fit_is_refused():
    exactly = ConcentratedFilter(zcdp_from_pure(ln("5/4"), symmetric=True))
    assert exactly.admits(Guarantee(ln("5/4"), adjacency=all_pairs()))
    assert exactly.admits(WEAK)  # its rho is the same number, and known exactly
    response = randomized_response(ln(3) / 2)
    assert not ConcentratedFilter(response.zcdp()).admits(response)  # the same number, by enclosures alone
    assert ConcentratedFilter(zcdp_from_pure(ln("5/4"), symmetric=True) + ln("1.001")).admits(WEAK)


def test_nothing_costs_nothing():
    nothing = mechanism({False: {0: Fraction(1)}, True: {0: Fraction(1)}})
    for budget in (BasicFilter(0), RenyiFilter(2, 0), ConcentratedFilter(0), AdvancedFilter(0, "1/10")):
        budget.spend(nothing)
        assert not budget.admits(WEAK)
    odometer = ConcentratedOdometer(1)
    odometer.spend(nothing)
    assert odometer.spent("1/10") == 0


def test_bad_input():
    for wrong in (lambda: BasicFilter(INFINITY), lambda: ExactFilter([0, 1], all_pairs(), "inf")):
        with pytest.raises(InvalidValue, match="is infinite"):
            wrong()
    with pytest.raises(FloatRefused):
        BasicFilter(0.5)
    with pytest.raises(InvalidValue, match="delta = 2"):
        BasicFilter(1, 2)
    with pytest.raises(InvalidValue, match="alpha = 1 is not above 1"):
        RenyiFilter(1, 1)
    with pytest.raises(InvalidValue, match="rho = -1 is negative"):
        ConcentratedFilter(-1)
    with pytest.raises(InvalidValue, match="slack = 0 is outside"):
        AdvancedFilter(1, 0)
    with pytest.raises(InvalidValue, match="form = 'other' is unknown"):
        AdvancedFilter(1, "1/2", form="other")
    with pytest.raises(InvalidValue, match="start = 0 cannot be doubled"):
        ConcentratedOdometer(0)
    with pytest.raises(InvalidValue, match="delta = 0 is outside"):
        RenyiOdometer(2).spent(0)
    for budget in (*FILTERS, PureOdometer(), RenyiOdometer(2), ConcentratedOdometer(1)):
        with pytest.raises(InvalidType, match="mechanism is 'gaussian'"):
            budget.spend("gaussian")
    one_way = Mechanism({0: Dist.point(0), 1: Dist.point(0)}, [0, 1], all_pairs(symmetric=False))
    with pytest.raises(InvalidValue, match="one-way"):
        AdvancedFilter(1, "1/2").admits(one_way)
    exact = ExactFilter([False, True], all_pairs(), 1, "1/2")
    with pytest.raises(InvalidValue, match="no output is awaited"):
        exact.observe(0)
    exact.spend(LEAK)
    with pytest.raises(InvalidValue, match="its output is awaited"):
        exact.admits(LEAK)
    with pytest.raises(InvalidValue, match="impossible on every input"):
        exact.observe("nonsense")
    assert exact.pending is LEAK
    with pytest.raises(InvalidValue, match="not in the domain"):
        ExactFilter([0, 7], all_pairs(), 1).admits(line(0, 0, 0))

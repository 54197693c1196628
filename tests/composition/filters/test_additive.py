"""Filters by sums against all adversaries, who adapt mechanisms, data and stopping to what they see."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.adjacency import all_pairs
from assay.composition.filters import (
    AdvancedFilter,
    BasicFilter,
    ConcentratedFilter,
    RenyiFilter,
)
from assay.composition.filters.budget import at_most
from assay.dp import Dist, hockey_stick
from assay.exact import certified, ln, number
from assay.theorems import Guarantee, dominating_pair, pairs_of, zcdp_from_pure
from assay.theorems.witnesses import canonical_mechanism
from tests.composition.filters.adversaries import (
    hockey_stick_leaf,
    moment_leaf,
    most,
    priced_once,
)
from tests.theorems.small import log, mechanism, ratios, tables

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

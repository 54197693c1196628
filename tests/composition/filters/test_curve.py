"""A Renyi filter of several orders against all adversaries, and the one that needs the weights."""

from __future__ import annotations

import doctest
import re
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.adjacency import all_pairs
from assay.composition.filters import RenyiCurveFilter, RenyiFilter
from assay.composition.filters.budget import at_most
from assay.composition.filters.tally import lower, upper
from assay.dp import Dist, Mechanism
from assay.errors import BudgetExceeded, FloatRefused, InvalidType, InvalidValue
from assay.exact import certified, ln, number
from assay.theorems import Guarantee, rdp_to_delta, rdp_to_dp
from assay.theorems.witnesses import canonical_mechanism
from tests.composition.filters.adversaries import hockey_stick_leaf, most, priced_once
from tests.theorems.small import mechanism, tables

STRONG, WEAK = canonical_mechanism(ln(2)), canonical_mechanism(ln("5/4"))
PURE = [(STRONG, STRONG), (WEAK, Guarantee.of(WEAK))]


def two(p, q):
    """The pair of distributions (p, 1 - p) and (q, 1 - q), in this direction only."""
    laws = {0: Dist.bernoulli(p), 1: Dist.bernoulli(q)}
    return Mechanism(laws, [0, 1], all_pairs(symmetric=False))


def gained(budget, mechanisms, rounds):
    """The most that an adversary gains at the epsilon of the promise."""
    menu = [(m, m) for m in mechanisms]
    return most(priced_once(budget), menu, rounds, hockey_stick_leaf(budget.epsilon.exp()))


# The first round makes the moment of order 2 come from the common outcome and that of order 6 from the rare
# one.  After the common one the second round exhausts order 2, after the rare one the third exhausts order 6.
FIRST = two("1/10", "1/30")
LAST = two("1/35", Fraction(1, 35 * 213)), two(1, "1/41")
BUDGET = RenyiCurveFilter(ln(100), "1/50", [2, 6])


class WithoutWeights(RenyiCurveFilter):
    """Goes on while some order alone allows it at the whole delta."""

    def holds(self, spent):
        return any(
            at_most(rdp_to_dp(a, r, self.delta).epsilon, self.epsilon)
            for a, r in zip(self.orders, spent, strict=True)
        )


def test_without_weights_the_order_that_fits_is_chosen_by_the_outputs():
    wrong = WithoutWeights(BUDGET.epsilon, BUDGET.delta, BUDGET.orders)
    assert gained(wrong, [FIRST, *LAST], 2) > Fraction(3, 2) * wrong.delta
    # with either order alone, and with weights, the same adversaries keep to the promise
    for orders in ([2], [6]):
        assert gained(WithoutWeights(wrong.epsilon, wrong.delta, orders), [FIRST, *LAST], 2) <= wrong.delta
    milder = two("1/35", Fraction(1, 35 * 140)), two(1, "1/36")
    assert 0 < gained(BUDGET, [FIRST, *milder, *LAST], 2) <= BUDGET.delta


class TailsWithoutWeights(RenyiCurveFilter):
    """The same with sum of D_alpha + ln(1/delta)/(alpha - 1) <= epsilon."""

    def holds(self, spent):
        return any(
            at_most(rdp_to_dp(a, r, self.delta, conversion="mironov").epsilon, self.epsilon)
            for a, r in zip(self.orders, spent, strict=True)
        )


def by_hand(alpha):
    """(1 - 1/alpha)^alpha/(alpha - 1) = (alpha - 1)^(alpha - 1)/alpha^alpha."""
    a = Fraction(alpha)
    return certified(ln(a - 1) * (a - 1) - ln(a) * a).exp()


def test_tails_pay_for_few_orders():
    assert by_hand(2) + by_hand(6) < 1
    wrong = TailsWithoutWeights(BUDGET.epsilon, BUDGET.delta, BUDGET.orders)
    assert gained(wrong, [FIRST, *LAST], 2) <= wrong.delta


def test_tails_do_not_pay_for_many_orders():
    """Orders near 1, whose shares sum to more than 1; losses of up to 204 ln 2."""
    assert by_hand("21/20") + by_hand("3/2") > 1
    wrong = TailsWithoutWeights(ln(2) * 200, "1/100", ["21/20", "3/2"])
    first = two("1/200", Fraction(1, 200 << 28))
    last = two("1/129", Fraction(1, 129 << 204)), two(1, Fraction(1, 15 << 170))
    assert gained(wrong, [first, *last], 2) > Fraction(21, 20) * wrong.delta


@given(
    st.lists(tables((False, True), outputs=2, least=1).map(mechanism), min_size=2, max_size=2),
    st.sampled_from([("3/2", "1/5"), (3, "1/3"), (10, "1/50")]),
    st.sampled_from([([2, 3], None), ([2, 7], ["1/3", "2/3"]), (["3/2", 2], ["9/10", "1/10"])]),
)
@settings(max_examples=4)
def test_the_promise_is_kept(found, promised, orders):
    budget = RenyiCurveFilter(ln(promised[0]), promised[1], *orders)
    assert gained(budget, [*found, STRONG], 2) <= budget.delta


def test_one_order_is_the_renyi_filter():
    for alpha, delta in (("5/2", "1/20"), (4, "1/7")):
        one, limit = RenyiCurveFilter(ln(9), delta, [alpha]), None
        for budget_of_r in (STRONG.renyi(alpha) * k for k in range(1, 9)):
            single = RenyiFilter(alpha, budget_of_r)
            fits = at_most(single.guarantee(delta).epsilon, ln(9))
            assert fits == one.holds((budget_of_r,))
            limit = fits
        assert limit is False


@given(
    st.lists(st.integers(1, 60), min_size=3, max_size=3),
    st.lists(st.integers(1, 5), min_size=3, max_size=3),
)
@settings(max_examples=30)
def test_the_harmonic_mean_of_what_the_orders_give(parts, weights):
    orders, spent = (2, 5, 9), tuple(ln(1 + Fraction(part, 20)) for part in parts)
    shares = [Fraction(w, sum(weights)) for w in weights]
    deltas = [rdp_to_delta(a, r, ln(8)) for a, r in zip(orders, spent, strict=True)]
    assert max(deltas) < 1
    mean = 1 / sum((w / d for w, d in zip(shares, deltas, strict=True)), number(0))
    for nudge in (0, Fraction(1, 10**9), Fraction(1, 1 << 6000)):  # the last is told by numbers alone
        for delta in (mean * (1 + nudge), mean * (1 - nudge)):
            assert RenyiCurveFilter(ln(8), delta, orders, shares).holds(spent) == (delta >= mean)
    # and whatever fits one order with its share of delta fits
    best = min(d / w for w, d in zip(shares, deltas, strict=True))
    assert mean <= best
    assert RenyiCurveFilter(ln(8), best, orders, shares).holds(spent)


def test_several_orders_admit_what_the_best_one_admits_with_a_larger_delta():
    rounds = {}
    for orders in ([2], [64], [2, 4, 8, 16, 32, 64]):
        budget, tiny = RenyiCurveFilter(1, "1/1000", orders), Guarantee("1/10", adjacency=all_pairs())
        while budget.admits(tiny):
            budget.spend(tiny)
        rounds[tuple(orders)] = budget.rounds
    few = min(rounds.values())
    assert few < max(rounds.values()) == rounds[2, 4, 8, 16, 32, 64]


def test_the_running_budget():
    budget = RenyiCurveFilter(ln(9), "1/10", [2, "5/2"])
    budget.spend(STRONG)
    assert budget.spent[0] == STRONG.renyi(2)
    assert budget.rounds == 1
    assert budget.guarantee() == Guarantee(ln(9), "1/10", adjacency=all_pairs(), domain=(False, True))
    before = budget.spent
    for too_much in (
        canonical_mechanism(ln(40)),
        canonical_mechanism(0, "1/10"),
        Guarantee("inf", adjacency=all_pairs()),
    ):
        assert not budget.admits(too_much)
        with pytest.raises(BudgetExceeded, match="nothing was spent"):
            budget.spend(too_much)
        assert (budget.spent, budget.rounds) == (before, 1)
    other = budget.look_ahead()
    other.spend(WEAK)
    assert budget.spent == before
    nothing = RenyiCurveFilter(0, "1/100", [2, 50])
    assert (
        nothing.admits(Guarantee(0, adjacency=all_pairs())) is False
    )  # for 1/d_alpha is at most alpha, and delta wants 100
    assert RenyiCurveFilter(0, "1/40", [50]).admits(Guarantee(0, adjacency=all_pairs()))


def test_what_is_exact_and_what_is_certified_agree():
    # e^(1/2) and sqrt(2) have no field in common
    for alpha in (2, 3):
        mixed = RenyiCurveFilter("1/2", "1/4", [alpha, 5])
        assert mixed.holds((ln(2) * 2, ln(2) * 2)) is False
        assert mixed.holds((ln(2) / 100, ln(2) / 100)) is True


def test_bad_input():
    for orders, match in (
        ([], "no order was given"),
        ([2, 3, "2"], "orders holds 2 twice"),
        ([1], "alpha = 1 is"),
    ):
        with pytest.raises(InvalidValue, match=match):
            RenyiCurveFilter(1, "1/2", orders)
    with pytest.raises(InvalidType, match=r"orders is '2'.*\[2, 4, 8\]"):
        RenyiCurveFilter(1, "1/2", "2")
    for weights, match in (
        (["1/2"], "weights are 1 for 2 orders"),
        (["3/2", "-1/2"], "a weight is -1/2"),
        ([0, 1], "a weight is 0"),
        (["1/3", "1/3"], r"weights 1/3, 1/3 sum to 2/3"),
        (["sqrt(2) - 1", "2 - sqrt(2)"], "an irrational number"),
    ):
        with pytest.raises(InvalidValue, match=match):
            RenyiCurveFilter(1, "1/2", [2, 3], weights)
    with pytest.raises(FloatRefused):
        RenyiCurveFilter(1, "1/2", [2, 3], [0.5, 0.5])
    with pytest.raises(InvalidValue, match="is infinite"):
        RenyiCurveFilter("inf", "1/2", [2])
    for delta in (0, 1):
        with pytest.raises(InvalidValue, match=f"delta = {delta} is outside"):
            RenyiCurveFilter(1, delta, [2])
    with pytest.raises(InvalidType, match="mechanism is 'gaussian'"):
        RenyiCurveFilter(1, "1/2", [2]).spend("gaussian")
    assert str(BUDGET) == "RenyiCurveFilter(ln(100), 1/50, orders 2, 6)"


def test_the_example_of_the_specification():
    text = (Path(__file__).parents[3] / "spec" / "composition.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```pycon\n(.*?)```", text, re.DOTALL)
    case = doctest.DocTestParser().get_doctest(example, {}, "composition.md", None, None)
    assert len(case.examples) == 5
    assert doctest.DocTestRunner().run(case).failed == 0


levels = st.fractions("1/50", 40, max_denominator=50)
ratios = st.fractions("11/10", 9, max_denominator=30)
several = st.lists(st.sampled_from(["3/2", 2, 3, 16, 64]), min_size=1, max_size=4, unique=True)


@pytest.mark.slow
@given(st.one_of(levels, ratios.map(ln)), several)
@settings(max_examples=40)
def test_the_bounds_of_a_pure_cost_enclose_it(epsilon, orders):
    """Bounds are worked out in balls, the cost exactly; a sum is decided by the first where they suffice."""
    budget, known = RenyiCurveFilter(1, "1/2", orders), Guarantee(epsilon, adjacency=all_pairs())
    price = budget.price(known)
    assert price.exact() == budget.cost(known) or any(a.as_fraction().denominator > 1 for a in budget.orders)
    tiny = Fraction(1, 1 << 180)
    for low, high, exact in zip(lower(price.bounds), upper(price.bounds), budget.cost(known), strict=True):
        assert low - tiny < certified(exact) < high + tiny
        assert not certified(exact) < low
        assert not high < certified(exact)
        assert high - low < tiny

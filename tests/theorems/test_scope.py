"""What a guarantee is about: said, checked at every spend, and never lost."""

from __future__ import annotations

import copy
import pickle
from fractions import Fraction
from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.adjacency import add_remove_one, all_pairs, explicit, hamming, replace_one
from assay.composition.filters import (
    AdvancedFilter,
    BasicFilter,
    ConcentratedFilter,
    ConcentratedOdometer,
    ExactFilter,
    PureOdometer,
    RenyiCurveFilter,
    RenyiFilter,
    RenyiOdometer,
)
from assay.composition.filters.costs import concentrated_cost, renyi_cost, scope_of
from assay.composition.filters.tally import Price, Tally, lower, upper
from assay.dp import Dist, Mechanism
from assay.errors import BudgetExceeded, InvalidType, InvalidValue
from assay.exact import EPS, INFINITY, Certified, certified, eps, exp, ln, number
from assay.notions import ConcentratedGuarantee, RenyiGuarantee
from assay.theorems import (
    CertifiedGuarantee,
    Guarantee,
    RandomGuarantee,
    Scope,
    basic_composition,
    compare,
    compose,
    optimal_composition_of,
    parallel,
    parallel_replace_one,
)
from assay.theorems.witnesses import canonical_mechanism, one_way_mechanism

SYMMETRIC = {"adjacency": all_pairs()}
ONE_WAY = {"adjacency": explicit([(0, 1)], symmetric=False)}
BUDGETS = [
    lambda **about: BasicFilter(3, "1/2", **about),
    lambda **about: RenyiFilter(2, 3, **about),
    lambda **about: RenyiCurveFilter(3, "1/2", [2, 4], **about),
    lambda **about: ConcentratedFilter(3, **about),
    lambda **about: AdvancedFilter(9, "1/2", **about),
    lambda **about: PureOdometer(**about),
    lambda **about: RenyiOdometer(2, **about),
    lambda **about: ConcentratedOdometer("1/2", **about),
]
ids = [
    "basic",
    "renyi",
    "curve",
    "concentrated",
    "advanced",
    "pure",
    "renyi odometer",
    "concentrated odometer",
]
every_budget = pytest.mark.parametrize("make", BUDGETS, ids=ids)


def blind(adjacency, domain):
    return Mechanism(lambda x: Dist.point(0), domain, adjacency, name="blind")


# The examples that were wrong


def test_a_bare_pair_of_numbers_is_refused_and_the_one_way_bound_is_attained():
    removal = add_remove_one(symmetric=False)
    m = Mechanism({(): Dist({0: "1/2", 1: "1/2"}), ("r",): Dist({0: 1})}, [(), ("r",)], removal)
    known = Guarantee.of(m)
    assert known == Guarantee(ln(2), adjacency=removal, domain=[(), ("r",)])
    assert optimal_composition_of([known])(0) == m.delta(0) == Fraction(1, 2)
    assert optimal_composition_of([known] * 3)(0) == compose(m, m, m).delta(0) == Fraction(7, 8)
    with pytest.raises(InvalidValue, match="numbers alone do not say theirs"):
        optimal_composition_of([(ln(2), 0)])
    with pytest.raises(InvalidValue, match="the hypothesis 'a symmetric adjacency' fails"):
        optimal_composition_of([known], symmetric=True)


def test_eighteen_one_way_rounds_do_not_fit():
    budget = RenyiCurveFilter(1, "1/100", [2, 4, 8, 16])
    tight = one_way_mechanism(ln("11/10"))
    known = Guarantee.of(tight)
    while budget.admits(known):
        budget.spend(known)
    assert 0 < budget.rounds < 11
    assert compose(*[tight] * budget.rounds).delta(1) <= Fraction(1, 100)
    assert renyi_cost(known, number(2)) == concentrated_cost(known) == ln("11/10") == tight.renyi(2)


@pytest.mark.parametrize("make", [lambda: RenyiOdometer(16), lambda: ConcentratedOdometer("1/100")])
def test_odometers_of_one_way_guarantees_lie_above_the_loss(make):
    odometer, known = make(), Guarantee.of(one_way_mechanism(ln("11/10")))
    for rounds in range(1, 60):
        odometer.spend(known)
        assert odometer.spent("1/100") >= certified(ln("11/10") * rounds)


def test_two_mechanisms_each_private_under_its_own_relation():
    first = Mechanism({0: Dist.point(0), 1: Dist.point(0), 2: Dist.point(1)}, range(3), explicit([(0, 1)]))
    second = Mechanism({0: Dist.point(0), 1: Dist.point(1), 2: Dist.point(1)}, range(3), explicit([(1, 2)]))
    for given_to in (
        (first, second),
        (Guarantee.of(first), Guarantee.of(second)),
        (first, Guarantee.of(second)),
    ):
        budget = BasicFilter(0)
        budget.spend(given_to[0])
        for ask in (budget.admits, budget.spend):
            with pytest.raises(InvalidValue, match="the hypothesis 'one adjacency for all' fails"):
                ask(given_to[1])
        assert (budget.rounds, budget.spent) == (1, (0, 0))


# One relation per budget


MIXED = {
    "another relation": (Guarantee(0, adjacency=all_pairs()), Guarantee(0, adjacency=replace_one())),
    "one way after symmetric": (
        Guarantee(0, adjacency=add_remove_one()),
        Guarantee(0, adjacency=add_remove_one(symmetric=False)),
    ),
    "the other direction": (
        Guarantee(0, adjacency=add_remove_one(symmetric=False)),
        Guarantee(0, adjacency=add_remove_one(symmetric=False).reversed()),
    ),
    "another kind": (Guarantee(0, adjacency=replace_one()), Guarantee(0, adjacency=replace_one("set"))),
    "another group": (Guarantee(0, adjacency=hamming(1)), Guarantee(0, adjacency=hamming(2))),
    "another domain": (blind(all_pairs(), [0, 1]), blind(all_pairs(), [0, 1, 2])),
    "disjoint domains": (blind(all_pairs(), [0, 1]), blind(all_pairs(), [2, 3])),
    "a one-way relation in another order": (
        blind(hamming(1, symmetric=False), [(0,), (1,)]),
        blind(hamming(1, symmetric=False), [(1,), (0,)]),
    ),
    "another unit": (
        Guarantee(0, adjacency=replace_one(), unit="user"),
        Guarantee(0, adjacency=replace_one(), unit="event"),
    ),
    "a unit and none": (Guarantee(0, adjacency=all_pairs(), unit="user"), blind(all_pairs(), [0, 1])),
    "guarantees of other domains": (
        Guarantee.of(blind(all_pairs(), [0, 1])),
        Guarantee.of(blind(all_pairs(), [1, 2])),
    ),
}


@every_budget
@pytest.mark.parametrize("pair", MIXED.values(), ids=MIXED)
@pytest.mark.parametrize("turned", [False, True])
def test_relations_are_not_mixed(make, pair, turned):
    first, second = reversed(pair) if turned else pair
    budget = make()
    if isinstance(budget, AdvancedFilter) and not scope_of(first).symmetric:
        with pytest.raises(InvalidValue, match="a symmetric adjacency"):
            budget.spend(first)
        return
    budget.spend(first)
    before = copy.copy(vars(budget))
    with pytest.raises(
        InvalidValue, match=r"the hypothesis '(one adjacency for all|a symmetric adjacency)' fails"
    ):
        budget.spend(second)
    assert vars(budget) == before
    budget.spend(first)


@every_budget
def test_inputs_that_look_alike_are_told_apart(make):
    budget = make()
    budget.spend(blind(all_pairs(), [0, 1]))
    with pytest.raises(InvalidType, match="can be told apart"):
        budget.spend(blind(all_pairs(), [False, True]))
    assert budget.rounds == 1


@every_budget
def test_a_relation_that_was_stated_is_checked_from_the_first_round(make):
    budget = make(adjacency=all_pairs(), domain=[0, 1])
    with pytest.raises(InvalidValue, match="one adjacency for all"):
        budget.spend(blind(all_pairs(), [0, 1, 2]))
    budget.spend(blind(explicit([(0, 1), (1, 0)], symmetric=False), [1, 0]))  # the same pairs in other words
    budget.spend(Guarantee(0, adjacency=all_pairs()))  # for every input, so for these too
    assert budget.rounds == 2
    with pytest.raises(InvalidValue, match="a domain or a unit says nothing without an adjacency"):
        make(unit="user")


@every_budget
def test_what_a_budget_is_about_narrows_to_the_domain_that_was_met(make):
    budget = make()
    budget.spend(Guarantee(0, adjacency=all_pairs()))
    assert budget.scope == Scope(all_pairs())
    budget.spend(blind(all_pairs(), [0, 1]))
    assert budget.scope == Scope(all_pairs(), (0, 1))
    with pytest.raises(InvalidValue, match="another domain"):
        budget.spend(blind(all_pairs(), [0, 2]))


@every_budget
def test_what_does_not_say_its_adjacency_or_is_not_adaptive_is_refused(make):
    budget = make()
    for ask in (budget.spend, getattr(budget, "admits", budget.spend)):
        with pytest.raises(InvalidValue, match="does not say its adjacency"):
            ask(Guarantee(0))
        with pytest.raises(InvalidValue, match="'chosen by the answers so far' fails"):
            ask(Guarantee(0, adjacency=all_pairs(), adaptive=False))
        with pytest.raises(InvalidValue, match="fails for unlucky data"):
            ask(RandomGuarantee(0, adjacency=all_pairs()))
        for wrong in ((0, 0), None, "M"):
            with pytest.raises(InvalidType, match="mechanism is"):
                ask(wrong)
    assert budget.rounds == 0


@every_budget
def test_nothing_is_given_back(make):
    budget = make()
    for cost in (number(-1), ln("1/2"), -exp(EPS), exp(EPS), 3 - exp(EPS), number("-1/1000000")):
        negative = budget.look_ahead()
        vars(negative)["cost"] = lambda _, c=cost: (
            c if not hasattr(budget, "holds") else (c,) * len(budget.spent)
        )
        with pytest.raises(InvalidValue, match=r"would give something back|depends on the symbol"):
            negative.spend(blind(all_pairs(), [0, 1]))
        assert negative.rounds == 0


@every_budget
def test_the_advanced_filter_alone_needs_both_directions(make):
    for one_way in (one_way_mechanism(ln("11/10")), Guarantee.of(one_way_mechanism(ln("11/10")))):
        budget = make()
        if isinstance(budget, AdvancedFilter):
            with pytest.raises(InvalidValue, match="the hypothesis 'a symmetric adjacency' fails"):
                budget.spend(one_way)
            with pytest.raises(InvalidValue, match="the hypothesis 'a symmetric adjacency' fails"):
                make(**ONE_WAY)
        else:
            budget.spend(one_way)
            assert not budget.scope.symmetric


def test_a_relation_is_symmetric_if_its_pairs_are():
    """The mechanisms that this package makes list both directions of a relation that is called one-way."""
    both = parallel(canonical_mechanism(ln(2)), canonical_mechanism(ln(2)))
    assert not both.adjacency.symmetric
    assert Scope.of(both).symmetric
    AdvancedFilter(9, "1/2").spend(both)


# Statements


def test_a_guarantee_says_what_it_is_about():
    about = {"adjacency": replace_one(), "unit": "user"}
    made = [
        (Guarantee(1, **about), "pure"),
        (Guarantee(1, "1/10", **about), "approximate"),
        (RenyiGuarantee({2: 1}, **about), "Renyi"),
        (ConcentratedGuarantee("1/8", **about), "zCDP"),
    ]
    for guarantee, notion in made:
        assert guarantee.notion == notion
        assert str(guarantee).endswith("under replace_one(kind='sequence') of a user")
        assert "adaptive" not in repr(guarantee)
        assert pickle.loads(pickle.dumps(guarantee)) == guarantee
        assert len({guarantee, copy.deepcopy(guarantee)}) == 1
    assert repr(Guarantee(ln(3))) == "Guarantee(epsilon=Log('ln(3)'), delta=Number('0'))"
    assert Guarantee(1, **about) != Guarantee(1)
    assert "adaptive=False" in repr(Guarantee(1, adaptive=False))


def test_a_rounded_guarantee_is_about_the_same():
    sure = CertifiedGuarantee(certified(ln(3)), 0, adjacency=all_pairs(), adaptive=False)
    assert sure.rounded_up().scope == Scope(all_pairs())
    assert not sure.rounded_up().adaptive
    with pytest.raises(InvalidValue, match="is negative"):
        CertifiedGuarantee(certified(-1), number(0))
    with pytest.raises(InvalidValue, match="delta = 2"):
        CertifiedGuarantee(certified(1), number(2))


@pytest.mark.parametrize("delta", [-exp(EPS), 1 - exp(EPS), 3 - exp(EPS), number(1) / 2 - exp(EPS)])
def test_a_delta_that_is_negative_for_some_epsilon_is_refused(delta):
    with pytest.raises(InvalidValue, match="delta = "):
        Guarantee(1, delta)


def test_notions_are_checked():
    for make, message in (
        (lambda: RenyiGuarantee({}), "divergences is empty"),
        (lambda: RenyiGuarantee({1: 1}), "alpha = 1"),
        (lambda: RenyiGuarantee({2: -1}), "D_2 = -1 is negative"),
        (lambda: ConcentratedGuarantee("inf"), "rho = inf"),
        (lambda: Guarantee(1, adjacency=hamming(1, symmetric=False)), "no domain is given"),
        (lambda: Guarantee(1, adjacency=replace_one(), domain=[(0,)]), "relates no two"),
    ):
        with pytest.raises(InvalidValue, match=message):
            make()
    for make, message in (
        (lambda: Guarantee(1, adjacency="replace"), "adjacency is 'replace'"),
        (lambda: Guarantee(1, adaptive=1), "adaptive is 1"),
        (lambda: Guarantee(1, adjacency=all_pairs(), unit=3), "unit is 3"),
        (lambda: RenyiGuarantee([(2, 1)]), "divergences is"),
    ):
        with pytest.raises(InvalidType, match=message):
            make()


def test_the_order_of_a_renyi_guarantee_is_found():
    known = RenyiGuarantee({8: 3, 2: 1, 4: 2}, **SYMMETRIC)
    assert [renyi_cost(known, number(a)) for a in ("3/2", 2, 3, 4, 5, 8)] == [1, 1, 2, 2, 3, 3]
    assert renyi_cost(known, number(9)) == INFINITY
    assert not ConcentratedFilter(100).admits(known)
    assert not BasicFilter(100).admits(known)


def test_a_gaussian_is_spent_as_what_is_known_of_it():
    """sigma = 2 at sensitivity 1: rho = 1/8."""
    gaussian = ConcentratedGuarantee("1/8", adjacency=replace_one())
    for budget, rounds in (
        (ConcentratedFilter("3/8"), 3),
        (RenyiFilter(4, 1), 2),
        (RenyiCurveFilter(3, "1/100", [2, 4, 8]), None),
        (AdvancedFilter(3, "1/100"), None),
    ):
        while budget.admits(gaussian):
            budget.spend(gaussian)
        assert budget.rounds == rounds if rounds is not None else budget.rounds > 0
        with pytest.raises(BudgetExceeded):
            budget.spend(gaussian)


def test_a_filter_promises_its_own_notion_too():
    budget = ConcentratedFilter("3/8", adjacency=replace_one())
    whole = ConcentratedFilter("3/8")
    whole.spend(budget.concentrated())
    assert (whole.spent, whole.scope) == ((Fraction(3, 8),), Scope(replace_one()))
    inner = RenyiFilter(2, 1, adjacency=replace_one())
    outer = RenyiFilter(2, 1)
    outer.spend(inner.divergence())
    assert outer.spent == (1,)


# Theorems that take guarantees


def test_a_composition_is_about_what_its_parts_are_about():
    both = basic_composition([Guarantee(1, **SYMMETRIC), Guarantee(2, "1/10", **SYMMETRIC)])
    assert both == Guarantee(3, "1/10", **SYMMETRIC)
    with pytest.raises(InvalidValue, match="one adjacency for all"):
        basic_composition([Guarantee(1, **SYMMETRIC), Guarantee(1, **ONE_WAY)])
    with pytest.raises(InvalidValue, match="others are bare numbers"):
        basic_composition([Guarantee(1, **SYMMETRIC), (1, 0)])
    assert not basic_composition([Guarantee(1, adaptive=False), (1, 0)]).adaptive
    with pytest.raises(InvalidValue, match="'chosen by the answers so far' fails"):
        optimal_composition_of([Guarantee(1, adaptive=False, **SYMMETRIC)])


def test_parts_of_one_way_guarantees_cannot_be_replaced():
    with pytest.raises(InvalidValue, match="the hypothesis 'a symmetric adjacency' fails"):
        parallel_replace_one([Guarantee(1, adjacency=add_remove_one(symmetric=False))])


def test_a_guarantee_is_compared_with_what_it_is_about():
    m = canonical_mechanism(ln(2))
    assert compare(m, Guarantee.of(m)).status == "tight"
    with pytest.raises(InvalidValue, match="one adjacency for all"):
        compare(m, Guarantee(ln(2), adjacency=replace_one()))


# Scopes


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)).filter(lambda p: p[0] != p[1]), min_size=1))
def test_symmetry_is_that_of_the_pairs(pairs):
    adjacency = explicit(pairs, symmetric=False)
    by_hand = all((y, x) in pairs for x, y in pairs)
    assert Scope(adjacency).symmetric == Scope(adjacency, (0, 1, 2, 3)).symmetric == by_hand
    assert Scope(explicit(pairs)).symmetric
    turned = adjacency.reversed()
    assert set(turned.pairs(range(4))) == {(y, x) for x, y in pairs}
    assert turned.reversed() == adjacency
    assert Scope(turned).symmetric == by_hand


def test_the_reverse_of_removal_is_addition():
    sets = [(), (0,), (0, 0)]
    adding = add_remove_one(symmetric=False).reversed()
    assert adding.pairs(sets) == (((), (0,)), ((0,), (0, 0)))
    assert adding.related((), (0,))
    assert not adding.related((0,), ())
    assert (
        repr(adding) == "reversed(forward=add_remove_one(kind='multiset', symmetric=False), symmetric=False)"
    )
    assert all_pairs().reversed() == all_pairs()
    assert hamming(1, symmetric=False).reversed().pairs([(0,), (1,)]) == (((1,), (0,)),)
    with pytest.raises(InvalidType, match="not a multiset"):
        adding.pairs([3, 4])


# Threads


def spending(budget):
    return budget.spent if hasattr(budget, "holds") else (budget.sum,)


@every_budget
def test_threads_spend_no_more_than_there_is(make):
    budget, spent = make(), []
    bit = canonical_mechanism(ln(4))

    def run():
        for _ in range(5):
            try:
                budget.spend(bit)
            except BudgetExceeded:
                return
            spent.append(1)

    threads = [Thread(target=run) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert budget.rounds == len(spent)
    alone = make()
    for _ in spent:
        alone.spend(bit)
    for taken, again in zip(spending(budget), spending(alone), strict=True):
        assert isinstance(taken, Certified) or taken == again
    if hasattr(alone, "admits"):
        assert alone.admits(bit) == (len(spent) == 40)


@every_budget
def test_looking_ahead_spends_nothing_and_a_copy_is_refused(make):
    budget = make()
    budget.spend(canonical_mechanism(ln("11/10")))
    ahead = budget.look_ahead()
    assert ahead.scope == budget.scope
    ahead.spend(canonical_mechanism(ln("11/10")))
    assert (ahead.rounds, budget.rounds) == (2, 1)
    for take in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(InvalidType, match="what is left would be spent twice"):
            take(budget)


def test_the_exact_filter_says_what_it_is_about():
    budget = ExactFilter([0, 1], all_pairs(), ln(2))
    assert budget.guarantee() == Guarantee(ln(2), adjacency=all_pairs(), domain=[0, 1])


def test_the_exact_filter_goes_on_where_the_data_come_second_in_every_pair():
    """In one direction an output may rule out all first inputs, while the data are still there."""
    tight = one_way_mechanism(ln(2))
    budget = ExactFilter([False, True], tight.adjacency, ln(4))
    for output in ("surely True", "loss", "surely True"):
        budget.spend(tight)
        budget.observe(output)
    assert (budget.left, budget.inputs) == ({}, (True,))
    budget.spend(tight)
    with pytest.raises(InvalidValue, match="impossible on every input that is left"):
        budget.observe("surely False")


# Many rounds


COSTS = ["ln(1001/1000)", "1/1000", "ln(11/10)/100", "1/7", "ln(3)/50"]


@given(st.lists(st.sampled_from([*COSTS, "certified"]), max_size=12))
def test_a_tally_is_the_sum_and_lies_below_its_bound(costs):
    tally, expected = Tally(1), certified(0)
    for cost in costs:
        value = certified(ln(2)) * ln(3) if cost == "certified" else eval_log(cost)
        tally, expected = tally.after(Price.of((value,))), expected + certified(value)
    tiny, (exact,), (low,), (high,) = (
        Fraction(1, 10**30),
        tally.exact(),
        lower(tally.bounds),
        upper(tally.bounds),
    )
    for end in (low, high, exact):
        assert certified(end) + tiny > expected > certified(end) - tiny
    if "certified" not in costs and low != high:
        assert low < exact < high


def eval_log(text):
    """ln(a)/b or a rational."""
    if not text.startswith("ln"):
        return eps(text)
    inside, _, below = text[3:].partition(")")
    return ln(inside) / int(below[1:] or 1)


def test_a_budget_is_used_up_exactly_whatever_the_order_of_its_rounds():
    """The bound from above decides most rounds, and the exact sum the last one."""
    parts = [ln("11/10") / 100, eps("1/7"), ln(3) / 50] * 20
    budget = BasicFilter(sum(parts, eps(0)), adjacency=all_pairs())
    for cost in sorted(parts, key=str):
        budget.spend(Guarantee(cost, adjacency=all_pairs()))
    assert budget.spent[0] == budget.epsilon
    with pytest.raises(BudgetExceeded, match="is not shown to fit"):
        budget.spend(Guarantee(Fraction(1, 10**60), adjacency=all_pairs()))
    budget.spend(Guarantee(0, adjacency=all_pairs()))


def test_many_rounds_of_mixed_fields_keep_few_numbers():
    budget = RenyiFilter(2, 100)
    known = [Guarantee(eval_log(cost), adjacency=all_pairs()) for cost in COSTS[:3]]
    for i in range(300):
        budget.spend(known[i % 3])
    assert len(budget.tally.counts) == 3
    assert budget.rounds == 300

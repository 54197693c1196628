"""A budget for each person: nobody loses more than their own, whatever the others do."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.adjacency import add_remove_one, explicit, replace_one
from assay.composition.filters import (
    BasicFilter,
    ConcentratedFilter,
    IndividualFilter,
    RenyiFilter,
)
from assay.dp import Dist, Mechanism
from assay.errors import InvalidType, InvalidValue
from assay.exact import INFINITY, Number, ln, number
from assay.notions import ConcentratedGuarantee, RenyiGuarantee
from assay.theorems import Guarantee
from tests.composition.filters.adversaries import hockey_stick_leaf

ABOUT = {"adjacency": add_remove_one()}


ZERO, ONE = number(0), number(1)


# A budget for each person


def noisy(record, by):
    """A bit of this record, if it is there, with noise; a function of the data set, a tuple of records."""
    return lambda data: Dist.bernoulli(by if record in data else 1 - by)


ROUNDS = {
    # what is run on the data of those who take part, and what it costs each person
    "all pay alike": (lambda data: Dist.bernoulli(Fraction(1 + len(data), 6)), {"a": ln(2), "b": ln(2)}),
    "a pays": (noisy("a", Fraction(2, 3)), {"a": ln(2), "b": 0}),
    "b pays": (noisy("b", Fraction(3, 4)), {"a": 0, "b": ln(3)}),
}


PEOPLE = ("a", "b")


def test_the_costs_of_the_rounds_are_those_of_their_laws():
    for law, costs in ROUNDS.values():
        for person in PEOPLE:
            for others in ((), tuple(x for x in PEOPLE if x != person)):
                pair = Mechanism({0: law((person, *others)), 1: law(others)}, [0, 1], explicit([(0, 1)]))
                assert pair.epsilon() <= Guarantee(costs[person]).epsilon


def worlds(budget, person, rounds, leaf, p=ONE, q=ONE) -> Number:
    """The most of an adversary who learns about one person, in a world with and in one without them.

    Who takes part is decided in each world from the budgets of those who are in it.
    """
    best = leaf(p, q)
    for law, costs in ROUNDS.values() if rounds else ():
        after = budget.look_ahead()
        said = {each: Guarantee(costs[each], **ABOUT) for each in PEOPLE}
        active = after.spend(said)
        here, there = law(tuple(sorted(active))), law(tuple(sorted(active - {person})))
        for above, below in ((here, there), (there, here)):
            gains = (
                worlds(after, person, rounds - 1, leaf, p * above[o], q * below[o]) for o in (False, True)
            )
            best = max(best, sum(gains, ZERO))
    return best


@pytest.mark.slow
@pytest.mark.parametrize("person", PEOPLE)
@pytest.mark.parametrize("epsilon", [ln(2), ln(4), ln(6)])
def test_nobody_loses_more_than_their_budget(person, epsilon):
    budget = IndividualFilter(BasicFilter(epsilon, **ABOUT))
    assert worlds(budget, person, 3, hockey_stick_leaf(epsilon.exp())) <= 0
    if epsilon == ln(4):
        assert worlds(budget, person, 3, hockey_stick_leaf(number(2))) > 0


def test_a_cost_that_depends_on_other_records_breaks_the_promise():
    """Person a pays nothing, and yet is seen: what b pays for the first round depends on the record of a."""
    laws = []
    for data in ({"a", "b"}, {"b"}):
        budget = IndividualFilter(BasicFilter(ln(2), **ABOUT))
        budget.spend({"a": Guarantee(0, **ABOUT), "b": Guarantee(ln(2) if "a" in data else 0, **ABOUT)})
        active = budget.spend({"a": Guarantee(0, **ABOUT), "b": Guarantee(ln(2), **ABOUT)})
        laws.append(noisy("b", Fraction(2, 3))(active & data))
        assert budget.of("a").spent == (0, 0)
    assert Mechanism(dict(enumerate(laws)), [0, 1], explicit([(0, 1)])).epsilon() == ln(2)


def test_one_budget_for_all_ends_where_the_first_is_used_up_and_individual_ones_go_on():
    together = BasicFilter(ln(3), **ABOUT)
    apart = IndividualFilter(BasicFilter(ln(3), **ABOUT))
    for _ in range(3):
        assert apart.spend({"a": Guarantee(ln(3), **ABOUT), "b": Guarantee(0, **ABOUT)}) >= {"b"}
    together.spend(Guarantee(ln(3), **ABOUT))
    assert not together.admits(Guarantee(ln(3), **ABOUT))
    assert apart.admits({"a": Guarantee("1/100", **ABOUT), "b": Guarantee(ln(3), **ABOUT)}) == {"b"}
    assert apart.rounds == 3
    assert apart.of("a").spent == (ln(3), 0)
    assert apart.of("new").spent == (0, 0)
    assert apart.promise() == Guarantee(ln(3), **ABOUT)


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 4)), max_size=12))
@settings(max_examples=30)
def test_each_budget_is_that_of_a_filter_of_their_own(spending):
    apart = IndividualFilter(BasicFilter(1, **ABOUT))
    alone = {name: BasicFilter(1, **ABOUT) for name in "abc"}
    for name, quarters in spending:
        cost = Guarantee(Fraction(quarters, 4), **ABOUT)
        takes_part = alone[name].admits(cost)
        if takes_part:
            alone[name].spend(cost)
        assert apart.spend({name: cost}) == ({name} if takes_part else set())
    assert all(apart.of(name).spent == alone[name].spent for name in "abc")


def test_misuse_of_individual_budgets():
    with pytest.raises(InvalidValue, match="'add/remove-one' fails"):
        IndividualFilter(BasicFilter(1, adjacency=replace_one()))
    with pytest.raises(InvalidValue, match="'add/remove-one' fails"):
        IndividualFilter(BasicFilter(1))
    with pytest.raises(InvalidType, match="budget is 1"):
        IndividualFilter(1)
    budget = IndividualFilter(BasicFilter(1, **ABOUT))
    for wrong in ([("a", Guarantee(0, **ABOUT))], Guarantee(0, **ABOUT), None):
        with pytest.raises(InvalidType, match="costs is"):
            budget.spend(wrong)
    asked = Guarantee(0, **ABOUT, interactive=True)
    for cost in (Guarantee(0, adjacency=replace_one()), Guarantee(0), asked):
        with pytest.raises(InvalidValue):
            budget.spend({"a": Guarantee("1/2", **ABOUT), "b": cost})
    assert budget.of("a").rounds == budget.rounds == 0, "nobody pays for a round that is refused"
    budget.spend({1: Guarantee("1/2", **ABOUT)})
    with pytest.raises(InvalidType, match="can be told apart"):
        budget.spend({True: Guarantee("1/2", **ABOUT)})
    budget.of(1).spend(Guarantee("1/2", **ABOUT))  # a look spends nothing
    assert budget.admits({1: Guarantee("1/2", **ABOUT)}) == {1}
    with pytest.raises(AttributeError, match="is set once"):
        budget.budget = BasicFilter(100, **ABOUT)


def test_individual_renyi_and_concentrated_budgets():
    for template, cost in (
        (RenyiFilter(2, 1, **ABOUT), RenyiGuarantee({2: "1/2"}, **ABOUT)),
        (ConcentratedFilter(1, **ABOUT), ConcentratedGuarantee("1/2", **ABOUT)),
    ):
        budget = IndividualFilter(template)
        assert [bool(budget.spend({"a": cost})) for _ in range(3)] == [True, True, False]
        assert budget.spend({"a": cost, "b": cost}) == {"b"}
        assert template.rounds == 0


def test_an_infinite_cost_is_nobodys():
    budget = IndividualFilter(BasicFilter(1, **ABOUT))
    assert budget.spend({"a": Guarantee(INFINITY, **ABOUT)}) == frozenset()

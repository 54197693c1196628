"""Budgets inside budgets: adversaries who go from one to another as they like, and give back what is left."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from fractions import Fraction
from threading import Barrier, Thread
from time import sleep

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.adjacency import all_pairs, replace_one
from assay.composition.filters import (
    AdvancedFilter,
    BasicFilter,
    ConcentratedFilter,
    RenyiCurveFilter,
    RenyiFilter,
)
from assay.errors import BudgetExceeded, InvalidType, InvalidValue
from assay.exact import Number, certified, ln, number
from assay.notions import ConcentratedGuarantee, RenyiGuarantee
from assay.theorems import Guarantee, pairs_of, renyi_from_pure, zcdp_from_pure
from assay.theorems.witnesses import canonical_mechanism
from tests.composition.filters.adversaries import hockey_stick_leaf
from tests.theorems.small import mechanism, tables

BIT, STRONG = canonical_mechanism(ln("5/4")), canonical_mechanism(ln(2))


LEAK = canonical_mechanism(0, "1/10")


ZERO, ONE = number(0), number(1)


TABLES = tables((False, True), outputs=2, least=1)


levels = st.fractions("1/20", 6, max_denominator=20)


# Budgets inside a budget


def most_inside(budgets, menu, rounds, leaf, p=ONE, q=ONE) -> Number:
    """The most of an adversary who spends each round from whichever budget admits it."""
    best = leaf(p, q)
    for i, budget in enumerate(budgets) if rounds else ():
        for m, price in menu:
            if not budget.admits(price):
                continue
            after = [b.look_ahead() if i == j else b for j, b in enumerate(budgets)]
            after[i].spend(price)
            for above, below in pairs_of(m):
                outcomes = dict.fromkeys((*above, *below))
                gains = (
                    most_inside(after, menu, rounds - 1, leaf, p * above[o], q * below[o]) for o in outcomes
                )
                best = max(best, sum(gains, ZERO))
    return best


MENU = [(m, Guarantee.of(m)) for m in (BIT, STRONG)]


def tree(outer, inner, **said):
    """A budget with one inside."""
    outer.spend(Guarantee(0, adjacency=all_pairs()))
    outer.reserve(inner, **said)
    return [outer, inner]


@pytest.mark.parametrize(
    ("make", "epsilon", "delta"),
    [
        (lambda: tree(BasicFilter(ln("25/8")), BasicFilter(ln("5/2"))), ln("25/8"), 0),
        (
            lambda: tree(BasicFilter(ln(4), "1/10"), ConcentratedFilter("1/16"), delta="1/10"),
            ln(4),
            Fraction(1, 10),
        ),
        (lambda: tree(AdvancedFilter("3/2", "1/3"), ConcentratedFilter("1/10")), "3/2", Fraction(1, 3)),
        (lambda: tree(AdvancedFilter("3/2", "1/3"), BasicFilter("1/4")), "3/2", Fraction(1, 3)),
        (lambda: tree(RenyiCurveFilter(ln(4), "1/3", [2, 4]), BasicFilter("1/4")), ln(4), Fraction(1, 3)),
    ],
)
def test_no_adversary_gains_by_going_in_and_out(make, epsilon, delta):
    budgets = make()
    given_to = [*MENU, (LEAK, Guarantee.of(LEAK, "1/10"))]
    leaf = hockey_stick_leaf(Guarantee(epsilon).epsilon.exp())
    assert most_inside(budgets, given_to, 2, leaf) <= delta


@given(TABLES, TABLES, st.sampled_from([("1/2", "1/8"), ("1/4", "1/3")]))
@settings(max_examples=6)
def test_no_adversary_gains_with_generated_mechanisms(first, second, parts):
    menu = [(m, Guarantee.of(m)) for m in map(mechanism, (first, second))]
    epsilon, delta = ln(3), Fraction(1, 10)
    share, rho = parts
    for outer, inner, said in (
        (BasicFilter(epsilon), BasicFilter(share), {}),
        (BasicFilter(epsilon, delta), ConcentratedFilter(Fraction(rho) / 20), {"delta": delta}),
        (AdvancedFilter(epsilon, delta), ConcentratedFilter(Fraction(rho) / 20), {}),
    ):
        budgets = tree(outer, inner, **said)
        assert most_inside(budgets, menu, 2, hockey_stick_leaf(number(3))) <= delta * (
            outer.promise().delta > 0
        )


@given(levels, levels, st.sampled_from([2, 3, 16]))
@settings(max_examples=30)
def test_what_a_pure_budget_is_paid_with_covers_its_rounds(first, second, alpha):
    """D_alpha and rho of randomised response grow at least as fast as sums of epsilons do."""
    for cost in (
        lambda e: certified(renyi_from_pure(e, alpha, symmetric=True)),
        lambda e: certified(zcdp_from_pure(e, symmetric=True)),
    ):
        assert cost(first) + cost(second) < cost(first + second)


def test_a_budget_inside_is_paid_for_at_once_and_used_up_alone():
    budget = BasicFilter(1, "1/10", adjacency=all_pairs())
    inner = budget.reserve(BasicFilter("1/2", "1/20"))
    assert (budget.spent, budget.rounds) == ((Fraction(1, 2), Fraction(1, 20)), 1)
    assert inner.scope == budget.scope
    inner.spend(Guarantee("1/2", "1/20", adjacency=all_pairs()))
    for each in (budget, inner):
        with pytest.raises(BudgetExceeded):
            each.spend(Guarantee("2/3", adjacency=all_pairs()))
    deeper = budget.reserve(BasicFilter("1/2")).reserve(BasicFilter("1/4"))
    assert deeper.promise().epsilon == Guarantee("1/4").epsilon
    assert budget.spent == (1, Fraction(1, 20))


def test_a_budget_and_those_inside_are_about_one_domain():
    budget = BasicFilter(9, adjacency=all_pairs())
    inner = budget.reserve(BasicFilter(3))
    deeper = inner.reserve(BasicFilter(1))
    deeper.spend(canonical_mechanism(ln(2)))
    for each in (budget, inner, deeper):
        assert each.scope.domain == (False, True)
        with pytest.raises(InvalidValue, match="another domain"):
            each.spend(Guarantee(0, adjacency=all_pairs(), domain=[2, 3]))


def test_what_may_not_be_reserved():
    budget = BasicFilter(1, adjacency=all_pairs())
    inner = budget.reserve(BasicFilter("1/2"))
    used = BasicFilter("1/4", adjacency=all_pairs())
    used.spend(Guarantee(0, adjacency=all_pairs()))
    for wrong in (inner, used, budget):
        with pytest.raises(InvalidValue, match="is in use already"):
            budget.reserve(wrong)
    with pytest.raises(InvalidValue, match="one adjacency for all"):
        budget.reserve(BasicFilter("1/4", adjacency=replace_one()))
    with pytest.raises(BudgetExceeded):
        budget.reserve(BasicFilter("2/3"))
    with pytest.raises(BudgetExceeded):
        budget.reserve(ConcentratedFilter("1/100"))  # its promise is no (epsilon, 0)
    with pytest.raises(InvalidValue, match="neither budget says its adjacency"):
        BasicFilter(1).reserve(BasicFilter("1/2"))
    with pytest.raises(InvalidType, match="inner is 1"):
        budget.reserve(1)
    assert budget.spent == (Fraction(1, 2), 0)


def test_interactive_mechanisms_where_a_theorem_covers_them():
    asked = Guarantee("1/4", adjacency=all_pairs(), interactive=True)
    for budget in (BasicFilter(1), AdvancedFilter(2, "1/10"), RenyiFilter(2, 1), ConcentratedFilter(1)):
        budget.spend(asked)
    with pytest.raises(InvalidValue, match="'a round ends before the next one is chosen' fails"):
        RenyiCurveFilter(1, "1/10", [2, 4]).spend(asked)
    gaussian = ConcentratedGuarantee("1/8", adjacency=all_pairs(), interactive=True)
    with pytest.raises(InvalidValue, match="is interactive"):
        AdvancedFilter(2, "1/10").spend(gaussian)
    ConcentratedFilter(1).spend(gaussian)


# What was not spent comes back


def most_with_returns(outer, share, menu, rounds, leaf) -> Number:
    """The most of an adversary who may open a budget inside, spend from both, and have the rest back.

    Copies of a budget inside cannot give back, so every history is played again from the beginning.
    """

    def replay(history):
        budget, inner = outer(), None
        for move in history:
            if move == "open":
                inner = budget.reserve(share())
            elif move == "back":
                inner, _ = None, inner.give_back()
            else:
                (budget if move[0] == "outer" else inner).spend(move[1])
        return budget, inner

    def allowed(history, left):
        """Every move that the budgets admit after this history."""
        is_open = replay(history)[1] is not None
        places = ("outer", "inner") if is_open else ("outer",)
        changes = [] if history[-1:] in (["open"], ["back"]) else ["back" if is_open else "open"]
        for move in (*changes, *((place, m) for place in places for m in menu if left)):
            try:
                replay([*history, move])
            except BudgetExceeded:
                continue
            yield move

    def best(history, left, p, q):
        found = leaf(p, q)
        for move in allowed(history, left):
            after = [*history, move]
            if move in ("open", "back"):
                found = max(found, best(after, left, p, q))
                continue
            for above, below in pairs_of(move[1]):
                gains = (best(after, left - 1, p * above[o], q * below[o]) for o in above)
                found = max(found, sum(gains, ZERO))
        return found

    return best([], rounds, ONE, ONE)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("outer", "share", "t", "delta"),
    [
        (lambda: BasicFilter(ln("5/2"), adjacency=all_pairs()), lambda: BasicFilter(ln(2)), "5/2", 0),
        (
            lambda: AdvancedFilter(1, "1/3", adjacency=all_pairs()),
            lambda: ConcentratedFilter("1/20"),
            None,
            "1/3",
        ),
        (lambda: AdvancedFilter(1, "1/3", adjacency=all_pairs()), lambda: BasicFilter("1/3"), None, "1/3"),
    ],
)
def test_no_adversary_gains_by_giving_back(outer, share, t, delta):
    leaf = hockey_stick_leaf(outer().epsilon.exp() if t is None else number(t))
    assert most_with_returns(outer, share, (BIT, STRONG), 2, leaf) <= number(delta)


def test_what_was_not_spent_comes_back_once():
    budget = BasicFilter(1, "1/10", adjacency=all_pairs())
    inner = budget.reserve(BasicFilter("1/2", "1/20"))
    copy = inner.look_ahead()
    inner.spend(Guarantee("1/5", "1/50", adjacency=all_pairs()))
    inner.give_back()
    assert (budget.spent, budget.rounds) == ((Fraction(1, 5), Fraction(1, 50)), 1)
    for ended in (
        inner.give_back,
        lambda: inner.spend(Guarantee(0, adjacency=all_pairs())),
        lambda: inner.spent,
    ):
        with pytest.raises(InvalidValue, match="which has back what was left"):
            ended()
    with pytest.raises(InvalidValue, match="is a copy"):
        copy.give_back()
    with pytest.raises(InvalidValue, match="inside of no other"):
        budget.give_back()
    budget.spend(Guarantee("4/5", "2/25", adjacency=all_pairs()))


@pytest.mark.parametrize(
    ("outer", "inner", "part"),
    [
        (RenyiFilter(3, 2), BasicFilter(1), Guarantee("1/5", adjacency=all_pairs())),
        (RenyiFilter(3, 2), RenyiFilter(4, 1), RenyiGuarantee({4: "1/5"}, adjacency=all_pairs())),
        (ConcentratedFilter(2), BasicFilter(1), Guarantee("1/5", adjacency=all_pairs())),
        (RenyiCurveFilter(5, "1/100", [2, 3]), BasicFilter(1), Guarantee("1/5", adjacency=all_pairs())),
        (RenyiFilter(3, 2), ConcentratedFilter("1/2"), ConcentratedGuarantee("1/9", adjacency=all_pairs())),
        (
            ConcentratedFilter(2),
            ConcentratedFilter(certified(ln(2))),
            Guarantee("3/4", adjacency=all_pairs()),
        ),
    ],
)
def test_what_comes_back_leaves_the_rounds_paid_for(outer, inner, part):
    """By the costs of the budget outside: at least those of the rounds, and less than was paid before."""
    outer.spend(Guarantee(0, adjacency=all_pairs()))
    outer.reserve(inner)
    whole = [certified(x) for x in outer.spent]
    inner.spend(part)
    inner.spend(part)
    inner.give_back()
    for now, then, once in zip(outer.spent, whole, outer.cost(part), strict=True):
        assert certified(now) < then
        assert certified(now) - 2 * certified(once) > -Fraction(1, 10**30)


def test_a_translated_budget_gives_nothing_back():
    budget = BasicFilter(2, "1/10", adjacency=all_pairs())
    inner = budget.reserve(ConcentratedFilter("1/100"), delta="1/10")
    with pytest.raises(InvalidValue, match="paid for in another notion"):
        inner.give_back()
    inner.spend(ConcentratedGuarantee("1/100", adjacency=all_pairs()))


def test_what_is_inside_a_budget_that_ended_stays_paid_for():
    budget = BasicFilter(1, adjacency=all_pairs())
    inner = budget.reserve(BasicFilter("1/2"))
    deeper = inner.reserve(BasicFilter("1/4"))
    inner.give_back()
    assert budget.spent[0] == Fraction(1, 4)
    deeper.spend(Guarantee("1/4", adjacency=all_pairs()))
    with pytest.raises(InvalidValue, match="which has back what was left"):
        deeper.give_back()


def test_interactive_rounds_do_not_come_in_through_a_budget_inside():
    asked = Guarantee("1/4", adjacency=all_pairs(), interactive=True)
    inner = RenyiCurveFilter(3, "1/10", [2, 4], adjacency=all_pairs()).reserve(BasicFilter(1))
    deeper = inner.reserve(BasicFilter("1/2"))
    for budget in (inner, deeper, inner.look_ahead()):
        with pytest.raises(InvalidValue, match="'a round ends before the next one is chosen' fails"):
            budget.spend(asked)
    gaussian = ConcentratedGuarantee("1/80", adjacency=all_pairs(), interactive=True)
    inner = AdvancedFilter(2, "1/10", adjacency=all_pairs()).reserve(ConcentratedFilter("1/10"))
    with pytest.raises(InvalidValue, match="is interactive"):
        inner.spend(gaussian)
    inner.spend(asked)
    # where the promise was translated it is the promise that is interactive, and its rounds may be too
    BasicFilter(2, "1/10", adjacency=all_pairs()).reserve(ConcentratedFilter("1/10"), delta="1/10").spend(
        gaussian
    )


def test_two_threads_that_reserve_in_opposite_directions_both_end(monkeypatch):
    alone = BasicFilter._alone

    @contextmanager
    def slowly(budget):
        with alone(budget):
            sleep(0.01)
            yield

    monkeypatch.setattr(BasicFilter, "_alone", slowly)
    for _ in range(3):
        one, two = BasicFilter(1, adjacency=all_pairs()), BasicFilter(1, adjacency=all_pairs())
        start, done = Barrier(2), []

        def put(inner, outer, start=start, done=done):
            start.wait()
            with suppress(InvalidValue, BudgetExceeded):
                outer.reserve(inner)
                done.append(outer)

        threads = [Thread(target=put, args=pair, daemon=True) for pair in ((one, two), (two, one))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        assert not any(thread.is_alive() for thread in threads)
        assert len(done) == 1

"""What is still said when a program does not finish, or when time or states run out."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay import (
    INFINITY,
    Dist,
    Mechanism,
    Partial,
    Refuted,
    Undecided,
    Verified,
    adjacency,
    budget,
    eps,
    flip,
    ln,
    number,
    program,
)
from assay.budgets import progress
from assay.engines.partial import epsilon_at_least
from assay.errors import BudgetExceeded, UnfinishedProgram
from tests import brute_force
from tests.strategies import dists

LIMIT = 40


@program
def geometric(shift: int) -> int:
    """`shift` plus the number of failures before a success: no bound on its running time."""
    failures = 0
    while not flip("1/2"):
        failures += 1
    return shift + failures


def unfinished(limit=LIMIT, domain=(0, 1)):
    return Mechanism(geometric.within(max_steps=limit), domain, adjacency.all_pairs(), name="geometric")


class Rowless:
    """A source whose rows are known by given bounds only."""

    def __init__(self, rows):
        self.rows = rows

    def distribution(self, x):
        lower, open_mass = self.rows[x]
        if not open_mass:
            return Dist(lower)
        raise UnfinishedProgram("cut", Partial(lower, number(open_mass), 1, "cut"))


def known(rows):
    return Mechanism(Rowless(rows), list(rows), adjacency.all_pairs(), name="known")


def test_measures_say_that_the_program_did_not_finish():
    m = unfinished()
    for measure in (m.epsilon, m.profile, m.tradeoff, m.total_variation, m.zcdp, lambda: m.delta(1)):
        with pytest.raises(UnfinishedProgram):
            measure()


def test_bounds_can_refute():
    # P[0 | shift 0] = 1/2 and P[0 | shift 1] = 0, but for the mass that is open
    verdict = unfinished().audit(ln(4))
    assert isinstance(verdict, Refuted)
    w = verdict.witness
    assert w.bounds
    assert w.inputs == (0, 1)
    assert 0 < w.q == w.open_q + sum((o.q for o in w.outcomes), number(0))
    assert w.p > 4 * w.q
    assert "at least" in str(w)
    assert w.relation == ">"


def test_bounds_can_verify_with_a_delta_but_never_call_it_tight():
    verdict = unfinished().audit(ln(2), "3/4")
    assert isinstance(verdict, Verified)
    assert verdict.tight is None
    assert verdict.scope.inputs == 2


def test_bounds_that_do_not_suffice_are_undecided_with_the_open_mass():
    m = unfinished(domain=(0, 1))
    exactly = Fraction(1, 2)  # delta(ln 2) of the unbounded mechanism, approached and not reached
    verdict = m.audit(ln(2), exactly)
    assert isinstance(verdict, Undecided)
    assert "did not finish on input" in verdict.reason
    assert 0 < verdict.known["largest open mass"] < Fraction(1, 2**30)
    assert verdict.exit_status == 3


def test_unfinished_is_never_enough_for_pure_privacy():
    same = known({0: ({0: number("9/10")}, "1/10"), 1: ({0: number("9/10")}, "1/10")})
    assert isinstance(same.audit(5), Undecided)
    assert isinstance(same.audit(INFINITY), Undecided)
    assert same.audit(5, "1/10").holds
    assert same.audit(INFINITY, "1/10").holds


def test_an_open_mass_of_the_other_input_may_hide_a_violation():
    rows = {0: ({0: number(1)}, 0), 1: ({1: number("9/10")}, "1/10")}
    m = Mechanism(Rowless(rows), [0, 1], adjacency.explicit([(0, 1)], symmetric=False))
    assert m.audit(ln(9)).exit_status == 1  # 1 > 9 * 1/10
    assert isinstance(m.audit(ln(10)), Undecided)  # 1 = 10 * 1/10
    assert isinstance(m.audit(INFINITY), Undecided)


def test_an_undecided_audit_says_why_and_what_epsilon_it_takes_at_least():
    verdict = unfinished().audit(50)
    assert isinstance(verdict, Undecided)
    open_mass = verdict.known["largest open mass"]
    assert f"probability {open_mass} is open, because " in verdict.reason
    # P[0 | shift 0] = 1/2, and at most the open mass falls on 0 with shift 1
    assert verdict.known["epsilon at least"] == ln(Fraction(1, 2) / open_mass)


@given(bounds_of_rows := st.deferred(lambda: bounds()), bounds_of_rows, st.sampled_from(["0", "1/10"]))
def test_epsilon_at_least_is_below_every_completion(first, second, delta):
    outcomes = ["a", "b", "c", "unseen"]
    at_least = epsilon_at_least(Partial(*first, 0), Partial(*second, 0), number(delta))
    for p, q in product(completions(*first, outcomes), completions(*second, outcomes)):
        assert at_least <= brute_force.epsilon(p, q, number(delta))
    if not first[1] and not second[1]:
        assert at_least == brute_force.epsilon(Dist(first[0]), Dist(second[0]), number(delta))


def test_an_unfinished_row_is_explored_once_unless_the_budget_cut_it():
    calls = []

    class Source:
        def distribution(self, x):
            calls.append(x)
            raise UnfinishedProgram("cut", Partial({}, number(1), 0, "it is long"))

    m = Mechanism(Source(), [0, 1], adjacency.all_pairs())
    with budget(seconds=0):
        assert isinstance(m.audit(1), Undecided)
        again = len(calls)
        with pytest.raises((UnfinishedProgram, BudgetExceeded)):
            m.distribution(0)
        assert len(calls) == again + 1
    for _ in range(3):
        assert isinstance(m.audit(1), Undecided)
    assert len(calls) == again + 3


def completions(lower, open_mass, outcomes):
    """Some of the distributions that agree with the bounds: the open mass at one outcome, or split evenly."""
    for target in [*outcomes, None]:
        masses = {o: lower.get(o, number(0)) for o in outcomes}
        for o in outcomes:
            masses[o] += open_mass / len(outcomes) if target is None else (open_mass if o == target else 0)
        yield Dist(masses)


@st.composite
def bounds(draw):
    full = draw(dists(max_size=3, outcomes=["a", "b", "c"]))
    share = draw(st.sampled_from([Fraction(0), Fraction(1, 20), Fraction(1, 3)]))
    return {o: mass * (1 - share) for o, mass in full.items()}, share


@pytest.mark.slow
@given(bounds(), bounds(), st.sampled_from([1, 2, 4]), st.sampled_from(["0", "1/10", "1/2"]))
@settings(max_examples=150)
def test_a_verdict_from_bounds_is_true_of_every_completion(first, second, ratio, delta):
    rows = {0: first, 1: second}
    verdict = known(rows).audit(ln(ratio), delta)
    outcomes = ["a", "b", "c", "unseen"]
    possible = [
        Mechanism({0: p, 1: q}, [0, 1], adjacency.all_pairs())
        for p, q in product(completions(*first, outcomes), completions(*second, outcomes))
    ]
    truths = {brute_force.is_private(m, ln(ratio), number(delta)) for m in possible}
    if isinstance(verdict, Verified):
        assert truths == {True}
    elif isinstance(verdict, Refuted):
        assert truths == {False}
        assert not verdict.witness.bounds or verdict.witness.relation == ">"
    else:
        assert first[1] or second[1]


# Budgets


def slow_mechanism(n=30):
    """Every pair has a distribution of its own, so that none is skipped."""
    rows = {x: Dist({0: Fraction(1, x + 2), 1: 1 - Fraction(1, x + 2)}) for x in range(n)}
    return Mechanism(rows, range(n), adjacency.all_pairs(), name="slow")


def test_progress_is_reported_from_nothing_to_all():
    seen = []
    for engine, also in (("reference", []), ("fast", [("inputs", i, 5) for i in range(6)])):
        m = slow_mechanism(5).with_engine(engine)
        seen.clear()
        with budget(report=lambda what, done, total: seen.append((what, done, total))):
            m.epsilon()
        assert seen == [*also, *(("adjacent pairs", i, 20) for i in range(21))]


def test_without_a_budget_nothing_is_reported_or_stopped():
    assert list(progress.track([1, 2], "items")) == [1, 2]
    progress.spend(10**9)


@pytest.mark.parametrize("engine", ["reference", "fast"])
def test_a_spent_time_budget_stops_a_measure_with_what_is_known(engine):
    m = slow_mechanism().with_engine(engine)
    with budget(seconds=0), pytest.raises(BudgetExceeded, match="time budget ran out after 0 of") as caught:
        m.epsilon()
    assert caught.value.known.items() >= {"adjacent pairs done": 0, "adjacent pairs in all": 870}.items()
    assert m.epsilon() == ln("31/2")


MEASURES = [
    lambda m: m.epsilon(),
    lambda m: m.epsilon("1/100"),
    lambda m: m.delta("1/4"),
    lambda m: m.total_variation(),
    lambda m: m.probabilistic_delta("1/4"),
]


@pytest.mark.parametrize("measure", MEASURES)
def test_a_budget_that_runs_out_on_the_way_keeps_the_largest_value_so_far(measure):
    for engine in ("reference", "fast"):
        m = slow_mechanism().with_engine(engine)
        with budget(report=Stopping(after=10)), pytest.raises(BudgetExceeded) as caught:
            measure(m)
        some = (
            m.pairs[:10]
            if engine == "reference"
            else [(x, y) for x in range(10) for y in range(10) if x != y]
        )
        part = Mechanism(m.distribution, m.domain, adjacency.explicit(some, symmetric=False))
        assert caught.value.known["at least"] == measure(part)
        with budget(report=Stopping(after=10)), pytest.raises(BudgetExceeded):
            m.profile()


class Stopping:
    """A report that stops the computation, as an impatient caller would."""

    def __init__(self, after):
        self.after = after

    def __call__(self, what, done, total):
        if done >= self.after:
            raise BudgetExceeded("stopped", {"done": done})


def test_an_audit_out_of_time_is_undecided_and_says_how_far_it_came():
    with budget(seconds=0):
        verdict = slow_mechanism().audit(5)
    assert isinstance(verdict, Undecided)
    assert verdict.known["adjacent pairs done"] == 0
    assert verdict.exit_status == 3


def test_a_violation_found_before_the_time_ran_out_counts():
    m = slow_mechanism()
    with budget(report=Stopping(after=10)):
        verdict = m.audit(0)
    assert isinstance(verdict, Refuted)
    assert {*verdict.witness.inputs} <= {*range(10)}
    with budget(report=Stopping(after=10)):
        verdict = m.with_engine("reference").audit(0)
    assert verdict.witness.inputs in m.pairs[:10]


def test_states_are_counted_across_everything_inside():
    with budget(max_states=5) as spent:
        progress.spend(5)
        with pytest.raises(BudgetExceeded, match="budget of 5 states is spent"):
            progress.spend()
    assert spent.states == 6


def test_a_budget_ends_with_its_block_and_nests():
    with budget(max_states=10):
        with budget(max_states=1), pytest.raises(BudgetExceeded):
            progress.spend(2)
        progress.spend(8)
        with pytest.raises(BudgetExceeded):
            progress.spend()
    progress.spend(100)


def test_a_stopped_measure_can_be_asked_again():
    m = slow_mechanism(6)
    with budget(report=Stopping(after=3)), pytest.raises(BudgetExceeded):
        m.delta(0)
    assert m.delta(0) == max(brute_force.delta(p, q, number(1)) for p, q in brute_force.pairs(m))
    assert m.audit(m.epsilon()).tight
    assert m.audit(eps(0)).exit_status == 1

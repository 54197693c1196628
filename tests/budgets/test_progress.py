"""Budgets of time: they stop a computation anywhere, change no answer, and never reach the code of a user."""

from __future__ import annotations

from contextlib import nullcontext
from fractions import Fraction
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay import Dist, Mechanism, adjacency, budget, ln, number
from assay.budgets import progress
from assay.budgets.progress import checkpoint, spend
from assay.errors import BudgetExceeded
from assay.exact import heartbeat
from tests.effort import in_turn
from tests.strategies import RATIONAL, tables

QUESTIONS = {
    "epsilon": lambda m: m.worst_case.epsilon(),
    "epsilon at a delta": lambda m: m.worst_case.epsilon("1/7"),
    "delta": lambda m: m.worst_case.delta(ln(2)),
    "total variation": lambda m: m.worst_case.total_variation(),
    "profile": lambda m: m.worst_case.profile(),
    "tradeoff": lambda m: m.worst_case.tradeoff(),
    "renyi": lambda m: m.worst_case.renyi(2),
    "probabilistic": lambda m: m.worst_case.probabilistic_delta(ln(2)),
    "odds": lambda m: m.worst_case.posterior_odds(1, "1/9"),
    "audit": lambda m: m.audit(ln(2)),
    "audit at a delta": lambda m: m.audit(ln(2), "1/9"),
    "representatives": lambda m: list(m.worst_case.representatives()),
}


@pytest.mark.parametrize("question", QUESTIONS, ids=str)
@given(
    tables(RATIONAL, max_inputs=4, max_outputs=4),
    st.sampled_from([{"seconds": 10**6}, {"max_states": 10**9}]),
)
@settings(max_examples=15)
def test_a_budget_that_suffices_changes_neither_the_answer_nor_who_gives_it(question, table, limits):
    answers = []
    for surroundings in (nullcontext(), budget(**limits), budget(report=lambda *_: None)):
        m = Mechanism(table, list(table), adjacency.all_pairs())
        with surroundings:
            answers.append((QUESTIONS[question](m), {name: str(note) for name, note in m.notes.items()}))
    assert answers[0] == answers[1] == answers[2]
    assert "fast" in answers[0][1].values()


class Clock:
    """A clock that stands still; told that time is over, it is read once more before it strikes."""

    def __init__(self):
        self.now, self.reads_left = 0, None

    def __call__(self):
        if self.reads_left == 0:
            self.now = 2 * progress.NANOSECONDS
        if self.reads_left:
            self.reads_left -= 1
        return self.now


def two_inputs(n, engine):
    """One pair of n outcomes in different fields of rationals, so that measuring it takes many operations."""
    weights = {i: Fraction(i + 1, 2 * i + 3) for i in range(n)}
    p, q = Dist.from_weights(weights), Dist.from_weights({i: w**2 for i, w in weights.items()})
    return Mechanism({0: p, 1: q}, [0, 1], adjacency.all_pairs(), engine=engine)


PAIRWISE = [question for question in QUESTIONS if question != "representatives"]


@pytest.mark.parametrize(("question", "engine"), in_turn(PAIRWISE, ["reference", "fast"]), ids=str)
def test_time_that_runs_out_within_one_pair_stops_the_computation(question, engine):
    """No checkpoint comes any more: the clock strikes after the last one that is reported."""
    clock, seen = Clock(), []
    m = two_inputs(200, engine)
    with mock.patch.object(progress.time, "monotonic_ns", clock):
        with budget(seconds=1, report=lambda *report: seen.append(report)):
            QUESTIONS[question](m.with_engine(engine))
        last = sum(what == "adjacent pairs" and done != total for what, done, total in seen)

        def strike(what, done, total):
            nonlocal last
            last -= done != total
            if not last:
                clock.reads_left = 1

        stopped = nullcontext() if "audit" in question else pytest.raises(BudgetExceeded, match="time budget")
        with budget(seconds=1, report=strike), stopped:
            assert "time budget ran out" in str(QUESTIONS[question](m.with_engine(engine)))


def test_the_clock_is_not_read_inside_the_code_of_a_user():
    """A law that catches everything would otherwise become another law when the time is over."""

    def law(x):
        try:
            mass = sum(
                (number(Fraction(1, 2 + i)) - number(Fraction(1, 3 + i)) for i in range(500)), number(0)
            )
        except Exception:
            return Dist.point("time is over")
        return Dist({"a": mass, "b": 1 - mass})

    clock = Clock()
    m = Mechanism(law, [0, 1], adjacency.all_pairs())
    with mock.patch.object(progress.time, "monotonic_ns", clock), budget(seconds=1):
        clock.now = 2 * progress.NANOSECONDS
        with progress.interruptible():
            rows = [m.distribution(x) for x in (0, 1)]
            with pytest.raises(BudgetExceeded):
                sum((number(1) for _ in range(heartbeat.EVERY + 1)), number(0))
    assert rows == [law(0), law(1)]
    assert "a" in rows[0].support


def test_nothing_listens_without_a_computation_that_can_be_stopped():
    assert heartbeat.listening == 0
    with progress.interruptible():
        assert heartbeat.listening == 0  # no budget, no clock to read
    with budget(), progress.interruptible():
        assert heartbeat.listening == 1
        sum((number(1) for _ in range(10 * heartbeat.EVERY)), number(0))
    assert heartbeat.listening == 0
    with budget(seconds=0):  # outside of such a computation nothing is stopped either
        sum((number(1) for _ in range(10 * heartbeat.EVERY)), number(0))
    with budget(seconds=0), progress.interruptible(), progress.uninterruptible():
        sum((number(1) for _ in range(10 * heartbeat.EVERY)), number(0))


def test_a_stop_says_what_was_counted_last():
    with budget(seconds=0), progress.interruptible():
        progress.checkpoint("pages", 7, 7)
        with pytest.raises(BudgetExceeded) as caught:
            sum((number(1) for _ in range(10 * heartbeat.EVERY)), number(0))
    assert caught.value.known == {"pages done": 7, "pages in all": 7}


def test_a_budget_inside_another_has_no_more_than_what_is_left():
    with budget(max_states=5) as outer:
        spend(2)
        with budget(max_states=100) as inner:
            spend(3)
            with pytest.raises(BudgetExceeded):
                spend()
        assert (inner.states, outer.states) == (4, 6)
        with budget(seconds=100), pytest.raises(BudgetExceeded):
            spend()
    with budget(seconds=0), budget(seconds=100), pytest.raises(BudgetExceeded):
        checkpoint("pairs", 0, 1)


def test_a_budget_inside_another_can_be_smaller_and_the_other_goes_on():
    told = []
    with budget(seconds=100, max_states=100, report=lambda *each: told.append(each)) as outer:
        with budget(max_states=1), pytest.raises(BudgetExceeded):
            spend(2)
        spend()
        assert outer.states == 3
    assert told == [("states", 3, None)]

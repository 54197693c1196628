"""Functions that return a `Dist`: called twice, in another order, and watched."""

from __future__ import annotations

import random

import pytest

from assay import Dist, Mechanism, adjacency, flip, ln, mechanisms, program, theorems
from assay.errors import InvalidType, NondeterministicProgram
from assay.programs import sources
from assay.programs.distributions import WatchedDistribution, watched_distribution
from assay.wiring import DISTRIBUTION_WATCH


def half(x):
    return Dist.uniform([x, 1 - x])


def test_every_row_but_the_last_is_computed_twice_in_another_order(monkeypatch):
    calls = []
    called = WatchedDistribution._called
    monkeypatch.setattr(
        WatchedDistribution, "_called", lambda law, x, **options: calls.append(x) or called(law, x, **options)
    )
    m = Mechanism(half, [0, 1], adjacency.all_pairs())
    assert m.total_variation() == 0
    assert calls == [0, 0, 1, 0]


def test_a_method_that_no_name_shows_is_watched():
    import datetime

    given = datetime.date(2020, 1, 1)
    with pytest.raises(NondeterministicProgram, match=r"today|now"):
        Mechanism(lambda x: Dist.point(type(x).today().year), [given, 0], adjacency.all_pairs()).distribution(
            given
        )


def test_an_answer_that_changes_although_no_state_is_seen_to(monkeypatch):
    answers = iter([Dist.point(0), Dist.point(1)])
    law = watched_distribution(half)
    monkeypatch.setattr(law, "function", lambda x: next(answers))
    monkeypatch.setattr(law, "_begin", lambda: None)
    with pytest.raises(NondeterministicProgram, match=r"it returned Dist.*, and when called again Dist"):
        law(0)


def lambda_of_the_package():
    return Dist.point


def test_laws_of_the_package_are_not_watched():
    m = mechanisms.randomised_response(ln(3))
    law = watched_distribution(lambda_of_the_package())
    assert isinstance(law, WatchedDistribution)
    assert law(0) == Dist.point(0)
    assert not law._is_users
    assert not isinstance(watched_distribution(m.distribution), WatchedDistribution)
    assert not isinstance(watched_distribution(program(half).distribution), WatchedDistribution)


def test_a_function_of_the_users_inside_a_law_of_the_package_is_watched():
    import time

    inner = mechanisms.randomised_response(ln(3))
    clocked = theorems.post_process(inner, lambda o: time.time() > 0)
    with pytest.raises(NondeterministicProgram, match=r"time\.time, a clock"):
        clocked.epsilon()


def test_a_sampler_or_a_program_inside_a_law_sees_to_itself():
    def sampler(x):
        return x ^ (random.random() < 0.25)

    def asks(x):
        return x if flip("3/4") else 1 - x

    quarter = sources.mechanism(sampler, [0, 1], adjacency.all_pairs())
    for inner in (quarter, Mechanism(program(asks), [0, 1], adjacency.all_pairs())):
        assert theorems.post_process(inner, lambda o: o + 1).epsilon() == ln(3)
        outer = Mechanism(lambda x, inner=inner: inner.distribution(x), [0, 1], adjacency.all_pairs())
        assert outer.epsilon() == ln(3)


def test_what_is_not_a_distribution_is_refused_as_ever():
    with pytest.raises(InvalidType, match="not a Dist"):
        Mechanism(lambda x: x, [0, 1], adjacency.all_pairs()).distribution(0)


def test_the_watch_is_loaded_by_name():
    assert f"{watched_distribution.__module__}:{watched_distribution.__name__}" == DISTRIBUTION_WATCH

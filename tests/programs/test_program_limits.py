"""Programs that do not end within their limits: bounds that contain the truth, never a guess."""

from __future__ import annotations

import sys
import time
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import EPS, Dist, budget, draw, exp, flip, program, uniform
from assay.errors import FloatRefused, InvalidType, InvalidValue, UnfinishedProgram
from assay.programs.run import Run
from tests.strategies import generated_programs


@program
def geometric(p: Fraction) -> int:
    n = 0
    while flip(p):
        n += 1
    return n


@program
def rejection() -> int:
    while True:
        x = uniform(8)
        if x < 6:
            return x


@given(
    st.fractions(min_value=Fraction(1, 10), max_value=Fraction(9, 10), max_denominator=10), st.integers(1, 30)
)
def test_bounds_of_a_geometric_loop_contain_the_truth(p, steps):
    bounds = geometric.enumerated_bounds(p, max_steps=steps)
    assert bounds.open_mass == p**steps
    assert bounds.paths == len(bounds.lower) == steps
    assert bounds.reason == f"a path drew more than {steps} times"
    for n in range(40):
        truth = p**n * (1 - p)
        assert bounds.lower.get(n, 0) <= truth <= bounds.upper(n)
        assert bounds.upper(n) == bounds.lower.get(n, 0) + p**steps
    for modulus in (2, 3):
        lower, upper = bounds.prob_bounds(lambda n, m=modulus: n % m == 0)
        assert lower <= (1 - p) / (1 - p**modulus) <= upper


@given(st.integers(1, 300))
def test_bounds_of_rejection_sampling_contain_the_truth(paths):
    bounds = rejection.enumerated_bounds(max_paths=paths)
    assert bounds.paths == paths
    assert bounds.reason == f"it has more than {paths} paths"
    assert sum(bounds.lower.values()) + bounds.open_mass == 1
    for x in range(6):
        assert bounds.prob_bounds([x])[0] <= Fraction(1, 6) <= bounds.prob_bounds([x])[1]


@pytest.mark.slow
@given(generated_programs(), st.integers(0, 3), st.integers(1, 8), st.integers(1, 12))
def test_bounds_of_generated_programs_contain_the_truth(generated, x, steps, paths):
    bounds = generated.program.enumerated_bounds(x, max_steps=steps, max_paths=paths)
    law = generated.law(x)
    assert sum(bounds.lower.values()) + bounds.open_mass == 1
    assert bounds.paths <= paths
    assert (bounds.open_mass == 0) == (bounds.reason is None)
    for event in ([0], [1, 3], [0, 1, 2], [7]):
        lower, upper = bounds.prob_bounds(event)
        assert lower <= sum(law.get(o, 0) for o in event) <= upper
        assert upper - lower == bounds.open_mass
    if bounds.open_mass == 0:
        assert dict(bounds.lower) == law


def test_the_likeliest_paths_come_first():
    rare = program(lambda: sum(flip("1/1000") for _ in range(30)))
    bounds = rare.enumerated_bounds(max_paths=500)
    # The 1 + 30 + 435 paths with at most two rare flips are all among them.
    for rare_flips, paths in ((0, 1), (1, 30), (2, 435)):
        truth = paths * Fraction(1, 1000) ** rare_flips * Fraction(999, 1000) ** (30 - rare_flips)
        assert bounds.lower[rare_flips] == truth


def test_the_likeliest_sibling_comes_first():
    @program
    def lopsided() -> str:
        if flip("1/2"):
            return draw(Dist({"a": "9/10", "b": "1/10"}))
        return draw(Dist({"c": "1/2", "d": "1/2"}))

    assert [set(lopsided.enumerated_bounds(max_paths=n).lower) for n in (2, 3, 4)] == [
        set("ac"),
        set("acd"),
        set("abcd"),
    ]


def test_a_distribution_is_refused_with_the_bounds():
    with pytest.raises(UnfinishedProgram) as caught:
        geometric.enumerated(Fraction(1, 2), max_steps=20)
    message = str(caught.value)
    assert message.startswith(
        "program geometric(Fraction(1, 2)) did not end within its limits: a path drew more"
    )
    assert "1/1048576 is still open" in message
    assert ".bounds(...)" in message
    assert caught.value.partial.open_mass == Fraction(1, 2**20)
    assert caught.value.partial.lower[3] == Fraction(1, 16)


def test_a_loop_that_never_ends_is_all_open():
    @program
    def forever() -> int:
        while True:
            flip(1)

    bounds = forever.enumerated_bounds(max_steps=100)
    assert bounds.open_mass == 1
    assert bounds.lower == {}
    assert bounds.prob_bounds([1]) == (0, 1)


def test_the_number_of_steps_is_exact():
    flips = program(lambda n: [flip("1/2") for _ in range(n)] and 0)
    assert flips.enumerated(7, max_steps=7) == Dist.point(0)
    with pytest.raises(UnfinishedProgram):
        flips.enumerated(8, max_steps=7)
    assert flips.enumerated(3, max_paths=8) == Dist.point(0)
    with pytest.raises(UnfinishedProgram, match="more than 7 paths"):
        flips.enumerated(3, max_paths=7)


def test_deep_recursion_is_a_limit_and_not_a_crash():
    @program
    def deep() -> int:
        return 1 + deep() if flip("1/2") else 0

    bounds = deep.within(max_draws=2000).enumerated_bounds()
    assert "recursion limit" in bounds.reason
    assert 0 < bounds.open_mass < Fraction(1, 2**20)
    assert bounds.lower[3] == Fraction(1, 16)
    assert sys.getrecursionlimit() > 100


def test_effort_after_a_cut_is_limited():
    shallow = geometric.within(max_steps=200, max_draws=1).enumerated_bounds(Fraction(1, 2))
    deeper = geometric.within(max_steps=200, max_draws=1000).enumerated_bounds(Fraction(1, 2))
    assert shallow.paths < deeper.paths < 200
    assert deeper.open_mass < shallow.open_mass
    for bounds in (shallow, deeper):
        assert bounds.lower.get(0, 0) <= Fraction(1, 2) <= bounds.upper(0)


@pytest.mark.parametrize(("max_draws", "runs"), [(1, 2), (22, 3), (23, 4), (110, 11)])
def test_effort_after_a_cut_is_counted_once(max_draws, runs, monkeypatch):
    # Every run asks for 11 draws and is cut; the first one opens the account.
    started = []
    execute = Run.execute
    monkeypatch.setattr(Run, "execute", lambda run, body: started.append(1) or execute(run, body))

    @program
    def forever() -> int:
        while True:
            flip("1/2")

    assert forever.within(max_steps=10, max_draws=max_draws).enumerated_bounds().open_mass == 1
    assert len(started) == runs


def test_a_swallowed_cut_is_still_a_cut():
    @program
    def stubborn() -> int:
        try:
            while flip("1/2"):
                pass
        except BaseException:
            return -1
        return 0

    bounds = stubborn.enumerated_bounds(max_steps=5)
    assert bounds.lower == {0: Fraction(31, 32)}
    assert bounds.open_mass == Fraction(1, 32)


def test_a_deadline_in_seconds():
    flips = program(lambda: [flip("1/2") for _ in range(40)] and 0).within(deadline="0.05")
    started = time.monotonic_ns()
    bounds = flips.enumerated_bounds()
    assert bounds.reason.startswith("the time ran out after")
    assert bounds.paths >= 1
    assert 0 < bounds.open_mass < 1
    assert time.monotonic_ns() - started < 60 * 10**9


def test_an_ambient_budget_of_states():
    flips = program(lambda: [flip("1/2") for _ in range(10)] and 0)
    with budget(max_states=100):
        bounds = flips.enumerated_bounds()
        after = flips.enumerated_bounds()
    assert bounds.paths == 100
    assert bounds.open_mass == Fraction(1024 - 100, 1024)
    assert bounds.reason.startswith("the budget of 100 states is spent")
    assert after.open_mass == 1
    assert after.lower == {}
    with budget(max_states=7), pytest.raises(UnfinishedProgram, match="the budget of 7 states is spent"):
        flips.enumerated()
    assert flips.enumerated() == Dist.point(0)


def test_an_ambient_budget_of_time():
    with budget(seconds=0):
        assert geometric.enumerated_bounds(Fraction(1, 2)).open_mass == 1
    with budget(seconds=Fraction(1, 5)):
        bounds = program(lambda: [flip("1/2") for _ in range(40)] and 0).enumerated_bounds()
    assert bounds.reason.startswith("the time budget ran out")
    assert bounds.paths > 0
    assert bounds.lower[0] + bounds.open_mass == 1


def test_bounds_of_an_inner_program_are_not_those_of_the_outer_one():
    @program
    def outer() -> str:
        if flip("1/2"):
            return "known"
        return f"inner {draw(geometric.enumerated(Fraction(1, 2), max_steps=5))}"

    with pytest.raises(
        UnfinishedProgram, match=r"program outer.* a path was given up because program geometric"
    ) as caught:
        outer.enumerated()
    assert caught.value.partial.lower == {"known": Fraction(1, 2)}
    assert caught.value.partial.open_mass == Fraction(1, 2)


def test_a_budget_spent_inside_a_path_leaves_it_open():
    flips = program(lambda: [flip("1/2") for _ in range(6)] and 0)

    @program
    def outer() -> int:
        if flip("1/2"):
            return 1
        return draw(flips.enumerated())

    # Spent in the first run of that path, and in its replay.
    for states in (20, 100):
        with budget(max_states=states):
            bounds = outer.enumerated_bounds()
        assert bounds.lower == {1: Fraction(1, 2)}
        assert bounds.open_mass == Fraction(1, 2)


def test_an_open_function_of_epsilon_is_shown():
    @program
    def symbolic() -> int:
        n = 0
        while flip(1 - exp(-EPS)):
            n += 1
        return n

    with pytest.raises(UnfinishedProgram, match="is still open"):
        symbolic.enumerated(max_steps=9)
    assert symbolic.enumerated_bounds(max_steps=9).open_mass == (1 - exp(-EPS)) ** 9


def test_partial_bounds_of_unusual_events():
    bounds = program(lambda: draw(Dist.uniform("abc"))).enumerated_bounds()
    assert bounds.prob_bounds(lambda o: o != "a") == (Fraction(2, 3), Fraction(2, 3))
    assert bounds.prob_bounds([]) == (0, 0)
    assert bounds.upper("z") == 0
    with pytest.raises(InvalidType, match="give a set of outcomes"):
        bounds.prob_bounds("abc")


@pytest.mark.parametrize("name", ["max_steps", "max_paths", "max_draws"])
def test_limits_are_positive_whole_numbers(name):
    fair = program(lambda: flip("1/2"))
    for bad, error in (
        (0, InvalidValue),
        (-1, InvalidValue),
        (1.0, FloatRefused),
        ("9", InvalidType),
        (True, InvalidType),
    ):
        with pytest.raises(error, match=f"^{name} = {bad!r}"):
            fair.within(**{name: bad})
        with pytest.raises(error, match=f"^{name} = {bad!r}"):
            fair.enumerated(**{name: bad})


def test_deadlines_are_exact_and_not_negative():
    fair = program(lambda: flip("1/2"))
    with pytest.raises(FloatRefused, match=r"^deadline = 0.5"):
        fair.within(deadline=0.5)
    with pytest.raises(InvalidValue, match=r"^deadline = -1"):
        fair.enumerated(deadline=-1)

"""Loops without a bound: exact distributions against linear equations and closed forms, bounds where there
are none.
"""

# ruff: noqa: E501, B012
from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay import EPS, Dist, budget, draw, exp, flip, number, program, uniform
from assay.errors import UnfinishedProgram
from assay.programs.merge import OutsideSubset, loops, merged, merged_bounds
from assay.programs.program import Program

SIZE = 4


# Random chains, walked by a program, and solved here by Gauss and Jordan


@st.composite
def chains(draw_):
    """For each state weights of the next ones and of two ways out; some classes of states have none."""
    rows = []
    for _ in range(SIZE):
        weights = draw_(st.lists(st.integers(0, 3), min_size=SIZE + 2, max_size=SIZE + 2))
        weights = weights if any(weights) else [1] * (SIZE + 2)
        rows.append(tuple(Fraction(w, sum(weights)) for w in weights))
    return tuple(rows)


def walker(rows) -> Program[[int], str]:
    """A program that walks the chain until it leaves, by a return, a break, an exception or the test."""
    laws = tuple(Dist({i: p for i, p in enumerate(row) if p}) for row in rows)

    @program
    def walk(x: int) -> str:
        try:
            while x != SIZE:
                x = draw(laws[x])
                if x == SIZE + 1:
                    raise ValueError("out")
        except ValueError as error:
            return str(error)
        return "end"

    return walk


def solved(rows, start):
    """P(end) and P(out), least solutions: states that cannot leave have none, the others one equation each."""
    good = {i for i in range(SIZE) if rows[i][SIZE] or rows[i][SIZE + 1]}
    while more := {i for i in range(SIZE) if i not in good and any(rows[i][j] for j in good)}:
        good |= more
    order = sorted(good)
    found = []
    for way in (SIZE, SIZE + 1):
        table = [[Fraction(i == j) - rows[i][j] for j in order] + [rows[i][way]] for i in order]
        for c in range(len(order)):
            pivot = next(r for r in range(c, len(order)) if table[r][c])
            table[c], table[pivot] = table[pivot], table[c]
            table[c] = [v / table[c][c] for v in table[c]]
            for r in range(len(order)):
                if r != c:
                    table[r] = [v - table[r][c] * w for v, w in zip(table[r], table[c], strict=True)]
        answers = {i: row[-1] for i, row in zip(order, table, strict=True)}
        found.append(answers.get(start, Fraction(0)))
    return found


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(chains(), st.integers(0, SIZE - 1))
def test_chains_have_the_law_of_their_equations(rows, start):
    bounds = merged_bounds(walker(rows), start)
    end, out = solved(rows, start)
    assert bounds.lower.get("end", 0) == end
    assert bounds.lower.get("out", 0) == out
    assert bounds.open_mass == 1 - end - out
    assert (bounds.reason == loops.NEVER) == (bounds.open_mass > 0)


@pytest.mark.slow
@settings(max_examples=15, deadline=None)
@given(chains(), st.integers(0, SIZE - 1))
def test_bounds_of_the_enumeration_contain_the_exact_law(rows, start):
    walk = walker(rows)
    exact, rough = merged_bounds(walk, start), walk.enumerated_bounds(start, max_steps=12, max_paths=300)
    for output in ("end", "out"):
        assert rough.lower.get(output, 0) <= exact.lower.get(output, 0)
        assert exact.upper(output) <= rough.upper(output)


# Samplers of the literature


@program
def rejection():
    while True:
        u = uniform(4)
        if u < 3:
            return u


@program
def von_neumann(p):
    while True:
        a, b = flip(p), flip(p)
        if a != b:
            return a


def below(n):
    while True:
        bits = sum(2**i * flip("1/2") for i in range(3))
        if bits < n:
            return bits


@program
def rejection_inside_rejection():
    seen = []
    while len(seen) < 2:
        x = below(5)
        while x in seen:
            x = below(5)
        seen.append(x)
    return tuple(sorted(seen))


@program
def ruin(x, top):
    while 0 < x < top:
        x += 1 if flip("1/3") else -1
    return x


@program
def race(p):
    while True:
        if flip(p):
            return "first"
        if flip("1/2"):
            return "second"


@program
def truncated_laplace(p, top):
    while True:
        negative, size = flip("1/2"), 0
        while size < top and flip(p):
            size += 1
        if negative and not size:
            continue
        return -size if negative else size


@program
def ended_by_else(p):
    rounds = 0
    while not flip(p):
        rounds = 1 - rounds
        if flip("1/4"):
            break
    else:
        return ("else", rounds)
    return ("break", rounds)


@program
def left_by_finally():
    turns = 0
    while True:
        try:
            if flip("1/2"):
                return turns
            if flip("1/2"):
                break
        finally:
            turns = (turns + 1) % 2
            if flip("1/8"):
                turns = 5
                continue
    return turns + 10


def test_rejection_sampling_is_uniform():
    assert rejection.distribution() == Dist.uniform(range(3))
    assert rejection_inside_rejection.distribution() == Dist.uniform(
        [(a, b) for a in range(5) for b in range(a + 1, 5)]
    )


@pytest.mark.parametrize("p", ["1/2", "1/7", exp(-1), number(2).sqrt() / 2])
def test_a_biased_coin_is_made_fair(p):
    assert von_neumann.distribution(p) == Dist.bernoulli("1/2")


def test_the_ruin_of_a_gambler():
    r = Fraction(2)
    for x in (1, 3, 20):
        won = (r**x - 1) / (r**40 - 1)
        assert ruin.distribution(x, 40) == Dist({40: won, 0: 1 - won})


def test_functions_of_epsilon_are_solved_as_such():
    x = exp(EPS)
    assert race.distribution(exp(-EPS)) == Dist({"first": 2 / (x + 1), "second": (x - 1) / (x + 1)})
    law = truncated_laplace.distribution(exp(-EPS), 2)
    assert law[1] / law[0] == law[-1] / law[0] == (1 - 1 / x) / x / (1 - 1 / x)
    assert sum(p for _, p in law.items()) == 1


def test_a_loop_that_may_not_end_for_one_epsilon_is_left_alone():
    x = exp(EPS)
    with pytest.raises(OutsideSubset, match="0 for some epsilon"):
        merged(race_to((x - 2) * (x - 2) / (x * x + 4)), 0)


def race_to(p):
    @program
    def run(n):
        while not flip(p):
            pass
        return n

    return run


def test_every_way_out_of_a_loop_is_scaled():
    law = ended_by_else.distribution("1/3")
    # with s = P(another round) = 2/3 * 3/4: the test ends an even or odd number of rounds, break one more
    s = Fraction(1, 2)
    even, odd = 1 / (1 - s**2), s / (1 - s**2)
    assert law == Dist(
        {
            ("else", 0): even / 3,
            ("else", 1): odd / 3,
            ("break", 1): even / 6,
            ("break", 0): odd / 6,
        }
    )


@pytest.mark.slow
def test_finally_may_call_off_a_return():
    exact, rough = left_by_finally.bounds(), left_by_finally.enumerated_bounds(max_steps=40, max_paths=4000)
    assert exact.open_mass == 0
    assert rough.open_mass < Fraction(1, 100)
    for output, p in exact.lower.items():
        assert rough.lower.get(output, 0) <= p <= rough.upper(output)


# Loops that have no exact distribution


@program
def geometric(p):
    n = 0
    while flip(p):
        n += 1
    return n


@program
def first_return(p):
    x, parity = 1, 0
    while x:
        x += 1 if flip(p) else -1
        parity = 1 - parity
    return parity


@program
def never():
    while True:
        flip("1/2")


@program
def sometimes_never():
    while flip("1/2"):
        if flip("1/3"):
            while True:
                pass
    return "end"


@program
def counts_on():
    n = 0
    while True:
        n += 1


def test_a_counter_that_grows_is_enclosed():
    bounds = geometric.bounds("1/2", max_steps=50)
    assert bounds.open_mass == Fraction(1, 2**50)
    assert all(bounds.lower[n] == Fraction(1, 2 ** (n + 1)) for n in range(50))
    assert bounds.reason == "a path drew more than 50 times"
    with pytest.raises(UnfinishedProgram, match="more than 50 times"):
        geometric.distribution("1/2", max_steps=50)


def test_an_infinite_chain_is_cut_and_the_rest_is_open(monkeypatch):
    found = []
    for states in (10, 40, 160):
        monkeypatch.setattr(loops, "MOST_HEADS", states)
        bounds = first_return.bounds("1/3")
        assert bounds.reason == f"a loop has more than {states} states"
        assert bounds.lower[1] + bounds.open_mass == 1
        found.append(bounds.open_mass)
    assert found[0] > found[1] > found[2] > 0
    assert found[2] < Fraction(1, 2**60)


def test_what_never_ends_is_open():
    assert never.bounds().open_mass == 1
    assert never.bounds().reason == loops.NEVER
    # f = P(end) solves f = 1/2 + 1/2 * 2/3 * f
    assert sometimes_never.bounds().lower == {"end": Fraction(3, 4)}
    assert sometimes_never.bounds().open_mass == Fraction(1, 4)


def test_no_budget_is_outrun(monkeypatch):
    for bounds in (
        counts_on.bounds(deadline="1/10"),
        geometric.bounds("1/2", max_steps=10**6, deadline="1/5"),
    ):
        assert bounds.reason == "the time ran out"
        assert bounds.open_mass > 0
    with budget(max_states=200):
        bounds = geometric.bounds("1/2")
    assert "200 states" in bounds.reason
    assert bounds.lower[3] == Fraction(1, 16)
    assert sum(bounds.lower.values()) + bounds.open_mass == 1
    monkeypatch.setattr(loops, "MOST_ROUNDS", 100)
    assert counts_on.bounds().reason == "a loop went round 100 times"


def test_a_limit_does_not_change_who_answers():
    for limited in (
        rejection.within(deadline=60),
        rejection.within(max_steps=2),
        rejection.within(max_paths=1),
    ):
        assert limited.distribution() == Dist.uniform(range(3))
    with budget(seconds=60, max_states=10**6):
        assert rejection.distribution() == Dist.uniform(range(3))

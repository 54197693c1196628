"""Visits of a chain, against the defining equations and against pushing mass step by step."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import EPS, exp, number
from assay.errors import UndecidedError
from assay.programs.absorb import components, visits

ONE = number(1)


@st.composite
def chains(draw):
    """Rows of weights over the states and one exit, as fractions; some rows never leave."""
    n = draw(st.integers(1, 6))
    rows = []
    for _ in range(n):
        weights = draw(st.lists(st.integers(0, 3), min_size=n + 1, max_size=n + 1))
        total = sum(weights)
        rows.append([Fraction(w, total) for w in weights] if total else [Fraction(0)] * n + [Fraction(1)])
    start = draw(st.lists(st.integers(0, 3), min_size=n, max_size=n))
    return rows, [Fraction(s) for s in start]


def solved(rows, start):
    n = len(rows)
    steps = [{j: number(p) for j, p in enumerate(row[:n]) if p} for row in rows]
    return visits(
        {i: number(s) for i, s in enumerate(start)}, steps, [row[n] > 0 for row in rows], ONE
    ), steps


def reaches_the_exit(rows):
    """The states from which the exit can be reached, by a search backwards."""
    n = len(rows)
    good = {i for i in range(n) if rows[i][n]}
    while True:
        more = {i for i in range(n) if any(rows[i][j] for j in good)} - good
        if not more:
            return good
        good |= more


@given(chains())
def test_fractions_are_solved_for_as_exact_numbers_are(chain):
    rows, start = chain
    n = len(rows)
    steps = [{j: p for j, p in enumerate(row[:n]) if p} for row in rows]
    plain = visits(dict(enumerate(start)), steps, [row[n] > 0 for row in rows], Fraction(1))
    exact, _ = solved(rows, start)
    assert all(type(count) is Fraction for count in (*plain.counts, plain.trapped))
    assert plain.counts == [count.as_fraction() for count in exact.counts]
    assert plain.trapped == exact.trapped.as_fraction()


@given(chains())
def test_visits_satisfy_their_equations(chain):
    rows, start = chain
    found, _ = solved(rows, start)
    good = reaches_the_exit(rows)
    counts = [c.as_fraction() for c in found.counts]
    for j in range(len(rows)):
        inflow = start[j] + sum(counts[i] * rows[i][j] for i in range(len(rows)))
        if j in good:
            assert counts[j] == inflow
        else:
            assert counts[j] == 0 or any(rows[j][k] for k in good) or not closed_from(rows, j)
    left = sum(c * row[-1] for c, row in zip(counts, rows, strict=True))
    assert left + found.trapped.as_fraction() == sum(start)


def closed_from(rows, j):
    """Whether j stands in a closed class: all that it reaches can reach it."""
    n = len(rows)
    reach = {i: closure(rows, i, n) for i in range(n)}
    return all(j in reach[i] for i in reach[j])


def closure(rows, i, n):
    found, todo = {i}, [i]
    while todo:
        k = todo.pop()
        for j in range(n):
            if rows[k][j] and j not in found:
                found.add(j)
                todo.append(j)
    return found


@given(chains())
def test_mass_that_is_pushed_step_by_step_stays_below_and_comes_close(chain):
    rows, start = chain
    found, _ = solved(rows, start)
    n = len(rows)
    mass, left = list(start), [Fraction(0)] * n
    for _ in range(40):
        left = [seen + m * row[n] for seen, m, row in zip(left, mass, rows, strict=True)]
        mass = [sum(m * row[j] for m, row in zip(mass, rows, strict=True)) for j in range(n)]
    exact = [c.as_fraction() * row[n] for c, row in zip(found.counts, rows, strict=True)]
    assert all(below <= truth <= below + sum(mass) for below, truth in zip(left, exact, strict=True))


@given(chains())
def test_components_come_in_the_order_of_the_steps(chain):
    rows, start = chain
    _, steps = solved(rows, start)
    place = {i: at for at, members in enumerate(components(steps)) for i in members}
    assert sorted(place) == list(range(len(rows)))
    assert all(place[i] <= place[j] for i, row in enumerate(steps) for j in row)
    for i in range(len(rows)):
        for j in range(len(rows)):
            together = j in closure(rows, i, len(rows)) and i in closure(rows, j, len(rows))
            assert (place[i] == place[j]) == together


def test_a_long_chain_costs_no_recursion():
    n = 3000
    steps = [{i + 1: ONE / 2, i: ONE / 4} if i + 1 < n else {} for i in range(n)]
    counts = visits({0: ONE}, steps, [True] * n, ONE).counts
    assert counts[1] == number("4/3") * number("2/3")


def test_irrational_and_symbolic_chains_are_solved_in_their_fields():
    for p in (exp(-1), exp(EPS) / (1 + exp(EPS))):
        stay = ONE - p
        found = visits({0: ONE}, [{0: stay, 1: p / 2}, {0: ONE / 2}], [True, True], ONE)
        v0, v1 = found.counts
        assert v0 == 1 + v0 * stay + v1 / 2
        assert v1 == v0 * p / 2


def test_a_chain_that_may_not_leave_for_one_epsilon_is_undecided():
    x = exp(EPS)
    p = (x - 2) * (x - 2) / (x * x + 4)
    with pytest.raises(UndecidedError, match="0 for some epsilon"):
        visits({0: ONE}, [{0: ONE - p}], [True], ONE)

"""Linear programs: certificates that hold, tampered ones that do not, and two solvers against each other."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from flint import fmpq_mat
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import AssayError, BudgetExceeded, FloatRefused, InvalidType, InvalidValue
from assay.exact import exp, number, root
from assay.utility import LinearProgram, Optimum, Relation, row, solve, solver
from assay.utility.linear_algebra import LARGEST_IRRATIONAL, unique_solution
from assay.utility.linear_program import Row
from tests.effort import fewer

small = st.fractions(min_value=-3, max_value=3, max_denominator=3)


@st.composite
def programs(draw, variables=2):
    """Bounded programs: a few rows, and sum x <= 5."""
    rows = [
        row(dict(enumerate(draw(st.lists(small, min_size=variables, max_size=variables)))), ">=", draw(small))
        for _ in range(draw(st.integers(0, 3)))
    ]
    if draw(st.booleans()):
        rows.append(row(dict.fromkeys(range(variables), 1), "=", draw(st.integers(1, 4))))
    cap = row(dict.fromkeys(range(variables), -1), ">=", -5)
    cost = {j: number(c) for j, c in enumerate(draw(st.lists(small, min_size=variables, max_size=variables)))}
    return LinearProgram(variables, {j: c for j, c in cost.items() if c}, (*rows, cap))


def by_vertices(program):
    """The least cost over all vertices, by solving every square system of active constraints."""
    m = program.variables
    lines = [([r.coefficients.get(j, number(0)) for j in range(m)], r.bound) for r in program.rows]
    lines += [([number(int(i == j)) for i in range(m)], number(0)) for j in range(m)]
    best = None
    for chosen in combinations(lines, m):
        left = fmpq_mat(m, m, [v.exact_rational() for a, _ in chosen for v in a])
        if left.det() == 0:
            continue
        solved = left.solve(fmpq_mat(m, 1, [b.exact_rational() for _, b in chosen]))
        x = [number(Fraction(int(solved[j, 0].p), int(solved[j, 0].q))) for j in range(m)]
        if any(v < 0 for v in x):
            continue
        sums = [
            (sum((a * v for a, v in zip(c, x, strict=True)), number(0)), b) for c, b in lines[: -m or None]
        ]
        if all(s == b if r.relation == "=" else s >= b for (s, b), r in zip(sums, program.rows, strict=True)):
            value = sum((c * x[j] for j, c in program.cost.items()), number(0))
            best = value if best is None or value < best else best
    return best


@given(programs())
@fewer(2)
def test_the_minimum_is_the_best_vertex(program):
    best = by_vertices(program)
    if best is None:
        with pytest.raises(InvalidValue, match="no feasible point"):
            solve(program)
        return
    for method in ("auto", "simplex"):
        found = solve(program, method=method)
        found.check()
        assert found.value == best


@given(programs(variables=3), st.integers(0, 2), st.sampled_from([1, -1]))
@fewer(3)
def test_a_certificate_that_was_changed_is_refused(program, place, sign):
    if by_vertices(program) is None:
        return
    found = solve(program, method="simplex")
    shift = Fraction(sign, 10**30)
    moved = dict(found.primal) | {place: found.primal.get(place, number(0)) + shift}
    if place in program.cost:
        with pytest.raises(InvalidValue, match="certificate is not valid"):
            replace(found, primal=moved).check()
    with pytest.raises(InvalidValue, match="differ"):
        replace(found, value=found.value + shift).check()
    prices = dict(found.dual) | {
        len(program.rows) - 1: found.dual.get(len(program.rows) - 1, number(0)) + shift
    }
    with pytest.raises(InvalidValue, match="certificate is not valid"):
        replace(found, dual=prices).check()


def test_entries_outside_the_program_are_refused():
    found = solve(LinearProgram(1, {0: number(1)}, (row({0: 1}, ">=", 2),)))
    assert found.value == 2
    for wrong in ({"primal": {0: number(2), 1: number(1)}}, {"dual": {0: number(1), 3: number(1)}}):
        with pytest.raises(InvalidValue, match="does not exist"):
            replace(found, **wrong).check()


@pytest.mark.parametrize("theta", [exp("1/2"), root(2, 2)])
@pytest.mark.parametrize("method", ["auto", "simplex"])
def test_irrational_coefficients_are_solved_exactly(theta, method):
    # minimise x + y with theta x + y >= 2 and x <= 1: x = 1, y = 2 - theta
    rows = (row({0: theta, 1: 1}, ">=", 2), row({0: -1}, ">=", -1))
    found = solve(LinearProgram(2, {0: number(1), 1: number(1)}, rows), method=method)
    assert found.value == 3 - theta
    assert found.to_json()["value"] == str(3 - theta)


def test_an_unbounded_cost_is_an_error():
    with pytest.raises(InvalidValue, match="unbounded"):
        solve(LinearProgram(1, {0: number(-1)}, (row({0: 1}, ">=", 1),)))


def test_without_scipy_the_exact_simplex_method_is_used_and_says_so(monkeypatch):
    program = LinearProgram(2, {0: number(1), 1: number(2)}, (row({0: 1, 1: 1}, ">=", 1),))
    assert "HiGHS" in solve(program).found_by
    monkeypatch.setattr(solver, "available", lambda: False)
    found = solve(program)
    assert found.value == 1
    assert "scipy is not installed" in found.found_by
    with pytest.raises(AssayError, match=r"assay\[lp\]"):
        solve(program, method="proposal")


def test_a_proposal_that_is_wrong_is_never_believed(monkeypatch):
    program = LinearProgram(2, {0: number(1), 1: number(2)}, (row({0: 1, 1: 1}, ">=", 1),))
    wrong = solver.Proposal((1,), (0,), (0,), (1,))
    monkeypatch.setattr(solver, "proposals", lambda *_: iter([wrong]))
    monkeypatch.setattr(solver, "improve", lambda *_: None)
    found = solve(program)
    assert found.value == 1
    assert found.found_by == solver.NOT_CONFIRMED


def test_a_vertex_that_is_not_optimal_is_improved_in_exact_arithmetic(monkeypatch):
    rows = (row({0: 1, 1: 1}, ">=", 1), row({0: -1, 1: 1}, ">=", "-1/2"), row({0: -1}, ">=", "-7/8"))
    program = LinearProgram(2, {0: number(1), 1: number(2)}, rows)
    monkeypatch.setattr(solver, "proposals", lambda *_: iter([solver.Proposal((1,), (0,), (), ())]))
    found = solve(program)
    assert found.value == Fraction(5, 4)
    assert found.found_by == solver.PROPOSED


def test_systems_of_equations():
    one, two = number(1), number(2)
    assert unique_solution([({0: one, 1: one}, two), ({0: one}, one)], [0, 1]) == {0: 1, 1: 1}
    assert unique_solution([({0: one, 1: one}, two)], [0, 1]) is None
    assert unique_solution([({0: one}, one), ({0: one}, two)], [0]) is None
    assert unique_solution([({}, number(0))], []) == {}
    assert unique_solution([({}, one)], []) is None
    many = [({j: exp(1)}, one) for j in range(LARGEST_IRRATIONAL + 1)]
    with pytest.raises(BudgetExceeded, match="irrational"):
        unique_solution(many, range(LARGEST_IRRATIONAL + 1))


def test_bad_programs():
    with pytest.raises(InvalidValue, match="variables = 0"):
        LinearProgram(0, {}, ())
    with pytest.raises(InvalidType, match="variables = '2'"):
        LinearProgram("2", {}, ())
    with pytest.raises(InvalidValue, match=r"row 0 names x\[2\]"):
        LinearProgram(2, {}, (row({2: 1}, ">=", 0),))
    with pytest.raises(InvalidValue, match=r"cost names x\[-1\]"):
        LinearProgram(2, {-1: number(1)}, ())
    with pytest.raises(InvalidValue, match="relation"):
        row({0: 1}, "<=", 0)
    with pytest.raises(FloatRefused):
        row({0: 0.5}, ">=", 0)
    with pytest.raises(InvalidValue, match="method = 'fast'"):
        solve(LinearProgram(1, {}, (row({0: 1}, ">=", 0),)), method="fast")


@pytest.mark.parametrize("relation", ["<=", ">", "<", "=>", "==", "", None, 3, True, b"=", [">="]])
def test_any_other_relation_is_refused_wherever_a_row_is_made(relation):
    for make in (row, Row):
        with pytest.raises(InvalidValue, match="relation = "):
            make({0: number(1)}, relation, number(1))


def test_a_relation_is_one_of_two_words():
    assert row({0: 1}, ">=", 2) == Row({0: number(1)}, Relation.AT_LEAST, number(2))
    assert {str(r) for r in Relation} == {">=", "="}
    with pytest.raises(ValueError, match="<="):
        Relation("<=")


def test_what_is_no_exact_number_or_no_variable_is_refused_in_a_row_and_in_the_cost():
    for wrong in ({0: 0.5}, {0: float("nan")}):
        with pytest.raises(FloatRefused):
            Row(wrong, ">=", number(1))
        with pytest.raises(FloatRefused):
            LinearProgram(1, wrong, ())
    with pytest.raises(FloatRefused):
        Row({0: number(1)}, ">=", 0.5)
    for wrong in ({"0": 1}, {True: 1}, {1.0: 1}):
        with pytest.raises(InvalidType, match="positions as ints"):
            Row(wrong, ">=", number(1))
    with pytest.raises(InvalidType, match="give a table"):
        Row([1, 2], ">=", number(1))
    with pytest.raises(InvalidType, match="rows holds"):
        LinearProgram(1, {}, (({0: number(1)}, ">=", number(1)),))


def test_a_certificate_of_floats_is_refused():
    found = solve(LinearProgram(1, {0: number(1)}, (row({0: 1}, ">=", 2),)))
    for wrong in ({"primal": {0: 2.0}}, {"dual": {0: 1.0}}, {"value": 2.0}):
        with pytest.raises(FloatRefused):
            replace(found, **wrong).check()


@given(programs())
@fewer(2)
def test_a_certificate_is_read_back_from_json(program):
    if by_vertices(program) is None:
        return
    found = solve(program)
    read = Optimum.from_json(json.loads(json.dumps(found.to_json())))
    assert read == found
    read.check()


def test_a_record_that_is_none_is_refused():
    good = solve(LinearProgram(1, {0: number(1)}, (row({0: 1}, ">=", 2),))).to_json()
    for wrong in ({}, {**good, "rows": 3}, {**good, "primal": {"x": "1"}}, {**good, "variables": "1"}):
        with pytest.raises(InvalidType):
            Optimum.from_json(wrong)
    with pytest.raises(InvalidValue, match="relation = '<='"):
        Optimum.from_json({**good, "rows": [{**good["rows"][0], "relation": "<="}]})

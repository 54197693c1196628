"""The failure probability as a polynomial in P: against sums over all draws, grids of P, and closed forms."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import Dist, Mechanism, adjacency, ln
from assay.decide.random_dp.every_distribution import failure_polynomial, failure_polynomial_of_counts
from assay.decide.random_dp.simplex_maximum import maximum
from assay.errors import BudgetExceeded, InvalidValue
from assay.exact import number
from assay.queries.sparse_histogram import sparse_histogram_clamped
from tests.effort import fewer
from tests.strategies import tables

weights = st.lists(st.integers(0, 4), min_size=2, max_size=2).filter(any)


@st.composite
def mechanisms_on_rows(draw, n=2):
    domain = list(product((0, 1), repeat=n))
    table = draw(tables(min_inputs=len(domain), max_inputs=len(domain), max_outputs=2))
    return Mechanism(dict(zip(domain, table.values(), strict=True)), domain, adjacency.hamming(1))


@given(mechanisms_on_rows(), weights, st.sampled_from([None, Fraction(0), Fraction(1, 5)]), st.integers(0, 1))
@fewer(3)
def test_the_polynomial_is_the_probability_of_a_failure(m, w, eta, coordinate):
    law = Dist.from_weights(dict(enumerate(w)))
    gamma = failure_polynomial(m, ln(2), (0, 1), eta, coordinate=coordinate)
    assert gamma.at(law) == m.random_dp(ln(2), law, eta, coordinate=coordinate)


@given(mechanisms_on_rows(), st.sampled_from([None, Fraction(1, 5)]))
@fewer(3)
def test_the_worst_case_is_above_every_p_and_attained(m, eta):
    gamma = failure_polynomial(m, ln(2), (0, 1), eta)
    worst = gamma.worst("1/50")
    assert worst.upper - worst.lower <= Fraction(1, 50)
    assert gamma.at(Dist({0: worst.at[0], 1: worst.at[1]})) == worst.lower
    for i in range(9):
        assert gamma.at(Dist({0: Fraction(i, 8), 1: Fraction(8 - i, 8)})) <= worst.upper
    low, high = worst.exact.lower(12), worst.exact.upper(12)
    assert worst.lower <= Fraction(high)
    assert Fraction(low) <= worst.upper


@pytest.mark.parametrize("m", [(3, 1), (2, 3), (3, 1, 2), (1, 1, 4), (4, 1, 1)])
def test_the_maximum_of_one_monomial_is_known(m):
    # d!/(m!) p^m has the maximum (m_1/d)^m_1 ... at p = m/d
    d, k = sum(m), len(m)
    exact = Fraction(1)
    arrangements = 1
    for i, e in enumerate(m):
        exact *= Fraction(e, d) ** e
        for r in range(e):
            arrangements = arrangements * (sum(m[:i]) + r + 1) // (r + 1)
    found = maximum({m: Fraction(1)}, k, d, number("1/500"))
    assert found.lower <= exact * arrangements <= found.upper
    if k == 2:
        assert Fraction(found.exact.lower(25)) <= exact * arrangements <= Fraction(found.exact.upper(25))


def test_symmetric_polynomials_are_cut_short_and_the_answer_is_the_same(monkeypatch):
    gamma = failure_polynomial_of_counts(sparse_histogram_clamped(6, 3, "ln 4", 1), "ln 4")
    short = gamma.worst("1/40")
    monkeypatch.setattr("assay.decide.random_dp.simplex_maximum._is_symmetric", lambda *_: False)
    whole = gamma.worst("1/40")
    assert short.lower <= whole.upper
    assert whole.lower <= short.upper


def test_counts_and_rows_give_the_same_polynomial():
    rows = Mechanism(
        lambda x: sparse_histogram_clamped(4, 2, "ln 4", 1).distribution((x.count(0), x.count(1))),
        list(product((0, 1), repeat=4)),
        adjacency.hamming(1),
    )
    by_counts = failure_polynomial_of_counts(sparse_histogram_clamped(4, 2, "ln 4", 1), "ln 4")
    assert dict(failure_polynomial(rows, "ln 4", (0, 1)).sequences) == dict(by_counts.sequences)
    assert str(by_counts) == "2*p1*p2^4 + 2*p1^4*p2"


def test_a_private_mechanism_has_the_polynomial_zero():
    m = sparse_histogram_clamped(3, 3, "ln 4", 0)
    gamma = failure_polynomial_of_counts(m, "ln 4")
    assert str(gamma) == "0"
    assert gamma.worst().upper == 0


def test_bad_arguments():
    m = sparse_histogram_clamped(4, 2, "ln 4", 1)
    gamma = failure_polynomial_of_counts(m, "ln 4")
    with pytest.raises(InvalidValue, match="gives 2"):
        gamma.at(Dist.uniform([0, 1, 2]))
    with pytest.raises(InvalidValue, match="width"):
        gamma.worst(0)
    with pytest.raises(InvalidValue, match="negative"):
        maximum({(1, 0): Fraction(-1)}, 2, 1, number(1))
    with pytest.raises(InvalidValue, match="alpha = -1"):
        failure_polynomial_of_counts(m, -1)
    with pytest.raises(InvalidValue, match="eta"):
        failure_polynomial_of_counts(m, 1, eta=2)
    part = sparse_histogram_clamped(4, 2, "ln 4", 1, domain=[(4, 0), (3, 1)])
    with pytest.raises(InvalidValue, match="all 5 histograms"):
        failure_polynomial_of_counts(part, "ln 4")
    bits = Mechanism(Dist.point, [(0,), (1,)], adjacency.all_pairs())
    with pytest.raises(InvalidValue, match="coordinate = 1"):
        failure_polynomial(bits, 1, (0, 1), coordinate=1)
    with pytest.raises(InvalidValue, match="rows is empty"):
        failure_polynomial(bits, 1, ())


def test_a_budget_stops_the_search():
    from assay.dp import budget

    gamma = failure_polynomial_of_counts(sparse_histogram_clamped(6, 3, "ln 4", 1), "ln 4")
    with budget(seconds=0), pytest.raises(BudgetExceeded):
        gamma.worst("1/1000000")

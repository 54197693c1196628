"""Bounded range against all pairs of outcomes."""

from __future__ import annotations

import pytest
from hypothesis import given

from assay import EPS, INFINITY, Mechanism, adjacency, exp, ln, mechanisms, number
from assay.dp import Dist, bounded_range, max_loss
from assay.errors import UndecidedError
from tests import brute_force
from tests.strategies import RATIONAL, tables


def all_pairs_of_outcomes(p, q):
    """The largest P(o) Q(o')/(Q(o) P(o')), one product at a time; None if some probability is 0."""
    outcomes = {*p.support, *q.support}
    if any(not p[o] or not q[o] for o in outcomes):
        return None
    return max(p[o] * q[other] / (q[o] * p[other]) for o in outcomes for other in outcomes)


@given(tables(RATIONAL))
def test_it_is_the_largest_difference_of_two_losses(table):
    m = Mechanism(table, list(table), adjacency.all_pairs())
    expected = [all_pairs_of_outcomes(p, q) for p, q in brute_force.pairs(m)]
    worst = m.worst_case.bounded_range()
    assert m.bounded_range() == worst.value == (INFINITY if None in expected else ln(max(expected)))
    p, q = (m.distribution(x) for x in worst.pair)
    assert bounded_range(p, q) == bounded_range(q, p) == worst.value
    assert max(max_loss(p, q), max_loss(q, p)) <= worst.value
    if worst.value < INFINITY:
        assert worst.value <= max_loss(p, q) + max_loss(q, p)


def test_equal_distributions_have_none_and_a_missing_outcome_has_no_bound():
    p = Dist({0: "1/2", 1: "1/2"})
    assert bounded_range(p, p) == 0
    assert bounded_range(p, Dist.point(0)) == bounded_range(Dist.point(0), p) == INFINITY


def test_the_exponential_mechanism_spans_epsilon_and_randomised_response_twice_as_much():
    assert mechanisms.exponential_mechanism(ln(4)).bounded_range() == ln(4)
    assert mechanisms.randomised_response(ln(3)).bounded_range() == ln(9)


def test_a_function_of_epsilon_is_exact_or_undecided():
    x = exp(EPS)
    p, q = Dist({0: x / (1 + x), 1: 1 / (1 + x)}), Dist({0: 1 / (1 + x), 1: x / (1 + x)})
    assert bounded_range(p, q) == 2 * EPS
    r = Dist({0: x / (2 + x), 1: 1 / (2 + x), 2: 1 / (2 + x)})
    s = Dist({0: number("1/3"), 1: number("1/2"), 2: number("1/6")})
    with pytest.raises(UndecidedError):
        bounded_range(r, s)

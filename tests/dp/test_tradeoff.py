"""Trade-off functions: equal to brute force over all tests, convex, and dual to the profile."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import Dist, number
from assay.dp import profile, tradeoff
from assay.dp.curves import maximum_of
from assay.dp.profile import envelope
from assay.dp.tradeoff import lower_envelope
from tests import brute_force
from tests.effort import fewer
from tests.strategies import DECIDED, dist_pairs, families, fractions, probabilities

small_pairs = dist_pairs(max_size=4)


pair_in_any_field = families(DECIDED).flatmap(lambda family: dist_pairs(family, max_size=4))


lists_of_pairs = st.lists(small_pairs, min_size=1, max_size=4)


factors = fractions(0, 6)


P = Dist({True: "3/4", False: "1/4"})


Q = Dist({True: "1/4", False: "3/4"})


def slopes(points):
    return [(y1 - y0) / (x1 - x0) for (x0, y0), (x1, y1) in pairwise(points)]


@given(small_pairs, probabilities())
@fewer(2)
def test_tradeoff_is_the_smallest_type_two_error_over_all_tests(pair, alpha):
    p, q = pair
    assert tradeoff(p, q)(alpha) == brute_force.type_two_error(p, q, number(alpha))


@given(pair_in_any_field)
@fewer(2)
def test_tradeoff_is_convex_decreasing_and_below_the_diagonal(pair):
    f = tradeoff(*pair)
    assert f.vertices[0][0] == 0
    assert f.vertices[-1] == (1, 0)
    steps = slopes(f.vertices)
    assert steps == sorted(set(steps))
    assert all(step <= 0 for step in steps)
    assert all(f(alpha) == beta <= 1 - alpha for alpha, beta in f.vertices)


@given(pair_in_any_field)
@fewer(2)
def test_profile_and_tradeoff_are_convex_duals(pair):
    p, q = pair
    assert tradeoff(p, q).profile() == profile(q, p)
    assert profile(p, q).tradeoff() == tradeoff(q, p)
    assert tradeoff(p, q).profile().tradeoff() == tradeoff(p, q)


@given(small_pairs, factors, probabilities())
@fewer(2)
def test_duality_by_its_formulas(pair, t, alpha):
    p, q = pair
    f, g = tradeoff(p, q), profile(q, p)
    # delta(eps) = sup over alpha of 1 - f(alpha) - e^eps alpha, which a vertex attains
    assert g.at(t) == max(1 - beta - t * a for a, beta in f.vertices)
    assert 1 - f(alpha) - t * alpha <= g.at(t)
    # f(alpha) = sup over t of 1 - delta(t) - t alpha, which a slope of f attains
    steps = [-s for s in slopes(f.vertices)]
    assert f(alpha) == max([number(0), *(1 - g.at(s) - s * alpha for s in steps)])


@given(pair_in_any_field)
@fewer(2)
def test_inverse_swaps_the_hypotheses(pair):
    p, q = pair
    assert tradeoff(p, q).inverse() == tradeoff(q, p)
    assert tradeoff(p, q).inverse().inverse() == tradeoff(p, q)


@given(small_pairs, probabilities())
@fewer(2)
def test_inverse_by_its_definition(pair, alpha):
    f = tradeoff(*pair)
    t = f.inverse()(alpha)  # inf { t : f(t) <= alpha }
    assert f(t) <= alpha
    if t > 0:
        below = max((a for a, _ in f.vertices if a < t), default=number(0))
        assert f((below + t) / 2) > alpha


@given(small_pairs, small_pairs, probabilities())
def test_maximum_is_pointwise(one, two, alpha):
    f, g = tradeoff(*one), tradeoff(*two)
    assert maximum_of(f, g)(alpha) == max(f(alpha), g(alpha))
    assert maximum_of(f, g) == maximum_of(g, f) >= f


@given(small_pairs, probabilities())
@fewer(2)
def test_symmetrized_is_symmetric_and_pointwise(pair, alpha):
    f = tradeoff(*pair)
    s = f.symmetrised()
    assert s == s.inverse()
    assert s(alpha) == max(f(alpha), f.inverse()(alpha))


@given(pair_in_any_field)
@fewer(2)
def test_every_tradeoff_function_is_that_of_some_pair(pair):
    f = tradeoff(*pair)
    assert tradeoff(*f.pair()) == f


@given(lists_of_pairs, probabilities())
@fewer(2)
def test_lower_envelope_is_below_all_and_dual_to_the_upper_one(pairs, alpha):
    each = [tradeoff(p, q) for p, q in pairs]
    low = lower_envelope(each)
    assert all(low <= f for f in each)
    assert low(alpha) <= min(f(alpha) for f in each)
    assert low.profile() == envelope(f.profile() for f in each)


@given(lists_of_pairs)
@fewer(2)
def test_lower_envelope_is_the_largest_such_function(pairs):
    each = [tradeoff(p, q) for p, q in pairs]
    low = lower_envelope(each)
    points = {vertex for f in each for vertex in f.vertices}
    assert set(low.vertices) <= points | {(number(0), number(1))}


@pytest.mark.slow
@given(small_pairs, small_pairs)
def test_order_of_tradeoff_functions_is_pointwise(one, two):
    f, g = tradeoff(*one), tradeoff(*two)
    grid = sorted({alpha for alpha, _ in (*f.vertices, *g.vertices)})
    assert (f <= g) == all(f(alpha) <= g(alpha) for alpha in grid)
    assert (f >= g) == (g <= f)


def test_profiles_and_functions_can_be_dictionary_keys():
    assert {profile(P, Q): 1}[profile(Q, P)] == 1
    assert {tradeoff(P, Q): 1}[tradeoff(Q, P)] == 1
    assert profile(P, Q) != tradeoff(P, Q)

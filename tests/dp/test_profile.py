"""Profiles: equal to brute force over all events, convex, and the upper envelope of several."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import INFINITY, Dist, Profile, TradeOff, eps, ln, number
from assay.dp import epsilon, hockey_stick, max_loss, profile, total_variation, tradeoff
from assay.dp.neyman_pearson import most_powerful_tests, upper_boundary
from assay.dp.profile import envelope
from assay.errors import FloatRefused, InvalidValue
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


@given(small_pairs, factors)
def test_profile_is_the_maximum_over_all_events_at_every_factor(pair, t):
    p, q = pair
    assert profile(p, q).at(t) == brute_force.delta(p, q, number(t))


@given(pair_in_any_field)
@fewer(2)
def test_profile_in_any_field_at_all_likelihood_ratios(pair):
    p, q = pair
    f = profile(p, q)
    for o in q.support:
        t = p[o] / q[o]
        assert f.at(t) == brute_force.delta(p, q, t)
        if t >= 1:
            assert f(ln(t)) == f.at(t) == hockey_stick(p, q, ln(t))


@given(pair_in_any_field)
@fewer(2)
def test_vertices_are_events_and_no_event_lies_above_them(pair):
    p, q = pair
    vertices = profile(p, q).vertices
    points = set(brute_force.event_points(p, q))
    assert set(vertices) <= points
    assert upper_boundary(points) == vertices == most_powerful_tests(p, q)


@given(pair_in_any_field)
@fewer(2)
def test_breakpoints_are_where_the_slope_changes(pair):
    p, q = pair
    f = profile(p, q)
    assert f.breakpoints[0] == (eps(0), total_variation(p, q))
    losses = [loss for loss, _ in f.breakpoints]
    assert losses == sorted(set(losses))
    assert all(f(loss) == delta for loss, delta in f.breakpoints)
    corners = [(loss.exp(), delta) for loss, delta in f.breakpoints]
    beyond = corners[-1][0] + 1
    steps = slopes([*corners, (beyond, f.at(beyond))])
    assert steps == sorted(set(steps)), "a breakpoint without a change of slope, or a concave corner"
    assert steps[-1] == 0


@given(pair_in_any_field)
@fewer(2)
def test_between_breakpoints_the_profile_is_linear_in_the_factor(pair):
    p, q = pair
    f = profile(p, q)
    for (e0, d0), (e1, d1) in pairwise(f.breakpoints):
        middle = (e0.exp() + e1.exp()) / 2
        assert f.at(middle) == (d0 + d1) / 2 == hockey_stick(p, q, ln(middle))


@given(small_pairs, probabilities())
@fewer(2)
def test_epsilon_is_the_smallest_with_delta_at_most(pair, delta):
    p, q = pair
    f = profile(p, q)
    e = f.epsilon(delta)
    assert e == epsilon(p, q, delta) == brute_force.epsilon(p, q, number(delta))
    assert f(e) <= delta or e == INFINITY
    if 0 < e < INFINITY:
        assert f(e) == delta
        assert f.at((1 + e.exp()) / 2) > delta


@given(pair_in_any_field)
@fewer(2)
def test_epsilon_is_the_zero_of_the_profile(pair):
    p, q = pair
    f = profile(p, q)
    assert f.epsilon() == max_loss(p, q)
    assert f(max_loss(p, q)) == (0 if max_loss(p, q) < INFINITY else f(INFINITY))
    assert f(INFINITY) == hockey_stick(p, q, INFINITY)


@given(pair_in_any_field)
@fewer(2)
def test_reversing_the_pair_mirrors_the_profile(pair):
    p, q = pair
    there, back = profile(p, q), profile(q, p)
    for t in [number(1), *(p[o] / q[o] for o in q.support if p[o])]:
        # H_t(P || Q) = 1 - t + t H_(1/t)(Q || P)
        assert there.at(t) == 1 - t + t * back.at(1 / t)


@given(lists_of_pairs, factors)
@fewer(2)
def test_envelope_of_profiles_is_their_pointwise_maximum(pairs, t):
    each = [profile(p, q) for p, q in pairs]
    assert envelope(each).at(t) == max(f.at(t) for f in each)


@given(lists_of_pairs)
@fewer(2)
def test_crossing_points_of_profiles_become_breakpoints(pairs):
    each = [profile(p, q) for p, q in pairs]
    top = envelope(each)
    for (x0, y0), (x1, y1) in pairwise(top.vertices):
        t = (y1 - y0) / (x1 - x0)
        assert top.at(t) == max(f.at(t) for f in each)
    assert envelope([top, *each]) == top


def test_the_numbers_of_almost_random():
    f = profile(P, Q)
    assert f.breakpoints == ((0, Fraction(1, 2)), (ln(3), 0))
    assert repr(f) == "Profile([(0, 1/2), (ln(3), 0)])"
    assert f("1/2") == number("3/4 - exp(1/2)/4")
    assert tradeoff(P, Q).vertices == ((0, 1), (Fraction(1, 4), Fraction(1, 4)), (1, 0))
    assert repr(tradeoff(P, Q)) == "TradeOff([(0, 1), (1/4, 1/4), (1, 0)])"


def test_the_extremes():
    a, b = Dist.point("a"), Dist.point("b")
    assert profile(a, a) == Profile(()) != profile(a, b)
    assert profile(a, a).breakpoints == ((0, 0),)
    assert profile(a, b).breakpoints == ((0, 1),)
    assert profile(a, b)(INFINITY) == 1
    assert tradeoff(a, a) == TradeOff(()) != tradeoff(a, b)
    assert tradeoff(a, a).vertices == ((0, 1), (1, 0))
    assert tradeoff(a, b).vertices == ((0, 0), (1, 0))
    assert profile(a, b).epsilon(1) == 0
    assert profile(a, b).epsilon("1/2") == INFINITY


def test_two_profiles_that_cross():
    steep = profile(P, Q)
    flat = profile(Dist({0: "1/5", 1: "4/5"}), Dist({1: 1}))  # delta = 1/5 at every epsilon
    top = envelope([steep, flat])
    assert top.breakpoints == ((0, Fraction(1, 2)), (ln("11/5"), Fraction(1, 5)))
    assert top not in (steep, flat)


def test_bad_arguments_are_refused():
    f, g = profile(P, Q), tradeoff(P, Q)
    with pytest.raises(InvalidValue, match="epsilon = -1 is negative"):
        f(-1)
    with pytest.raises(InvalidValue, match="t = -1 is negative"):
        f.at(-1)
    with pytest.raises(InvalidValue, match="delta = 2"):
        f.epsilon(2)
    with pytest.raises(InvalidValue, match="alpha = 3/2"):
        g("3/2")
    with pytest.raises(InvalidValue, match="alpha = -1"):
        g(-1)
    for outside in [("1/2", "3/2"), (-1, 0)]:
        with pytest.raises(InvalidValue, match=r"not in \[0, 1\]"):
            Profile([outside])
        with pytest.raises(InvalidValue, match=r"not in \[0, 1\]"):
            TradeOff([outside])
    assert Profile([("1/4", "3/4")]) == f
    assert TradeOff([("1/4", "1/4")]) == g
    for refused in (lambda: f(0.5), lambda: f.at(0.5), lambda: f.epsilon(0.5), lambda: g(0.5)):
        with pytest.raises(FloatRefused):
            refused()

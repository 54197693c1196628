"""Every measure of one pair of distributions, against every event, in every field."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import INFINITY, Dist, eps, exp, ln, number
from assay.dp import (
    epsilon,
    hockey_stick,
    hockey_stick_event,
    loss_quantile,
    max_loss,
    privacy_loss,
    probabilistic_delta,
    total_variation,
)
from assay.dp.privacy_loss import loss_levels, max_loss_event
from assay.errors import FloatRefused, InvalidValue
from tests import brute_force
from tests.effort import fewer
from tests.strategies import DECIDED, RATIONAL, dist_pairs, epsilons, families, probabilities

pair_in_any_field = families(DECIDED).flatmap(dist_pairs)

P = Dist({True: "3/4", False: "1/4"})
Q = Dist({True: "1/4", False: "3/4"})


@given(pair_in_any_field)
@fewer(2)
def test_privacy_loss_is_the_law_of_the_log_ratio(pair):
    p, q = pair
    law = privacy_loss(p, q)
    for loss in law.support:
        if loss == INFINITY:
            level = [o for o in p.support if not q[o]]
        else:
            level = [o for o in p.support if q[o] and p[o] == q[o] * loss.exp()]
        assert law[loss] == sum((p[o] for o in level), number(0)) > 0


@given(pair_in_any_field)
@fewer(2)
def test_loss_levels_partition_the_outcomes(pair):
    p, q = pair
    levels = loss_levels(p, q)
    assert sorted(o for level in levels.values() for o in level) == sorted(brute_force.outcomes(p, q))
    assert all(p[o] and not q[o] for o in levels.get(INFINITY, ()))
    assert all(q[o] and not p[o] for o in levels.get(-INFINITY, ()))


@given(pair_in_any_field)
@fewer(2)
def test_max_loss_is_the_smallest_epsilon_over_all_events(pair):
    p, q = pair
    assert max_loss(p, q) == brute_force.epsilon(p, q)
    assert epsilon(p, q) == max_loss(p, q) >= 0


@given(pair_in_any_field)
@fewer(2)
def test_max_loss_event_is_one_outcome_that_shows_the_largest_loss(pair):
    p, q = pair
    (outcome,) = max_loss_event(p, q)
    worst = max_loss(p, q)
    if worst == INFINITY:
        assert p[outcome] > 0 == q[outcome]
    else:
        assert p[outcome] == worst.exp() * q[outcome]
    assert all(p[o] <= p[outcome] for o in loss_levels(p, q)[worst])


@given(dist_pairs(), probabilities())
def test_epsilon_for_a_delta_over_all_events(pair, delta):
    p, q = pair
    assert epsilon(p, q, delta) == brute_force.epsilon(p, q, number(delta))


@given(dist_pairs(), epsilons())
def test_hockey_stick_is_the_maximum_over_all_events(pair, e):
    p, q = pair
    if e.rational_value() not in (None, 0):
        e = ln(number("3/2"))  # stay in the rationals: an event per outcome set is compared
    assert hockey_stick(p, q, e) == brute_force.delta(p, q, e.exp())


@given(families(DECIDED).flatmap(dist_pairs))
@fewer(2)
def test_hockey_stick_in_any_field_at_its_own_losses(pair):
    p, q = pair
    for loss in privacy_loss(p, q).support:
        if 0 <= loss < INFINITY:
            assert hockey_stick(p, q, loss) == brute_force.delta(p, q, loss.exp())


@given(pair_in_any_field)
@fewer(2)
def test_hockey_stick_event_attains_and_is_smallest(pair):
    p, q = pair
    event = hockey_stick_event(p, q, 0)
    assert p.prob(event) - q.prob(event) == hockey_stick(p, q, 0)
    assert all(p[o] > q[o] for o in event)


@given(pair_in_any_field)
@fewer(2)
def test_hockey_stick_at_infinity_is_the_mass_that_q_never_has(pair):
    p, q = pair
    assert hockey_stick(p, q, INFINITY) == p.prob([o for o in p.support if not q[o]])
    assert hockey_stick_event(p, q, "inf") == tuple(o for o in p.support if not q[o])


@given(pair_in_any_field)
@fewer(2)
def test_delta_at_zero_is_total_variation_and_symmetric(pair):
    p, q = pair
    distance = total_variation(p, q)
    assert hockey_stick(p, q, 0) == distance == hockey_stick(q, p, 0) == total_variation(q, p)
    assert distance == p.total_variation(q) == brute_force.delta(p, q, number(1))


@given(dist_pairs(), epsilons())
def test_probabilistic_delta_is_the_tail_of_the_loss(pair, e):
    p, q = pair
    tail = sum((mass for loss, mass in privacy_loss(p, q).items() if loss > e), number(0))
    assert probabilistic_delta(p, q, e) == tail
    assert e.rational_value() not in (None, 0) or hockey_stick(p, q, e) <= tail


@given(pair_in_any_field, probabilities())
@fewer(2)
def test_loss_quantile_is_the_smallest_loss_whose_tail_is_within_delta(pair, delta):
    p, q = pair
    law = privacy_loss(p, q)
    fitting = [
        loss
        for loss in law.support
        if sum((mass for other, mass in law.items() if other > loss), number(0)) <= delta
    ]
    assert loss_quantile(p, q, delta) == min(fitting)
    assert loss_quantile(p, q, 0) == max_loss(p, q)


@given(dist_pairs(zeros=False), st.permutations(range(5)))
@fewer(2)
def test_no_measure_depends_on_the_order_of_the_outcomes(pair, order):
    p, q = pair
    names = [f"o{i}" for i in order]
    p2, q2 = (Dist({o: d[o] for o in names if o in d.support}) for d in (p, q))
    assert epsilon(p, q, "1/10") == epsilon(p2, q2, "1/10")
    assert privacy_loss(p, q) == privacy_loss(p2, q2)


def test_the_numbers_of_almost_random():
    assert privacy_loss(P, Q) == Dist({ln(3): "3/4", -ln(3): "1/4"})
    assert max_loss(P, Q) == ln(3)
    assert hockey_stick(P, Q, "1/2") == number("3/4 - exp(1/2)/4")
    assert hockey_stick(P, Q, ln(3)) == 0
    assert epsilon(P, Q, "1/4") == ln(2)
    assert total_variation(P, Q) == Fraction(1, 2)
    assert probabilistic_delta(P, Q, "1/2") == Fraction(3, 4)
    assert probabilistic_delta(P, Q, ln(3)) == 0


def test_near_ties_are_told_apart():
    tiny = number("1e-60")
    p = Dist({0: number("1/2") + tiny, 1: number("1/2") - tiny})
    q = Dist({0: "1/2", 1: "1/2"})
    assert max_loss(p, q) == ln(1 + 2 * tiny) > 0
    assert hockey_stick_event(p, q, 0) == (0,)
    assert hockey_stick(p, q, 0) == tiny


def test_fields_that_do_not_mix_still_have_an_order():
    p, q = Dist({0: exp(-1), 1: 1 - exp(-1)}), Dist({0: exp(-2), 1: 1 - exp(-2)})
    assert max_loss(p, q) == 1
    assert hockey_stick_event(p, q, ln(2)) == (0,)
    assert hockey_stick_event(p, q, ln(3)) == ()


@pytest.mark.parametrize("bad", ["-1/2", -1, -ln(2)])
def test_a_negative_epsilon_is_refused(bad):
    with pytest.raises(InvalidValue, match="epsilon"):
        hockey_stick(P, Q, bad)
    with pytest.raises(InvalidValue, match="epsilon"):
        probabilistic_delta(P, Q, bad)


@pytest.mark.parametrize("bad", ["-1/10", "11/10", 2])
def test_a_delta_outside_the_unit_interval_is_refused(bad):
    with pytest.raises(InvalidValue, match="delta"):
        epsilon(P, Q, bad)
    with pytest.raises(InvalidValue, match="delta"):
        loss_quantile(P, Q, bad)


def test_floats_are_refused_with_the_exact_spelling():
    with pytest.raises(FloatRefused, match="'1/2'"):
        hockey_stick(P, Q, 0.5)
    with pytest.raises(FloatRefused, match="'1/10'"):
        epsilon(P, Q, 0.1)


def test_delta_one_allows_everything():
    p, q = Dist.point(0), Dist.point(1)
    assert epsilon(p, q, 1) == 0
    assert epsilon(p, q, "99/100") == INFINITY
    assert loss_quantile(p, q, 1) == INFINITY
    assert eps(0) == epsilon(p, p)


def test_the_rational_family_is_not_empty():
    assert RATIONAL in DECIDED

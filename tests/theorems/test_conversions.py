from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given

from assay.adjacency import all_pairs
from assay.dp import Mechanism
from assay.errors import InvalidValue
from assay.exact import EPS, INFINITY, Certified, Log, Number, certified, eps, exp, ln, number
from assay.theorems import (
    Guarantee,
    compare,
    dp_from_probabilistic,
    kl_from_pure,
    probabilistic_from_dp,
    profile_from_dp,
    renyi_from_pure,
    slack,
    total_variation_from_dp,
)
from assay.theorems.witnesses import canonical_mechanism

from .small import RATIOS, log, mechanism, probabilities, ratios, tables

EPSILONS = [eps(0), ln(3), eps("1/2"), ln(2) / 2]


def moment(p, q, order):
    """sum of p^order q^(1 - order) over the outcomes, for an integer order."""
    return sum(a**order / q[o] ** (order - 1) for o, a in p.items())


def tail(p, q, at):
    """P[p/q >= at] under p."""
    return sum((a for o, a in p.items() if o not in q or a >= at * q[o]), Fraction(0))


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("delta", ["0", "1/7", "1"])
def test_the_canonical_mechanism_attains_the_profile_and_the_total_variation(epsilon, delta):
    worst = canonical_mechanism(epsilon, delta)
    assert worst.profile() == profile_from_dp(epsilon, delta, symmetric=True)
    assert worst.total_variation() == total_variation_from_dp(epsilon, delta, symmetric=True)
    assert compare(worst, Guarantee(epsilon if delta != "1" else 0, delta)).status == "tight"


@given(tables(range(2)), ratios)
def test_no_mechanism_exceeds_the_profile_of_its_guarantee(table, t):
    m = mechanism(table)
    bound = profile_from_dp(log(t), m.delta(log(t)), symmetric=True)
    for s in RATIOS:
        assert m.delta(log(s)) <= bound(log(s))
    assert m.total_variation() <= total_variation_from_dp(log(t), m.delta(log(t)), symmetric=True)


def test_one_direction_is_not_enough_for_the_total_variation():
    # P <= e^epsilon Q + delta in one direction only: TV can exceed (e^epsilon - 1 + 2 delta)/(e^epsilon + 1)
    rows = {
        0: {0: Fraction(1, 2), 1: Fraction(1, 2)},
        1: {0: Fraction(1, 4), 1: Fraction(1, 4), 2: Fraction(1, 2)},
    }
    one_way = Mechanism(rows, [0, 1], all_pairs(symmetric=False))
    assert one_way.epsilon() == ln(2)
    assert one_way.total_variation() == number("1/2")
    assert total_variation_from_dp(ln(2), symmetric=True) == number("1/3")


@given(tables(range(2), 3, least=1))
def test_renyi_of_a_pure_mechanism(table):
    m = mechanism(table)
    for order in (2, 3):
        bound = renyi_from_pure(m.epsilon(), order, symmetric=True)
        for x, y in m.pairs:
            exact = ln(moment(table[x], table[y], order)) / (order - 1)
            assert slack(bound, exact).holds


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("order", [2, 3, Fraction(3, 2)])
def test_randomised_response_attains_the_renyi_bound(epsilon, order):
    x, a = exp(epsilon), Fraction(order)
    bound = renyi_from_pure(epsilon, order, symmetric=True)
    if a.denominator == 1:
        p, q = {0: x / (1 + x), 1: 1 / (1 + x)}, {0: 1 / (1 + x), 1: x / (1 + x)}
        assert bound == ln(moment(p, q, int(a))) / (a - 1)
    # the same formula in enclosures, which no precision separates from it
    e = certified(epsilon)
    by_balls = ((e * a).exp() + (e * (1 - a)).exp()) / (1 + e.exp())
    assert slack(bound, by_balls.log() / (a - 1)).status in ("undecided", "tight")


def test_a_renyi_bound_outside_the_fields_is_certified():
    # e^epsilon = 1 + e has no square root in the field
    epsilon = ln(1 + exp(1))
    bound = renyi_from_pure(epsilon, "3/2", symmetric=True)
    assert isinstance(bound, Certified)
    assert isinstance(renyi_from_pure(epsilon, 2, symmetric=True), Log)
    assert (
        renyi_from_pure(epsilon, "5/4", symmetric=True) < bound < renyi_from_pure(epsilon, 2, symmetric=True)
    )


@given(tables(range(2), 3, least=1))
def test_kullback_leibler_of_a_pure_mechanism(table):
    m = mechanism(table)
    bound = kl_from_pure(m.epsilon(), symmetric=True)
    for x, y in m.pairs:
        kl = sum((certified(ln(p / table[y][o])) * p for o, p in table[x].items()), certified(0))
        found = slack(bound, kl)
        assert found.status != "violated"
        if found.status != "loose":
            # equality holds where there is nothing to tell apart, or where every loss is epsilon or -epsilon
            assert table[x] == table[y] or {abs(ln(p / table[y][o])) for o, p in table[x].items()} == {
                m.epsilon()
            }


def test_randomised_response_attains_the_kullback_leibler_bound():
    # 3/4 ln 3 + 1/4 ln(1/3) = ln(3)/2
    assert kl_from_pure(ln(3), symmetric=True) == ln(3) / 2
    assert isinstance(kl_from_pure(ln(3), symmetric=True), Log)
    assert kl_from_pure("1/2", symmetric=True) == (exp("1/2") - 1) / (exp("1/2") + 1) / 2
    assert isinstance(kl_from_pure("1/2", symmetric=True), Number)
    assert isinstance(kl_from_pure(ln(3) / 2, symmetric=True), Certified)
    assert kl_from_pure(0, symmetric=True) == 0


@given(tables(range(2)), ratios)
def test_probabilistic_dp_gives_approximate_dp(table, t):
    m = mechanism(table)
    failure = max(
        sum((a for o, a in table[x].items() if o not in table[y] or a > t * table[y][o]), Fraction(0))
        for x, y in m.pairs
    )
    assert compare(m, dp_from_probabilistic(log(t), failure)).holds


@given(tables(range(2)), ratios, ratios.filter(lambda t: t > 1))
def test_approximate_dp_gives_probabilistic_dp_beyond_epsilon(table, t, extra):
    m = mechanism(table)
    at = t * extra
    bound = probabilistic_from_dp(log(t), m.delta(log(t)), log(at))
    for x, y in m.pairs:
        assert tail(table[x], table[y], at) <= bound
    assert probabilistic_from_dp(log(t), m.delta(log(t)), "inf") == m.delta(log(t))


def test_the_tail_bound_is_attained():
    # loss exactly ln 4 with probability 2/5: delta at ln 2 is 2/5 - 2/10 = 1/5 = 2/5 (1 - 2/4)
    rows = {0: {0: Fraction(2, 5), 1: Fraction(3, 5)}, 1: {0: Fraction(1, 10), 1: Fraction(9, 10)}}
    m = Mechanism(rows, [0, 1], all_pairs())
    assert m.delta(ln(2)) == number("1/5")
    assert probabilistic_from_dp(ln(2), "1/5", ln(4)) == number("2/5") == tail(rows[0], rows[1], 4)


def test_approximate_dp_says_nothing_about_the_loss_at_epsilon_itself():
    # (ln 2, 1/100)-DP, and the loss exceeds ln 2 with probability 1/2: delta is no probability of failure
    rows = {
        0: {0: Fraction(1, 2), 1: Fraction(1, 2)},
        1: {0: Fraction(1, 2) - Fraction(13, 50), 1: Fraction(1, 2) + Fraction(13, 50)},
    }
    m = Mechanism(rows, [0, 1], all_pairs())
    assert m.delta(ln(2)) == number("1/50")
    assert tail(rows[0], rows[1], Fraction(201, 100)) == Fraction(1, 2)
    with pytest.raises(InvalidValue, match="at > epsilon"):
        probabilistic_from_dp(ln(2), "1/50", ln(2))


def test_an_infinite_epsilon():
    assert total_variation_from_dp("inf", symmetric=True) == 1
    assert dp_from_probabilistic("inf", "1/3") == Guarantee(INFINITY, "1/3")
    for call in (
        lambda: profile_from_dp("inf", symmetric=True),
        lambda: kl_from_pure("inf", symmetric=True),
        lambda: renyi_from_pure("inf", 2, symmetric=True),
    ):
        with pytest.raises(InvalidValue, match="finite"):
            call()


def test_for_every_epsilon():
    x = exp(EPS)
    assert total_variation_from_dp(EPS, symmetric=True) == (x - 1) / (x + 1)
    assert renyi_from_pure(EPS, 2, symmetric=True) == ln((x**3 + 1) / (x * (1 + x)))


@pytest.mark.parametrize("order", [1, "1/2", 0, -3])
def test_an_order_at_most_one_is_refused(order):
    with pytest.raises(InvalidValue, match="order"):
        renyi_from_pure(1, order, symmetric=True)


@given(probabilities)
def test_a_delta_of_zero_epsilon(delta):
    assert total_variation_from_dp(0, delta, symmetric=True) == delta

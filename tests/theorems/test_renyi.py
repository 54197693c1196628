"""What a Renyi divergence gives: composition, and every conversion to delta, against the exact value."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.adjacency import all_pairs
from assay.dp import Mechanism
from assay.errors import FloatRefused, InvalidType, InvalidValue, UndecidedError
from assay.exact import Certified, Number, certified, eps, exp, ln, number, sqrt
from assay.theorems import (
    CertifiedGuarantee,
    Guarantee,
    compare,
    compose,
    rdp_to_delta,
    rdp_to_dp,
    renyi_composition,
    slack,
    zcdp_composition,
    zcdp_from_pure,
    zcdp_to_dp,
    zcdp_to_rdp,
)
from assay.theorems.witnesses import canonical_mechanism

from .small import mechanism, tables

ORDERS = [2, 3, 5]


DELTAS = st.sampled_from(["1/2", "1/10", "1/1000", "1/10000000000"])


def divergence(p, q, order):
    """D_order for an integer order, by its definition."""
    return ln(sum(a**order / q[o] ** (order - 1) for o, a in p.items())) / (order - 1)


def worst(table, pairs, order):
    return max(divergence(table[x], table[y], order) for x, y in pairs)


@given(tables(range(2), 3, least=1), tables(range(2), 2, least=1), st.sampled_from(ORDERS))
def test_renyi_divergences_add_exactly(first, second, order):
    both = compose(mechanism(first), mechanism(second))
    for x, y in both.pairs:
        p, q = ({o: a.as_fraction() for o, a in both.distribution(z).items()} for z in (x, y))
        parts = [divergence(first[x], first[y], order), divergence(second[x], second[y], order)]
        assert divergence(p, q, order) == renyi_composition(parts)


@given(tables(range(3), 3, least=1), st.sampled_from(ORDERS), DELTAS)
def test_every_conversion_of_a_renyi_bound_holds(table, order, delta):
    m = mechanism(table)
    r = worst(table, m.pairs, order)
    improved = rdp_to_dp(order, r, delta)
    mironov = rdp_to_dp(order, r, delta, conversion="mironov")
    assert improved.epsilon <= mironov.epsilon
    assert compare(m, improved).holds
    assert compare(m, mironov).holds
    if number(delta) ** 2 >= 1 - exp(-r):
        assert compare(m, rdp_to_dp(order, r, delta, conversion="bretagnolle-huber")).holds
    for epsilon in (eps(0), ln("5/4"), ln(3)):
        assert m.delta(epsilon) <= rdp_to_delta(order, r, epsilon)


@pytest.mark.parametrize("order", [2, 3, 7])
@pytest.mark.parametrize("ratio", [Fraction(1), Fraction(3)])
def test_the_delta_conversion_is_attained(order, ratio):
    q = (1 - Fraction(1, order)) / ratio
    one_way = Mechanism({0: {0: 1}, 1: {0: q, 1: 1 - q}}, [0, 1], all_pairs(symmetric=False))
    r = divergence({0: Fraction(1)}, {0: q, 1: 1 - q}, order)
    assert rdp_to_delta(order, r, ln(ratio)) == one_way.delta(ln(ratio)) == number(1) / order


@given(st.sampled_from(ORDERS), DELTAS, st.integers(1, 9))
def test_the_two_directions_of_the_improved_conversion_are_inverse(order, delta, k):
    r = ln(number(k) / 2 + 1)
    epsilon = r + ln(1 - Fraction(1, order)) - ln(number(delta) * order) / (order - 1)
    if epsilon > 0:
        assert rdp_to_dp(order, r, delta) == Guarantee(epsilon, delta)
        assert rdp_to_delta(order, r, epsilon) == number(delta)
    else:
        assert rdp_to_dp(order, r, delta) == Guarantee(0, delta)


def test_the_conversions_by_hand():
    r = Fraction(1, 2)
    assert rdp_to_dp(3, r, "1/100", conversion="mironov") == Guarantee(r + ln(100) / 2, "1/100")
    assert rdp_to_dp(3, r, "1/100") == Guarantee(r + ln("2/3") - ln("3/100") / 2, "1/100")
    assert rdp_to_delta(3, r, 2) == exp(-3) / 2 * number("8/27")


def test_a_fractional_order_and_a_certified_divergence():
    exact = rdp_to_dp("3/2", "1/3", "1/100")
    assert exact == Guarantee(ln(Fraction(1, 3)) - 2 * ln("3/200") + Fraction(1, 3), "1/100")
    known = rdp_to_dp("3/2", certified(number("1/3")), "1/100")
    assert isinstance(known, CertifiedGuarantee)
    assert slack(known.epsilon, exact.epsilon).status == "undecided"
    assert known.rounded_up(30).epsilon > exact.epsilon
    fine = rdp_to_delta("3/2", "1/3", 2)
    assert isinstance(fine, Certified)
    # 2 sqrt(2/3) (1/3)^(3/2) = 2 sqrt(2)/9, which enclosures do not separate from it
    assert slack(rdp_to_delta("3/2", ln(2), ln(3)), 2 * sqrt(2) / 9).status == "undecided"


def test_an_irrational_number_as_divergence():
    r = zcdp_to_rdp(zcdp_from_pure("1/2", symmetric=True), 4)
    assert isinstance(r, Number)
    found = rdp_to_dp(4, r, "1/100")
    assert isinstance(found, CertifiedGuarantee)
    assert canonical_mechanism("1/2").delta("1/2") == 0
    assert rdp_to_dp(4, "1/1000", "1/2") == Guarantee(0, "1/2")
    assert rdp_to_dp(4, certified(number("1/1000")), "1/2") == Guarantee(0, "1/2")


def test_bretagnolle_huber_at_its_edge():
    # r = ln(4/3): 1 - e^(-r) = 1/4 = (1/2)^2
    assert rdp_to_dp(2, ln("4/3"), "1/2", conversion="bretagnolle-huber") == Guarantee(0, "1/2")
    with pytest.raises(InvalidValue, match="violate the condition delta"):
        rdp_to_dp(2, ln("134/100"), "1/2", conversion="bretagnolle-huber")
    assert rdp_to_dp(2, certified(ln("5/4")), "1/2", conversion="bretagnolle-huber") == Guarantee(0, "1/2")
    # without the condition the statement is false: randomised response at ln 3 has TV 1/2 > 1/10
    rr = canonical_mechanism(ln(3))
    assert compare(rr, Guarantee(0, "1/10")).status == "violated"


def test_composition_needs_one_order():
    # D_2 of one and D_3 of another do not add up to a bound on D_3 of both
    rr = canonical_mechanism(ln(3))
    p, q = ({o: a.as_fraction() for o, a in rr.distribution(b).items()} for b in (True, False))
    assert divergence(p, q, 2) + divergence(p, q, 3) < 2 * divergence(p, q, 3)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: rdp_to_dp(1, 1, "1/2"), "alpha = 1"),
        (lambda: rdp_to_dp(exp(1), 1, "1/2"), "irrational"),
        (lambda: rdp_to_dp(2, -1, "1/2"), "r = -1 is negative"),
        (lambda: rdp_to_dp(2, "inf", "1/2"), "infinite"),
        (lambda: rdp_to_dp(2, 1, 0), "delta = 0"),
        (lambda: rdp_to_dp(2, 1, 1), "delta = 1"),
        (lambda: rdp_to_dp(2, 1, "1/2", conversion="best"), "'best'"),
        (lambda: rdp_to_delta(2, 1, -1), "negative"),
        (lambda: renyi_composition([1, -2]), "r = -2"),
        (lambda: zcdp_from_pure("inf", symmetric=True), "finite"),
        (lambda: zcdp_from_pure(1, form="best", symmetric=True), "'best'"),
        (lambda: zcdp_to_dp(1, 0), "delta = 0"),
        (lambda: zcdp_to_dp("-1", "1/2"), "rho = -1"),
        (lambda: zcdp_to_rdp(1, 1), "order"),
        (lambda: zcdp_composition([1, "-1/2"]), "rho = -1/2"),
    ],
)
def test_a_violated_hypothesis_is_named(call, message):
    with pytest.raises(InvalidValue, match=message):
        call()


def test_types_that_are_refused():
    with pytest.raises(FloatRefused):
        zcdp_to_dp(0.1, "1/2")
    with pytest.raises(InvalidType, match="rho is None"):
        zcdp_to_dp(None, "1/2")
    with pytest.raises(InvalidType, match="r is True"):
        renyi_composition([True])
    with pytest.raises(InvalidType, match="values is 3"):
        renyi_composition(3)
    with pytest.raises(InvalidType, match="rhos is 3"):
        zcdp_composition(3)


def test_what_enclosures_cannot_decide_is_undecided():
    # delta^2 = 1 - e^(-r) exactly, with a certified r
    with pytest.raises(UndecidedError):
        rdp_to_dp(2, certified(ln("4/3")), "1/2", conversion="bretagnolle-huber")


def test_infinity_is_no_obstacle_for_delta():
    assert rdp_to_delta(2, 1, "inf") == 0
    assert rdp_to_delta(2, 5, 0) == 1
    for r in (5, 5000):
        assert rdp_to_delta("3/2", r, 0) == 1  # the order is no integer, so that the formula is certified

"""Zero-concentrated differential privacy: composition and conversions, against the exact value."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.exact import Certified, Log, Number, certified, eps, exp, ln, number
from assay.theorems import (
    Guarantee,
    compare,
    renyi_from_pure,
    slack,
    zcdp_composition,
    zcdp_from_pure,
    zcdp_to_dp,
    zcdp_to_rdp,
)

from .small import mechanism, tables

ORDERS = [2, 3, 5]


DELTAS = st.sampled_from(["1/2", "1/10", "1/1000", "1/10000000000"])


def divergence(p, q, order):
    """D_order for an integer order, by its definition."""
    return ln(sum(a**order / q[o] ** (order - 1) for o, a in p.items())) / (order - 1)


def worst(table, pairs, order):
    return max(divergence(table[x], table[y], order) for x, y in pairs)


@pytest.mark.parametrize("epsilon", [ln(3), eps("1/2"), ln(2) / 2, ln(20), eps("1/100")])
def test_the_tight_zcdp_of_randomised_response(epsilon):
    rho, rough = (
        zcdp_from_pure(epsilon, symmetric=True),
        zcdp_from_pure(epsilon, form="quadratic", symmetric=True),
    )
    assert slack(rough, rho).status == "loose"
    for order in ("10001/10000", "3/2", 2, 3, 10):
        assert (
            slack(zcdp_to_rdp(rho, order), renyi_from_pure(epsilon, order, symmetric=True)).status == "loose"
        )
    # no smaller rho would do: near order 1 the divergence comes close to rho alpha
    close = certified(renyi_from_pure(epsilon, "1000001/1000000", symmetric=True)) / certified(rho)
    assert close > Fraction(999, 1000)


@given(tables(range(2), 3, least=1), st.sampled_from(ORDERS))
def test_a_pure_mechanism_is_concentrated(table, order):
    m = mechanism(table)
    rho = zcdp_from_pure(m.epsilon(), symmetric=True)
    exact = worst(table, m.pairs, order)
    if m.epsilon() == 0:
        assert slack(rho, exact).status == "tight"
    else:
        assert slack(zcdp_to_rdp(rho, order), exact).status == "loose"


def test_types_of_zcdp():
    assert isinstance(zcdp_from_pure(ln(3), symmetric=True), Log)
    assert isinstance(zcdp_from_pure("1/2", symmetric=True), Number)
    assert isinstance(zcdp_from_pure(ln(2) / 2, symmetric=True), Certified)
    assert zcdp_from_pure("1/2", form="quadratic", symmetric=True) == number("1/8")
    assert isinstance(zcdp_from_pure(ln(3), form="quadratic", symmetric=True), Certified)
    assert zcdp_composition(["1/8", number("1/4"), ln(2)]) == ln(2) + Fraction(3, 8)
    assert zcdp_composition([exp(1), exp("1/2")]) == exp(1) + exp("1/2")
    assert isinstance(zcdp_composition([exp(1), ln(2)]), Certified)
    assert zcdp_composition([exp(1), "ln(2)"]) > number("34/10")
    assert zcdp_composition([]) == 0


@given(tables(range(2), 3, least=1), DELTAS)
def test_conversions_of_zcdp_hold(table, delta):
    m = mechanism(table)
    if m.epsilon() == 0:
        return
    rho = zcdp_from_pure(m.epsilon(), symmetric=True)
    assert compare(m, zcdp_to_dp(rho, delta)).status == "loose"
    assert compare(m, zcdp_to_dp(rho, delta, alpha=2)).holds
    assert compare(m, zcdp_to_dp(rho, delta, alpha="7/2")).holds


def test_zcdp_conversions_against_each_other():
    rough = zcdp_to_dp("1/10", "1/1000000")
    better = zcdp_to_dp("1/10", "1/1000000", alpha=12)
    assert isinstance(better, Guarantee)
    assert slack(rough.epsilon, better.epsilon).status == "loose"
    # 1/10 + 2 sqrt(ln(10^6)/10), by another system
    assert str(rough.epsilon.decimal(12)) == "2.45078800048"


def test_zcdp_zero():
    assert zcdp_to_dp(0, "1/2").rounded_up().epsilon == 0
    assert zcdp_from_pure(0, symmetric=True) == zcdp_from_pure(0, form="quadratic", symmetric=True) == 0

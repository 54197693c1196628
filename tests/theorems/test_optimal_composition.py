from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InvalidType, InvalidValue
from assay.exact import EPS, eps, exp, ln, number
from assay.theorems import (
    advanced_composition,
    basic_composition,
    compose,
    integer_composition_delta,
    optimal_composition,
    optimal_composition_delta,
    optimal_composition_of,
    optimal_composition_points,
    randomised_response_weights,
    slack,
)
from assay.theorems.witnesses import canonical_mechanism

from .small import log, mechanism, probabilities, ratios, tables


@pytest.mark.parametrize("epsilon", [eps(0), ln(3), eps("1/2"), ln(2) / 2])
@pytest.mark.parametrize("delta", ["0", "1/7"])
@pytest.mark.parametrize("k", [1, 2, 3])
def test_k_canonical_mechanisms_have_the_optimal_profile(epsilon, delta, k):
    copies = compose(*[canonical_mechanism(epsilon, delta)] * k)
    assert copies.profile() == optimal_composition(epsilon, delta, k, symmetric=True)


@given(ratios, ratios, probabilities)
def test_different_canonical_mechanisms_have_the_optimal_profile(s, t, delta):
    parts = [(log(s), 0), (log(t), delta), (ln(2), "1/9")]
    assert compose(*(canonical_mechanism(*part) for part in parts)).profile() == optimal_composition_of(
        parts, symmetric=True
    )


@given(tables(range(2)), tables(range(2)), ratios, ratios)
def test_no_composition_exceeds_it(first, second, s, t):
    one, two = mechanism(first), mechanism(second)
    bound = optimal_composition_of([(log(s), one.delta(log(s))), (log(t), two.delta(log(t)))], symmetric=True)
    exact = compose(one, two).profile()
    for epsilon, _ in (*exact.breakpoints, *bound.breakpoints):
        assert exact(epsilon) <= bound(epsilon)


@given(ratios, st.integers(1, 9), ratios, probabilities)
def test_four_routes_to_one_number(ratio, k, level, delta):
    pure = optimal_composition_delta(log(ratio), 0, k, log(level), symmetric=True)
    assert pure == optimal_composition(log(ratio), 0, k, symmetric=True)(log(level))
    assert pure == integer_composition_delta(ratio, k, level)
    by_hand = sum(
        comb(k, lies) * max(ratio ** (k - lies) - level * ratio**lies, Fraction(0)) for lies in range(k + 1)
    )
    assert pure == by_hand / (1 + ratio) ** k
    with_leak = 1 - (1 - delta) ** k * (1 - pure)
    assert optimal_composition_delta(log(ratio), delta, k, log(level), symmetric=True) == with_leak
    assert optimal_composition(log(ratio), delta, k, symmetric=True)(log(level)) == with_leak


@pytest.mark.parametrize("delta", ["0", "1/5"])
@pytest.mark.parametrize("k", [1, 4, 7])
def test_the_points_are_the_corners_of_the_profile(k, delta):
    points = optimal_composition_points(ln(3), delta, k, symmetric=True)
    assert [g.epsilon for g in points] == [(k - 2 * i) * ln(3) for i in range(k // 2 + 1)]
    profile = optimal_composition(ln(3), delta, k, symmetric=True)
    assert [profile(g.epsilon) for g in points] == [g.delta for g in points]
    corners = {(g.epsilon, g.delta) for g in points}
    assert {c for c in profile.breakpoints if c[0] > 0} <= corners
    assert points[0].delta == 1 - (1 - number(delta)) ** k


def test_integer_weights():
    assert randomised_response_weights(Fraction(3, 2), 3) == (27, 54, 36, 8)
    assert sum(randomised_response_weights(3, 200)) == 4**200
    assert randomised_response_weights(1, 4) == (1, 4, 6, 4, 1)


def test_many_rounds_agree():
    k, level = 120, Fraction(5)
    assert integer_composition_delta(Fraction(11, 10), k, level) == optimal_composition_delta(
        ln("11/10"), 0, k, ln(level), symmetric=True
    )


def test_it_holds_for_every_epsilon_at_once():
    # two rounds at epsilon_g = epsilon: (x^2 - x)/(1 + x)^2, as a function of the symbol x = e^epsilon
    x = exp(EPS)
    assert optimal_composition_delta(EPS, 0, 2, EPS, symmetric=True) == (x**2 - x) / (1 + x) ** 2
    assert optimal_composition_points(EPS, 0, 3, symmetric=True)[1].delta == (x**3 - x) / (1 + x) ** 3


@pytest.mark.parametrize("form", ["textbook", "tanh"])
@pytest.mark.parametrize(("epsilon", "k"), [("1/10", 5), ("1/100", 40), ("1", 3), (ln(3), 10), ("2", 2)])
def test_advanced_composition_is_never_below_the_optimum(epsilon, k, form):
    for share in ("1/2", "1/100", "1/1000000"):
        bound = advanced_composition(epsilon, 0, k, share, form=form, symmetric=True)
        assert (
            slack(bound.epsilon, optimal_composition(epsilon, 0, k, symmetric=True).epsilon(share)).status
            == "loose"
        )
        exact = bound.rounded_up(20)
        assert bound.epsilon <= exact.epsilon
        assert optimal_composition(epsilon, 0, k, symmetric=True)(exact.epsilon) < exact.delta


def test_advanced_composition_with_a_delta():
    bound = advanced_composition("1/10", "1/1000", 10, "1/100", symmetric=True)
    assert bound.delta == number("1/50")
    assert optimal_composition("1/10", "1/1000", 10, symmetric=True)(bound.rounded_up().epsilon) < bound.delta
    assert advanced_composition("1/10", "1/2", 10, "1/2", symmetric=True).delta == 1


def test_advanced_composition_of_one_round():
    bound = advanced_composition("1/10", 0, 1, "1/100", symmetric=True)
    assert bound.delta == number("1/100")
    assert bound.epsilon > eps("1/10")


def test_advanced_composition_beats_the_sum_only_for_many_rounds():
    few, many = (advanced_composition("1/10", 0, k, "1/1000", symmetric=True).epsilon for k in (2, 1000))
    assert few > basic_composition([("1/10", 0)] * 2).epsilon
    assert many < basic_composition([("1/10", 0)] * 1000).epsilon


def test_the_tanh_form_is_the_smaller_one():
    textbook, tanh = (
        advanced_composition(1, 0, 3, "1/10", form=f, symmetric=True).epsilon for f in ("textbook", "tanh")
    )
    assert tanh < textbook
    # sqrt(6 ln 10) + 3 (e - 1) and sqrt(6 ln 10) + 3 tanh(1/2), to ten digits by another system
    assert str(textbook.decimal(10)) == "8.871767674"
    assert str(tanh.decimal(10)) == "5.103273661"


def test_epsilon_zero_costs_nothing_by_advanced_composition():
    assert advanced_composition(0, 0, 5, "1/10", symmetric=True).rounded_up().epsilon == 0


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: optimal_composition("inf", 0, 2, symmetric=True), "finite"),
        (lambda: optimal_composition(1, 0, 0, symmetric=True), "k = 0"),
        (lambda: optimal_composition_delta(1, 0, 2, "inf", symmetric=True), "at = inf"),
        (lambda: optimal_composition_delta(1, 2, 2, 1, symmetric=True), r"delta = 2"),
        (lambda: optimal_composition_points(1, 0, -1, symmetric=True), "k = -1"),
        (lambda: optimal_composition_of([], symmetric=True), "no guarantee"),
        (lambda: integer_composition_delta(Fraction(1, 2), 2, 1), "ratio = 1/2"),
        (lambda: integer_composition_delta(2, 2, Fraction(1, 2)), "at_ratio = 1/2"),
        (lambda: advanced_composition(1, 0, 2, 0, symmetric=True), r"slack = 0 is outside \(0, 1\)"),
        (lambda: advanced_composition(1, 0, 2, 1, symmetric=True), "slack = 1"),
        (lambda: advanced_composition("inf", 0, 2, "1/2", symmetric=True), "finite"),
        (lambda: advanced_composition(1, 0, 2, "1/2", form="better", symmetric=True), "'better'"),
    ],
)
def test_a_violated_hypothesis_is_named(call, message):
    with pytest.raises(InvalidValue, match=message):
        call()


def test_k_is_an_int():
    with pytest.raises(InvalidType, match="k = True is a bool"):
        optimal_composition(1, 0, True, symmetric=True)
    with pytest.raises(InvalidType, match="k = '3' is a str"):
        optimal_composition_delta(1, 0, "3", 1, symmetric=True)

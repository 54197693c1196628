"""Composition of Random DP, against the definition evaluated over all draws of the data."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import FloatRefused, InvalidType, InvalidValue
from assay.exact import INFINITY, Log, ln
from assay.theorems import RandomGuarantee, compose, random_dp_composition

from .small import REPLACE, brute_delta, log, mechanism, probabilities, ratios, sequences, tables

DATA = sequences(2, 2, 2)


def failure(table, share, t, eta=Fraction(0)):
    """P[(x_1, x_2), (x_1, x_3) violate the inequality in a direction], records 1 with probability share."""
    bad = Fraction(0)
    for x1, x2, x3 in product((0, 1), repeat=3):
        p, q = table[(x1, x2)], table[(x1, x3)]
        if max(brute_delta(p, q, t), brute_delta(q, p, t)) > eta:
            ones = x1 + x2 + x3
            bad += share**ones * (1 - share) ** (3 - ones)
    return bad


def pairs(first, second):
    return {x: {(a, b): p * q for a, p in first[x].items() for b, q in second[x].items()} for x in first}


@given(tables(DATA, 2), tables(DATA, 2), probabilities, ratios, ratios, probabilities, probabilities)
def test_the_sums_hold(first, second, share, s, t, eta, theta):
    one = RandomGuarantee(log(s), eta, failure(first, share, s, eta))
    two = RandomGuarantee(log(t), theta, failure(second, share, t, theta))
    both = random_dp_composition([one, two])
    assert both.alpha == log(s * t)
    assert failure(pairs(first, second), share, s * t, both.eta.as_fraction()) <= both.gamma


@given(st.lists(st.tuples(ratios, probabilities, probabilities), min_size=1, max_size=4))
def test_k_fold(parts):
    both = random_dp_composition([RandomGuarantee(log(t), eta, gamma) for t, eta, gamma in parts])
    alpha = sum((log(t) for t, _, _ in parts), Log(0))
    _, etas, gammas = zip(*parts, strict=True)
    sums = [min(sum(column), Fraction(1)) for column in (etas, gammas)]
    assert both == RandomGuarantee(alpha, *sums)


def test_disjoint_bad_draws_attain_the_gammas():
    # the first mechanism is exposed when the records are (0, 0 -> 1), the second when they are (1, 0 -> 1)
    sure = {0: {0: Fraction(1)}, 1: {1: Fraction(1)}}
    first = {x: sure[x[1]] if x[0] == 0 else sure[0] for x in DATA}
    second = {x: sure[x[1]] if x[0] == 1 else sure[0] for x in DATA}
    third = Fraction(1, 3)
    gammas = [failure(table, third, Fraction(1)) for table in (first, second)]
    both = random_dp_composition([RandomGuarantee(0, 0, g) for g in gammas])
    assert failure(pairs(first, second), third, Fraction(1)) == both.gamma == sum(gammas)


def test_shared_randomness_breaks_the_sum():
    # y1 = x2 xor r, y2 = r: each perfectly private, both together show x2
    coin = {r: Fraction(1, 2) for r in (0, 1)}
    alone = dict.fromkeys(DATA, coin)
    joint = {x: {(x[1] ^ r, r): Fraction(1, 2) for r in (0, 1)} for x in DATA}
    half = Fraction(1, 2)
    assert failure(alone, half, Fraction(1)) == 0
    assert failure(joint, half, Fraction(1)) == half


def test_it_is_the_composition_of_mechanisms():
    first = {x: {0: Fraction(1, 3), 1: Fraction(2, 3)} if x[0] else {0: Fraction(1)} for x in DATA}
    m = compose(mechanism(first, REPLACE), mechanism(first, REPLACE))
    assert {x: {o: p.as_fraction() for o, p in m.distribution(x).items()} for x in DATA} == pairs(
        first, first
    )


def test_what_a_guarantee_is():
    assert str(RandomGuarantee(ln(3), "1/10", "1/5")) == "(ln(3), 1/10, 1/5)-Random DP"
    assert RandomGuarantee("inf").alpha == INFINITY
    for call, error, message in (
        (lambda: RandomGuarantee(-1), InvalidValue, "alpha = -1"),
        (lambda: RandomGuarantee(1, 2), InvalidValue, "eta = 2"),
        (lambda: RandomGuarantee(1, 0, "-1/2"), InvalidValue, "gamma = -1/2"),
        (lambda: RandomGuarantee(1, 0, 0.1), FloatRefused, "gamma = 0.1"),
        (lambda: random_dp_composition([]), InvalidValue, "no guarantee"),
        (lambda: random_dp_composition(3), InvalidType, "guarantees is 3"),
        (lambda: random_dp_composition([(1, 0, 0)]), InvalidType, "give RandomGuarantee"),
    ):
        with pytest.raises(error, match=message):
            call()


@pytest.mark.parametrize("adaptive", [(True, True), (True, False), (False, False)])
@pytest.mark.parametrize("interactive", [(False, False), (False, True), (True, True)])
def test_the_conclusion_is_adaptive_if_all_are_and_interactive_if_one_is(adaptive, interactive):
    parts = [
        RandomGuarantee(1, 0, "1/10", adaptive=a, interactive=i)
        for a, i in zip(adaptive, interactive, strict=True)
    ]
    both = random_dp_composition(parts)
    assert (both.adaptive, both.interactive) == (all(adaptive), any(interactive))

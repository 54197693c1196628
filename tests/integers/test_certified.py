"""Verdicts and levels of noise whose loss has no bound, re-checked from their witnesses."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import FloatRefused, InvalidValue
from assay.exact import INFINITY, certified, exp, number, sqrt
from assay.integers import discrete_gaussian, discrete_gaussian_vectors, skellam
from tests.effort import fewer

NOISES = [
    discrete_gaussian(2),
    skellam(2, sensitivity=2),
    discrete_gaussian_vectors(2, 2, sensitivity=sqrt(2)),
]
every = pytest.mark.parametrize("noise", NOISES, ids=str)


@every
@given(st.sampled_from(["0", "1/3", "1", "2"]), st.sampled_from(["1/1000", "1/20", "1/3"]))
@fewer(5)
def test_a_verdict_is_the_comparison_with_delta(noise, epsilon, delta):
    verdict = noise.audit(epsilon, delta)
    assert verdict.holds == (not noise.delta(epsilon) > number(delta))
    if not verdict.holds:
        shown = verdict.witness
        assert shown.bounds
        assert shown.p > exp(epsilon) * shown.q + number(delta)


@pytest.mark.parametrize("noise", NOISES[:2], ids=str)
def test_a_witness_is_below_p_and_above_q(noise):
    shown = noise.audit(1, "1/1000").witness
    low, high = map(int, re.findall(r"-?\d+", str(shown.event[0])))
    for x, bound, sign in ((shown.inputs[0], shown.p, 1), (shown.inputs[1], shown.q, -1)):
        exact = sum((noise.probability(y, x) for y in range(low, high + 1)), certified(0))
        assert sign * (exact - bound) >= 0 or abs(exact - bound) < number("1/10000000000")
        assert abs(exact - bound) < number("1/10000000000")


@every
def test_epsilon_at_a_delta_is_where_the_profile_meets_it(noise):
    found = noise.epsilon("1/100")
    assert noise.delta(found.lower(12)) > number("1/100") > noise.delta(found.upper(12))
    assert noise.epsilon() == INFINITY
    assert noise.epsilon("99/100").upper(5) == 0


@every
def test_pure_privacy_is_refuted_at_every_epsilon(noise):
    for epsilon in (0, 1, 6):
        assert noise.audit(epsilon).word == "refuted"
    assert noise.audit("inf").holds
    assert noise.audit(0, 1).holds


def test_what_is_too_far_out_is_undecided_and_never_private():
    verdict = skellam(1).audit(300)
    assert verdict.word == "undecided"
    assert "nothing holds at delta = 0" in verdict.reason
    assert "smaller one" in discrete_gaussian(10**12).audit(1, "1/10").reason


def test_a_large_epsilon_is_no_obstacle():
    assert discrete_gaussian(3).audit(10**4, "1/10").holds
    assert 0 < discrete_gaussian(3).delta(10**3).upper(5) < 10**-9
    assert discrete_gaussian(3, sensitivity=10**6).audit(10**3, "1/10").word == "refuted"


def test_a_tie_is_undecided():
    assert discrete_gaussian(1).audit(0, discrete_gaussian(1).delta(0).upper(400)).word == "undecided"


def test_bad_input():
    for call, error, message in (
        (lambda: skellam(1).delta("inf"), InvalidValue, "epsilon = inf"),
        (lambda: skellam(1).delta(-1), InvalidValue, "epsilon = -1"),
        (lambda: skellam(1).audit(1, -1), InvalidValue, "delta = -1"),
        (lambda: skellam(1).audit(0.5), FloatRefused, "epsilon = 0.5"),
        (lambda: skellam(1).epsilon(2), InvalidValue, "delta = 2"),
    ):
        with pytest.raises(error, match=message):
            call()

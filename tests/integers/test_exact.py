"""Discrete Laplace and staircase noise on all integers: against ranges, sums over outputs, wrong claims."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.accounting import Rounds
from assay.errors import BudgetExceeded, FloatRefused, InvalidType, InvalidValue
from assay.exact import exp, ln, number
from assay.integers import discrete_laplace, staircase
from assay.mechanisms import geometric_clamped, staircase_clamped
from tests.effort import fewer

WIDTHS = st.sampled_from([Fraction(1, 2), Fraction(1), Fraction(3)])
LEVELS = st.sampled_from([0, "1/4", 1, "ln 2"])
STAIRS = st.tuples(st.integers(1, 5), st.integers(1, 5)).filter(lambda both: both[1] <= both[0])


@given(WIDTHS, st.integers(1, 3), LEVELS)
@fewer(6)
def test_laplace_on_all_integers_is_the_clamped_one(scale, sensitivity, epsilon):
    """Beyond 0..n the ratio of any two inputs is the same, so that clamping there loses nothing."""
    noise = discrete_laplace(scale, sensitivity=sensitivity)
    clamped = geometric_clamped(4, noise.epsilon(), sensitivity=sensitivity)
    assert noise.epsilon() == clamped.epsilon()
    assert noise.delta(epsilon) == clamped.delta(epsilon)
    assert sum(noise.probability(y) for y in range(-3, 4)) < 1
    assert noise.probability(5, 3) == noise.probability(-2)


@given(STAIRS, LEVELS)
@fewer(8)
def test_a_staircase_on_all_integers_is_the_clamped_one_at_every_distance(stair, epsilon):
    sensitivity, width = stair
    noise = staircase(ln(3), sensitivity=sensitivity, width=width)
    clamped = staircase_clamped(sensitivity + 2, ln(3), sensitivity=sensitivity, width=width)
    assert noise.epsilon() == clamped.epsilon() == ln(3)
    assert noise.delta(epsilon) == clamped.delta(epsilon)


@given(STAIRS)
@fewer(5)
def test_delta_of_a_staircase_is_the_sum_over_outputs(stair):
    """What is left out on both sides is at most the mass there."""
    sensitivity, width = stair
    noise = staircase(ln(3), sensitivity=sensitivity, width=width)
    for distance in range(1, sensitivity + 1):
        gains = (noise.probability(y) - 2 * noise.probability(y, distance) for y in range(-20, 21))
        found = sum((gain for gain in gains if gain > 0), number(0))
        left = 1 - sum(noise.probability(y) for y in range(-20, 21))
        if distance == sensitivity:
            assert noise.delta(ln(2)) - left <= found <= noise.delta(ln(2))
        assert found <= noise.delta(ln(2))
    ratios = {noise.probability(y) / noise.probability(y, sensitivity) for y in range(-20, 21)}
    assert ratios <= {number(3), number(1), number("1/3")}


def test_what_is_wrongly_claimed_is_refuted():
    # the scale of a sensitivity of 1 where it is 2
    assert discrete_laplace(1, sensitivity=2).delta(1) == (1 - exp(-1)) / (1 + exp(-1))
    assert discrete_laplace(2, sensitivity=2).delta(1) == 0
    refuted = staircase(ln(3), sensitivity=3).audit(ln("29/10"))
    assert refuted.word == "refuted"
    assert refuted.witness.inputs in ((0, 3), (3, 0))
    assert staircase(ln(3), sensitivity=3).audit(ln(3)).tight


def test_the_worst_pair_composes():
    pair = staircase(ln(2), sensitivity=3, width=2).worst_pair()
    twice = Rounds([(pair, 2)]).delta(ln(2))
    assert pair.delta(ln(2)) == 0 < twice.lower <= twice.upper < pair.total_variation() * 2


def test_bad_input():
    for call, error, message in (
        (lambda: discrete_laplace(0), InvalidValue, "scale = 0"),
        (lambda: discrete_laplace(0.5), FloatRefused, "scale = 0.5"),
        (lambda: discrete_laplace(1, sensitivity=0), InvalidValue, "sensitivity = 0"),
        (lambda: discrete_laplace(1, sensitivity=1000), BudgetExceeded, "give a smaller one"),
        (lambda: discrete_laplace(1).delta(-1), InvalidValue, "epsilon = -1"),
        (lambda: discrete_laplace(1).audit(1, 2), InvalidValue, "delta = 2"),
        (lambda: discrete_laplace(1).probability(1.0), FloatRefused, "y = 1.0"),
        (lambda: staircase(0), InvalidValue, "epsilon = 0"),
        (lambda: staircase(1.5), FloatRefused, "epsilon = 1.5"),
        (lambda: staircase(1, width=3), InvalidValue, "width = 3"),
        (lambda: staircase(1, sensitivity="2"), InvalidType, "sensitivity = '2'"),
    ):
        with pytest.raises(error, match=message):
            call()

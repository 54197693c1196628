"""The membership advantage: against every strategy of guessing, and where it is known in closed form."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given

from assay import Dist, Mechanism, adjacency, number
from assay.dp import hockey_stick, membership_advantage, total_variation
from assay.errors import FloatRefused, InvalidValue
from tests import brute_force
from tests.effort import fewer
from tests.strategies import RATIONAL, dist_pairs, probabilities

P = Dist({"a": "3/4", "b": "1/4"})
Q = Dist({"a": "1/4", "b": "3/4"})


def best_guess(p, q, c):
    """The largest probability of a right guess over all functions from outcomes to {x, x'}."""
    outcomes = list(brute_force.outcomes(p, q))

    def right(guess):
        guesses = zip(outcomes, guess, strict=True)
        return sum((c * p[o] if is_x else (1 - c) * q[o] for o, is_x in guesses), number(0))

    return max(map(right, product([True, False], repeat=len(outcomes))))


@given(dist_pairs(RATIONAL), probabilities())
@fewer(2)
def test_it_is_the_gain_of_the_best_of_all_strategies(pair, c):
    p, q = pair
    assert membership_advantage(p, q, c) == best_guess(p, q, c) - max(c, 1 - c) >= 0


@given(dist_pairs(RATIONAL))
@fewer(2)
def test_at_one_half_it_is_half_the_total_variation(pair):
    assert membership_advantage(*pair) == total_variation(*pair) / 2


def test_at_other_priors_it_is_a_hockey_stick_divergence():
    assert membership_advantage(P, Q, "1/3") == hockey_stick(P, Q, "ln 2") / 3 == number("1/12")
    assert membership_advantage(P, Q, "1/10") == 0
    assert membership_advantage(P, Q, 0) == membership_advantage(P, Q, 1) == 0


def test_the_worst_case_names_the_outcomes_that_change_the_guess():
    m = Mechanism({0: P, 1: Q}, [0, 1], adjacency.all_pairs())
    found = m.worst_case.membership_advantage("1/3")
    assert (found.value, found.pair, found.event) == (number("1/12"), (0, 1), ("a",))
    found = m.worst_case.membership_advantage("2/3")
    assert (found.value, found.pair, found.event) == (number("1/12"), (0, 1), ("b",))
    assert m.membership_advantage() == number("1/4")
    assert m.notes["membership_advantage"].engine == "fast"


@pytest.mark.parametrize(("prior", "error"), [(2, InvalidValue), (-1, InvalidValue), (0.5, FloatRefused)])
def test_a_prior_is_a_probability(prior, error):
    with pytest.raises(error, match="prior"):
        membership_advantage(P, Q, prior)
    with pytest.raises(error, match="prior"):
        Mechanism({0: P, 1: Q}, [0, 1], adjacency.all_pairs()).membership_advantage(prior)

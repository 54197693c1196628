"""Posterior odds by Bayes' rule."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given

from assay import EPS, INFINITY, Dist, Mechanism, adjacency, exp, number
from assay.dp import PosteriorOdds, posterior_odds, privacy_loss
from assay.errors import FloatRefused, InvalidValue
from tests import brute_force
from tests.effort import fewer
from tests.strategies import DECIDED, dist_pairs, families, fractions, probabilities, tables

# Posterior odds

pair_in_any_field = families(DECIDED).flatmap(dist_pairs)


priors = fractions(Fraction(1, 12), 5)


@given(pair_in_any_field, priors)
@fewer(2)
def test_posterior_odds_are_the_extremes_of_bayes_rule(pair, prior):
    p, q = pair
    found = posterior_odds(p, q, prior)
    finite = [prior * p[o] / q[o] for o in q.support]
    assert found.lower == min(finite)
    assert found.upper == (None if any(not q[o] for o in p.support) else max(finite))
    assert found.prior == prior


@given(pair_in_any_field, priors)
@fewer(2)
def test_posterior_probabilities_by_bayes_rule(pair, prior):
    p, q = pair
    weight = number(prior) / (1 + prior)
    posterior = [weight * p[o] / (weight * p[o] + (1 - weight) * q[o]) for o in brute_force.outcomes(p, q)]
    assert posterior_odds(p, q, prior).probability == (min(posterior), max(posterior))


@given(dist_pairs(), probabilities())
def test_posterior_odds_with_a_delta_leave_out_unlikely_outcomes(pair, delta):
    p, q = pair
    found = posterior_odds(p, q, 1, delta)

    def tail(law, test):
        return law.prob([o for o in law.support if test(o)])

    if found.upper is not None:
        assert tail(p, lambda o: not q[o] or p[o] / q[o] > found.upper) <= delta
        # the next smaller value would leave out too much
        smaller = [p[o] / q[o] for o in p.support if q[o] and p[o] / q[o] < found.upper]
        if smaller:
            assert tail(p, lambda o: not q[o] or p[o] / q[o] > max(smaller)) > delta
    else:
        assert tail(p, lambda o: not q[o]) > delta or delta == 1 or all(not q[o] for o in p.support)
    assert tail(q, lambda o: p[o] / q[o] < found.lower) <= delta


@given(tables(max_inputs=3), priors)
@fewer(2)
def test_odds_of_a_mechanism_are_those_of_its_worst_pairs(table, prior):
    m = Mechanism(table, list(table), adjacency.all_pairs())
    worst = m.worst_case.posterior_odds(prior)
    each = [posterior_odds(p, q, prior) for p, q in brute_force.pairs(m)]
    assert worst.value.lower == min(odds.lower for odds in each)
    uppers = [odds.upper for odds in each]
    assert worst.value.upper == (None if None in uppers else max(uppers))
    assert m.posterior_odds(prior) == worst.value
    if m.epsilon() < INFINITY:  # epsilon bounds the change of the odds, both ways, and is attained
        assert worst.value.upper == prior * m.epsilon().exp()
        assert worst.value.lower == prior / m.epsilon().exp()
    p, q = (m.distribution(x) for x in worst.pair)
    for o in worst.event:
        assert p[o] == worst.value.upper / prior * q[o] if worst.value.upper is not None else not q[o]


def test_the_odds_of_almost_random():
    p, q = Dist({True: "3/4", False: "1/4"}), Dist({True: "1/4", False: "3/4"})
    assert posterior_odds(p, q) == PosteriorOdds(number(1), number("1/3"), number(3))
    assert str(posterior_odds(p, q, "1/10")) == "posterior odds from 1/30 to 3/10 (prior odds 1/10)"
    assert posterior_odds(p, q).probability == (Fraction(1, 4), Fraction(3, 4))
    certain = posterior_odds(Dist.point(1), Dist({0: "1/2", 1: "1/2"}))
    assert (certain.lower, certain.upper) == (0, 2)
    told = posterior_odds(Dist({0: "1/2", 1: "1/2"}), Dist.point(1))
    assert told.upper is None
    assert told.probability[1] == 1
    assert str(told) == "posterior odds from 1/2 to inf (prior odds 1)"
    assert posterior_odds(Dist({0: "1/2", 1: "1/2"}), Dist.point(1), delta="1/2").upper == Fraction(1, 2)


def test_odds_for_every_epsilon():
    x = exp(EPS)
    p, q = Dist({0: x / (1 + x), 1: 1 / (1 + x)}), Dist({0: 1 / (1 + x), 1: x / (1 + x)})
    assert (posterior_odds(p, q).lower, posterior_odds(p, q).upper) == (1 / x, x)
    assert privacy_loss(p, q).support == (EPS, -EPS)


def test_bad_arguments_of_posterior_odds():
    p = Dist({0: "1/2", 1: "1/2"})
    for bad in (0, -1):
        with pytest.raises(InvalidValue, match="prior"):
            posterior_odds(p, p, bad)
    with pytest.raises(InvalidValue, match="delta"):
        posterior_odds(p, p, 1, 2)
    with pytest.raises(FloatRefused):
        posterior_odds(p, p, 0.5)

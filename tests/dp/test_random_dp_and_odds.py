"""Random differential privacy by summing over every draw and every event; posterior odds by Bayes' rule."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import EPS, INFINITY, Dist, Mechanism, adjacency, exp, ln, number
from assay.dp import PosteriorOdds, posterior_odds, privacy_loss
from assay.errors import FloatRefused, InvalidType, InvalidValue
from tests import brute_force
from tests.effort import fewer
from tests.strategies import DECIDED, dist_pairs, families, fractions, probabilities, tables

ZERO = number(0)


# Random differential privacy


def holds_for_all_events(p, q, factor, eta):
    """Definition 1 (two-sided) or 2 (one-sided, with eta), event by event."""
    for false, power in brute_force.event_points(p, q):
        if eta is None and not (power <= factor * false and false <= factor * power):
            return False
        if eta is not None and power > factor * false + eta:
            return False
    return True


def gamma_by_draws(m, factor, rows, n, eta, coordinate):
    """The probability of all draws x_1, ..., x_(n+1) for which the definition fails."""
    total = ZERO
    for draws in product(rows.support, repeat=n + 1):
        x = draws[:n]
        y = (*x[:coordinate], draws[n], *x[coordinate + 1 :])
        if not holds_for_all_events(m.distribution(x), m.distribution(y), factor, eta):
            total += prod((rows[r] for r in draws), start=number(1))
    return total


@st.composite
def mechanisms_on_rows(draw, n=2):
    domain = list(product((0, 1), repeat=n))
    table = draw(tables(min_inputs=len(domain), max_inputs=len(domain), max_outputs=3))
    return Mechanism(dict(zip(domain, table.values(), strict=True)), domain, adjacency.hamming(1))


laws = st.sampled_from(
    [Dist({0: "1/2", 1: "1/2"}), Dist({0: "9/10", 1: "1/10"}), Dist.point(0), Dist({1: "1/3", 0: "2/3"})]
)
etas = st.sampled_from([None, Fraction(0), Fraction(1, 10), Fraction(1, 2)])
ratios = st.sampled_from([Fraction(1), Fraction(3, 2), Fraction(4)])


@given(mechanisms_on_rows(), laws, etas, ratios)
@fewer(2)
def test_gamma_is_the_probability_of_the_draws_that_fail(m, rows, eta, ratio):
    by_coordinate = [gamma_by_draws(m, ratio, rows, 2, eta, i) for i in (0, 1)]
    for i in (0, 1):
        assert m.random_dp(ln(ratio), rows, eta, coordinate=i) == by_coordinate[i]
    assert m.random_dp(ln(ratio), rows, eta) == max(by_coordinate)


@given(mechanisms_on_rows(), laws, etas, ratios)
@fewer(2)
def test_the_witness_of_gamma_is_a_failing_pair_of_data_sets(m, rows, eta, ratio):
    worst = m.worst_case.random_dp(ln(ratio), rows, eta)
    assert worst.value == m.random_dp(ln(ratio), rows, eta)
    if not worst.value:
        assert (worst.pair, worst.event) == (None, None)
        return
    p, q = (m.distribution(x) for x in worst.pair)
    assert not holds_for_all_events(p, q, ratio, eta)
    first, second = p.prob(worst.event), q.prob(worst.event)
    allowed = eta or 0
    assert first > ratio * second + allowed or (eta is None and second > ratio * first)
    assert rows[worst.pair[0][0]] > 0


@given(mechanisms_on_rows(), laws)
@fewer(2)
def test_private_for_all_data_is_private_for_random_data(m, rows):
    # proposition 4.1: alpha-differential privacy gives gamma = 0
    if m.epsilon() < INFINITY:
        assert m.random_dp(m.epsilon(), rows) == 0
    assert m.random_dp(INFINITY, rows, eta=1) == 0


@given(mechanisms_on_rows(), laws, ratios)
@fewer(2)
def test_gamma_falls_with_alpha_and_eta(m, rows, ratio):
    assert m.random_dp(ln(ratio + 1), rows) <= m.random_dp(ln(ratio), rows)
    assert (
        m.random_dp(ln(ratio), rows, "1/2")
        <= m.random_dp(ln(ratio), rows, "1/10")
        <= m.random_dp(ln(ratio), rows, 0)
    )
    assert m.random_dp(ln(ratio), rows, 0) <= m.random_dp(ln(ratio), rows)


def total():
    """Publishes the number of ones, without noise."""
    domain = list(product((0, 1), repeat=3))
    return Mechanism(lambda x: Dist.point(sum(x)), domain, adjacency.hamming(1), name="total")


def test_a_bare_sum_fails_exactly_when_the_two_rows_differ():
    rows = Dist({0: "9/10", 1: "1/10"})
    assert total().random_dp(10, rows) == 2 * Fraction(9, 100)
    assert total().random_dp(10, Dist.point(1)) == 0
    assert total().epsilon() == INFINITY


def test_the_definition_with_one_sign_counts_one_order_of_the_pair():
    domain = [(0,), (1,)]
    leaky = Mechanism({(0,): {0: 1}, (1,): {0: "1/2", 1: "1/2"}}, domain, adjacency.all_pairs())
    fair = Dist({0: "1/2", 1: "1/2"})
    # P = M(1), Q = M(0): an output that Q never has.  The other order is (ln 2)-bounded.
    assert leaky.random_dp(ln(2), fair, 0) == Fraction(1, 4)
    assert leaky.random_dp(ln(2), fair) == Fraction(1, 2)
    assert leaky.random_dp(ln(2), fair, "1/2") == 0
    assert leaky.random_dp(INFINITY, fair) == Fraction(1, 2)


def test_the_coordinate_matters_where_the_order_of_rows_does():
    domain = list(product((0, 1), repeat=2))
    first = Mechanism(lambda x: Dist.point(x[0]), domain, adjacency.hamming(1))
    fair = Dist({0: "1/2", 1: "1/2"})
    assert first.random_dp(1, fair, coordinate=1) == 0  # the last row, as printed: blind to the leak
    assert first.random_dp(1, fair, coordinate=0) == Fraction(1, 2)
    assert first.random_dp(1, fair) == Fraction(1, 2)


def test_inputs_that_are_no_tuples_of_rows_are_reached_by_encode():
    counts = Mechanism(Dist.point, range(4), adjacency.all_pairs())
    rows = Dist({0: "9/10", 1: "1/10"})
    assert counts.random_dp(10, rows, size=3, encode=sum) == total().random_dp(10, rows)


def test_unlikely_data_may_be_unprotected():
    # a row that is alone in its cell is revealed, and only that
    domain = list(product("ab", repeat=2))
    reveal = Mechanism(lambda x: Dist.point("b" in x), domain, adjacency.hamming(1))
    rows = Dist({"a": "99/100", "b": "1/100"})
    assert reveal.random_dp(0, rows) == 2 * Fraction(99, 100) ** 2 * Fraction(1, 100)
    assert reveal.worst_case.random_dp(0, rows).pair in {(("a", "a"), ("b", "a")), (("b", "a"), ("a", "a"))}


def test_bad_arguments_of_random_dp():
    m = total()
    fair = Dist({0: "1/2", 1: "1/2"})
    with pytest.raises(InvalidValue, match="alpha = -1"):
        m.random_dp(-1, fair)
    with pytest.raises(InvalidValue, match="eta = 2"):
        m.random_dp(1, fair, 2)
    with pytest.raises(FloatRefused):
        m.random_dp(0.5, fair)
    with pytest.raises(InvalidType, match="rows is"):
        m.random_dp(1, {0: "1/2", 1: "1/2"})
    with pytest.raises(InvalidValue, match="coordinate = 3"):
        m.random_dp(1, fair, coordinate=3)
    with pytest.raises(InvalidValue, match="coordinate = True"):
        m.random_dp(1, fair, coordinate=True)
    with pytest.raises(InvalidValue, match="not in the domain"):
        m.random_dp(1, Dist({0: "1/2", 2: "1/2"}))
    with pytest.raises(InvalidValue, match="encode and size"):
        m.random_dp(1, fair, size=3)
    with pytest.raises(InvalidValue, match="encode and size"):
        m.random_dp(1, fair, encode=tuple)
    with pytest.raises(InvalidValue, match="size = 0"):
        m.random_dp(1, fair, encode=tuple, size=0)
    bits = Mechanism(Dist.point, [0, 1], adjacency.all_pairs())
    with pytest.raises(InvalidType, match="not tuples of rows"):
        bits.random_dp(1, fair)
    uneven = Mechanism(Dist.point, [(0,), (0, 1)], adjacency.all_pairs())
    with pytest.raises(InvalidType, match="not tuples of rows"):
        uneven.random_dp(1, fair)


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

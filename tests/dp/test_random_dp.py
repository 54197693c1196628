"""Random differential privacy by summing over every draw and every event."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import INFINITY, Dist, Mechanism, adjacency, ln, number
from assay.dp import CountsOf
from assay.errors import BudgetExceeded, FloatRefused, InvalidType, InvalidValue
from assay.mechanisms import geometric_clamped
from tests import brute_force
from tests.dp.smallest_alpha import smallest_alpha
from tests.effort import fewer
from tests.strategies import tables

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


# Data sets without an order


@st.composite
def tables_on_counts(draw, n, k):
    domain = [c for c in product(range(n + 1), repeat=k) if sum(c) == n]
    table = draw(tables(min_inputs=len(domain), max_inputs=len(domain), max_outputs=2))
    return dict(zip(domain, table.values(), strict=True))


@pytest.mark.parametrize(("n", "k"), [(1, 2), (3, 2), (2, 3)])
@pytest.mark.parametrize("engine", ["reference", "fast"])
@given(st.data())
@fewer(4)
def test_counts_are_all_sequences_at_once(engine, n, k, data):
    by_counts = data.draw(tables_on_counts(n, k))
    m = Mechanism(by_counts, list(by_counts), adjacency.l1(2), engine=engine)
    law = data.draw(st.sampled_from([[1] * k, list(range(1, k + 1))]))
    rows, eta = Dist.from_weights(dict(enumerate(law))), data.draw(etas)
    domain = list(product(range(k), repeat=n))
    table = {x: m.distribution(tuple(x.count(v) for v in range(k))) for x in domain}
    spelt = Mechanism(table, domain, adjacency.hamming(1))
    by_rows = {x: table[x] for x in domain if list(x) == sorted(x)}
    in_order = Mechanism(by_rows, list(by_rows), adjacency.all_pairs(), engine=engine)
    for ratio in (Fraction(1), Fraction(3, 2)):
        expected = gamma_by_draws(spelt, ratio, rows, n, eta, 0)
        assert m.random_dp(ln(ratio), rows, eta, size=n, encode=CountsOf(tuple(range(k)))) == expected
        assert in_order.random_dp(ln(ratio), rows, eta, size=n, encode="sorted") == expected
        assert smallest_alpha(m, expected, rows, eta, size=n, encode=CountsOf(tuple(range(k)))) <= ln(ratio)


def test_thirty_rows_without_an_order():
    noisy = geometric_clamped(30, ln(2))
    counts = [(30 - ones, ones) for ones in range(31)]
    m = Mechanism(lambda c: noisy.distribution(c[1]), counts, adjacency.l1(2))
    rows = Dist({0: "9/10", 1: "1/10"})
    # the losses of neighbours are ln 2, so that half of it fails where the rows differ
    assert m.random_dp(ln(2) / 2, rows, size=30, encode=CountsOf((0, 1))) == Fraction(18, 100)
    assert m.random_dp(ln(2), rows, size=30, encode=CountsOf((0, 1))) == 0


def test_rows_may_be_listed_in_any_order():
    m = Mechanism({(1, 0): {0: 1}, (0, 1): {0: "1/2", 1: "1/2"}}, [(1, 0), (0, 1)], adjacency.all_pairs())
    for table in ({0: "1/3", 1: "2/3"}, {1: "2/3", 0: "1/3"}):
        worst = m.worst_case.random_dp(ln(2), Dist(table), 0, size=1, encode=CountsOf((0, 1)))
        assert (worst.value, worst.pair) == (Fraction(2, 9), ((0, 1), (1, 0)))


def test_bad_spellings_of_data_sets_without_an_order():
    m = Mechanism({(1, 0): {0: 1}, (0, 1): {1: 1}}, [(1, 0), (0, 1)], adjacency.all_pairs())
    fair = Dist({0: "1/2", 1: "1/2"})
    with pytest.raises(InvalidValue, match="encode and size"):
        m.random_dp(1, fair, encode=CountsOf((0, 1)))
    for text in ("histogram", "counts"):
        with pytest.raises(InvalidValue, match="in the order in which the mechanism counts them"):
            m.random_dp(1, fair, size=1, encode=text)
    with pytest.raises(InvalidValue, match="coordinate = 1"):
        m.random_dp(1, fair, size=1, encode=CountsOf((0, 1)), coordinate=1)
    with pytest.raises(InvalidValue, match="not in the domain"):
        m.random_dp(1, fair, size=2, encode=CountsOf((0, 1)))
    with pytest.raises(BudgetExceeded, match="use fewer rows"):
        m.random_dp(1, Dist.uniform(range(9)), size=10**6, encode=CountsOf(tuple(range(9))))


@pytest.mark.parametrize("engine", ["reference", "fast"])
def test_counts_in_the_order_of_the_mechanism(engine):
    """It counts ones first, and tells whether all three rows are ones; as zeros first gamma is 9/5000."""
    domain = [(ones, 3 - ones) for ones in range(4)]
    m = Mechanism(lambda c: Dist({c[0] == 3: 1}), domain, adjacency.all_pairs(), engine=engine)
    rows = Dist({0: "1/10", 1: "9/10"})
    expected = m.random_dp(1, rows, size=3, encode=lambda drawn: (sum(drawn), 3 - sum(drawn)))
    assert expected == Fraction(729, 5000)
    assert m.random_dp(1, rows, size=3, encode=CountsOf((1, 0))) == expected
    assert smallest_alpha(m, expected, rows, size=3, encode=CountsOf((1, 0))) == 0


@pytest.mark.parametrize("engine", ["reference", "fast"])
def test_sorted_rows_are_refused_where_the_order_counts(engine):
    domain = list(product((0, 1), repeat=3))
    rows = Dist({0: "1/10", 1: "9/10"})
    first = Mechanism(lambda x: Dist({x[0]: 1}), domain, adjacency.all_pairs(), engine=engine)
    for ask in (
        lambda: first.random_dp(1, rows, size=3, encode="sorted"),
        lambda: smallest_alpha(first, 0, rows, size=3, encode="sorted"),
    ):
        with pytest.raises(InvalidValue, match="looks at the order of rows"):
            ask()
    total = Mechanism(lambda x: Dist({sum(x): 1}), domain, adjacency.all_pairs(), engine=engine)
    assert total.random_dp(1, rows, size=3, encode="sorted") == total.random_dp(1, rows)

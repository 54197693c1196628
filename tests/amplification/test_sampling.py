from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.amplification import (
    Sampling,
    independent_sampling,
    multiplicities,
    poisson_sampling,
    sampling_with_replacement,
    sampling_without_replacement,
)
from assay.dp import Dist
from assay.errors import FloatRefused, InvalidType, InvalidValue
from assay.exact import EPS, exp, number
from tests.theorems.small import plain, probabilities

SIZES = st.integers(0, 4)


def tally(weighted):
    """Add up (sample, weight) pairs."""
    law = {}
    for sample, w in weighted:
        law[sample] = law.get(sample, Fraction(0)) + w
    return {s: w for s, w in law.items() if w}


@given(SIZES, probabilities)
def test_poisson_sampling_flips_a_coin_for_every_position(n, q):
    by_hand = tally(
        (
            tuple(i for i, drawn in enumerate(coins) if drawn),
            q ** sum(coins) * (1 - q) ** (n - sum(coins)),
        )
        for coins in product((0, 1), repeat=n)
    )
    sampling = poisson_sampling(q)(n)
    assert plain(sampling.distribution) == by_hand
    assert all(sampling.inclusion(i) == q for i in range(n))
    assert sampling == independent_sampling([q] * n)


@given(SIZES, SIZES)
def test_without_replacement_is_the_start_of_a_random_order(n, m):
    if m > n:
        with pytest.raises(InvalidValue, match=f"m = {m} is more than the n = {n} records"):
            sampling_without_replacement(m)(n)
        return
    orders = list(permutations(range(n)))
    by_hand = tally((tuple(sorted(order[:m])), Fraction(1, len(orders))) for order in orders)
    sampling = sampling_without_replacement(m)(n)
    assert plain(sampling.distribution) == by_hand
    assert all(sampling.inclusion(i) == Fraction(m, n) for i in range(n))
    in_order = tally((order[:m], Fraction(1, len(orders))) for order in orders)
    assert plain(sampling_without_replacement(m, ordered=True)(n).distribution) == in_order


@given(st.integers(1, 4), SIZES)
def test_with_replacement_is_m_independent_draws(n, m):
    draws = list(product(range(n), repeat=m))
    by_hand = tally((tuple(sorted(draw)), Fraction(1, len(draws))) for draw in draws)
    sampling = sampling_with_replacement(m)(n)
    assert plain(sampling.distribution) == by_hand
    assert plain(sampling_with_replacement(m, ordered=True)(n).distribution) == dict.fromkeys(
        draws, Fraction(1, n**m)
    )
    weights = multiplicities(m, n)
    for i in range(n):
        assert sampling.inclusion(i) == 1 - Fraction(n - 1, n) ** m
        assert sampling.multiplicity(i) == Dist(dict(enumerate(weights)))


@given(st.lists(probabilities, max_size=4))
def test_every_position_with_its_own_rate(rates):
    sampling = independent_sampling(rates)
    assert [sampling.inclusion(i) for i in range(len(rates))] == rates
    for i in range(len(rates)):
        for j in range(i):
            both = sampling.distribution.prob(lambda s, i=i, j=j: i in s and j in s)
            assert both == rates[i] * rates[j]


def test_select_keeps_the_order_and_adds_up_equal_records():
    sampling = Sampling(3, {(0, 2): "1/2", (1, 2): "1/2"})
    assert sampling.select("aba") == Dist({("a", "a"): "1/2", ("b", "a"): "1/2"})
    assert sampling.select((7, 7, 8)) == Dist.point((7, 8))
    assert Sampling(2, {(1, 0): 1}).select("ab") == Dist.point(("b", "a"))
    assert Sampling(1, {(0, 0): 1}).select([5]) == Dist.point((5, 5))


def test_a_joint_law_says_more_than_its_rates():
    together = Sampling(2, {(): "1/2", (0, 1): "1/2"})
    apart = Sampling(2, {(0,): "1/2", (1,): "1/2"})
    assert [together.inclusion(i) for i in (0, 1)] == [apart.inclusion(i) for i in (0, 1)]
    assert together != apart
    assert hash(together) == hash(Sampling(2, Dist({(): "1/2", (0, 1): "1/2"})))
    assert repr(apart) == "Sampling(2, Dist({(0,): 1/2, (1,): 1/2}))"
    assert together != 3


def test_a_rate_that_is_a_function_of_epsilon():
    q = exp(-EPS)
    assert poisson_sampling(q)(2).distribution[(0,)] == q * (1 - q)


def test_the_empty_data_set():
    assert poisson_sampling("1/2")(0).distribution == Dist.point(())
    assert sampling_without_replacement(0)(0).distribution == Dist.point(())
    assert sampling_with_replacement(0)(0).distribution == Dist.point(())
    with pytest.raises(InvalidValue, match="empty data set"):
        sampling_with_replacement(1)(0)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: poisson_sampling("3/2"), InvalidValue, "rate = 3/2"),
        (lambda: poisson_sampling(-1), InvalidValue, "rate = -1"),
        (lambda: poisson_sampling(0.5), FloatRefused, "0.5"),
        (lambda: sampling_without_replacement(-1), InvalidValue, "m = -1"),
        (lambda: sampling_with_replacement("2"), InvalidType, "m = '2' is a str"),
        (lambda: independent_sampling(["1/2", 2]), InvalidValue, r"rates\[1\] = 2"),
        (lambda: Sampling(-1, {(): 1}), InvalidValue, "n = -1"),
        (lambda: Sampling(2, {(2,): 1}), InvalidValue, "a position outside 0, ..., 1"),
        (lambda: Sampling(2, {(-1,): 1}), InvalidValue, "a position outside 0, ..., 1"),
        (lambda: Sampling(2, {"01": 1}), InvalidType, "tuple of positions"),
        (lambda: Sampling(2, {(True,): 1}), InvalidType, "tuple of positions"),
        (lambda: Sampling(2, {(0,): "1/2"}), InvalidValue, "sum"),
        (lambda: Sampling(2, {(0,): 1}).inclusion(2), InvalidValue, "position = 2"),
        (lambda: Sampling(2, {(0,): 1}).select("abc"), InvalidValue, "records has length 3"),
        (lambda: multiplicities(2, 0), InvalidValue, "n = 0"),
    ],
)
def test_bad_input(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_multiplicities_sum_to_one():
    assert sum(multiplicities(5, 3), number(0)) == 1
    assert multiplicities(2, 2) == (number("1/4"), number("1/2"), number("1/4"))

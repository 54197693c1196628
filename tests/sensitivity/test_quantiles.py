"""Distributions of empirical quantiles, against all sequences of rows, and the inequalities beside them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import Dist, number
from assay.errors import BudgetExceeded, InvalidType, InvalidValue
from assay.exact import exp
from assay.exact._flint import Ordering, fmpz_mpoly_ctx
from assay.queries.random_sensitivity import pair_quantile, u_quantile
from assay.sensitivity import (
    dkw_bound,
    exceedance,
    exceedance_bound,
    quantile_distribution,
    sensitivity_distribution,
)
from assay.sensitivity.quantiles import at_least, binomial_tail, consecutive
from tests.effort import fewer

LAWS = st.sampled_from([Dist({0: "9/10", 1: "1/10"}), Dist({0: "1/2", 1: "1/3", 5: "1/6"})])
DELTAS = st.sampled_from(["0", "1/10", "1/2", "3/4"])


def sequences(rows, n):
    for draws in product(rows.support, repeat=n):
        yield draws, prod((rows[v].as_fraction() for v in draws), start=Fraction(1))


@given(LAWS, st.sampled_from([2, 4, 6]), DELTAS)
@fewer(2)
def test_the_distribution_is_that_of_all_sequences(rows, n, delta):
    quantiles, exceeded = Counter(), Fraction(0)
    heights = sensitivity_distribution(rows)
    for draws, mass in sequences(rows, n):
        d = pair_quantile(draws, delta)
        quantiles[d] += mass
        exceeded += mass * heights.prob(lambda v, d=d: v > d).as_fraction()
    assert dict(quantile_distribution(rows, n, delta).items()) == dict(quantiles)
    assert exceedance(rows, n, delta) == exceeded


@given(LAWS, st.sampled_from([2, 10, 40]), DELTAS, st.sampled_from(["4/5", "9/10", "1"]))
def test_the_repaired_inequality_holds(rows, n, delta, at):
    assert exceedance(rows, n, delta) < exceedance_bound(n, delta, at)


def test_dkw_is_twice_hoeffding():
    assert dkw_bound(10, "1/2").enclosure(100).overlaps((2 * exp("-5/2")).enclosure(100))
    assert dkw_bound(10, 0) == 2


@given(st.integers(0, 12), st.sampled_from([0, "1/3", "1/2", 1]), st.integers(-1, 13))
def test_binomial_tails(trials, p, least):
    share = Fraction(p)
    law = Dist.product(*[Dist({1: share, 0: 1 - share})] * min(trials, 6)).map(sum)
    assert binomial_tail(min(trials, 6), share, least) == law.prob(lambda j: j >= least).as_fraction()


def test_quantiles_of_rows():
    rows = (0, 5, 1, 9)
    assert [pair_quantile(rows, d) for d in (0, "49/100", "1/2")] == [4, 4, 1]
    assert [u_quantile(rows, d) for d in (0, "1/6", "1/3", "5/6")] == [9, 8, 5, 1]
    assert u_quantile("abb", 0, lambda x, y: int(x != y)) == 1
    assert pair_quantile(("1/2", "1/3"), 0) == number("1/6")


def test_bad_input():
    fair = Dist({0: "1/2", 1: "1/2"})
    for call, error, message in (
        (lambda: quantile_distribution(fair, 3, 0), InvalidValue, "n = 3 rows cannot be paired"),
        (lambda: quantile_distribution(fair, 0, 0), InvalidValue, "n = 0"),
        (lambda: quantile_distribution(fair, 2**14, 0), BudgetExceeded, "use fewer"),
        (lambda: quantile_distribution([0, 1], 2, 0), InvalidType, "give the distribution of a row"),
        (
            lambda: exceedance(Dist({0: exp(-1), 1: 1 - exp(-1)}), 2, 0),
            InvalidValue,
            "irrational probability",
        ),
        (lambda: exceedance_bound(4, "1/2", "1/2"), InvalidValue, "give a larger delta'"),
        (lambda: exceedance_bound(4, "1/2", 2), InvalidValue, "at = 2"),
        (lambda: dkw_bound(4, -1), InvalidValue, "gap = -1"),
        (lambda: pair_quantile((1, 2), 0, lambda x, y: -1), InvalidValue, "is negative"),
        (lambda: pair_quantile((1, 2), 0, 3), InvalidType, "h is 3"),
        (lambda: pair_quantile((), 0), InvalidValue, "cannot be paired"),
        (lambda: u_quantile((1,), 0), InvalidValue, "have no pair"),
        (lambda: u_quantile(("a", "b"), 0), InvalidValue, "row = 'a'"),
    ):
        with pytest.raises(error, match=message):
            call()


@given(st.integers(0, 4), st.integers(1, 5), st.sampled_from([(1, 2), (1, 1, 2), (3, 1, 1, 1)]))
@fewer(3)
def test_consecutive_order_statistics_against_all_draws(draws, rank, weights):
    rank = min(rank, draws + 1)
    total, cdf = sum(weights), [Fraction(sum(weights[:i]), sum(weights)) for i in range(len(weights) + 1)]
    expected = Counter()
    for levels in product(range(1, len(weights) + 1), repeat=draws):
        ordered = [0, *sorted(levels), len(weights) + 1]
        expected[ordered[rank - 1], ordered[rank]] += prod(
            (Fraction(weights[i - 1], total) for i in levels), start=Fraction(1)
        )
    assert consecutive(cdf, draws, rank) == dict(expected)


def test_generating_functions_keep_apart_what_probabilities_add_up():
    """Two kinds of draw, x below a level and y above it, with weights 1 and 2 of 3."""
    ring = fmpz_mpoly_ctx.get(("x", 2), Ordering.lex)
    x, y = ring.gens()
    whole = x + 2 * y
    split = consecutive([0 * x, x, whole], 3, 2)
    numbers = consecutive([Fraction(0), Fraction(1, 3), Fraction(1)], 3, 2)
    assert set(split) == set(numbers)
    for levels, found in split.items():
        assert Fraction(int(sum(found.to_dict().values())), 27) == numbers[levels]
    assert at_least(3, x, whole, 2) == x**3 + 6 * x**2 * y
    assert at_least(3, Fraction(1, 3), Fraction(1), 2) == Fraction(7, 27)

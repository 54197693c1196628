"""The bootstrap of any score, against all sequences of draws."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import BudgetExceeded, InvalidType, InvalidValue
from assay.queries import bootstrap, bootstrap_score
from tests.effort import fewer


def largest(draws):
    return max(draws)


def median(draws):
    listed = sorted(v for v, times in draws.items() for _ in range(times))
    return listed[(len(listed) - 1) // 2]


def distinct(draws):
    return len(draws)


PAIR = [(1, 1), (2, 0)]
"""Counts of two rows."""

SCORES = [largest, median, distinct, lambda draws: tuple(sorted(draws.items()))]


@given(st.integers(1, 3), st.sampled_from([1, "3/2", 2, 5]), st.sampled_from(SCORES))
@fewer(2)
def test_the_distribution_is_that_of_all_draws(n, Z, score):
    m = bootstrap_score(n, Z, score, values=(0, 1, 4))
    draws = ceil(n / Fraction(Z))
    for c in m.domain:
        rows = [v for v, times in zip((0, 1, 4), c, strict=True) for _ in range(times)]
        expected = Counter()
        for drawn in product(rows, repeat=draws):
            expected[score(Counter(drawn))] += Fraction(1, n**draws)
        assert {o: p.as_fraction() for o, p in m.distribution(c).items()} == dict(expected)


@given(st.integers(1, 4), st.sampled_from([1, 2]), st.sampled_from(SCORES))
@fewer(2)
def test_no_score_leaks_more_than_the_draws(n, Z, score):
    m, draws = bootstrap_score(n, Z, score, values=(0, 1, 4)), ceil(Fraction(n, Z))
    assert m.delta(0) <= 1 - (1 - Fraction(1, n)) ** draws
    assert m.delta("inf") <= m.delta(0)


def test_the_number_of_ones_is_the_bootstrap_of_bits():
    n, Z = 6, 2
    ones = bootstrap_score(n, Z, lambda draws: draws.get(1, 0), values=(0, 1))
    bits = bootstrap(n, Z)
    for x in bits.domain:
        assert ones.distribution((n - sum(x), sum(x))) == bits.distribution(x)
    assert ones.profile() == bits.profile()


def test_bad_input():
    for call, error, message in (
        (lambda: bootstrap_score(0, 1, max, values=(0, 1)), InvalidValue, "n = 0"),
        (lambda: bootstrap_score(3, 0, max, values=(0, 1)), InvalidValue, "Z = 0"),
        (lambda: bootstrap_score(3, 1, 7, values=(0, 1)), InvalidType, "score is 7"),
        (lambda: bootstrap_score(3, 1, max, values=()), InvalidValue, "values"),
        (lambda: bootstrap_score(10**6, 1, max, values=range(5)), BudgetExceeded, "use fewer draws"),
        (lambda: bootstrap_score(3, 1, max, values=(0, 1), domain=PAIR).delta(0), InvalidValue, "3 rows"),
    ):
        with pytest.raises(error, match=message):
            call()

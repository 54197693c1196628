"""Tail bounds against exact tails by enumeration, with fractions and rational bounds on e."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import FloatRefused, InvalidType, InvalidValue
from assay.exact import exp
from assay.utility.tails import (
    chernoff_lower,
    chernoff_sharp,
    chernoff_upper,
    distribution_function_failure,
    hoeffding_tail,
    quantile_failure,
)
from tests.theorems.small import probabilities


def tail(chances, event):
    """The probability of an event about the number of successes, over all outcomes of the trials."""
    found = Fraction(0)
    for hits in product((0, 1), repeat=len(chances)):
        if event(sum(hits)):
            found += prod((p if h else 1 - p for p, h in zip(chances, hits, strict=True)), start=Fraction(1))
    return found


TRIALS = st.lists(probabilities, min_size=1, max_size=5)


@given(TRIALS, probabilities, st.integers(0, 4))
def test_chernoff_by_enumeration(chances, part, whole):
    mean, d = sum(chances), whole + part
    assert tail(chances, lambda s: s >= (1 + d) * mean) <= chernoff_upper(mean, d)
    assert tail(chances, lambda s: s <= (1 - part) * mean) <= chernoff_lower(mean, part)
    if mean and d:
        assert chernoff_sharp(mean, d) < chernoff_upper(mean, d)


@given(TRIALS, probabilities)
def test_hoeffding_by_enumeration(chances, t):
    n, mean = len(chances), sum(chances)
    bound = hoeffding_tail(n, t)
    assert tail(chances, lambda s: s - mean >= n * t) <= bound
    assert tail(chances, lambda s: mean - s >= n * t) <= bound
    assert quantile_failure(n, t) == bound


def test_values():
    assert chernoff_upper(6, 1) == exp(-2)
    assert chernoff_lower(4, "1/2") == exp(Fraction(-1, 2))
    assert hoeffding_tail(10, "1/2") == exp(-5)
    assert distribution_function_failure(10, "1/2", 3) == 4 * exp(-5)
    assert distribution_function_failure(1, "1/8", 9) == 1
    assert distribution_function_failure(1, "1/8", 1) == 0
    assert chernoff_upper(0, 5) == chernoff_lower(5, 0) == hoeffding_tail(3, 0) == 1


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: chernoff_upper("-1/2", 1), InvalidValue, "mean = -1/2 is below 0"),
        (lambda: chernoff_upper(1, -1), InvalidValue, "d = -1 is below 0"),
        (lambda: chernoff_upper(1, 0.5), FloatRefused, "d"),
        (lambda: chernoff_upper(exp(1), 1), InvalidValue, "mean = .* is irrational"),
        (lambda: chernoff_lower(1, 2), InvalidValue, "d = 2 is above 1"),
        (lambda: chernoff_sharp(1, "-1/2"), InvalidValue, "d = -1/2 is below 0"),
        (lambda: hoeffding_tail(0, 1), InvalidValue, "n >= 1"),
        (lambda: hoeffding_tail("3", 1), InvalidType, "n = '3' is a str"),
        (lambda: hoeffding_tail(3, -1), InvalidValue, "t = -1 is below 0"),
        (lambda: quantile_failure(0, "1/2"), InvalidValue, "m >= 1"),
        (lambda: quantile_failure(3, "-1/2"), InvalidValue, "gap = -1/2 is below 0"),
    ],
)
def test_bad_input(call, error, message):
    with pytest.raises(error, match=message):
        call()

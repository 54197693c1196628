"""The remainder of the representation of quantiles, against integrals done by hand, and its rates."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import BudgetExceeded, FloatRefused, InvalidValue
from assay.sensitivity import quantile_remainder

LEVELS = st.fractions(min_value="1/20", max_value="19/20", max_denominator=20)


@given(LEVELS)
def test_one_pair(p):
    # U uniform, D = 1{U <= p}: E(U - p)(D - p) = -(1 - p) p^2/2 - p (1 - p)^2/2
    square, share, both = Fraction(1, 3) - p + p * p, p * (1 - p), -p * (1 - p) / 2
    found = quantile_remainder(1, p)
    assert found.linear == square + share + 2 * both
    assert found.as_printed == square + share - 2 * both


@given(st.fractions(min_value="1/20", max_value="1/2", max_denominator=20))
def test_the_smaller_of_two(p):
    # E min(U, V) 1{U <= p} = p^2/2 - p^3/6 + p (1 - p) p/2 + ... integrated: int_0^p (u - u^2/2) du
    product = p**2 / 2 - p**3 / 6
    both = product - p * p - p * Fraction(1, 3) + p * p
    square, share = Fraction(1, 6) - p * Fraction(2, 3) + p * p, p * (1 - p) / 2
    assert quantile_remainder(2, p).linear == square + share + 2 * both


@given(LEVELS)
def test_the_linear_one_is_of_a_smaller_order(p):
    """N^(3/2) E R^2 stays bounded, N E R^2 of the printed one tends to 4 p (1 - p)."""
    for pairs in (64, 256):
        found = quantile_remainder(pairs, p)
        assert found.linear**2 * pairs**3 < 4 * (p * (1 - p)) + Fraction(1, 4)
        assert found.as_printed * pairs > 2 * p * (1 - p)


def test_bad_input():
    for arguments, error, message in (
        ((0, "1/2"), InvalidValue, "pairs = 0"),
        ((5, 1), InvalidValue, "level = 1"),
        ((5, 0.5), FloatRefused, "level = 0.5"),
        ((10**5, "1/2"), BudgetExceeded, "use fewer"),
    ):
        with pytest.raises(error, match=message):
            quantile_remainder(*arguments)

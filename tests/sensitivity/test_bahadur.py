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


LAW = ((0, 1, "1/2"), (3, 3, "1/10"), (4, 6, "2/5"))
"""Two intervals, with an atom between them."""


@given(st.fractions(min_value="13/20", max_value="19/20", max_denominator=20))
def test_one_pair_of_another_distribution(p):
    # E h = 1/4 + 3/10 + 2 = 51/20, E h^2 = 1/6 + 9/10 + 2/5 (16 + 36 + 24)/3; E h 1{h <= q} from 4 to q
    f, q = Fraction(1, 5), 4 + (p - Fraction(3, 5)) * 5
    mean, square = Fraction(51, 20), Fraction(1, 6) + Fraction(9, 10) + Fraction(2, 5) * Fraction(76, 3)
    below = Fraction(11, 20) + f * (q * q - 16) / 2
    both = (below - q * p) - p * (mean - q)
    found = quantile_remainder(1, p, LAW)
    ends = square - 2 * q * mean + q * q, p * (1 - p) / f**2
    assert found.linear == sum(ends) + 2 * both / f
    assert found.as_printed == sum(ends) - 2 * both / f
    assert found.density == f


@given(st.integers(1, 40), LEVELS, st.fractions("1/5", 5), st.fractions(-3, 3))
def test_other_units_scale_both(pairs, p, scale, start):
    found = quantile_remainder(pairs, p, [(start, start + scale, 1)])
    plain = quantile_remainder(pairs, p)
    assert found.linear == scale**2 * plain.linear
    assert found.as_printed == scale**2 * plain.as_printed
    halves = [(start, start + scale / 2, "1/2"), (start + scale / 2, start + scale, "1/2")]
    assert p == Fraction(1, 2) or quantile_remainder(pairs, p, halves) == found


@pytest.mark.parametrize(
    ("intervals", "match"),
    [
        ([], "add up to 0"),
        ([(0, 1, "1/2")], "add up to 1/2"),
        ([(1, 0, 1)], "from left to right"),
        ([(0, 2, "1/2"), (1, 3, "1/2")], "from left to right"),
        ([(0, 1, 0), (1, 2, 1)], "no positive probability"),
        ([(0, 1, "1/2"), (2, 3, "1/2")], "no density"),
        ([(0, 0, "1/4"), (1, 1, "3/4")], "quantile_distribution"),
    ],
)
def test_where_there_is_no_density_is_said(intervals, match):
    with pytest.raises(InvalidValue, match=match):
        quantile_remainder(3, "1/2", intervals)


def test_bad_input():
    for arguments, error, message in (
        ((0, "1/2"), InvalidValue, "pairs = 0"),
        ((5, 1), InvalidValue, "level = 1"),
        ((5, 0.5), FloatRefused, "level = 0.5"),
        ((10**5, "1/2"), BudgetExceeded, "use fewer"),
    ):
        with pytest.raises(error, match=message):
            quantile_remainder(*arguments)

"""Rationals of FLINT as Fractions, short and long: the same value, type and parts as by dividing integers."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import example, given
from hypothesis import strategies as st

from assay.exact import _flint

POWERS = st.integers(1000, 1100)


@given(st.integers(-(10**6), 10**6), st.integers(1, 10**6), POWERS, POWERS)
@example(0, 1, 1024, 1024)
@example(3, 1, 1000, 1024)
@example(6, 9, 1100, 1023)
def test_a_fraction_has_the_value_and_the_parts_of_the_rational(above, below, shift, length):
    for n, d in (
        (above, below),
        (above << shift, below),
        (above, below << length),
        (above**60, below << length),
    ):
        expected, found = Fraction(n, d), _flint.fraction(_flint.fmpq(n, d))
        assert (found.numerator, found.denominator) == (expected.numerator, expected.denominator)
        assert [type(x) for x in (found, found.numerator, found.denominator)] == [Fraction, int, int]
        assert found == expected
        assert hash(found) == hash(expected)
        assert found + 1 == expected + 1

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


@given(st.integers(-(10**6), 10**6), st.integers(-1100, 300), st.integers(0, 10**4), st.integers(-2000, 300))
@example(0, 0, 0, 0)
@example(0, 0, 3, -40)
@example(-1, -1024, 0, 0)
def test_bounds_are_the_ends_in_lowest_terms(middle, above, radius, below):
    with _flint.precision(64):
        ball = _flint.arb(middle) * _flint.arb(2) ** above
        ball += _flint.arb(0, _flint.arb(radius) * _flint.arb(2) ** below)
    expected, found = _flint.ends(ball), _flint.bounds(ball)
    for end, exact in zip(found, expected, strict=True):
        assert (end.numerator, end.denominator) == (int(exact.p), int(exact.q))
        assert hash(end) == hash(Fraction(int(exact.p), int(exact.q)))


def test_balls_without_ends_have_no_bounds():
    for ball in (_flint.arb.nan(), _flint.arb.pos_inf(), _flint.arb(0, _flint.arb.pos_inf())):
        assert _flint.bounds(ball) is None
    assert _flint.bounds(_flint.arb(2) ** (_flint.LARGEST_BALL_EXPONENT + 1)) is None

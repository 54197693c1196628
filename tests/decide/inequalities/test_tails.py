"""What the criterion shows on a strip of any length holds at every point that is tried."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from assay.decide.inequalities.tails import nonpositive_on
from assay.decide.probabilities.noise import CONTINUOUS
from assay.decide.probabilities.values import Value
from assay.decide.regions.cases import Strip, inflated

EXPONENTS = st.tuples(st.integers(-2, 2), st.integers(0, 1))
COEFFICIENTS = st.builds(
    lambda c, j: Value.of(c) * Value.power(j), st.fractions(0, 3, max_denominator=2), st.integers(0, 2)
)
TERMS = st.dictionaries(EXPONENTS, COEFFICIENTS.filter(bool), min_size=1, max_size=2)
EPSILONS = [Fraction(1, 50), Fraction(1, 2), Fraction(2), Fraction(9)]


@settings(max_examples=50, deadline=None)
@given(TERMS, TERMS, st.integers(-2, 2), st.integers(1, 4), st.integers(1, 3))
def test_what_is_shown_is_true(p, q, power, length, m):
    strip, factor = Strip("o", 0, p, q, length=length), Value.power(power)
    fine = inflated(strip, m)
    shown = nonpositive_on(fine, factor.inflate(m))
    assume(shown is not None)
    for s in range(length + 1):
        difference = CONTINUOUS.at(p, s) - factor * CONTINUOUS.at(q, s)
        assert all(difference.at(t) <= 0 for t in EPSILONS)
    parts = inflated(Strip("o", 0, p, q, length=length), m)
    for s in range(length + 1):
        moved = CONTINUOUS.at(parts.p, s) - factor.inflate(m) * CONTINUOUS.at(parts.q, s)
        assert all(moved.at(t / m) <= 0 for t in EPSILONS)


@given(st.integers(1, 9), st.integers(1, 9))
def test_a_strip_is_shown_as_a_whole_up_to_where_the_sign_changes(length, end):
    """y^s <= y^(-s) y^(2 end) exactly for s >= end, and the opposite before."""
    p = {(1, 0): Value.of(1)}
    q = {(-1, 0): Value.power(2 * end)}
    one = Value.of(1)
    assert (nonpositive_on(Strip("o", 0, q, p, length=length), one) is not None) is (length <= end)

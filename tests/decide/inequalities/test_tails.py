"""What the criterion shows on a strip of any length holds at every point that is tried."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import arb
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from assay import EPS, adjacency
from assay.decide import SymbolicMechanism, decide, laplace, smallest_multiple
from assay.decide.certificates.checker import check, nonpositive_on_square
from assay.decide.inequalities.tails import nonpositive, nonpositive_on
from assay.decide.probabilities.noise import CONTINUOUS
from assay.decide.probabilities.values import Value
from assay.decide.regions.cases import Strip, inflated
from assay.exact.order import ball_sign
from assay.studies.literature import programs as p
from tests.decide.symbolic_programs import cube

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


exponents = st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 2), st.integers(0, 2))
sums = st.dictionaries(exponents, st.integers(-4, 2).filter(bool), min_size=1, max_size=5).map(
    lambda found: tuple((*e, c) for e, c in found.items())
)
POINTS = [Fraction(n, 7) for n in (1, 3, 6)] + [Fraction(1), Fraction(1, 1000), Fraction(999, 1000)]


def at(found, theta, psi):
    """An enclosure of the sum at a point."""
    a, b = (arb(x.numerator) / x.denominator for x in (theta, psi))
    u, w = -a.log(), -b.log()
    return sum((arb(c) * a**i * b**j * u**m * w**n for i, j, m, n, c in found), arb(0))


@pytest.mark.slow
@given(sums)
@settings(max_examples=200)
def test_what_is_shown_is_true_at_every_point(found):
    if nonpositive(found):
        assert all(ball_sign(at(found, theta, psi)) != 1 for theta in POINTS for psi in POINTS)


@given(sums)
@settings(max_examples=200)
def test_the_checker_uses_the_same_criterion_with_its_own_arithmetic(found):
    assert nonpositive(found) is nonpositive_on_square(found)


def test_known_sums():
    one_minus_theta = ((0, 0, 0, 0, -1), (1, 0, 0, 0, 1))
    assert nonpositive(one_minus_theta)
    assert not nonpositive(tuple((*term[:4], -term[4]) for term in one_minus_theta))
    # theta - 1 <= -u theta and 1 - theta <= u, from e^u >= 1 + u
    assert nonpositive(((1, 0, 0, 0, 1), (0, 0, 0, 0, -1), (1, 0, 1, 0, 1)))
    assert nonpositive(((0, 0, 0, 0, 1), (1, 0, 0, 0, -1), (0, 0, 1, 0, -1)))
    assert not nonpositive(((0, 0, 0, 0, 1), (1, 0, 0, 0, -1), (1, 0, 1, 0, -1)))
    assert not nonpositive(((0, 0, 1, 0, 1),))
    assert nonpositive(())


def with_psi(found):
    """The same sum in the other variable."""
    return tuple((j, i, n, m, c) for i, j, m, n, c in found)


def test_both_bounds_of_the_logarithm_are_used_exactly():
    """u <= (1/theta - theta)/2 and u >= 2(1 - theta)/(1 + theta), and nothing sharper or blunter."""
    for bound in (
        ((2, 0, 0, 0, 1000), (0, 0, 0, 0, -1000), (1, 0, 1, 0, 2000)),
        ((0, 0, 0, 0, 2000), (1, 0, 0, 0, -2000), (0, 0, 1, 0, -1000), (1, 0, 1, 0, -1000)),
    ):
        (*term, c), *rest = bound[::-1]
        for found in (bound, with_psi(bound)):
            assert nonpositive(found)
            assert nonpositive_on_square(found)
        for found in (((*term, c + 1), *rest), with_psi(((*term, c + 1), *rest))):
            assert not nonpositive(found)
            assert not nonpositive_on_square(found)
        # another power in the sum changes the common denominator, and not the answer
        for power in ((0, 0, 2, 0, -1), (0, 0, 0, 2, -1), (3, 3, 1, 1, -1)):
            assert nonpositive((*bound, power))


def test_degrees_that_are_too_large_are_not_tried():
    assert not nonpositive(((100, 99, 0, 0, -1),))
    assert nonpositive(((99, 99, 0, 0, -1),))
    assert not nonpositive(((97, 99, 1, 0, -1),))
    assert nonpositive(((96, 99, 1, 0, -1),))


@pytest.mark.slow
def test_values_above_a_noisy_threshold_are_decided_and_the_certificate_is_confirmed():
    """With powers of epsilon in the tails, since all rates agree."""
    m = SymbolicMechanism(p.sparse_vector.svt3_values(laplace), cube(2), adjacency.linf(1))
    verdict = decide(m, EPS)
    assert verdict.holds
    found = verdict.certificate.to_json()
    assert any(term[2] or term[3] for fact in found["on_square"] for term in fact)
    assert check(found) > 20
    assert not decide(m, EPS * Fraction(99, 100)).holds
    assert str(smallest_multiple(m)) == "1"

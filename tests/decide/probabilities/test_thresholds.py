"""One threshold in closed form; thresholds far from the noise: powers of so high a degree are not listed."""

from fractions import Fraction

import pytest

from assay import EPS, adjacency, ln
from assay.decide import (
    Stream,
    SymbolicMechanism,
    above_threshold_constant,
    decide,
    geometric,
    laplace,
    smallest_multiple,
)
from assay.decide.probabilities.thresholds import Thresholds
from assay.errors import InvalidType, InvalidValue
from tests.decide.symbolic_programs import cube


def above(n, base=0):
    return lambda x: 1 if base + x + geometric(EPS) > n else 0


@pytest.mark.parametrize("n", [10**7, 2**31, 2**63, 2**64 + 5, 10**4000])
def test_a_far_threshold_is_refused(n):
    for body in (above(n), above(-n)):
        with pytest.raises(InvalidValue, match="noise is compared with"):
            SymbolicMechanism(body, [0, 1], adjacency.all_pairs())


@pytest.mark.parametrize("n", [10**7, 2**64, 10**4000])
def test_what_counts_is_how_far_it_is_from_the_query(n):
    m = SymbolicMechanism(above(n + 3, n), [0, 1], adjacency.all_pairs())
    assert smallest_multiple(m).low == 1
    assert decide(m, EPS).holds


@pytest.mark.parametrize("n", [1, 2, 3])
@pytest.mark.parametrize("rates", [(Fraction(1, 2), Fraction(1, 4)), (Fraction(1, 4), Fraction(1, 2))])
def test_the_closed_form_is_what_a_box_needs(n, rates):
    """Of these programs {-1, 0, 1}^n needs as much as all real answers."""
    threshold, query = rates

    def program(q):
        bar = laplace(EPS * threshold)
        for i, answer in enumerate(q):
            if answer + laplace(EPS * query) >= bar:
                return i
        return None

    found = smallest_multiple(SymbolicMechanism(program, cube(n), adjacency.linf(1)))
    closed = above_threshold_constant(EPS * threshold, EPS * query, queries=n)
    assert found.low == closed
    if rates == (Fraction(1, 2), Fraction(1, 4)):
        assert closed == min(1, Fraction(n, 4))


@pytest.mark.slow
def test_the_closed_form_is_the_constant_of_all_lengths():
    def above(answers, threshold):
        bar = threshold + laplace(EPS / 2)
        for q in answers:
            if q + laplace(EPS / 4) >= bar:
                return True
        return None

    constant = above_threshold_constant(EPS / 2, EPS / 4)
    assert constant == 1
    assert Stream(above, neighbours="all differ by 1").decide(EPS * constant).holds
    assert [above_threshold_constant(EPS / 2, EPS / 4, queries=n) for n in (3, 4, 99)] == [
        Fraction(3, 4),
        1,
        1,
    ]
    assert above_threshold_constant(EPS / 4, EPS / 2) == Fraction(5, 4)


def test_the_closed_form_is_the_largest_of_all_patterns():
    rates = Thresholds(Fraction(1, 3), Fraction(1, 6), Fraction(1, 3))
    for positives, n in ((1, 4), (2, 5), (None, 3), (3, 2)):
        most = n if positives is None else min(positives, n)
        patterns = [rates.over_all_inputs(a, n - a, Fraction(1)) for a in range(most + 1)]
        closed = above_threshold_constant(EPS / 3, EPS / 6, queries=n, positives=positives, value=EPS / 3)
        assert max(patterns) == closed
    assert above_threshold_constant(EPS / 2, EPS / 8, positives=2) == 1
    assert above_threshold_constant(EPS / 2, EPS / 2, positives=None, queries=3) == Fraction(3, 2)


@pytest.mark.parametrize("rate", [0, 1, -EPS, ln(2), EPS + 1, "inf"])
def test_a_rate_is_a_positive_multiple_of_eps(rate):
    with pytest.raises(InvalidValue, match="multiple of EPS"):
        above_threshold_constant(rate, EPS)
    with pytest.raises(InvalidValue, match="multiple of EPS"):
        above_threshold_constant(EPS, rate)


def test_bad_counts():
    with pytest.raises(InvalidValue, match="no bound"):
        above_threshold_constant(EPS, EPS, positives=None)
    for bad in (0, -1):
        with pytest.raises(InvalidValue):
            above_threshold_constant(EPS, EPS, queries=bad)
        with pytest.raises(InvalidValue):
            above_threshold_constant(EPS, EPS, positives=bad)
    with pytest.raises(InvalidType):
        above_threshold_constant(EPS, EPS, queries=True)

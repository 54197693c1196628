"""A matrix of values is a mechanism only where every row is a distribution for every epsilon > 0."""

from fractions import Fraction

import pytest
from hypothesis import given

from assay import EPS, adjacency, ln
from assay.decide import SymbolicMechanism, decide, smallest_multiple
from assay.decide.mechanism import require_distribution
from assay.decide.probabilities.values import ONE, ZERO, T, Value, Y
from assay.errors import InvalidValue
from tests.decide.probabilities.test_values import points, values

HALF = Value.of(Fraction(1, 2))


def both(row):
    """The row on two inputs."""
    return {0: row, 1: row}


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (Value(2 * Y), "negative"),
        (Value(T), "negative"),
        (Value(-Y), "negative"),
        (Value(Y, 2 * Y - 1), "pole"),
        (Value(Y * Y, (2 * Y - 1) ** 2), "pole"),
        (Value(Y, T + 1), "below the line"),
        (HALF - Value(2 * T * Y), "negative"),
    ],
)
def test_what_is_no_probability_for_every_epsilon_is_refused(value, reason):
    rows = both({0: value, 1: ONE - value})
    with pytest.raises(InvalidValue, match=reason):
        SymbolicMechanism.from_values(rows, adjacency.all_pairs())


def test_probabilities_are_accepted_to_their_border():
    for value in (ZERO, ONE, HALF - Value(T * Y), Value(Y, 1 + Y)):
        SymbolicMechanism.from_values(both({0: value, 1: ONE - value}), adjacency.all_pairs())
    with pytest.raises(InvalidValue, match="not to 1"):
        SymbolicMechanism.from_values(both({0: HALF}), adjacency.all_pairs())


@given(values(), points)
def test_what_is_accepted_is_a_probability_at_every_point(value, t):
    try:
        require_distribution(0, {0: value, 1: ONE - value})
    except InvalidValue:
        return
    assert 0 <= value.at(t) <= 1


def touching(p, q):
    """Two inputs with the probabilities p and q of one of two outcomes."""
    rows = {0: {0: p, 1: ONE - p}, 1: {0: q, 1: ONE - q}}
    return SymbolicMechanism.from_values(rows, adjacency.all_pairs())


def test_where_an_outcome_is_impossible_on_both_inputs_the_claim_holds():
    """It was said to fail for every eps below ln(9), and ln(2), where both probabilities are 0, is none."""
    p = Value((2 * Y - 1) ** 2) * HALF
    m = touching(p, p * Value.of(Fraction(1, 9)))
    failing = decide(m).failing
    assert [ln(2) in failing, ln(8) in failing, ln(10) in failing, "69/100" in failing] == [
        False,
        True,
        False,
        True,
    ]
    proved = decide(m, ln(9))
    assert proved.holds
    assert proved.certificate.check()
    at = touching(Value((T - 2) ** 2 * Y) * Value.of(Fraction(1, 5)), ZERO)
    assert 2 not in decide(at).failing
    assert decide(at).witness.relation == ">"


def test_a_probability_that_is_0_at_one_epsilon_needs_every_multiple():
    """The search for the smallest multiple did not end."""
    m = touching(HALF, Value((2 * Y - 1) ** 2) * HALF)
    assert smallest_multiple(m).is_infinite
    assert ln(2) in decide(m, 100 * EPS).failing

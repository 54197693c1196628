"""A matrix of values is a mechanism only where every row is a distribution for every epsilon > 0."""

from fractions import Fraction

import pytest
from hypothesis import given

from assay import adjacency
from assay.decide import SymbolicMechanism
from assay.decide.probabilities.validated import require_distribution
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

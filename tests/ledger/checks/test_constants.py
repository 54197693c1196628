"""The helpers of the checks: boundaries to thirty places, and the worst pair by going through all of them."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import INFINITY, ln, mechanisms
from assay.ledger.checks.constants import boundary, exact_delta, exact_epsilon


@given(st.fractions(Fraction(1, 100), 9, max_denominator=1000), st.integers(1, 30))
def test_a_boundary_is_cut_after_so_many_places(point, places):
    shown = boundary(lambda x: x > point, Fraction(0), Fraction(10), places)
    assert shown.endswith("...")
    low = Fraction(shown[:-3])
    assert low <= point < low + Fraction(1, 10**places)
    assert len(shown[:-3].partition(".")[2]) == places


def test_the_boundary_of_the_square_root_of_two():
    with localcontext() as context:
        context.prec = 40
        root = Decimal(2).sqrt()
    assert boundary(lambda x: x * x >= 2, Fraction(1), Fraction(2)) == f"{str(root)[:32]}..."


@pytest.mark.parametrize(
    "mechanism",
    [
        mechanisms.randomised_response_categories(3, ln(3)),
        mechanisms.geometric_truncated(3, ln(2)),
        mechanisms.name_and_shame(2, "1/10"),
    ],
    ids=lambda m: m.name,
)
def test_the_worst_pair_is_that_of_the_mechanism(mechanism):
    assert exact_epsilon(mechanism) == mechanism.epsilon()
    for level in (0, ln(2), "1/2", 2):
        assert exact_delta(mechanism, level) == mechanism.delta(level)


def test_an_infinite_loss_is_found():
    assert exact_epsilon(mechanisms.identity((0, 1))) == INFINITY

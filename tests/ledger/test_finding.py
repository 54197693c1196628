"""A comparison that cannot fail is not counted, and a stated factor is the smallest."""

from __future__ import annotations

from fractions import Fraction

import pytest

from assay.errors import AssayError
from assay.ledger.finding import Comparisons, Vacuous


def test_a_bound_that_no_value_exceeds_counts_for_nothing():
    found = Comparisons()
    found.at_most(Fraction(1, 3), 1, "trivial")
    with pytest.raises(Vacuous, match="no comparison of the scope can fail"):
        found.total()
    found.at_most(Fraction(1, 3), Fraction(1, 2), "a real one")
    assert found.total() == 1
    found.at_most(3, 5, "rows", most=5)
    assert found.total() == 1
    with pytest.raises(AssayError, match="too large"):
        found.at_most(Fraction(2, 3), Fraction(1, 2), "too large")


def test_a_factor_is_the_smallest_that_serves():
    found = Comparisons()
    found.at_most(Fraction(1, 10), Fraction(7, 20), "3.5")
    found.at_most(0, Fraction(1, 2), "no ratio")
    found.require_factor(4)
    for factor in (3, 5, 40):
        with pytest.raises(AssayError, match="smallest integer factor is 4"):
            found.require_factor(factor)

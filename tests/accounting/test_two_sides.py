"""Pairs on both sides of a pair: what cannot be known is refused, and a table loses little."""

from __future__ import annotations

from fractions import Fraction
from math import exp

import pytest

from assay.accounting import FinitePair
from assay.accounting.batches.enclosed import Table
from assay.accounting.stored_pld import _Lines
from assay.accounting.two_sides import _below_table, _places, _rounded, two_sides
from assay.errors import BudgetExceeded
from assay.exact._flint import arb, precision


def test_masses_that_are_not_known_are_refused():
    with pytest.raises(BudgetExceeded, match="not known"):
        _rounded([arb("0.5 +/- 1e-9"), arb("0.5")])
    with pytest.raises(BudgetExceeded, match="not known"):
        _rounded([arb("0.25"), arb("0.25")])


def test_finite_pairs_have_both_sides_alike():
    pair = FinitePair.from_masses([])
    assert two_sides(pair, 3) == (pair, pair)


TABLE = Table("a table", (-1.0, 0.25, 0.5, 3.0), (0.125, 0.25, 0.25, 0.0625))


def below_table(points):
    with precision(400):
        return _below_table(TABLE, _places(TABLE, points))


@pytest.mark.parametrize("points", [1, 3, 50])
def test_a_table_with_missing_mass_is_stored_below_itself(points):
    lines, known = _Lines.of(below_table(points)), list(zip(TABLE.losses, TABLE.masses, strict=True))
    for y in (Fraction(n, 16) for n in range(1, 400, 7)):
        there = sum(max(Fraction(0), Fraction(p) * (1 - y * Fraction(exp(-loss)))) for loss, p in known)
        assert lines.at(y) <= max(there + Fraction(1, 10**12), 1 - y)


def test_a_stored_table_is_a_pair_and_loses_little():
    lines = _Lines.of(below_table(200))
    assert lines.at(Fraction(0)) == 1
    assert lines.at(Fraction(1, 100)) == 1 - Fraction(1, 100)
    exact = Fraction(1, 16) * (1 - Fraction(exp(-3.0)) * 2)
    assert exact * Fraction(999, 1000) < lines.at(Fraction(2)) <= exact + Fraction(1, 10**12)

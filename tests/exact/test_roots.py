"""Isolated roots of integer polynomials, against polynomials whose roots are known."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import BudgetExceeded
from assay.exact._flint import fmpz_poly
from assay.exact.roots import above_zero, bisect, positive_roots, sign_at, unit_cells, unit_roots

INSIDE = st.fractions(0, 1, max_denominator=64).filter(lambda y: 0 < y < 1)
COEFFICIENTS = st.lists(st.integers(-20, 20), min_size=2, max_size=9)


def with_roots(roots):
    product = fmpz_poly([1])
    for root in roots:
        product *= fmpz_poly([-root.numerator, root.denominator])
    return product


@given(st.sets(INSIDE, max_size=6), st.sets(st.integers(-3, 3).filter(bool), max_size=2))
def test_every_root_has_an_interval_of_its_own(inside, outside):
    found = unit_roots(with_roots([*inside, *(Fraction(n) for n in outside)]))
    assert len(found) == len(inside)
    for (low, high), root in zip(found, sorted(inside), strict=True):
        assert low == root == high or low < root < high


@given(st.sets(INSIDE, min_size=1, max_size=6))
def test_halving_keeps_the_root(inside):
    poly = with_roots(inside)
    for interval, root in zip(unit_roots(poly), sorted(inside), strict=True):
        low, high = interval
        for _ in range(9):
            low, high = bisect(poly, (low, high))
            assert low <= root <= high
        assert high - low <= Fraction(1, 512)


@given(COEFFICIENTS)
def test_cells_cover_the_interval_and_count_the_changes_of_sign(coefficients):
    poly = fmpz_poly(coefficients)
    if poly.degree() < 1:
        return
    for factor, _ in poly.factor()[1]:
        cells = sorted(unit_cells(factor))
        assert cells[0][0] == 0
        assert cells[-1][1] == 1
        assert all(a[1] == b[0] for a, b in pairwise(cells))
        for low, high, roots in cells:
            if sign_at(factor, low) * sign_at(factor, high):
                assert (sign_at(factor, low) != sign_at(factor, high)) == bool(roots)


@given(COEFFICIENTS, st.sampled_from([2, 40, 400]))
def test_positive_roots_are_enclosed_as_narrowly_as_asked(coefficients, bits):
    poly = fmpz_poly(coefficients)
    if poly.degree() < 1:
        return
    for factor, _ in poly.factor_squarefree()[1]:
        found = positive_roots(factor, bits)
        assert len(found) == len(unit_roots(above_zero(factor)))
        for low, high in found:
            assert 0 < low <= high
            assert (high - low) * 2**bits <= low
            at_low, at_high = factor(low), factor(high)
            assert low == high or at_low * at_high < 0 or at_low * at_high == 0
        assert all(a[1] < b[0] for a, b in pairwise(found))


@given(st.sets(st.fractions(Fraction(1, 99), 99, max_denominator=99), min_size=1, max_size=5))
def test_positive_roots_that_are_known(roots):
    found = positive_roots(with_roots(roots), 30)
    assert len(found) == len(roots)
    for (low, high), root in zip(found, sorted(roots), strict=True):
        assert low * root.denominator <= root.numerator <= high * root.denominator


@pytest.mark.parametrize(
    ("coefficients", "count"),
    [([0, 1], 0), ([1], 0), ([0, -1, 1], 1), ([1, 0, 1], 0), ([-2, 0, 1], 1), ([1, -3, 1], 2)],
)
def test_examples(coefficients, count):
    assert len(positive_roots(fmpz_poly(coefficients), 20)) == count


def test_a_degree_that_is_too_large_is_refused():
    with pytest.raises(BudgetExceeded, match="degree 1001"):
        positive_roots(fmpz_poly([-2, *[0] * 1000, 1]), 10)

"""Upper bounds of moments from cells against closed forms."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.accounting import DiscreteGaussian, Gaussian, Laplace
from assay.accounting.binned_moments import Cell, binned
from assay.accounting.inversion.transform_of_pair import transform_of
from assay.exact._flint import arb, precision, rational

BITS, DEPTH = 160, 100


@pytest.mark.parametrize("pair", [Gaussian.of(1), Gaussian.of(50), Laplace.of(2)], ids=lambda pair: pair.name)
@pytest.mark.parametrize("c", ["1/100", "1", "3", "-1/100", "-1/2", "-3/2"])
def test_they_are_above_the_closed_form_and_near_it(pair, c):
    with precision(BITS):
        cells, exact = binned(pair, BITS, DEPTH), transform_of(pair).at(Fraction(c))
        bound = cells.at(Fraction(c))
        assert exact <= bound + arb(2) ** -60  # what is in no cell
        assert bound <= exact * rational(Fraction(102, 100))
        assert cells.lost <= arb(2) ** (4 - DEPTH)


def test_atoms_are_kept_as_they_are():
    with precision(BITS):
        pair = DiscreteGaussian.of(2)
        found = binned(pair, BITS, DEPTH)
        assert not found.cells
        assert found.at(Fraction(0)).overlaps(arb(1))
        assert transform_of(pair).at(Fraction(1)).overlaps(found.at(Fraction(1)))


@given(
    st.lists(st.tuples(st.integers(-20, 20), st.integers(1, 9)), min_size=1, max_size=6),
    st.integers(-30, 30),
)
def test_a_cell_is_above_every_distribution_with_its_masses(atoms, tenths):
    with precision(BITS):
        c = Fraction(tenths, 10)
        losses = [arb(rational(Fraction(x, 10))) for x, _ in atoms]
        weights = [arb(w) for _, w in atoms]
        p = sum(weights, arb(0))
        q = sum((w * (-x).exp() for x, w in zip(losses, weights, strict=True)), arb(0))
        cell = Cell(arb(rational(Fraction(-2))), arb(2), p, q)
        truth = sum((w * (x * rational(c)).exp() for x, w in zip(losses, weights, strict=True)), arb(0))
        assert not truth > cell.moment(c)

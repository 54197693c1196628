"""One round in cells: both bounds hold whatever the cells are, and meet where they are cut."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import arb
from hypothesis import given
from hypothesis import strategies as st

from assay.accounting import Gaussian, Laplace, Subsampled
from assay.accounting.atoms import cells as module
from assay.accounting.atoms.cells import Cell, Cells
from assay.accounting.atoms.gains import OfLaplace, OfTails
from assay.errors import BudgetExceeded
from assay.exact._flint import precision

from ...effort import fewer
from .. import independent_truths as truths

SIGMAS = st.sampled_from([Fraction(1, 2), Fraction(1), Fraction(3), Fraction(20)])
SHARES = st.sampled_from([Fraction(10), Fraction(1, 10), Fraction(1, 500)])


def mean(pair, rest, x, share, most=4000):
    """(from below, from above) of pair and rest together at x."""
    return Cells(pair, most).mean(lambda loss: rest.at(truths.ball(x) - loss), share)


@fewer(2)
@given(SIGMAS, SIGMAS, st.fractions(-1, 3, max_denominator=10), SHARES)
def test_two_gaussians_are_one(first, second, x, share):
    with precision(160):
        mu = (truths.ball(first) ** -2 + truths.ball(second) ** -2).sqrt()
        low, high = mean(Gaussian.of(first), OfTails(Gaussian.of(second)), x, share)
        truth = truths.gaussian(mu, truths.ball(x))
        assert low.lower() <= truth.upper()
        assert truth.lower() <= high.upper()
        assert high - low <= truth * truths.ball(share) * 2 or truth < arb(10) ** -25


@fewer(3)
@given(st.sampled_from([Fraction(1), Fraction(5)]), st.fractions(0, "9/10", max_denominator=10))
def test_atoms_of_the_pair_itself_count(scale, part):
    """Laplace noise in cells beside Laplace noise in closed form."""
    with precision(160):
        x = 2 * part / scale
        low, high = mean(Laplace.of(scale), OfLaplace(((1 / scale, 1),)), x, Fraction(1, 100))
        truth = truths.laplace(scale, 2, truths.ball(x))
        assert low.lower() <= truth.upper()
        assert truth.lower() <= high.upper()


def test_the_same_cells_serve_another_epsilon():
    with precision(160):
        cells, rest = Cells(Gaussian.of(2), 4000), OfTails(Gaussian.of(2))
        for x in (Fraction(1, 2), Fraction(2), Fraction(0)):
            low, high = cells.mean(lambda loss, x=x: rest.at(truths.ball(x) - loss), Fraction(1, 1000))
            truth = truths.gaussian(arb(2).sqrt() / 2, truths.ball(x))
            assert low.lower() <= truth <= high.upper()


def test_too_many_cells_are_refused():
    with precision(96), pytest.raises(BudgetExceeded, match="cells"):
        mean(Gaussian.of(1), OfTails(Gaussian.of(1)), Fraction(1), Fraction(1, 10**9), 200)


@pytest.mark.parametrize("defect", ["below", "above", "half-line"])
def test_planted_defects_are_noticed(monkeypatch, defect):
    """A loss too large in the middle, a chord that forgets its upper end, and a half-line left out."""
    ends = module._ends

    def wrong(cell, function, at):
        low, high = ends(cell, function, at)
        if defect == "below" and cell.right is not None and cell.left is not None:
            return cell.mass.p * at(cell.right), high
        if defect == "above" and cell.right is not None and cell.left is not None:
            return low, cell.mass.p * at(cell.left)
        if defect == "half-line" and cell.right is None:
            return arb(0), arb(0)
        return low, high

    monkeypatch.setattr(module, "_ends", wrong)
    monkeypatch.setattr(Cells, "_halves", lambda *_: None)
    with precision(160):
        rest = OfTails(Gaussian.of("1/2"))
        cells = Cells(Subsampled.of(Gaussian.of("1/2"), "1/2"), 10**6)
        if defect == "half-line":
            one = arb(1)
            below, above = cells.pair.head(one), cells.pair.tail(one)
            cells.cells = [Cell(None, Fraction(1), below), Cell(Fraction(1), None, above)]
        x = truths.ball(Fraction(3, 2))
        low, high = cells.mean(lambda loss: rest.at(x - loss), Fraction(1, 10**6))
        monkeypatch.undo()
        fine = Cells(Subsampled.of(Gaussian.of("1/2"), "1/2"), 10**6)
        sure = fine.mean(lambda loss: rest.at(x - loss), Fraction(1, 10**4))
        assert low.lower() > sure[1].upper() or high.upper() < sure[0].lower()

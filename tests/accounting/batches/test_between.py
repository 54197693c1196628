"""Answers from tables: cells that are too fine to be made are made less fine."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

import pytest

from assay.accounting import Gaussian, Rounds
from assay.accounting.batches.enclosed import Enclosed
from assay.composition.round import Round
from assay.dp import budget
from assay.errors import BudgetExceeded


@dataclass(frozen=True, eq=False)
class Near(Enclosed):
    """Gaussian noise with mu = 1, its mu^2 known to 1/fineness^2, up to a largest fineness."""

    most: int
    asked: list[int] = field(default_factory=list)

    def sides(self, fineness, depth, composed):
        """Gaussian noise that is a little stronger, and a little weaker."""
        self.asked.append(fineness)
        if fineness > self.most:
            raise BudgetExceeded("too fine")
        return Gaussian(1 + Fraction(1, fineness**2)), Gaussian(1 - Fraction(1, fineness**2))

    def extremes(self):
        """As Gaussian noise."""
        return Gaussian(Fraction(1)).extremes()


@pytest.mark.parametrize("width", ["1/2000", "1/30000"])
def test_cells_that_are_too_fine_are_made_coarser_until_the_width_is_reached(width):
    pair = Near(10**9)
    Rounds([(Round.directed(pair, pair), 1)]).delta(1, width)
    tight = Near(pair.asked[-1] - 1)
    found = Rounds([(Round.directed(tight, tight), 1)]).delta(1, width)
    assert found.relative_width <= Fraction(width)
    assert pair.asked[-1] in tight.asked
    assert tight.asked[-1] < pair.asked[-1]


def test_what_is_too_fine_at_last_has_the_best_bracket():
    pair = Near(100)
    with pytest.raises(BudgetExceeded, match="too fine") as stopped:
        Rounds([(Round.directed(pair, pair), 1)]).delta(1, "1e-9")
    known = stopped.value.known["bracket"]
    truth = Rounds.of(Gaussian(Fraction(1)), 1).delta(1, "1e-9")
    assert known.lower <= truth.lower <= truth.upper <= known.upper
    assert max(x for x in pair.asked if x <= 100) > 90
    assert known.relative_width < Fraction(1, 1000)


def test_a_spent_budget_is_not_spent_on_coarser_cells():
    pair = Near(100)
    with pytest.raises(BudgetExceeded), budget(seconds=0):
        Rounds([(Round.directed(pair, pair), 1)]).delta(1, "1e-9")
    assert len(pair.asked) <= 2

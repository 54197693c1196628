"""The minimax risk of two cells: the small program against the large one, and planted defects."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from assay.adjacency import l1
from assay.errors import InvalidValue
from assay.exact import ln, number
from assay.queries.projection import histograms
from assay.utility import l1_loss, minimax_risk
from assay.utility.minimax_bounds import best_two_cell_bound
from assay.utility.question import Question
from assay.utility.two_cells import _privacy_prices, clamped_noise, optimum_of_two_cells


def question(n, alpha, loss=l1_loss):
    every = histograms(n, 2)
    losses = {(x, y): number(loss(x, y)) for x, y in product(every, repeat=2)}
    return Question(every, every, losses, ln(alpha), number(0), l1(2), None, None)


@pytest.mark.parametrize("n", [1, 2, 3, 4])
@pytest.mark.parametrize("alpha", ["3/2", "2", "5"])
def test_it_is_the_optimum_of_the_whole_program(n, alpha):
    found = optimum_of_two_cells(question(n, alpha), "simplex")
    assert found is not None
    found.check()
    assert found.value == minimax_risk(n, 2, ln(alpha), method="simplex", symmetric=False).value


def test_it_is_the_optimum_for_other_losses_too():
    for loss in (lambda x, y: int(x != y), lambda x, y: (x[0] - y[0]) ** 2):
        asked = question(3, 2, loss)
        found = optimum_of_two_cells(asked, "simplex")
        assert found is not None
        asked.check(replace(found, question=asked.digest))


@pytest.mark.slow
def test_forty_rows_have_a_certificate():
    found = minimax_risk(40, 2, "ln 2")
    assert found.is_exact
    found.upper.check()
    assert best_two_cell_bound(40, "ln 2") < found.value < minimax_risk(10, 2, "ln 2").value


def test_a_mechanism_that_is_not_the_best_has_no_certificate(monkeypatch):
    worse = clamped_noise(3, number("1/2"))
    monkeypatch.setattr("assay.utility.two_cells.clamped_noise", lambda n, a: worse)
    assert optimum_of_two_cells(question(3, 5), "simplex") is None


def test_an_irrational_level_has_a_bracket():
    found = minimax_risk(12, 2, 1, denominator=4)
    assert not found.is_exact
    assert found.lower.risk < found.upper.risk
    with pytest.raises(InvalidValue, match="which are bounds"):
        _ = found.value


def test_prices_of_privacy():
    half = Fraction(1, 2)
    assert _privacy_prices([number(1), number(-2), number(0)], number(2)) == [(half, 0), (0, Fraction(3, 2))]

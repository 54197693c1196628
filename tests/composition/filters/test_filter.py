"""What every filter refuses, and that a refusal changes nothing."""

from __future__ import annotations

from fractions import Fraction

import pytest

from assay.adjacency import all_pairs
from assay.composition.filters import (
    AdvancedFilter,
    BasicFilter,
    ConcentratedFilter,
    ConcentratedOdometer,
    ExactFilter,
    PureOdometer,
    RenyiFilter,
    RenyiOdometer,
)
from assay.dp import Dist, Mechanism
from assay.errors import BudgetExceeded, FloatRefused, InvalidType, InvalidValue
from assay.exact import INFINITY, ln
from assay.mechanisms import randomised_response
from assay.theorems import Guarantee, zcdp_from_pure
from assay.theorems.witnesses import canonical_mechanism
from tests.composition.filters.test_exact import line
from tests.theorems.small import mechanism

STRONG, WEAK = canonical_mechanism(ln(2)), canonical_mechanism(ln("5/4"))


LEAK = canonical_mechanism(0, "1/10")


# Refusals


FILTERS = [BasicFilter(1), RenyiFilter(2, "1/2"), ConcentratedFilter("1/4"), AdvancedFilter(2, "1/10")]


@pytest.mark.parametrize("kind", FILTERS, ids=str)
def test_a_refusal_changes_nothing(kind):
    budget = kind.look_ahead()
    budget.spend(WEAK)
    before = budget.spent
    for too_much in (canonical_mechanism(5), LEAK):
        assert not budget.admits(too_much)
        with pytest.raises(BudgetExceeded, match="nothing was spent") as stop:
            budget.spend(too_much)
        assert stop.value.known == {"spent": before}
        assert (budget.spent, budget.rounds) == (before, 1)
    budget.spend(WEAK)
    assert budget.rounds == 2


def test_what_cannot_be_shown_to_fit_is_refused():
    exactly = ConcentratedFilter(zcdp_from_pure(ln("5/4"), symmetric=True))
    assert exactly.admits(Guarantee(ln("5/4"), adjacency=all_pairs()))
    assert exactly.admits(WEAK)  # its rho is the same number, and known exactly
    response = randomised_response(ln(3) / 2)
    assert not ConcentratedFilter(response.zcdp()).admits(response)  # the same number, by enclosures alone
    assert ConcentratedFilter(zcdp_from_pure(ln("5/4"), symmetric=True) + ln("1.001")).admits(WEAK)


def test_nothing_costs_nothing():
    nothing = mechanism({False: {0: Fraction(1)}, True: {0: Fraction(1)}})
    for budget in (BasicFilter(0), RenyiFilter(2, 0), ConcentratedFilter(0), AdvancedFilter(0, "1/10")):
        budget.spend(nothing)
        assert not budget.admits(WEAK)
    odometer = ConcentratedOdometer(1)
    odometer.spend(nothing)
    assert odometer.spent("1/10") == 0


def test_bad_input():
    for wrong in (lambda: BasicFilter(INFINITY), lambda: ExactFilter([0, 1], all_pairs(), "inf")):
        with pytest.raises(InvalidValue, match="is infinite"):
            wrong()
    with pytest.raises(FloatRefused):
        BasicFilter(0.5)
    with pytest.raises(InvalidValue, match="delta = 2"):
        BasicFilter(1, 2)
    with pytest.raises(InvalidValue, match="alpha = 1 is not above 1"):
        RenyiFilter(1, 1)
    with pytest.raises(InvalidValue, match="rho = -1 is negative"):
        ConcentratedFilter(-1)
    with pytest.raises(InvalidValue, match="slack = 0 is outside"):
        AdvancedFilter(1, 0)
    with pytest.raises(InvalidValue, match="form = 'other' is unknown"):
        AdvancedFilter(1, "1/2", form="other")
    with pytest.raises(InvalidValue, match="start = 0 cannot be doubled"):
        ConcentratedOdometer(0)
    with pytest.raises(InvalidValue, match="delta = 0 is outside"):
        RenyiOdometer(2).spent(0)
    for budget in (*FILTERS, PureOdometer(), RenyiOdometer(2), ConcentratedOdometer(1)):
        with pytest.raises(InvalidType, match="mechanism is 'gaussian'"):
            budget.spend("gaussian")
    one_way = Mechanism({0: Dist.point(0), 1: Dist.point(0)}, [0, 1], all_pairs(symmetric=False))
    with pytest.raises(InvalidValue, match="one-way"):
        AdvancedFilter(1, "1/2").admits(one_way)
    exact = ExactFilter([False, True], all_pairs(), 1, "1/2")
    with pytest.raises(InvalidValue, match="no output is awaited"):
        exact.observe(0)
    exact.spend(LEAK)
    with pytest.raises(InvalidValue, match="its output is awaited"):
        exact.admits(LEAK)
    with pytest.raises(InvalidValue, match="impossible on every input"):
        exact.observe("nonsense")
    assert exact.pending is LEAK
    with pytest.raises(InvalidValue, match="not in the domain"):
        ExactFilter([0, 7], all_pairs(), 1).admits(line(0, 0, 0))

"""Findings are filled in one after the other, and none is kept that may be wrong."""

from __future__ import annotations

import pytest

from assay import Dist, Mechanism, Undecided, adjacency, ln, mechanisms, number
from assay.cli.report import Claim, Findings, Unknown
from assay.cli.report.findings import obstacles
from assay.errors import BudgetExceeded


class Interferes:
    """A watch that stops the computation at a given confirmation."""

    def __init__(self, after):
        self.left = after

    def confirm(self):
        self.left -= 1
        if self.left < 0:
            raise BudgetExceeded("the time is over", {"rows done": 3})

    def is_over(self):
        return self.left < 0


MEASURES = ("epsilon", "delta", "total_variation", "profile")


@pytest.mark.parametrize("kept", range(7))
def test_an_interruption_loses_nothing_that_was_found(kept):
    found = Findings(mechanisms.almost_random(), Claim(ln(2), number(0)))
    try:
        found.fill(Interferes(kept))
    except BudgetExceeded as stop:
        found.stop(stop)
    assert isinstance(found.verdict, Undecided) == (kept == 0)
    assert found.exit_status == (3 if kept == 0 else 1)
    values = [found.outputs, *map(found.of, MEASURES)]
    known = [not isinstance(value, Unknown) for value in values]
    assert known == [kept > i + 1 for i in range(5)]
    assert [reason for reason, _ in obstacles(found)] == (["the time is over"] if kept < 6 else [])


def test_without_a_claim_an_unknown_measure_is_undecided():
    found = Findings(mechanisms.almost_random())
    try:
        found.fill(Interferes(2))
    except BudgetExceeded as stop:
        found.stop(stop)
    assert (found.exit_status, found.verdict, found.of("delta")) == (3, None, None)


def test_nothing_filled_in_is_undecided():
    assert Findings(mechanisms.almost_random()).exit_status == 3
    assert Findings(mechanisms.almost_random(), Claim(ln(3), number(0))).exit_status == 3


def test_a_measure_that_is_too_large_does_not_stop_the_others():
    def fail(x):
        raise BudgetExceeded("too large")

    found = Findings(Mechanism(Dist.point, [0, 1], adjacency.all_pairs()))
    found.mechanism.worst_case.epsilon = fail
    found.fill(Interferes(99))
    assert found.of("epsilon") == Unknown("too large", {})
    assert found.of("total_variation").value == 1

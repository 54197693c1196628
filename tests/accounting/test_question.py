"""A time budget ends every question with what is known by then; nothing that is cut short is proved."""

import time
from fractions import Fraction

import pytest

from assay.accounting import Accountant, calibrate
from assay.accounting.rounds import Rounds
from assay.dp import budget
from assay.errors import BudgetExceeded

LONG = [
    "gaussian sigma=1 q=1/100 k=10 sensitivity=1e3",
    f"random-allocation sigma=1 steps=100 k={10**12}",
    "truncated-laplace scale=1 q=1/100 size=60000 batch=600 k=1000",
    "balls-in-bins sigma=1 bins=1000 k=1000",
    "discrete-gaussian sigma=100 q=1/20 k=1000",
]


@pytest.mark.parametrize("mechanism", LONG)
def test_no_time_is_an_end_with_a_reason(mechanism):
    accountant = Accountant().compose(mechanism)
    with budget(seconds=0), pytest.raises(BudgetExceeded, match="give more time"):
        accountant.epsilon("1e-5")
    with budget(seconds=0), pytest.raises(BudgetExceeded, match="time budget ran out"):
        accountant.delta(1)


@pytest.mark.parametrize("mechanism", LONG)
@pytest.mark.parametrize("adjacency", ["add-remove-one", "replace-one"])
@pytest.mark.slow
def test_little_time_is_kept_to(mechanism, adjacency):
    if adjacency == "replace-one" and mechanism.startswith(("random", "balls")):
        return
    before = time.process_time()
    with budget(seconds=Fraction(1, 2)):
        try:
            found = Accountant(adjacency).compose(mechanism).epsilon("1e-5")
            assert found.lower <= found.upper
        except BudgetExceeded as stopped:
            found = stopped.known["bracket"]
    assert found.lower >= 0
    assert time.process_time() - before < 20


def test_what_is_known_when_time_is_over_contains_the_truth():
    # too long for the engines in no time: Chernoff's bound is what is left
    truth = Accountant().compose("gaussian sigma=1 q=1/100 k=1000").epsilon("1e-5")
    for parts in range(1, 6):
        try:
            with budget(seconds=Fraction(parts, 40)):
                found = (
                    Accountant(engine="fourier").compose("gaussian sigma=1 q=1/100 k=1000").epsilon("1e-5")
                )
        except BudgetExceeded as stopped:
            found = stopped.known["bracket"]
        assert found.lower <= truth.upper
        assert found.upper is None or found.upper >= truth.lower


@pytest.mark.parametrize("left", [1, 30, 64])
def test_a_calibration_without_time_claims_nothing(left, monkeypatch):
    monkeypatch.setattr("assay.exact.heartbeat._left", left)  # wherever the next reading of the clock falls
    with budget(seconds=0), pytest.raises(BudgetExceeded):
        calibrate("gaussian sigma=? q=1/100 k=1000", epsilon=1, delta="1e-5")


def test_notions_and_reading_end_in_time_too():
    rounds = Accountant().compose("discrete-gaussian sigma=100 q=1/20 k=1000").rounds
    with budget(seconds=0), pytest.raises(BudgetExceeded, match="time budget"):
        Rounds(rounds).estimates(delta="1e-5")


@pytest.mark.slow
def test_rates_so_small_that_cancellation_leaves_the_loss_are_answered():
    # k q = 3 and sigma = 1: the loss is next to a normal one with the deviation q sqrt(k (e - 1))
    found = Accountant().compose("gaussian sigma=1 rows=1000000000000 batch=600 epochs=3").epsilon("1e-5")
    assert found.engine == "inversion"
    assert Fraction("3.1e-5") < found.lower <= found.upper < Fraction("3.2e-5")

"""Parameters of extreme sizes end soon, with a bracket that holds or a refusal that says the way out."""

from __future__ import annotations

from fractions import Fraction

import pytest

from assay.accounting import Accountant
from assay.dp import budget
from assay.errors import BudgetExceeded

DELTA = Fraction(1, 10**5)

ANSWERED = [
    ("gaussian sigma=1 q=1e-900", 0),
    ("laplace scale=1 q=1e-900", 0),
    pytest.param("user-level sigma=1e900 q=1/100 records=2", 0, marks=pytest.mark.slow),
    ("laplace scale=1e900", 0),
]
"""An epsilon that is 0: the total variation is far below delta."""


@pytest.mark.parametrize(("text", "epsilon"), ANSWERED)
def test_what_has_next_to_no_loss_has_epsilon_0(text, epsilon):
    with budget(seconds=30):
        assert Accountant().compose(text).epsilon(DELTA).upper == epsilon


@pytest.mark.parametrize(
    "text", ["laplace scale=1e-900", "laplace scale=1 sensitivity=1e900", "discrete-laplace scale=1e-900"]
)
def test_the_largest_loss_is_seen_however_large_it_is(text):
    """Half of the outputs have the loss 10^900, so that epsilon is less by far less than 1."""
    with budget(seconds=30):
        found = Accountant().compose(text).epsilon(DELTA)
    assert found.lower <= 10**900
    assert 10**900 - 1 <= found.upper <= found.lower + found.lower / 10**18


REFUSED = [
    ("gaussian sigma=1e-80", "epsilon is above 2^"),
    ("discrete-gaussian sigma=1000000000000", "outcomes that matter"),
    ("discrete-gaussian sigma=1 sensitivity=1000000000000", "outcomes that matter"),
    ("discrete-laplace scale=1 sensitivity=1000000000000", "outcomes that matter"),
]


@pytest.mark.parametrize(("text", "reason"), REFUSED)
def test_what_is_too_large_is_refused_with_the_way_out(text, reason):
    with budget(seconds=30), pytest.raises(BudgetExceeded) as error:
        Accountant().compose(text).epsilon(DELTA)
    assert reason in str(error.value)
    assert "give " in str(error.value) or "ask for" in str(error.value)
    assert len(str(error.value)) < 600

"""The worst pair of the checks is that of the mechanism."""

from __future__ import annotations

import pytest

from assay import INFINITY, ln, mechanisms
from assay.ledger.checks.worst_pair import exact_delta, exact_epsilon


@pytest.mark.parametrize(
    "mechanism",
    [
        mechanisms.randomised_response_categories(3, ln(3)),
        mechanisms.geometric_truncated(3, ln(2)),
        mechanisms.name_and_shame(2, "1/10"),
    ],
    ids=lambda m: m.name,
)
def test_the_worst_pair_is_that_of_the_mechanism(mechanism):
    assert exact_epsilon(mechanism) == mechanism.epsilon()
    for level in (0, ln(2), "1/2", 2):
        assert exact_delta(mechanism, level) == mechanism.delta(level)


def test_an_infinite_loss_is_found():
    assert exact_epsilon(mechanisms.identity((0, 1))) == INFINITY

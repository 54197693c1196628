"""Samplers on the tape: what is open is never called private."""

from __future__ import annotations

import random

import pytest

from assay import Dist, ln
from assay.studies.survey import Samples
from assay.studies.survey.row import Verdict
from assay.studies.survey.sampling import judged_samples


def parity(x):
    """A geometric number of rounds, of which the parity is told: 2/3 for x, 1/3 for the other."""
    rounds = x
    while random.random() < 0.5:
        rounds += 1
    return rounds % 2


def coin(x):
    return x if random.random() < 0.75 else 1 - x


def finding(epsilon, distribution, sampler=parity):
    case = Samples(
        function="sampler",
        snippet="",
        sampler=sampler,
        domain=(0, 1),
        distribution=distribution,
        epsilon=epsilon,
        route="tape",
        tape={"seconds": 2},
    )
    return judged_samples(case, lambda _: None)


def wrong(x):
    return Dist({0: "1/2", 1: "1/2"})


@pytest.mark.slow
def test_a_wrong_distribution_with_open_mass_at_the_claim_is_not_private():
    """epsilon is exactly ln 2: with mass left open it can be neither proved nor refuted."""
    assert finding(ln(2), None).verdict is Verdict.UNDECIDED
    assert finding(ln(2), wrong).verdict is Verdict.DISTRIBUTION_DIFFERS


def test_a_wrong_distribution_below_and_above_the_claim():
    assert finding(ln(3), wrong, coin).verdict is Verdict.PRIVATE
    assert finding(ln(2), wrong, coin).verdict is Verdict.UNSOUND
    assert finding(ln("3/2"), wrong).verdict is Verdict.UNSOUND

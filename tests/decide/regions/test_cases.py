"""A tail or a strip in a finer unit says the same at every point."""

from __future__ import annotations

from fractions import Fraction

import pytest

from assay import EPS, adjacency
from assay.decide import SymbolicMechanism, decide, geometric, laplace
from assay.decide.inequalities.ratios import outcomes
from assay.decide.probabilities.noise import CONTINUOUS, DISCRETE
from assay.decide.regions.cases import Strip, Tail, inflated
from assay.decide.regions.output_cases import cases
from assay.dp import Proved


@pytest.mark.parametrize("noise", [laplace, geometric])
@pytest.mark.parametrize("m", [2, 3])
def test_the_values_are_the_same(noise, m):
    """A sum of two draws has terms u e^(-u), which hold the unit in u = t s."""
    found = SymbolicMechanism(lambda q: q + noise(EPS) + noise(EPS), [0, 1], adjacency.all_pairs())
    family, seen = DISCRETE if noise is geometric else CONTINUOUS, 0
    for outcome, p, q in outcomes(found, (0, 1)):
        for case in cases(outcome, p, q):
            if not isinstance(case, Tail | Strip):
                continue
            fine = inflated(case, m)
            for s in (0, 1, 2):
                for coarse, other in ((case.p, fine.p), (case.q, fine.q)):
                    seen += 1
                    assert family.at(coarse, s).at(Fraction(1)) == family.at(other, s).at(Fraction(1, m))
    assert seen


def test_a_sum_of_draws_is_decided_at_a_multiple_in_a_finer_unit():
    found = SymbolicMechanism(lambda q: q + laplace(EPS) + laplace(EPS), [0, 1], adjacency.all_pairs())
    assert isinstance(decide(found, EPS * Fraction(11, 10)), Proved)

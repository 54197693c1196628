"""Thresholds far from the noise: powers of so high a degree are not listed."""

import pytest

from assay import EPS, adjacency
from assay.decide import SymbolicMechanism, decide, geometric, smallest_multiple
from assay.errors import InvalidValue


def above(n, base=0):
    return lambda x: 1 if base + x + geometric(EPS) > n else 0


@pytest.mark.parametrize("n", [10**7, 2**31, 2**63, 2**64 + 5, 10**4000])
def test_a_far_threshold_is_refused(n):
    for body in (above(n), above(-n)):
        with pytest.raises(InvalidValue, match="noise is compared with"):
            SymbolicMechanism(body, [0, 1], adjacency.all_pairs())


@pytest.mark.parametrize("n", [10**7, 2**64, 10**4000])
def test_what_counts_is_how_far_it_is_from_the_query(n):
    m = SymbolicMechanism(above(n + 3, n), [0, 1], adjacency.all_pairs())
    assert smallest_multiple(m).low == 1
    assert decide(m, EPS).holds

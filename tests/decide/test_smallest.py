"""The smallest c with c epsilon-privacy for all epsilon: known values, and consistency with decisions just
below it.
"""

from fractions import Fraction
from math import floor

import pytest

from assay import EPS, adjacency, ln, mechanisms
from assay.decide import SymbolicMechanism, decide, exponential, geometric, laplace, one_sided_geometric
from assay.decide.smallest import smallest_multiple
from assay.errors import UndecidedError
from assay.studies.literature.programs.sparse_vector import adaptive_svt
from tests.decide.symbolic_programs import binned_gap, binned_maximum, cube, noisy_max, sparse_vector

KNOWN = [
    ("count", lambda d: lambda q: q[0] + d(EPS), 1, (geometric, laplace), "1"),
    ("sparse", lambda d: sparse_vector(d), 3, (geometric, laplace), "3/4"),
    ("max", lambda d: noisy_max(d), 2, (geometric, laplace, exponential, one_sided_geometric), "1"),
    ("value of the max", lambda d: lambda q: max(a + d(EPS / 2) for a in q), 2, (geometric, laplace), "1"),
    ("one-sided count", lambda d: lambda q: q[0] + d(EPS), 1, (exponential, one_sided_geometric), "none"),
    ("constant", lambda d: lambda q: 0, 2, (geometric,), "0"),
    ("histogram", lambda d: lambda q: tuple(a + d(EPS) for a in q), 2, (geometric, laplace), "2"),
    ("bins", lambda d: binned_maximum(d), 2, (exponential,), "none"),
    ("gap", lambda d: binned_gap(d), 1, (laplace,), "1/4"),
]


@pytest.mark.parametrize(
    ("body", "n", "noise", "c"),
    [(body(noise), n, noise, c) for _, body, n, family, c in KNOWN for noise in family],
    ids=[f"{name}-{noise.__name__}" for name, _, _, family, _ in KNOWN for noise in family],
)
def test_known_values_hold_and_nothing_less_does(body, n, noise, c):
    m = SymbolicMechanism(body, cube(n), adjacency.linf(1))
    found = smallest_multiple(m)
    assert str(found) == c
    if found.is_infinite:
        for factor in (1, 10):
            assert decide(m, EPS * factor).exit_status == 1
    else:
        assert found.is_exact
        assert decide(m, EPS * found.low).holds
        if found.low:
            assert decide(m, EPS * (found.low - Fraction(1, 4 if found.low > 1 else 24))).exit_status == 1


def test_a_maximum_inside():
    """P = 1/2 + 1/(2 + 2/y), P' = P reversed: the ratio exceeds e^(c eps) most at an epsilon in between."""
    m = SymbolicMechanism(
        lambda q: geometric(EPS) + q[0] >= 0 and geometric(EPS) + q[0] >= 0,
        [(0,), (1,)],
        adjacency.all_pairs(),
    )
    found = smallest_multiple(m)
    assert found.low is not None
    assert found.high is not None
    assert found.high - found.low <= Fraction(1, 10**6)
    assert decide(m, EPS * (found.high + Fraction(1, 50)).limit_denominator(50)).holds
    if not found.is_exact:
        assert decide(m, EPS * Fraction(int(found.low * 20), 20)).exit_status == 1


@pytest.mark.slow
def test_undecided_where_a_tail_is_not_covered():
    def two_values(q):
        v, w = (a + laplace(EPS / 2) for a in q)
        return (v if v >= laplace(EPS) else None, w if w >= laplace(EPS) else None)

    m = SymbolicMechanism(two_values, cube(2), adjacency.linf(1))
    with pytest.raises(UndecidedError, match="several noisy values"):
        smallest_multiple(m)
    assert decide(m, EPS * 2).exit_status == 3
    refuted = decide(m, ln(2))
    assert refuted.exit_status == 1
    assert "at least" in str(refuted)


def test_catalogue():
    assert str(smallest_multiple(mechanisms.randomised_response(EPS))) == "1"
    assert str(smallest_multiple(mechanisms.svt_lee_clifton(EPS, n=2, c=1))) == "3/2"


@pytest.mark.slow
def test_a_limit_with_a_large_denominator_stays_cheap():
    """The slope at 0 is a rational with a large denominator; e^(c eps) must not be spread over its powers."""
    m = SymbolicMechanism(adaptive_svt(geometric, c=2), cube(2), adjacency.linf(1))
    found = smallest_multiple(m)
    assert not found.is_infinite
    assert decide(m, EPS * Fraction(floor(found.high * 16) + 1, 16)).holds
    assert decide(m, EPS * Fraction(floor(found.low * 16), 16)).exit_status == 1


def test_a_claim_with_a_large_denominator_is_decided_or_undecided():
    m = SymbolicMechanism(sparse_vector(geometric), cube(1), adjacency.linf(1))
    assert decide(m, EPS * Fraction(100003, 200003)).holds
    low = decide(m, EPS * Fraction(1, 200003))
    assert low.exit_status in (1, 3)

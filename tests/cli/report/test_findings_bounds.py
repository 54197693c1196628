"""Lower bounds from a part of the mass: they hold whatever becomes of the rest, and are exact without one."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import INFINITY, Dist, Mechanism, adjacency, flip, ln, number, program
from assay.cli.report.findings import lower_bounds, total_variation_at_least
from assay.dp import epsilon, total_variation
from assay.engines.partial import Partial, epsilon_at_least
from tests.strategies import dist_pairs

DELTAS = st.sampled_from([number(0), number("1/10"), number("1/2"), number(1)])
SHARES = st.lists(st.fractions(0, 1, max_denominator=6), min_size=12, max_size=12)


def partly(dist: Dist[object], shares: list[Fraction]) -> Partial[object]:
    """A share of the mass of each outcome; the rest is open."""
    lower = {o: p * share for (o, p), share in zip(dist.items(), shares, strict=False) if share}
    return Partial(lower, 1 - sum(lower.values(), number(0)), 0)


@pytest.mark.slow
@given(dist_pairs(), SHARES, SHARES, DELTAS)
def test_the_bounds_hold(pair, p_shares, q_shares, delta):
    p, q = pair
    known_p, known_q = partly(p, p_shares), partly(q, q_shares)
    assert epsilon_at_least(known_p, known_q, delta) <= epsilon(p, q, delta)
    assert total_variation_at_least(known_p, known_q) <= total_variation(p, q)


@given(dist_pairs(), DELTAS)
def test_with_nothing_open_they_are_exact(pair, delta):
    p, q = (Partial(dict(dist.items()), number(0), 0) for dist in pair)
    assert epsilon_at_least(p, q, delta) == epsilon(*pair, delta)
    assert total_variation_at_least(p, q) == total_variation(*pair)


def test_nothing_known_bounds_nothing():
    nothing = Partial({}, number(1), 0)
    assert epsilon_at_least(nothing, nothing, number(0)) == 0
    assert total_variation_at_least(nothing, nothing) == 0


@program
def rarely_ends(x: bool) -> bool:
    """Comes back to no state, so that no reader solves the loop."""
    tries = 0
    while flip("1/2"):
        tries += 1
    return x and tries >= 0


def test_of_a_mechanism():
    m = Mechanism(rarely_ends.within(max_steps=10), [False, True], adjacency.all_pairs())
    bounds = lower_bounds(m, number(0))
    assert bounds.open_mass == number("1/2") ** 10
    assert bounds.of["epsilon"] == ln(2**10 - 1)
    assert bounds.of["total_variation"] == 1 - number("1/2") ** 9
    assert bounds.of["epsilon"] < INFINITY

"""Sampled and reversed pairs as balls, against the finite pairs that they are exactly."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.composition import NOTHING, FinitePair, Reversed, Subsampled
from assay.dp import Dist
from assay.errors import InvalidValue
from assay.exact import ln
from assay.exact._flint import arb, precision
from tests.strategies import RATIONAL, dist_pairs

RATES = st.fractions("1/100", "99/100", max_denominator=100)


def holds(ball: arb, value: object) -> bool:
    with precision(120):
        return bool(ball.overlaps(value.enclosure(120)))


def same_atoms(balls: object, exact: FinitePair) -> None:
    """Every exact atom lies in balls, and all the mass of the balls at its loss is its mass."""
    with precision(120):
        found = balls.point_masses()
        for atom in exact.atoms:
            near = [b for b in found if (b.loss - atom.loss.enclosure(120)).contains(0)]
            assert holds(sum((b.p for b in near), arb(0)), atom.p)
            assert holds(sum((b.q for b in near), arb(0)), atom.q)
        assert holds(balls.mass_at_infinity(), exact.infinite)
        assert holds(balls.mass_at_minus_infinity(), exact.only_q)
    assert balls.exact_mass_at_infinity() == exact.infinite


@settings(max_examples=40, deadline=None)
@given(dist_pairs(RATIONAL, max_size=4), RATES)
def test_balls_hold_the_exact_pair(pair, rate):
    base = FinitePair.of(*pair)
    same_atoms(Subsampled(base, rate), base.sampled(rate))
    same_atoms(Reversed(base), base.reversed())
    same_atoms(Reversed(Subsampled(base, rate)), base.sampled(rate).reversed())
    assert Reversed(base).reversed() is base


@given(dist_pairs(RATIONAL, max_size=4))
def test_the_ends_of_a_rate(pair):
    base = FinitePair.of(*pair)
    assert Subsampled.of(base, 1) is base
    assert Subsampled.of(base, 0) is NOTHING
    assert base.sampled(0).profile() == NOTHING.profile()
    for rate in (0, 1):
        with pytest.raises(InvalidValue, match=r"use Subsampled\.of"):
            Subsampled(base, rate)


def test_the_largest_loss_of_a_sampled_pair():
    pair = FinitePair.of(Dist({0: "3/4", 1: "1/4"}), Dist({0: "1/2", 1: "1/2"}))
    assert Subsampled(pair, "1/2").extremes() == (ln("3/4"), ln("5/4"))

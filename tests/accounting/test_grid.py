"""The two distributions of one round on a grid lie on their sides of the truth, for generated pairs and
grids.
"""

from __future__ import annotations

import sys
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.accounting import (
    DiscreteGaussian,
    DominatingPair,
    Gaussian,
    Laplace,
    ReplacedGaussian,
    Reversed,
    Subsampled,
    approximate,
    discrete_laplace,
    grid,
)
from assay.accounting import optimistic_rounding as merging
from assay.accounting.grid import Grid, GridDistribution, distribution_above
from assay.accounting.optimistic_rounding import distribution_below
from assay.exact._flint import arb, bounds, precision, rational
from assay.exact.order import ball_sign

BITS = 120
RATES = st.fractions("1/1000", "9/10", max_denominator=1000)
SMALL = st.fractions("1/3", 3, max_denominator=6)


def bases() -> st.SearchStrategy[DominatingPair]:
    """Pairs with a density, with atoms on and off a lattice, with both, with an infinite loss."""
    return st.one_of(
        SMALL.map(Gaussian.of),
        SMALL.map(Laplace.of),
        st.builds(discrete_laplace, SMALL, st.integers(1, 3)),
        st.builds(DiscreteGaussian.of, SMALL, st.integers(1, 2)),
        st.builds(approximate, SMALL, st.sampled_from(["0", "1/10", "1/1000000"])),
        st.builds(ReplacedGaussian.of, SMALL, RATES),
    )


@st.composite
def pairs(draw: st.DrawFn) -> DominatingPair:
    """A base, perhaps sampled, perhaps reversed."""
    pair = draw(bases())
    if draw(st.booleans()) and not isinstance(pair, ReplacedGaussian):
        pair = Subsampled.of(pair, draw(RATES))
    return Reversed(pair) if draw(st.booleans()) else pair


@st.composite
def grids(draw: st.DrawFn) -> Grid:
    """Any origin, any step, too short a range included."""
    step = draw(st.fractions("1/40", "3/2", max_denominator=60))
    first, last = draw(st.integers(-60, -1)), draw(st.integers(1, 60))
    return Grid(arb(rational(draw(st.fractions(-1, 1, max_denominator=50)))), step, first, last)


def truth(pair: DominatingPair, at: Fraction) -> arb:
    """delta at an epsilon of either sign, from the tails and the atoms."""
    point = arb(rational(at))
    tail = pair.tail(point)
    total = (tail.p - point.exp() * tail.q).max(arb(0)) + pair.mass_at_infinity()
    for atom in pair.point_masses():
        total += (atom.p - point.exp() * atom.q).max(arb(0))
    return total


def gain(law: GridDistribution, on: Grid, slip: Fraction, at: Fraction) -> arb:
    """infinite + E (1 - e^(at - L))_+ of a distribution on a grid."""
    total = arb(law.infinite)
    for i, weight in enumerate(law.weights.coeffs()):
        loss = on.point(law.first + i) - rational(slip)
        total += arb(weight) * (1 - (rational(at) - loss).exp()).max(arb(0))
    return total / arb(2) ** BITS


def sides(pair: DominatingPair, on: Grid, epsilons: list[Fraction]) -> list[str]:
    """Which distribution is certainly on the wrong side, and where."""
    wrong = []
    with precision(BITS + 80):
        above = distribution_above(pair, on, BITS)
        below, slip = distribution_below(pair, on, BITS)
        for at in epsilons:
            known = truth(pair, at)
            if ball_sign(gain(above, on, Fraction(0), at) - known) == -1:
                wrong.append(f"above at {at}")
            if ball_sign(gain(below, on, slip, at) - known) == 1:
                wrong.append(f"below at {at}")
    return wrong


EPSILONS = st.lists(st.fractions(-4, 6, max_denominator=40), min_size=6, max_size=6)


@settings(max_examples=25, deadline=None)
@given(pair=pairs(), on=grids(), epsilons=EPSILONS)
def test_both_laws_lie_on_their_sides(pair, on, epsilons):
    assert not sides(pair, on, [Fraction(0), *epsilons])


@pytest.mark.slow
def test_both_laws_lie_on_their_sides_in_thousands_of_cases():
    seen = 0

    @settings(max_examples=400, deadline=None)
    @given(pair=pairs(), on=grids(), epsilons=EPSILONS)
    def check(pair, on, epsilons):
        nonlocal seen
        assert not sides(pair, on, [Fraction(0), *epsilons])
        seen += 2 * (1 + len(epsilons))

    check()
    sys.stdout.write(f"{seen} one-sided comparisons of distributions on grids with the truth\n")
    assert seen >= 5600


@settings(max_examples=20, deadline=None)
@given(pair=pairs(), step=st.sampled_from([Fraction(1, 8), Fraction(1, 16)]), at=st.sampled_from([0, 1]))
def test_the_optimistic_law_keeps_its_mass(pair, step, at):
    # the mass of the optimistic distribution is that of the pair, up to what lies off the grid and roundings
    on = Grid(arb(0), step, int(-12 / step), int(40 / step))
    with precision(BITS + 80):
        below, _ = distribution_below(pair, on, BITS)
        mass = sum(map(int, below.weights.coeffs())) + below.infinite
        off = pair.head(on.point(on.first)).p + sum(
            (a.p for a in pair.point_masses() if ball_sign(a.loss + 11) != 1), arb(0)
        )
        missing = bounds(1 - arb(mass) / arb(2) ** BITS - off)
    assert missing is not None
    assert missing[0] <= Fraction(1, 2**60)
    assert mass <= 2**BITS + len(below.weights.coeffs())


# planted defects: each is noticed on some pair and grid

CASES = [
    (Gaussian.of(1), Grid(arb("0.05"), Fraction(1, 4), -40, 40)),
    (Laplace.of(1), Grid(arb("0.1"), Fraction(1, 3), -8, 8)),
    (Subsampled.of(Gaussian.of(1), "1/10"), Grid(arb("-0.02"), Fraction(1, 10), -30, 60)),
    (discrete_laplace(2, 3), Grid(arb("0.3"), Fraction(2, 5), -20, 20)),
]
MARKS = [Fraction(n, 20) for n in range(-40, 60)]


def found() -> bool:
    return any(sides(pair, on, MARKS) for pair, on in CASES)


def test_nothing_is_wrong_without_a_defect():
    assert not found()


@pytest.mark.slow
def test_bins_that_count_without_proof_would_be_noticed(monkeypatch):
    monkeypatch.setattr(merging, "chosen_shares", lambda masses, growths: dict.fromkeys(masses, arb("0.9")))
    assert not found()
    monkeypatch.setattr(merging, "ball_sign", lambda ball: 1)
    assert found()


@pytest.mark.slow
def test_shares_do_not_matter_for_the_side(monkeypatch):
    for share in ("0", "1", "0.37"):
        monkeypatch.setattr(
            merging, "chosen_shares", lambda masses, growths, s=share: dict.fromkeys(masses, arb(s))
        )
        assert not found()


def test_a_forgotten_tail_would_be_noticed(monkeypatch):
    right = grid.cells_of
    short = [(Gaussian.of(1), Grid(arb(0), Fraction(1, 4), -4, 4))]

    def careless(pair, on):
        cells = right(pair, on)
        return grid.Cells(cells.masses, cells.below, arb(0))

    monkeypatch.setattr(grid, "cells_of", careless)
    assert any(sides(pair, on, MARKS) for pair, on in short)


def test_a_split_at_the_wrong_place_would_be_noticed(monkeypatch):
    right = grid._split

    def halves(p, q, left, ratio, bits):
        low, high = right(p, q, left, ratio, bits)
        return low + high // 8, high - high // 8

    monkeypatch.setattr(grid, "_split", halves)
    assert found()


def test_atoms_moved_up_would_be_noticed(monkeypatch):
    monkeypatch.setattr(merging, "_reaches", lambda loss, point, slip: True)
    monkeypatch.setattr(merging, "_is_inside", lambda loss, on, index, slip: False)
    assert found()

"""Every rounding of the accountant's grids errs to its side, with so few bits that the wrong side shows."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.accounting import Gaussian, Laplace, approximate
from assay.accounting.grid import Convolution, Grid, GridDistribution, distribution_above
from assay.accounting.inversion.mixture_fading import FARTHEST, NEAREST, least_saving, saving
from assay.accounting.optimistic_rounding import distribution_below
from assay.exact._flint import acb, arb, bounds, fmpz_poly, precision, rational

BITS = 12
WEIGHTS = st.lists(st.integers(0, 9) | st.integers(0, 2**BITS), min_size=1, max_size=6)


def tails(weights: list[Fraction], infinite: Fraction) -> list[Fraction]:
    """P(L >= i) for every index, the mass at infinity included."""
    return [infinite + sum(weights[i:]) for i in range(len(weights) + 1)]


@pytest.mark.parametrize("above", [False, True])
@given(a=WEIGHTS, b=WEIGHTS, lost=st.tuples(st.integers(0, 2**BITS), st.integers(0, 2**BITS)))
def test_products_of_distributions_are_rounded_to_their_side(above, a, b, lost):
    unit = Fraction(1, 2**BITS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("assay.accounting.grid.CUT_BITS", 3)
        laws = GridDistribution(fmpz_poly(a), 0, lost[0]), GridDistribution(fmpz_poly(b), 0, lost[1])
        found = Convolution(BITS, above).product(*laws)
    exact = [Fraction(0)] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            exact[i + j] += x * y * unit * unit
    infinite = 1 - (1 - lost[0] * unit) * (1 - lost[1] * unit)
    mine = [Fraction(0)] * len(exact)
    for i, weight in enumerate(found.weights.coeffs()):
        mine[found.first + i] = int(weight) * unit
    pairs = list(zip(tails(mine, found.infinite * unit), tails(exact, infinite), strict=True))
    assert all(m >= e for m, e in pairs) if above else all(m <= e for m, e in pairs)


def gain(law: GridDistribution, grid: Grid, slip: Fraction, at: Fraction) -> tuple[Fraction, Fraction]:
    """Enclosure of infinite + E (1 - e^(at - L))_+ of a distribution."""
    with precision(200):
        total = arb(law.infinite)
        for i, weight in enumerate(law.weights.coeffs()):
            loss = grid.point(law.first + i) - rational(slip)
            total += arb(weight) * (1 - (rational(at) - loss).exp()).max(arb(0))
        return bounds(total / arb(2) ** BITS)


@pytest.mark.parametrize(
    "pair", [Gaussian.of(1), Laplace.of(1), approximate(1, "1/100")], ids=lambda p: p.name[:8]
)
@pytest.mark.parametrize("at", [Fraction(0), Fraction(1, 3), Fraction(9, 10)])
@pytest.mark.parametrize("parts", [3, 40])
def test_laws_of_few_bits_lie_on_their_sides(pair, at, parts):
    with precision(200):
        grid = Grid(arb(0), Fraction(1, parts), -5 * parts, 6 * parts)
        point = arb(rational(at))
        exact = (pair.tail(point).p - point.exp() * pair.tail(point).q).max(arb(0)) + pair.mass_at_infinity()
        for atom in pair.point_masses():
            exact += (atom.p - point.exp() * atom.q).max(arb(0))
        truth = bounds(exact)
        above = distribution_above(pair, grid, BITS)
        below, slip = distribution_below(pair, grid, BITS)
    assert gain(above, grid, Fraction(0), at)[1] >= truth[0]
    assert gain(below, grid, slip, at)[0] <= truth[1]
    # the total mass shows a rounding in the wrong direction that the cells hide
    assert sum(map(int, above.weights.coeffs())) + above.infinite >= 2**BITS
    assert sum(map(int, below.weights.coeffs())) + below.infinite <= 2**BITS


@pytest.mark.parametrize("apart", range(NEAREST, FARTHEST))
@pytest.mark.parametrize("share", [Fraction(n, 4) for n in range(5)])
def test_two_cells_cancel_what_is_said_wherever_their_masses_lie(apart, share):
    low = Fraction(3, 2)
    length = Fraction(355, 113) / (2 * low * NEAREST)
    first, last = low * FARTHEST / (apart + 1), low * FARTHEST / apart
    omega = first + (last - first) * share
    masses = [0] * (2 * apart)
    masses[0], masses[apart] = 3, 2
    with precision(64):
        saved = saving([arb(m) for m in masses], length, low, apart)
        assert saved > 0
        for start in (Fraction(0), Fraction(1, 2), Fraction(1)):
            for end in (Fraction(0), Fraction(1, 2), Fraction(1)):
                angle = omega * length * (apart + end - start)
                modulus = (3 + 2 * acb(0, rational(angle)).exp()).abs_upper()
                assert bounds(modulus)[0] <= 5 - saved


def test_the_least_saving_covers_the_whole_octave():
    # the distances reach from one end of the octave to the other without a gap
    edges = [(Fraction(FARTHEST, a + 1), Fraction(FARTHEST, a)) for a in range(NEAREST, FARTHEST)]
    assert (min(e[0] for e in edges), max(e[1] for e in edges)) == (1, 2)
    assert all(later[1] == former[0] for former, later in pairwise(edges))
    length = Fraction(355, 113) / (2 * NEAREST)
    with precision(64):
        masses = [arb(m % 5) for m in range(60)]
        each = [saving(masses, length, Fraction(1), a) for a in range(NEAREST, FARTHEST)]
        assert len(set(each)) > 1
        assert least_saving(masses, length, Fraction(1)) == min(each)

"""Mass that only Q has, pairs that are not symmetric, and numbers below the normal range of floats."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from assay import Dist
from assay.accounting import (
    Accountant,
    DiscreteGaussian,
    DominatingPair,
    FinitePair,
    Gaussian,
    Laplace,
    ReplacedGaussian,
    Reversed,
    Rounds,
    Subsampled,
    Tails,
    approximate,
    discrete_laplace,
)
from assay.accounting.discrete import DiscreteLaplace
from assay.accounting.folded_spectrum import UNIT, TooWide, tilted
from assay.accounting.grid import Cells, Grid, GridDistribution, distribution_above
from assay.accounting.inversion.integral import Table
from assay.accounting.one_direction import OneDirection
from assay.accounting.planning.inversion_line import Line
from assay.composition import Round
from assay.errors import BudgetExceeded
from assay.exact import ln, number
from assay.exact._flint import acb, arb, fmpz, fmpz_poly, precision, rational
from assay.exact.bracket import Bracket, probability

KNOWN = approximate(1, "1/10")


def by_tails(pair: FinitePair) -> Tails:
    """The same pair, told by its tails, atoms and lost mass alone."""
    return Tails(
        "the same",
        lambda _: (arb(0), arb(0)),
        lambda _: (arb(0), arb(0)),
        lambda: [tuple(atom) for atom in pair.point_masses()],
        pair.mass_at_infinity,
    )


CHANGES = {
    "as it is": lambda pair: pair,
    "reversed": Reversed,
    "sampled": lambda pair: Subsampled.of(pair, "1/2"),
    "sampled, reversed": lambda pair: Reversed(Subsampled.of(pair, "1/2")),
}


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_what_tails_leave_of_q_is_an_infinite_loss_of_the_other_direction(change, count):
    for at in ("0", "1/2"):
        given = Rounds([(change(by_tails(KNOWN)), count)]).delta(at, "1/20")
        exact = Rounds([(change(KNOWN), count)]).delta(at, "1/100")
        assert given.lower <= exact.upper
        assert exact.lower <= given.upper


def test_mass_that_may_be_nothing_does_not_spoil_the_grid():
    whole = Tails("mine", lambda x: tuple(Gaussian.of(1).tail(x)), lambda x: tuple(Gaussian.of(1).head(x)))
    found = Rounds([(Reversed(Subsampled.of(whole, "1/10")), 5)]).epsilon("1e-6")
    exact = Rounds([(Reversed(Subsampled.of(Gaussian.of(1), "1/10")), 5)]).epsilon("1e-6")
    assert found.lower <= exact.upper
    assert exact.lower <= found.upper


def finite(*masses: tuple[Fraction | int, Fraction | int]) -> FinitePair:
    """The pair with these masses under P and Q."""
    return FinitePair.from_masses([(number(p), number(q)) for p, q in masses])


SKEWED = finite((Fraction(1, 2), Fraction(1, 10)), (Fraction(1, 2), Fraction(9, 10)))
SYMMETRIC: list[DominatingPair] = [
    Gaussian.of(1),
    Laplace.of(2),
    DiscreteGaussian.of(2),
    ReplacedGaussian.of(1, "1/10"),
    KNOWN,
    discrete_laplace(2, 3),
]


def both_the_same(released: Round) -> bool:
    return released.dominating("remove").pair == released.dominating("add").pair


@pytest.mark.parametrize("pair", SYMMETRIC, ids=lambda pair: pair.name)
def test_symmetric_pairs_are_their_own_reverse(pair):
    assert both_the_same(Round.of(pair))
    assert not both_the_same(Round.of(pair.sampled("1/2")))
    for at in (Fraction(-1, 3), Fraction(1, 2)):
        with precision(100):
            here, there = pair.tail(arb(rational(at))), Reversed(pair).tail(arb(rational(at)))
            assert here.p.overlaps(there.p)
            assert here.q.overlaps(there.q)


@pytest.mark.parametrize("pair", [SKEWED, Subsampled.of(Laplace.of(1), "1/3")], ids=lambda pair: pair.name)
def test_a_pair_that_is_not_symmetric_is_reversed_for_the_other_direction(pair):
    for one in (pair, Reversed(pair)):
        found = Accountant().compose(one, 3).delta("1/2", "1/50")
        both = [Rounds([(p, 3)]).delta("1/2", "1/100") for p in (pair, Reversed(pair))]
        assert found.lower <= max(b.upper for b in both)
        assert max(b.lower for b in both) <= found.upper


def test_a_tiny_lost_mass_keeps_the_wanted_width():
    composition = Rounds([(approximate(1, "1e-300"), 10)])
    truth = 1 - (1 - Fraction(1, 10**300)) ** 10
    found = composition.delta(1000)
    assert found.lower <= truth <= found.upper
    assert found.relative_width <= Fraction(1, 1000)
    # the largest loss is known, so that epsilon needs no grid as fine as 1e-299
    nearly = composition.epsilon("2e-299", "1/100")
    assert Fraction(99, 10) < nearly.lower <= nearly.upper <= 10


def test_mass_at_infinity_is_a_probability():
    everything = finite((Fraction(1, 2**300), Fraction(1, 2)), (1 - Fraction(1, 2**300), 0))
    with precision(160):
        law = distribution_above(
            everything, Grid(arb(0), Fraction(1), -400, 400), 96, Cells({}, arb(0), arb(0))
        )
    assert law.infinite == 2**96


def weights_of(law: GridDistribution, tilt: Fraction, bits: int) -> list[arb]:
    with precision(300):
        parts = [arb(w) * (arb(rational(tilt)) * i).exp() for i, w in enumerate(law.weights.coeffs())]
        whole = sum(parts, arb(0))
        return [part / whole for part in parts]


@pytest.mark.parametrize(("small", "noticed"), [(2**500, False), (2**20 + 1, True), (2**26, True)])
def test_a_weight_that_underflows_is_not_made_large_again(small, noticed):
    bits, size = 1100, 64
    weights = [2**bits - 16 * small, *[0] * (size - 17), *[small] * 16]
    law, tilt = (
        GridDistribution(fmpz_poly([fmpz(w) for w in weights]), 0, 0),
        Fraction(600 if noticed else 300, size),
    )
    with precision(bits + 64):
        ratio = arb(rational(tilt)).exp()
        if noticed:
            with pytest.raises(TooWide):
                tilted(law, ratio, bits, size)
            return
        out = tilted(law, ratio, bits, size)
    with precision(300):
        exact = weights_of(law, tilt, bits)
        error = sum((abs(arb(float(x.real)) - w) for x, w in zip(out, exact, strict=True)), arb(0))
        assert error < arb(rational(9 * UNIT))
    assert np.all(out.imag == 0)


def test_a_bound_of_aliases_that_is_not_finite_says_nothing():
    line = Line(Fraction(1), Fraction(1, 4), 2, Fraction(2), 0)
    for moment in (arb.pos_inf(), arb.nan()):
        table = Table(line, [acb(1), acb(1)], arb(1), moment, arb(0))
        found = probability(table.tail(arb(0)))
        assert (found.lower, found.upper) == (0, 1)


def test_a_loss_that_is_an_exact_logarithm_has_its_reverse():
    pair = finite((Fraction(3, 4), Fraction(1, 4)), (Fraction(1, 4), Fraction(3, 4)))
    assert pair.is_symmetric
    assert pair.extremes() == (-ln(3), ln(3))


@pytest.mark.parametrize("count", [1, 10])
@pytest.mark.parametrize("distance", [1, 3])
def test_integer_noise_at_the_binary_value_of_a_float(distance, count):
    nearly, exact = Fraction(0.1), Fraction(1, 10)
    given, near = DiscreteLaplace(nearly, distance), discrete_laplace(1 / exact, distance)
    same = discrete_laplace(1 / nearly, distance)
    assert isinstance(same, FinitePair)
    assert both_the_same(Round.of(given))
    with precision(100):
        for mine, known in zip(given.point_masses(), near.point_masses(), strict=True):
            assert all(abs(a - b) < arb("1e-15") for a, b in zip(mine, known, strict=True))
        assert (1 - sum((a.p for a in given.point_masses()), arb(0))).contains(0)
        assert all((a.q * a.loss.exp()).overlaps(a.p) for a in given.point_masses())
        for mine, known in zip(given.point_masses(), same.point_masses(), strict=True):
            assert all(a.overlaps(b) for a, b in zip(mine, known, strict=True))
    for change in CHANGES.values():
        mine, known = (Rounds([(change(pair), count)]).delta("1/20", "1/100") for pair in (given, near))
        assert mine.lower <= known.upper * (1 + Fraction(1, 10**9))
        assert known.lower <= mine.upper * (1 + Fraction(1, 10**9))


def test_integer_noise_with_too_many_powers_of_e_has_masses_as_balls():
    pair = discrete_laplace(Fraction(1, 10**7), 3)
    assert pair == DiscreteLaplace(Fraction(10**7), 3)


@pytest.mark.parametrize("is_first", [True, False])
def test_a_budget_that_ends_in_one_direction_says_nothing_of_the_others(monkeypatch, is_first):
    """Its upper end is below the delta of the other direction, which has a larger mass at infinity."""
    small = FinitePair.of(Dist.bernoulli("1/2"), Dist.bernoulli("1/3"))
    large = FinitePair.of(Dist.bernoulli("1"), Dist.bernoulli("1/10"))
    rounds = Rounds([(Round.directed(*((small, large) if is_first else (large, small))), 1)])
    truth, original = rounds.delta("1/5"), OneDirection.delta
    assert truth.lower > Fraction(1, 2)

    def delta(side, epsilon, width):
        if side.given[0][0] == small:
            raise BudgetExceeded("too long", {"bracket": Bracket(Fraction(0), Fraction(1, 4))})
        return original(side, epsilon, width)

    monkeypatch.setattr(OneDirection, "delta", delta)
    with pytest.raises(BudgetExceeded) as stopped:
        rounds.delta("1/5")
    known = stopped.value.known["bracket"]
    assert known.lower <= truth.lower
    assert known.upper is None or truth.lower <= known.upper

"""Transforms of a replaced record and of cut batches against integrals, and brackets against grids."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import acb, arb

from assay.accounting import Accountant, ReplacedGaussian, Rounds, truncated_gaussian
from assay.accounting.inversion import transform_of
from assay.accounting.inversion.mixture import Quadrature
from assay.accounting.inversion.replaced import ReplacedTransform
from assay.accounting.revealed import Revealed
from assay.exact._flint import precision
from tests.accounting.independent_truths import ball

PAIRS = [(Fraction(1), Fraction(1, 10)), (Fraction(4), Fraction(1, 2)), (Fraction(1, 100), Fraction(9, 10))]
ABSCISSAS = [Fraction(0), Fraction(2), Fraction(-1, 4), Fraction(-3, 4), Fraction(-3), Fraction(-1)]


def integral(mu_squared: Fraction, rate: Fraction, s: acb) -> acb:
    """The integral of P^(1+s) Q^(-s), rigorously, over all but a negligible part of the line."""
    mu, q = ball(mu_squared).sqrt(), ball(rate)

    def density(x: acb, _: bool) -> acb:
        above, below = (1 - q + q * (sign * mu * x - mu * mu / 2).exp() for sign in (1, -1))
        return (above.log() * (1 + s) - below.log() * s - x * x / 2).exp() / (2 * arb.pi()).sqrt()

    return sum((acb.integral(density, acb(a), acb(a + 5)) for a in range(-40, 40, 5)), acb(0))


@pytest.mark.parametrize(("mu_squared", "rate"), PAIRS)
@pytest.mark.parametrize("c", ABSCISSAS)
def test_values_are_integrals(mu_squared, rate, c):
    with precision(80):
        found = ReplacedTransform(ReplacedGaussian(mu_squared, rate)).values(c, Fraction(3, 2), 3)
        for n, value in enumerate(found):
            truth = integral(mu_squared, rate, acb(ball(c), ball(Fraction(3 * n, 2))))
            assert abs(value - truth).contains(0)
            assert value.real.rad() < arb(10) ** -12


def test_a_quadrature_that_is_too_coarse_says_so(monkeypatch):
    """With few nodes, short ends or a narrow strip the ball is wide, and holds the truth."""
    pair = ReplacedGaussian(Fraction(4), Fraction(1, 2))
    with precision(80):
        truth = integral(Fraction(4), Fraction(1, 2), acb(1, 1))
        for grid in (
            Quadrature(Fraction(3, 4), Fraction(1, 2), 30, 30),
            Quadrature(Fraction(3, 4), Fraction(1, 8), 20, 40),
            Quadrature(Fraction(1, 8), Fraction(1, 4), 60, 60),
        ):
            monkeypatch.setattr(ReplacedTransform, "_quadrature", lambda self, c, width, grid=grid: grid)
            value = ReplacedTransform(pair).values(Fraction(1), Fraction(1), 2)[1]
            assert abs(value - truth).contains(0)


@pytest.mark.parametrize("defect", ["_cut", "_moment_bound"])
def test_a_bound_that_is_left_out_is_noticed(monkeypatch, defect):
    pair = ReplacedGaussian(Fraction(4), Fraction(1, 2))
    coarse = {
        "_cut": Quadrature(Fraction(3, 4), Fraction(1, 16), 40, 80),
        "_moment_bound": Quadrature(Fraction(3, 4), Fraction(1), 20, 20),
    }[defect]
    monkeypatch.setattr(ReplacedTransform, "_quadrature", lambda self, c, width: coarse)
    monkeypatch.setattr(ReplacedTransform, defect, lambda *_: arb(0))
    with precision(80):
        value = ReplacedTransform(pair).values(Fraction(1), Fraction(1), 2)[1]
        assert not abs(value - integral(Fraction(4), Fraction(1, 2), acb(1, 1))).contains(0)


ROUNDS = [
    Rounds([(ReplacedGaussian.of(1, "1/10"), 100)]),
    Rounds([(ReplacedGaussian.of(4, "1/2"), 200)]),
    Rounds([(truncated_gaussian(1, "1/100", 6000, 70), 500)]),
]


@pytest.mark.parametrize("rounds", ROUNDS, ids=["replaced", "half", "cut"])
def test_inversion_and_grids_enclose_one_number(rounds):
    found = []
    for engine in ("inversion", "fourier"):
        asked = Rounds(rounds.rounds, engine=engine).only(rounds.directions[0])
        found.append(asked.epsilon("1e-6", "1/200"))
    assert max(each.lower for each in found) <= min(each.upper for each in found)


def test_the_transform_of_what_is_revealed_is_a_mean():
    pair = truncated_gaussian(1, "1/100", 6000, 70).dominating("remove").pair
    assert isinstance(pair, Revealed)
    with precision(100):
        whole = transform_of(pair).values(Fraction(1), Fraction(2), 2)
        mean = acb(0)
        for event, part in pair.parts:
            mean += event.ball() * transform_of(part).values(Fraction(1), Fraction(2), 2)[1]
        assert abs(whole[1] - mean).contains(0)
        # M(0) is 1: nothing is lost
        assert transform_of(pair).at(Fraction(0)).contains(1)
        assert transform_of(pair).beyond(Fraction(1), Fraction(50)) < transform_of(pair).at(Fraction(1))


def test_many_rounds_are_answered_by_the_quickest():
    """A million rounds with a replaced record take no longer than a thousand: no grid is laid."""
    answer = (
        Accountant(adjacency="replace-one").compose("gaussian sigma=1 q=1/1000 k=1000000").epsilon("1e-6")
    )
    assert answer.engine == "inversion"

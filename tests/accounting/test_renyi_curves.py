"""Members of curves: their Renyi divergences, by sums of mpmath, keep the curve in both orders."""

from __future__ import annotations

import random
from fractions import Fraction

import mpmath
import pytest

from assay.accounting import NOTHING, Gaussian
from assay.accounting.discrete import DiscreteLaplace
from assay.accounting.renyi_curves import Concentrated, Listed, response
from assay.accounting.repetitions import PoissonRepetitions, TruncatedNegativeBinomial
from assay.accounting.selected import ExactMasses
from assay.accounting.selection_curves import GaussianCurve, Pure, SelectedCurve
from assay.exact._flint import precision

mp = mpmath.mp.clone()
mp.dps = 30
ORDERS = [Fraction(101, 100), Fraction(3, 2), Fraction(2), Fraction(7), Fraction(50)]


def mpf(x):
    return mp.mpf(Fraction(x).numerator) / Fraction(x).denominator


def divergence(p, q, order):
    return mp.log(mp.fsum(a**order * b ** (1 - order) for a, b in zip(p, q, strict=True))) / (order - 1)


def of_member(member, order):
    """D_a of Gaussian noise or randomised response."""
    if member == NOTHING:
        return mp.mpf(0)
    if isinstance(member, Gaussian):
        return order * mpf(member.mu_squared) / 2
    assert isinstance(member, DiscreteLaplace)
    high = 1 / (1 + mp.exp(-mpf(member.rate)))
    low = high * mp.exp(-mpf(member.rate))
    return divergence((high, low), (low, high), order)


@pytest.mark.parametrize("rho", ["1/1000000", "1/40", "1", "30"])
def test_members_are_concentrated_and_nearly_attain_it(rho):
    members = Concentrated(Fraction(rho)).members()
    for order in ORDERS:
        assert all(
            of_member(each, mpf(order)) <= mpf(rho) * mpf(order) * (1 + mp.mpf("1e-25")) for each in members
        )
    near = mp.mpf("1.000001")
    assert all(of_member(each, near) >= mpf(rho) * mp.mpf("0.999") for each in members)


@pytest.mark.parametrize(
    "curve",
    [
        Concentrated(Fraction(1, 10**12)),
        Listed(((Fraction(2), Fraction(1, 10)), (Fraction(8), Fraction(3)))),
        Pure(Fraction(1, 10**9)),
        Pure(Fraction(50)),
        SelectedCurve(
            Concentrated(Fraction(1, 10)), TruncatedNegativeBinomial(Fraction(1), Fraction(1, 100))
        ),
        SelectedCurve(Pure(Fraction(1)), TruncatedNegativeBinomial(Fraction(0), Fraction(1, 2))),
    ],
)
@pytest.mark.parametrize("c", [1e-9, 0.25, 3.0, 7.0])
def test_floats_are_near_the_moments(curve, c):
    """They say only where to look, but should say it."""
    with precision(128):
        exact = curve.log_moment(Fraction(c))
    assert abs(Fraction(curve.near(c)) / Fraction(float(exact.mid())) - 1) < Fraction(1, 10**6)


def test_a_member_that_floats_miss_is_looked_for_nearer_to_0():
    """Floats that say twice too much, and floats that say anything."""
    rho = Fraction(1, 10)
    keeps = Concentrated(rho)._keeps
    found = response(1.0, lambda e: e < 0.6, keeps)
    assert isinstance(found, DiscreteLaplace)
    assert keeps(found.rate)
    assert response(1e9, lambda e: True, keeps) == NOTHING
    assert response(1.0, lambda e: False, keeps) == NOTHING


@pytest.mark.parametrize("seed", range(20))
def test_members_of_lists_keep_every_point(seed):
    source = random.Random(seed)
    points = tuple(
        (order, Fraction(source.randint(1, 1000), 10 ** source.randint(0, 4)))
        for order in sorted(source.sample(ORDERS, source.randint(1, 4)))
    )
    for member in Listed(points).members():
        found = [of_member(member, mpf(a)) / mpf(r) for a, r in points]
        assert max(found) <= 1 + mp.mpf("1e-25")
        assert max(found) >= mp.mpf("0.999")


@pytest.mark.parametrize("epsilon", ["1/50", "1", "5"])
def test_bounds_of_private_mechanisms_are_those_of_randomised_response(epsilon):
    curve = Pure(Fraction(epsilon))
    for order in ORDERS:
        truth = (mpf(order) - 1) * of_member(curve.members()[0], mpf(order))
        assert abs(float(curve.log_moment(order - 1).mid()) - float(truth)) < 1e-9


@pytest.mark.parametrize(
    "base", [Pure(Fraction(1)), Concentrated(Fraction(1, 8)), Listed(((Fraction(4), Fraction(1, 2)),))]
)
def test_what_is_selected_from_keeps_the_curve(base):
    members = SelectedCurve(base, PoissonRepetitions(Fraction(10))).members()
    masses = [each.base for each in members if isinstance(each.base, ExactMasses)]
    assert masses
    for each in masses:
        p, q = ([mpf(x.as_fraction()) for x in side] for side in zip(*each.masses, strict=True))
        for order in ORDERS:
            if base.largest is None or order - 1 <= base.largest:
                bound = mpf(base_bound(base, order))
                assert divergence(p, q, mpf(order)) <= bound
                assert divergence(q, p, mpf(order)) <= bound


def base_bound(base, order):
    found = base.log_moment(order - 1) / (order.numerator / order.denominator - 1)
    return Fraction(float(found.mid())) * (1 + Fraction(1, 10**9))


def test_gaussian_noise_is_its_own_member():
    assert GaussianCurve(Fraction(1, 8)).members() == (Gaussian(Fraction(1, 4)),)
    assert GaussianCurve(Fraction(1, 8)) != Concentrated(Fraction(1, 8))

"""Members of the classes of the best of K outputs: private mechanisms, and lower ends."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate, pairwise

import mpmath
import pytest

from assay.accounting import Accountant
from assay.accounting.densities import Gaussian
from assay.accounting.discrete import DiscreteLaplace
from assay.accounting.repetitions import TruncatedNegativeBinomial
from assay.accounting.selected import ExactMasses
from assay.accounting.selection_curves import Pure, SelectedCurve
from assay.accounting.selection_members import members_of

mp = mpmath.mp.clone()
mp.dps = 40
TIMES = TruncatedNegativeBinomial(Fraction(1), Fraction(1, 20))


def mpf(x):
    return mp.mpf(Fraction(x).numerator) / Fraction(x).denominator


def best(base):
    """The distribution of the best of K draws, K geometric with gamma = 1/20, by summing over K."""
    sums, keep = list(accumulate(base, initial=mp.mpf(0))), mp.mpf(19) / 20
    powers = [mp.fsum(x**k * keep ** (k - 1) / 20 for k in range(1, 800)) for x in sums]
    return [b - a for a, b in pairwise(powers)]


def delta(p, q, epsilon):
    return mp.fsum(max(a - mp.exp(epsilon) * b, 0) for a, b in zip(p, q, strict=True))


def test_lower_ends_are_those_of_members():
    """Those of a lower end are private mechanisms, whose best is computed by summing over K, here twice."""
    curve = SelectedCurve(Pure(Fraction(1, 2)), TIMES)
    deltas = []
    for member in curve.members():
        base = [[mpf(x.as_fraction()) for x in side] for side in zip(*member.base.masses, strict=True)]
        assert all(abs(mp.fsum(side) - 1) < mp.mpf("1e-30") for side in base)
        assert all(abs(mp.log(a / b)) <= mp.mpf("0.5") for a, b in zip(*base, strict=True))
        twice = [[x * y for x in side for y in side] for side in (best(each) for each in base)]
        deltas += [delta(*twice, mp.mpf("1.5")), delta(*reversed(twice), mp.mpf("1.5"))]
    found = Accountant(width="1/10000").compose("select epsilon=1/2 gamma=1/20 k=2").delta("3/2")
    assert max(deltas) * mp.mpf("0.999") <= mpf(found.lower) <= max(deltas) * (1 + mp.mpf("1e-15"))


@pytest.mark.parametrize("epsilon", [Fraction(1, 10**30), Fraction(1, 2), Fraction(20), Fraction(10**4)])
def test_members_of_randomised_response_are_private(epsilon):
    """No ratio is above e^epsilon, in neither order, and nothing is lost of the sums."""
    found = members_of(DiscreteLaplace(epsilon, 1), TIMES)
    assert found
    for member in found:
        assert isinstance(member, ExactMasses)
        assert all(sum(side) == 1 for side in zip(*member.masses, strict=True))
        for p, q in member.masses:
            ratio = p.as_fraction() / q.as_fraction()
            assert mpf(max(ratio, 1 / ratio)) <= mp.exp(mpf(epsilon))


def test_cells_of_noise_are_ranked_once_each():
    for member in members_of(Gaussian(Fraction(1, 4)), TIMES):
        assert sorted(member.ranks) == list(range(len(member.cuts) + 1))
        assert list(member.cuts) == sorted(member.cuts)

"""Transforms of discrete Gaussian noise, sampled or replaced, against finite sums in mpmath."""

from fractions import Fraction

import pytest
from mpmath import mp, mpf

from assay.accounting import DiscreteGaussian
from assay.accounting.densities import BoundedRange
from assay.accounting.inversion.transform_of_pair import transform_of
from assay.accounting.subsets import SubsetSampled
from assay.errors import BudgetExceeded
from assay.exact._flint import precision

FAR = 400


def moment(sigma, shift, rate, c, kind):
    """E_P e^(c L) by summing outcomes between -FAR and FAR."""
    with mp.workdps(60):
        s, c, q = mpf(sigma) ** 2, mpf(c.numerator) / c.denominator, mpf(rate.numerator) / rate.denominator
        weights = {z: mp.exp(-(mpf(z) ** 2) / (2 * s)) for z in range(-FAR, FAR + shift + 1)}
        norm, total = sum(weights.values()), mpf(0)
        masses = [(weights[z - shift] / norm, weights[z] / norm) for z in range(-FAR + shift, FAR + 1)]
        if kind == "plain":
            return sum(p * (p / r) ** c for p, r in masses if p and r)
        mixed = [((1 - q) * r + q * p, r) for p, r in masses if p and r]
        if kind == "sampled":
            return sum(p * (p / r) ** c for p, r in mixed)
        above = [(p, r) for p, r in mixed if p > r]
        total = sum(p * (p / r) ** c + r * (r / p) ** c for p, r in above)
        return total + 1 - sum(p + r for p, r in above)


KINDS = {
    "plain": lambda base, rate: base,
    "sampled": lambda base, rate: base.sampled(rate),
    "replaced": lambda base, rate: SubsetSampled.of(base, rate),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("c", ["0", "1/3", "4", "12", "-1/2", "-9/10"])
def test_the_ball_holds_the_sum(kind, c):
    tilt, rate = Fraction(c), Fraction(1, 5)
    pair = KINDS[kind](DiscreteGaussian.of(2, 1), rate)
    for bits in (53, 130):
        with precision(bits):
            found = transform_of(pair).at(tilt)
            ends = [end.str(50, radius=False) for end in (found.lower(), found.upper())]
        truth = moment(2, 1, rate, tilt, kind)
        with mp.workdps(60):
            low, high = map(mpf, ends)
            assert low <= truth <= high
            assert high - low <= truth * mpf(2) ** (16 - bits)


@pytest.mark.parametrize("eta", ["1/10", "1", "40"])
@pytest.mark.parametrize("c", ["0", "-1", "-1/2", "1/3", "5"])
def test_the_density_of_bounded_range_is_integrated(eta, c):
    with precision(120):
        pair = BoundedRange.of(eta)
        found = transform_of(pair).at(Fraction(c))
        beyond = transform_of(pair).beyond(Fraction(c), Fraction(10))
        nearer = transform_of(pair).values(Fraction(c), Fraction(10), 2)[1]
        assert not abs(nearer) > beyond
        ends = [end.str(32, radius=False) for end in (found.lower(), found.upper())]
    with mp.workdps(60):
        e, s = (mpf(x.numerator) / x.denominator for x in (Fraction(eta), Fraction(c)))
        truth = mp.quad(
            lambda x: mp.exp(s * x + (x - e) / 2) / (2 * (1 - mp.exp(-e))), mp.linspace(-e, e, 30)
        )
        low, high = map(mpf, ends)
        assert low * (1 - mpf(10) ** -30) <= truth <= high * (1 + mpf(10) ** -30)


def test_what_is_tilted_too_far_is_refused():
    with precision(64), pytest.raises(BudgetExceeded, match="too far to be listed"):
        transform_of(DiscreteGaussian.of(1)).at(Fraction(10**6))

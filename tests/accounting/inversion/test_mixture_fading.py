"""How far a transform has faded: what is said to be saved is saved, at every frequency."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.accounting.densities import Gaussian
from assay.accounting.inversion.mixture import MixtureTransform
from assay.accounting.inversion.mixture_fading import APARTS, nearby_saving
from assay.composition.transformed_pairs import Subsampled
from assay.exact._flint import acb, arb, bounds, precision, rational

MASSES = st.lists(st.integers(0, 5), min_size=2 * min(APARTS), max_size=70)


@given(MASSES, st.data())
def test_nearby_pairs_cancel_what_is_said_wherever_masses_lie(masses, data):
    length, low = Fraction(1, 10), data.draw(st.fractions(Fraction(1, 50), 4, max_denominator=50))
    places = [
        i + data.draw(st.sampled_from([Fraction(0), Fraction(1, 2), Fraction(1)])) for i in range(len(masses))
    ]
    omega = low * (1 + data.draw(st.fractions(0, 1, max_denominator=8)))
    with precision(64):
        saved = nearby_saving([arb(m) for m in masses], length, low)
        total = sum(
            (m * acb(0, rational(omega * length * x)).exp() for m, x in zip(masses, places, strict=True)),
            acb(0),
        )
        assert bounds(total.abs_lower())[0] <= sum(masses) - saved


def test_something_is_saved_where_angles_are_small():
    with precision(64):
        assert nearby_saving([arb(1)] * 60, Fraction(1, 10**6), Fraction(1000)) > 0
        assert nearby_saving([], Fraction(0), Fraction(1)) == 0


@pytest.mark.parametrize(
    ("mu_squared", "rate", "c"),
    [
        (Fraction(1, 10**4), Fraction(1, 1000), Fraction(3000)),
        (Fraction(1, 10**4), Fraction(1, 3), Fraction(-7)),
        (Fraction(1), Fraction(1, 100), Fraction(7)),
        (Fraction(1), Fraction(1, 3), Fraction(-1, 2)),
        (Fraction(4), Fraction(1, 2), Fraction(1, 3)),
    ],
)
def test_the_bound_is_above_the_modulus(mu_squared, rate, c):
    transform = MixtureTransform(Subsampled(Gaussian(mu_squared), rate))
    with precision(128):
        for omega in (Fraction(1, 10), Fraction(3), Fraction(40)):
            bound = transform.beyond(c, omega)
            for factor in (1, 3):
                value = transform.values(c, omega * factor, 2)[1]
                assert not bool(bound.upper() < abs(value).lower())

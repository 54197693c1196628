"""Laws on a lattice of losses, still on both sides."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from assay.accounting.batches.latticed import (
    SLIP,
    flat,
    lattice_above,
    lattice_below,
    proved_place,
    spread,
    thinned,
)
from assay.composition.pair import Tail
from assay.exact._flint import arb, precision, rational
from tests.accounting.batches.test_sums import law_for, mean_of, transform

STEP = Fraction(1, 16)


@pytest.mark.parametrize(("sigma", "steps"), [("1", 8), ("2", 100)])
def test_both_sides_enclose_the_transform(sigma, steps):
    distribution = law_for(sigma, steps, fineness=24)
    indices, masses, zero = lattice_above(distribution, STEP)
    places = np.exp(np.array(indices) * float(STEP))
    below = [
        (float(mass.p.mid()), float(mass.q.mid())) for mass in lattice_below(distribution, STEP).values()
    ]
    moments, kept = np.array([pair for pair in below if pair[1] > 0]).T
    for c in (1.0, 5.0):
        upper = float(np.sum(masses * np.exp(-c * places))) + zero
        lower = float(np.sum(kept * np.exp(-c * moments / kept)))
        truth, both = transform(sigma, steps, c), mean_of(distribution, lambda x, c=c: np.exp(-c * x))
        assert lower <= both[1] <= truth <= both[0] <= upper * (1 + 1e-12)


def test_a_place_is_proved_or_the_one_before():
    with precision(128):
        one = arb(1)
        exact = (3 * arb(rational(STEP))).exp()
        assert proved_place(Tail(exact, one), 3, STEP) == 3
        assert proved_place(Tail(exact * (1 - float(SLIP) / 4), one), 3, STEP) == 3
        assert proved_place(Tail(exact * (1 - float(SLIP)), one), 3, STEP) == 2


def test_thinned_laws_enclose_the_transform():
    distribution = law_for("1", 30, fineness=40)
    (places, masses), (kept, moments) = thinned(distribution, 4 * float(distribution.unit))
    assert len(places) < len(flat(distribution)[0]) / 2
    for c in (1.0, 5.0):
        upper = float(np.sum(masses * np.exp(-c * places)))
        lower = float(np.sum(kept * np.exp(-c * moments / kept)))
        truth, both = transform("1", 30, c), mean_of(distribution, lambda x, c=c: np.exp(-c * x))
        assert lower <= both[1] <= truth <= both[0] <= upper * (1 + 1e-12)


def test_a_spread_keeps_mass_and_mean_and_never_falls_below():
    at, masses = np.array([1.0, 1.25, 2.0]), np.array([0.5, 0.25, 0.25])
    found = spread(at, masses, np.array([0.5, 1.0, 2.0, 4.0]))
    truth = np.array([0.0, 0.5 + 0.25 * 0.75, 0.25 * 0.25 + 0.25, 0.0])
    assert np.all(found >= truth)
    assert np.all(found <= truth + 1e-12)


def test_a_point_on_two_scales_is_one():
    places, rows = flat(law_for("1", 5))
    assert np.all(np.diff(places) > 0)
    assert rows.shape == (3, len(places))

"""Fewer points, still on both sides."""

from __future__ import annotations

import numpy as np

from assay.accounting.batches.thinning import flat, spread, thinned
from tests.accounting.batches.test_sums import law_for, mean_of, transform


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

"""The drawn profile of noise whose loss has no bound."""

from __future__ import annotations

from itertools import pairwise

import pytest

from assay.exact import eps, number
from assay.integers import skellam
from assay.plots.noise import LEAST_DELTA, noise_points, save_noise


def test_points_are_upper_ends_and_fall():
    noise = skellam(1)
    points = noise_points(noise)
    assert all(a[0] < b[0] and a[1] > b[1] for a, b in pairwise(points))
    for epsilon, delta in points[::16]:
        assert number(str(delta)) >= noise.delta(str(epsilon)).lower(20)
    assert points[-1][1] <= float(LEAST_DELTA) < points[-2][1]
    claimed = noise_points(noise, (eps(9), number("1/2")))
    assert claimed[-1][0] == 9


def test_a_picture_is_written(tmp_path):
    pytest.importorskip("matplotlib")
    save_noise(skellam(1), tmp_path / "profile.png", (eps(1), number("1/10")))
    assert (tmp_path / "profile.png").stat().st_size > 1000

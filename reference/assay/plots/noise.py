"""The privacy profile of noise whose loss has no bound, from certified upper ends."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from ..integers import CertifiedNoise
from .curves import Claim, Points, draw_profiles
from .files import figure_in

LEAST_DELTA = Fraction(1, 10**6)
"""Where the curve ends."""

STEPS = 48


def noise_points(noise: CertifiedNoise, claim: Claim | None = None) -> Points:
    """(epsilon, delta(epsilon)), rounded up, as far as delta is above `LEAST_DELTA` or the claim reaches."""
    last = max(Fraction(noise.epsilon(LEAST_DELTA).upper(6)), Fraction(1, 100))
    if claim is not None and not claim[0].is_infinite:
        last = max(last, Fraction(claim[0].upper(6)))
    levels = [last * step / STEPS for step in range(STEPS + 1)]
    return [(float(level), noise.delta(level).float_up()) for level in levels]


def save_noise(noise: CertifiedNoise, path: Path, claim: Claim | None = None) -> None:
    """Draw the profile into a file, delta on a logarithmic axis; AssayError where matplotlib is missing."""
    points = noise_points(noise, claim)
    with figure_in(path, (6, 4)) as figure:
        draw_profiles(figure.subplots(), {repr(noise): points}, claim, logarithmic=True)
        figure.suptitle(repr(noise))

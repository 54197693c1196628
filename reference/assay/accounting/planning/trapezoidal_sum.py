"""How a trapezoidal sum is laid out: strip, step and ends, chosen in floats for a wanted precision."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, cos, exp, log, pi, sqrt

from ...errors import BudgetExceeded
from ..levels.smooth_cuts import Cut
from ..levels.sums import Quadrature
from .level_integrals import HIGHEST, Landscape, Reals

LOG2 = log(2)
MOST_NODES = 100_000
STRIPS = (1.0, 0.8, 0.62, 0.48, 0.36, 0.27, 0.2, 0.15, 0.11, 0.08, 0.055, 0.04, 0.025, 0.015, 0.008, 0.004)
"""Heights of strips, in terms of the largest."""
LOOSE = 3.0
"""Bounds by cells are larger than the integrals by such a factor, in logarithms."""


def highest(land: Landscape, is_cut: bool) -> float:
    """The largest height at which bounds hold."""
    return 0.97 * min(pi / (2 * land.mu), pi / (2 * land.steepness) if is_cut else 6.0, 6.0)


def for_values(land: Landscape, t: float, width: float, cut: Cut | None, bits: float) -> Quadrature:
    """For sums of S r^(t + iw) phi, |w| <= width, with a relative error of 2^-bits of the sum at w = 0."""
    logs = land.logs(t, cut)
    target = land.log_integral(t, cut) - bits * LOG2 - LOOSE
    top, best, strip, line = highest(land, cut is not None), 0.0, 0.0, 0.0
    for part in STRIPS:
        a = top * part
        around = land.log_integral(t, cut, a=a, push=width)
        step = 2 * pi * a / max(1.0, around + LOOSE + 1 - target)
        if step <= best:
            break
        best, strip, line = step, a, around
    left, right = ends(land, logs, target - 4, t, (cut, 1.0), 0.0)
    slope = width * land.mu * strip
    cosine = cos(land.steepness * strip) if cut else 1.0
    far = beyond(land, t, cut, right, (strip, slope), cosine, line)
    return grid(land, strip, best, left, right, far)


def for_fading(
    land: Landscape, t: float, omega: float, cuts: tuple[Cut | None, Cut | None], a: float, bits: float
) -> Quadrature:
    """For the integral of the modulus along Im x = a at the frequency omega, to 2^-bits of itself."""
    upper, lower = cuts
    logs = land.logs(t, upper, lower, a, -omega)
    target = land.log_integral(t, upper, lower, a, -omega) - bits * LOG2 - LOOSE
    is_cut = upper is not None or lower is not None
    top, nu = min(highest(land, is_cut), 0.99 * pi / (2 * land.mu) - a), land.steepness if is_cut else 0.0
    best, strip = 0.0, 0.0
    for part in STRIPS:
        b = top * part
        both = cos(nu * a) * cos(nu * b)
        around = (
            land.log_integral(t, upper, None, a + b if t < 0 else 0.0, cosine=both) - log(both) + b * b / 2
        )
        step = 2 * pi * b / max(1.0, around + LOOSE + 1 - target)
        if step <= best:
            break
        best, strip = step, b
    left, right = ends(land, logs, target - 4, t, (upper, cos(nu * a)), a)
    cosine = cos(nu * a) * cos(nu * strip)
    far = beyond(land, t, upper, right, (a + strip, 0.0), cosine, target)
    return grid(land, strip, best, left, right, far)


def ends(
    land: Landscape, logs: Reals, target: float, t: float, cut: tuple[Cut | None, float], height: float
) -> tuple[float, float]:
    """Where the terms have become negligible, and the bound of the right tail holds."""
    kept = land.xs[logs > target]
    left, right = (-float(kept[0]), float(kept[-1])) if len(kept) else (4.0, 4.0)
    if t < 0:
        left = max(left, sqrt(2 * max(0.0, t * log(land.rest) - target)))
    right = beyond(land, t, cut[0], right, (height, 0.0), cut[1], target - log(cut[1]))
    return max(left, 1.0) + 2 * land.step, max(right, 1.0) + 2 * land.step


def beyond(
    land: Landscape,
    t: float,
    cut: Cut | None,
    start: float,
    way: tuple[float, float],
    cosine: float,
    line: float,
) -> float:
    """Where the right tail of a bound on a line is below e^line; `way` is the height and the largest push."""
    height, push = way if t < 0 else (0.0, way[1])
    x, step = start, 0.05
    while x < 4 * start + 1000:
        u = cosine * exp(min(HIGHEST, float(cut.steepness) * (x - float(cut.place)))) if cut else 0.0
        size = t * land.log_ratio(x, height)
        growth = 1.01 * max(t, 0.0) * land.mu
        falls = x > growth + 1 if cut is None else float(cut.steepness) * u > growth
        if falls and push + size - u - x * x / 2 < line:
            return x
        x, step = x + step, step * 1.05
    return x


def grid(land: Landscape, strip: float, step: float, left: float, right: float, far: float) -> Quadrature:
    """The choice, in short rationals."""
    h = Fraction(max(1, int(step * 2**24)), 2**24)
    nodes = ceil(left / float(h)), ceil(right / float(h))
    if sum(nodes) > MOST_NODES:
        raise BudgetExceeded(f"a sum needs {sum(nodes)} nodes, more than {MOST_NODES}")
    cell = Fraction(1, max(16, ceil(4 * land.steepness)))
    return Quadrature(Fraction(int(strip * 2**24), 2**24), h, *nodes, cell, Fraction(ceil(far * 64), 64))

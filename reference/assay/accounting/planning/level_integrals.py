"""Integrals of one round in floats, by which cuts, lines and sums are chosen, and how a trapezoidal sum is
laid out.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, cos, exp, hypot, inf, log, log1p, pi, sin, sqrt

import numpy as np
from numpy.typing import NDArray

from ...errors import BudgetExceeded
from ..levels.cuts import Cut, Sampled
from ..levels.sums import Quadrature

Reals = NDArray[np.float64]
HALF_LOG_2PI = log(2 * pi) / 2
FINEST = 0.08
HIGHEST = 700.0
LOWEST = 1e-300
SOME = (0.95, 0.7, 0.4)
MANY = (0.95, 0.7, 0.45, 0.28, 0.17, 0.1, 0.06, 0.035, 0.02, 0.012, 0.007, 0.004, 0.0024, 0.0014)
"""Heights of lines, in terms of the largest."""
LOG2 = log(2)
NEAR = 1e-2
"""r is next to 1 where rho and q are smaller."""
MOST_NODES = 100_000
STRIPS = (1.0, 0.8, 0.62, 0.48, 0.36, 0.27, 0.2, 0.15, 0.11, 0.08, 0.055, 0.04, 0.025, 0.015, 0.008, 0.004)
"""Heights of strips, in terms of the largest."""
LOOSE = 3.0
"""Bounds by cells are larger than the integrals by such a factor, in logarithms."""


@dataclass
class Landscape:
    """A distribution on equidistant outcomes, down to masses of e^-depth; all cuts have this steepness."""

    distribution: Sampled
    depth: float
    steepness: float

    def __post_init__(self) -> None:
        self.mu: float = sqrt(self.distribution.mu_squared)
        self.q: float = float(self.distribution.rate)
        self.step: float = min(FINEST, 0.5 / self.steepness)
        reach = sqrt(2 * self.depth) + 2
        # a cut takes E e^(nu (X - a)) = e^(nu^2/2 - nu a)
        highest = max(reach, self.steepness / 2 + self.depth / self.steepness + 1) + self.mu
        first, last = -ceil(reach / self.step), ceil(highest / self.step)
        self.xs: Reals = np.arange(first, last + 1, dtype=np.float64) * np.float64(self.step)
        self.rhos: Reals = np.exp(np.minimum(HIGHEST, self.mu * self.xs + self.theta(0.0)))
        self.normal: Reals = -self.xs * self.xs / 2 - HALF_LOG_2PI
        self.heights: dict[float, tuple[Reals, Reals]] = {}
        self.cuts: dict[Cut, Reals] = {}

    @cached_property
    def rest(self) -> float:
        """1 - q."""
        return 1 - self.q

    def power(self, c: float) -> float:
        """t with M(c) = A(t)."""
        return -c if self.distribution.added else 1 + c

    def place(self, theta: float) -> float:
        """The outcome with rho = e^theta."""
        return (theta - log(self.q)) / self.mu + self.mu / 2

    def theta(self, x: float) -> float:
        """ln rho(x)."""
        return self.mu * x - self.mu**2 / 2 + log(self.q)

    def log_ratio(self, x: float, a: float = 0.0) -> float:
        """ln |r(x + ia)|."""
        if self.theta(x) > HIGHEST:
            return self.theta(x)
        rho = exp(self.theta(x))
        if rho < NEAR and self.q < NEAR:
            more = rho * cos(self.mu * a) - self.q
            return log1p(2 * more + more**2 + (rho * sin(self.mu * a)) ** 2) / 2
        return log(hypot(self.rest + rho * cos(self.mu * a), rho * sin(self.mu * a)))

    def polar(self, a: float) -> tuple[Reals, Reals]:
        """ln |r| and arg r along Im x = a."""
        if a not in self.heights:
            more, imaginary = self.rhos * cos(self.mu * a) - self.q, self.rhos * sin(self.mu * a)
            # next to 1 a logarithm keeps its digits only as log1p, and it counts as often as there are rounds
            square = np.clip(2 * more + more**2 + imaginary**2, -0.5, 0.5)
            near = np.log1p(square) / 2
            sizes = np.where(
                self.rhos < (NEAR if self.q < NEAR else 0.0), near, np.log(np.hypot(1 + more, imaginary))
            )
            self.heights[a] = sizes, np.arctan2(imaginary, 1 + more)
        return self.heights[a]

    def exponents(self, cut: Cut) -> Reals:
        """u(x)."""
        if cut not in self.cuts:
            a, nu = float(cut.place), float(cut.steepness)
            self.cuts[cut] = np.exp(np.minimum(HIGHEST, nu * (self.xs - a)))
        return self.cuts[cut]

    def logs(
        self,
        t: float,
        upper: Cut | None,
        lower: Cut | None = None,
        a: float = 0.0,
        push: float = 0.0,
        cosine: float | None = None,
    ) -> Reals:
        """ln of the bound of |share| |r|^t e^(push arg r) |phi| along Im x = a."""
        sizes, angles = self.polar(a)
        found = t * sizes + self.normal + a * a / 2
        if push:
            found = found + push * angles
        c = cos(a * self.steepness) if cosine is None else cosine
        if upper is not None:
            found = found - c * self.exponents(upper)
        if lower is not None:
            gaps = self.exponents(lower) - (0.0 if upper is None else self.exponents(upper))
            found = found + np.log(np.maximum(-np.expm1(-c * np.maximum(gaps, 0.0)), LOWEST) / c)
        return found

    def log_integral(
        self,
        t: float,
        upper: Cut | None,
        lower: Cut | None = None,
        a: float = 0.0,
        push: float = 0.0,
        cosine: float | None = None,
    ) -> float:
        """ln of the integral of that."""
        logs = self.logs(t, upper, lower, a, push, cosine)
        top = float(np.max(logs))
        return top if top in (-inf, inf) else top + log(float(np.exp(logs - top).sum()) * self.step)


def modulus(
    land: Landscape, c: float, omega: float, upper: Cut | None, lower: Cut | None
) -> tuple[float, float, float]:
    """ln |B'|, ln(1 + |J|/|B'|) and the height of the line: J lies between the cuts, B' below both.

    Without a lower one, ln |B| of what the upper one keeps and 0.
    """
    t = land.power(c)
    top = 0.97 * pi / (2 * land.mu)
    if upper is not None or lower is not None:
        top = min(top, 0.97 * pi / (2 * land.steepness))
    top = min(top, 6.0)
    if lower is None:
        sizes = [(land.log_integral(t, upper, None, top * part, -omega), top * part) for part in MANY]
        size, height = min(sizes)
        return size, 0.0, height
    jumps = [(land.log_integral(t, upper, lower, top * part, -omega), top * part) for part in SOME]
    jump, height = min(jumps)
    small = min(land.log_integral(t, lower), land.log_integral(t, lower, None, height, -omega))
    more = jump - small if jump > small + 30 else log1p(exp(jump - small))
    return small, more, height


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

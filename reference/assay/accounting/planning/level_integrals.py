"""Integrals of one round in floats, by which cuts, lines and sums are chosen; they decide about cost."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import ceil, cos, exp, hypot, inf, log, log1p, pi, sin, sqrt

import numpy as np
from numpy.typing import NDArray

from ..levels.line_integrals import Sampled
from ..levels.smooth_cuts import Cut

Reals = NDArray[np.float64]
HALF_LOG_2PI = log(2 * pi) / 2
FINEST = 0.08
HIGHEST = 700.0
LOWEST = 1e-300
SOME = (0.95, 0.7, 0.4)
MANY = (0.95, 0.7, 0.45, 0.28, 0.17, 0.1, 0.06, 0.035, 0.02, 0.012, 0.007, 0.004, 0.0024, 0.0014)
"""Heights of lines, in terms of the largest."""


@dataclass
class Landscape:
    """A law on equidistant outcomes, down to masses of e^-depth; all its cuts have this steepness."""

    law: Sampled
    depth: float
    steepness: float

    def __post_init__(self) -> None:
        self.mu, self.q = sqrt(self.law.mu_squared), float(self.law.rate)
        self.step = min(FINEST, 0.5 / self.steepness)
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
        return -c if self.law.added else 1 + c

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
        return log(hypot(self.rest + rho * cos(self.mu * a), rho * sin(self.mu * a)))

    def polar(self, a: float) -> tuple[Reals, Reals]:
        """ln |r| and arg r along Im x = a."""
        if a not in self.heights:
            real, imaginary = self.rest + self.rhos * cos(self.mu * a), self.rhos * sin(self.mu * a)
            self.heights[a] = np.log(np.hypot(real, imaginary)), np.arctan2(imaginary, real)
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
        top = float(logs.max())
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

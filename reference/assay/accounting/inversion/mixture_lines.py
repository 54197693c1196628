"""An upper bound of A(t) = E r(X)^t, X ~ N(0, 1), r(x) = 1 - q + q e^(mu x - mu^2/2), by lines above t ln r.

ln r is convex and its slope lies between 0 and mu.  So on a piece [a, b] of the line t ln r is at most its
chord for t >= 0, and at most a tangent for t < 0; left of all pieces it is at most its value at their end
(t >= 0) or t ln(1 - q), right of them at most the line of slope mu through their end, or its value there.
The integral of e^(u + v x) times the normal density over [a, b] is e^(u + v^2/2) (Phi(b - v) - Phi(a - v)).

Any pieces are right; they are laid out in floats.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import exp

from ...exact._flint import arb, rational
from ...exact.order import ball_sign
from ..densities import phi

REACH, FINE, COARSE, EIGHTHS = 12.0, 0.25, 64, 8
"""Deviations around the peak, the length of a piece there, pieces beyond, and parts of 1 that ends are."""
MOST_PIECES = 400


def lines_above(mu: arb, rate: arb, t: Fraction) -> arb:
    """The sum over all pieces, at the precision in force."""
    power, half = arb(rational(t)), mu * mu / 2

    def log_r(x: arb) -> arb:
        return (rate * (mu * x - half).expm1()).log1p()

    def part(at: arb, value: arb, slope: arb, low: arb | None, high: arb | None) -> arb:
        tilt = power * slope
        mass = _between(None if low is None else low - tilt, None if high is None else high - tilt)
        return (power * (value - slope * at) + tilt * tilt / 2).exp() * mass

    ends = [arb(rational(Fraction(x, EIGHTHS))) for x in _ends(float(mu.mid()), float(rate.mid()), float(t))]
    first, last, level = ends[0], ends[-1], arb(0)
    total = part(first, log_r(first) if t >= 0 else (-rate).log1p(), level, None, first)
    total += part(last, log_r(last), mu if t >= 0 else level, last, None)
    for low, high in pairwise(ends):
        if t >= 0:
            at, slope = low, (log_r(high) - log_r(low)) / (high - low)
        else:
            at = (low + high) / 2
            growth = rate * (mu * at - half).exp()
            slope = mu * growth / (1 - rate + growth)
        total += part(at, log_r(at), slope, low, high)
    return total


def _between(low: arb | None, high: arb | None) -> arb:
    """Phi(high) - Phi(low), from the side on which both are small; None for the ends of the line."""
    if high is None:
        return arb(1) if low is None else phi(-low)
    if low is None:
        return phi(high)
    return phi(-low) - phi(-high) if ball_sign(low) == 1 else phi(high) - phi(low)


def _ends(mu: float, rate: float, t: float) -> list[int]:
    """In eighths: short pieces around the peak of r^t times the density, longer ones up to where it falls."""

    def weight(x: float) -> float:
        growth = rate * exp(min(mu * x - mu * mu / 2, 700.0))
        return growth / (1 - rate + growth)

    peak = 0.0
    for _ in range(60):
        peak = t * mu * weight(max(peak, 0.0))
    low, near = min(0.0, peak) - REACH, max(0.0, peak) + REACH
    fine = max(FINE, (near - low) / MOST_PIECES)
    found = [low + fine * i for i in range(int((near - low) / fine) + 1)]
    far = max(0.0, t) * mu + REACH
    if far > near:
        found += [near + (far - near) * (i + 1) / COARSE for i in range(COARSE)]
    return sorted({round(x * EIGHTHS) for x in found})

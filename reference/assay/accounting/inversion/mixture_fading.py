"""How the transform of sampled Gaussian noise fades far from the axis: cells of losses, and a variation.

A(tau) = E r(X)^tau,   r(x) = 1 - q + q e^y,   y = mu x - mu^2/2,   X ~ N(0, 1).
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import ceil

from ...exact._flint import arb, bounds, rational
from ...exact.order import ball_sign
from ..densities import phi

BULK = 4
"""Deviations on either side within which cells are laid."""
MAX_CELLS = 400
PEAK_CELLS = 16
"""Cells per unit of x where the largest value of g is bounded."""


def cells(mu: arb, q: arb, t: Fraction, length: Fraction) -> list[arb] | None:
    """Lower bounds of E[r^t; l_i < ln r <= l_(i+1)], l_i = l_0 + i length, over the bulk of the
    distribution.
    """
    lowest, highest = (_loss(mu, q, x) for x in (arb(-BULK), mu * max(0, ceil(t)) + BULK))
    count = ceil(float(((highest - lowest) / rational(length)).mid()))
    if count > MAX_CELLS and _loss(mu, q, arb(1)) - lowest > MAX_CELLS * rational(length):
        return None
    ratio, power = arb(rational(length)).exp(), arb(rational(t))
    growth, tilt = lowest.exp(), (lowest * power).exp()
    masses, tilting = [], (arb(rational(length)) * power).exp()
    below = phi(((growth - 1 + q) / q).log() / mu + mu / 2)
    for _ in range(min(count, MAX_CELLS)):
        growth *= ratio
        above, before, tilt = phi(((growth - 1 + q) / q).log() / mu + mu / 2), tilt, tilt * tilting
        masses.append((above - below).max(arb(0)) * (before if t >= 0 else tilt))
        below = above
    return masses


def _loss(mu: arb, q: arb, x: arb) -> arb:
    """ln r(x)."""
    return (1 - q + q * (mu * x - mu**2 / 2).exp()).log()


def variation(mu: arb, q: arb, t: Fraction) -> arb:
    """V with |A(t + i w)| <= V/|w|: the variation of g = phi r^(t+1) e^(-y)/(mu q).

    By parts, with e^(i w L) = (e^(i w L))'/(i w L') and L' = mu q e^y/r.  The sign of
    (ln g)' = -x - mu + (t + 1) L' changes at most three times, so that g has at most two peaks.
    """
    reach = (abs(t) + 1) * upper_end(mu) + 12
    count = ceil(2 * reach * PEAK_CELLS)
    edges = [arb(rational(-reach + 2 * reach * Fraction(i, count))) for i in range(count + 1)]
    peak = _outside(mu, q, t, edges[0]).max(_outside(mu, q, t, edges[-1]))
    for left, right in pairwise(edges):
        peak = peak.max(_largest(mu, q, t, left, right).upper())
    return 4 * peak / ((2 * arb.pi()).sqrt() * mu * q)


def _largest(mu: arb, q: arb, t: Fraction, left: arb, right: arb) -> arb:
    """An upper bound of e^(-x^2/2) r^(t+1) e^(-y) for x between the ends: each factor is monotone."""
    ends = [q * (mu * x - mu**2 / 2).exp() + 1 - q for x in (left, right)]
    power = ends[1 if t > -1 else 0] ** arb(rational(t + 1))
    square = (left * left).min(right * right)  # no cell has 0 inside it, but for the middle one
    if ball_sign(left * right) != 1:
        square = arb(0)
    return (-square / 2 - mu * left + mu**2 / 2).exp() * power


def _outside(mu: arb, q: arb, t: Fraction, x: arb) -> arb:
    """The same beyond x, on the side away from 0, where every term of the bound falls.

    r^(t+1) <= (1-q) + q e^((t+1) y) for t >= 0, <= 1 + e^((t+1) y) for t > -1, <= (1-q)^(t+1) below.
    """
    y, power = mu * x - mu**2 / 2, arb(rational(t))
    if t >= 0:
        bound = (1 - q) * (-y).exp() + q * (power * y).exp()
    elif t > -1:
        bound = (-y).exp() + (power * y).exp()
    else:
        bound = (1 - q) ** (power + 1) * (-y).exp()
    return bound * (-x * x / 2).exp()


def upper_end(ball: arb) -> Fraction:
    """The upper end of a finite ball."""
    ends = bounds(ball)
    if ends is None:
        raise ArithmeticError("a bound has no finite enclosure at this precision")
    return ends[1]

"""What follows for delta and epsilon from the moments of losses, or bounds of them.

With lnM(c) >= the sum over all rounds of c D_(1+c), and the mass m of infinite losses of the others, for
every tilt c > 0

    delta(epsilon) <= m + exp(lnM(c) - c epsilon + c ln(c/(1 + c)) - ln(1 + c)).

Source: Canonne, Kamath and Steinke, "The Discrete Gaussian for Differential Privacy", NeurIPS 2020,
proposition 12; with m, section 15 of spec/accounting.md.
"""

from __future__ import annotations

from fractions import Fraction
from math import log

from ..exact import Log
from ..exact._flint import arb, bounds, precision, rational
from ..exact.bracket import LEAST, LEAST_PROBABILITY
from ..exact.order import ball_sign
from .moment_bounds import MomentBound, Moments

BITS = 256
SHORT_BITS = 260
NEARLY_ONE = Fraction(1, 2**40)
"""The tilt at which KL is bounded, as no divergence of order above 1 is smaller."""


def _shape(c: arb) -> arb:
    """c ln(c/(1 + c)) - ln(1 + c): (1 - e^-u)_+ <= e^(c u) times the exponential of it."""
    return c * (c / (1 + c)).log() - (1 + c).log()


def shape_float(c: float) -> float:
    """The same in floats."""
    return (c * (log(c) - log(1 + c)) if c > 0 else 0.0) - log(1 + c)


def delta_from_moments(
    bound: MomentBound, moments: Moments, lost: Fraction, epsilon: Log
) -> tuple[Fraction, Fraction | None]:
    """An upper bound of delta(epsilon), and its tilt, the best that is found; lost bounds the mass at
    infinity.
    """
    at = float(epsilon.enclosure(64).mid())
    c = bound.minimiser(moments, lambda c, m: m - c * at + shape_float(c))
    return (Fraction(1), None) if c is None else (delta_at(moments, c, lost, epsilon), c)


def delta_at(moments: Moments, c: Fraction, lost: Fraction, epsilon: Log) -> Fraction:
    """The bound at one tilt."""
    with precision(BITS):
        found, exact = moments(c), arb(rational(c))
        if found is None:
            return Fraction(1)
        return min(Fraction(1), lost + _up((found - exact * epsilon.enclosure(BITS) + _shape(exact)).exp()))


def epsilon_from_moments(
    bound: MomentBound, moments: Moments, lost: Fraction, delta: Fraction
) -> tuple[Fraction | None, Fraction | None]:
    """An upper bound of the smallest epsilon >= 0 with delta(epsilon) <= delta, and its tilt; or None."""
    if delta <= lost:
        return None, None
    with precision(64):
        level = float(arb(rational(delta - lost)).log().mid())
    c = bound.minimiser(moments, lambda c, m: (m + shape_float(c) - level) / c)
    if c is None:
        return None, None
    with precision(BITS):
        found, exact = moments(c), arb(rational(c))
        if found is None:
            return None, None
        ends = bounds((found + _shape(exact) - arb(rational(delta - lost)).log()) / exact)
    return (None if ends is None else max(Fraction(0), ends[1])), c


def advantage_from_moments(bound: MomentBound, moments: Moments) -> Fraction:
    """An upper bound of delta(0): sqrt(KL/2) (Pinsker) and sqrt(1 - e^-KL) (Bretagnolle and Huber)."""
    c = NEARLY_ONE if bound.largest is None else min(NEARLY_ONE, bound.largest)
    with precision(BITS):
        found = moments(c)
        if found is None:
            return Fraction(1)
        kl = (found / rational(c)).max(arb(0))
        return min(_up((kl / 2).sqrt()), _up((-(-kl).expm1()).sqrt()), Fraction(1))


def _up(x: arb) -> Fraction:
    """An upper end with few bits, at least 2^-LEAST_BITS and at most 1, also where there is none."""
    if ball_sign(LEAST - x) == 1:
        return LEAST_PROBABILITY
    ends = None if ball_sign(x - 1) == 1 else bounds(arb(x.upper()))
    if ends is None:
        return Fraction(1)
    bits = max(0, SHORT_BITS - (ends[1].numerator.bit_length() - ends[1].denominator.bit_length()))
    return Fraction(-((-ends[1] * 2**bits) // 1), 2**bits)

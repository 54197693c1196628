"""What follows for delta and epsilon from the moments of losses, or bounds of them.

With lnM(c) >= the sum over all rounds of c D_(1+c), and the mass m of infinite losses of the others, for
every tilt c > 0

    delta(epsilon) <= m + exp(lnM(c) - c epsilon + c ln(c/(1 + c)) - ln(1 + c)).

Source: Canonne, Kamath and Steinke, "The Discrete Gaussian for Differential Privacy", NeurIPS 2020,
proposition 12; with m, section 15 of spec/accounting.md.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from math import exp, log

from ..exact import Log, ln
from ..exact._flint import arb, bounds, precision, rational
from ..exact.bracket import LEAST, LEAST_PROBABILITY
from ..exact.order import ball_sign
from .hull import Tabulated, pair_above
from .moment_bounds import MomentBound, Moments
from .planning.loss_sketch import short

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


PLACES, DEPTH, FARTHEST = 300, 140.0, 600.0
"""Of the pair of the hull: places on each side, down to e^-DEPTH, out to this epsilon."""
FLOOR = Fraction(1, 2**240)
"""Its values are at least that, which keeps them short."""
LEAST_LOG, MOST_LOG, STEP = -14.0, 20.0, 0.03
"""Logarithms of the tilts that are tried for it."""
FAR_BELOW = 8
"""The hull of the bounds is left out where it does not help by such a factor."""


def hull_may_help(bound: MomentBound, delta: Fraction, c: Fraction | None) -> bool:
    """Whether the convex hull of all bounds may lie below the bound delta by moments, which has the tilt c.

    In y = e^epsilon that bound has the slope -c delta/y: between y = 0 and 1 its tangent is at most
    (1 + c) delta.  Where this is far below the bound at y = 1, no chord passes below the tangent.
    """
    return c is None or (1 + c) * delta * FAR_BELOW > advantage_from_moments(bound, bound.log_moment)


@lru_cache(maxsize=64)
def hull_pair(bound: MomentBound) -> Tabulated:
    """The hull of the bounds at places on both sides of 0: H(y) = 1 - y + y H(1/y) of the other order."""
    tilts = _tilts(bound)
    far = 1e-9
    while far < FARTHEST and _best(tilts, far)[0] > -DEPTH:
        far *= 1.25

    def value(y: Fraction, epsilon: float) -> Fraction:
        return delta_at(bound.log_moment, _best(tilts, epsilon)[1], Fraction(0), ln(y))

    return hull_of(value, far, advantage_from_moments(bound, bound.log_moment))


def hull_of(
    value: Callable[[Fraction, float], Fraction], far: float, most: Fraction, end: Fraction | None = None
) -> Tabulated:
    """The hull of bounds of delta at ln y, which hold in both orders, up to epsilon = far.

    value: of y and its logarithm in floats; most: a bound of delta at 0; end: a y at which delta is 0.
    """
    found = [(Fraction(1), most)]
    for i in range(1, PLACES + (end is None)):
        y = Fraction(exp(far * i / PLACES)).limit_denominator(2**60)
        height = max(min(most, value(y, far * i / PLACES)), FLOOR)
        found = [(1 / y, 1 - 1 / y + height / y), *found, (y, height)]
    if end is not None:
        found = [(1 / end, 1 - 1 / end), *found, (end, Fraction(0))]
    return Tabulated(pair_above(found))


def _tilts(bound: MomentBound) -> list[tuple[float, float, Fraction]]:
    """Tilts c with the exponent lnM(c) + c ln(c/(1 + c)) - ln(1 + c) in floats."""
    last = MOST_LOG if bound.largest is None else min(MOST_LOG, log(bound.largest))
    given = [short(exp(last - STEP * i)) for i in range(int((last - LEAST_LOG) / STEP))]
    given += [c for curve, _ in bound.curves for c in curve.vertices]
    found = []
    with precision(64):
        for c in given:
            moment = bound.log_moment(c)
            if moment is not None:
                found.append((float(c), float(moment.mid()) + shape_float(float(c)), c))
    return found


def _best(tilts: list[tuple[float, float, Fraction]], epsilon: float) -> tuple[float, Fraction]:
    """ln of the bound of delta in floats, and its tilt."""
    value, _, c = min((shape - c * epsilon, c, exact) for c, shape, exact in tilts)
    return value, c

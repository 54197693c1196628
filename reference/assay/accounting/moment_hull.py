"""A pair that dominates all that keeps curves of Renyi divergences: the hull of bounds by moments."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from math import exp, log

from ..exact import ln
from ..exact._flint import precision
from .hull import Tabulated, pair_above
from .moment_bounds import MomentBound
from .moment_conversions import advantage_from_moments, delta_at, shape_float
from .planning.loss_sketch import short

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


def hull_of(value: Callable[[Fraction, float], Fraction], far: float, most: Fraction) -> Tabulated:
    """The hull of bounds of delta at ln y, which hold in both orders, up to epsilon = far.

    value: of y and its logarithm in floats; most: a bound of delta at 0.
    """
    found = [(Fraction(1), most)]
    for i in range(1, PLACES + 1):
        y = Fraction(exp(far * i / PLACES)).limit_denominator(2**60)
        height = max(min(most, value(y, far * i / PLACES)), FLOOR)
        found = [(1 / y, 1 - 1 / y + height / y), *found, (y, height)]
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

"""delta(epsilon) of two Laplace distributions with different centres and scales, certified.

P has the density e^(-|z|/b)/(2b), Q the density e^(-|z - m|/c)/(2c), m >= 0.  The privacy loss

    L(z) = ln(c/b) - |z|/b + |z - m|/c

is linear on each side of 0 and of m, so that { L > epsilon } is an interval (b < c), the rest of one (b > c)
or a half-line (b = c), whose ends are found without a case distinction by max(., 0); where two cases meet
they agree, so that nothing has to be decided but which scale is larger.
"""

from __future__ import annotations

from typing import TypeAlias

from ..errors import InvalidValue
from ..exact import Certified, EpsilonLike, ExactLike, Log, certified, eps, maximum, minimum, number
from ..exact.real import brief

RealLike: TypeAlias = "Certified | Log | ExactLike"


def laplace_delta(epsilon: EpsilonLike, shift: RealLike, scale: RealLike, other: RealLike) -> Certified:
    """sup_S P(S) - e^epsilon Q(S), P centred at 0 with the scale b, Q at `shift` with the scale c (`other`).

    A scale 0 is a point.  Raises InvalidValue for a negative scale, and unless epsilon is finite.
    """
    level = eps(epsilon)
    if level.is_infinite:
        raise InvalidValue("epsilon = inf leaves no density to compare; give a finite one")
    shift, scale, other = (
        x if isinstance(x, Certified | Log) else number(x, name)
        for x, name in ((shift, "shift"), (scale, "scale"), (other, "other"))
    )
    for name, value in (("scale", scale), ("other", other)):
        if value < 0:
            raise InvalidValue(f"{name} = {brief(value)} is negative; give a scale >= 0")
    if scale == 0 or other == 0:
        # of two points, one may be certified only: then they are known to differ, or it is undecided
        return certified(0 if scale == other and shift == 0 else 1)
    m, b, c, e = abs(certified(shift)), certified(scale), certified(other), certified(level)
    if scale == other:
        return 1 - (-_positive(m / b - e) / 2).exp()
    return _narrower(m, b, c, e) if scale < other else _wider(m, b, c, e)


def _narrower(m: Certified, b: Certified, c: Certified, e: Certified) -> Certified:
    """b < c: L exceeds epsilon between -low and high."""
    at_zero = _positive((c / b).log() + m / c - e)
    at_shift = _positive((c / b).log() - m / b - e)
    gap, both = 1 / b - 1 / c, 1 / b + 1 / c
    low, high = at_zero / gap, minimum([at_zero / both, m]) + at_shift / gap
    inside = _between(-low, high, b) - e.exp() * _between(-low - m, high - m, c)
    return _positive(inside)


def _wider(m: Certified, b: Certified, c: Certified, e: Certified) -> Certified:
    """b > c: L is at most epsilon between low and high only."""
    at_zero = (c / b).log() + m / c - e
    at_shift = (c / b).log() - m / b - e
    gap, both = 1 / c - 1 / b, 1 / b + 1 / c
    low = _positive(at_zero) / both - _positive(-at_zero) / gap
    high = m - at_shift / gap
    return (1 - _between(low, high, b)) - e.exp() * (1 - _between(low - m, high - m, c))


def _between(low: Certified, high: Certified, scale: Certified) -> Certified:
    """The mass of a centred Laplace distribution between low <= high."""
    return _below(high, scale) - _below(low, scale)


def _below(z: Certified, scale: Certified) -> Certified:
    """F(z) = (1 + sign(z) (1 - e^(-|z|/scale)))/2, written for both signs at once."""
    up, down = _positive(z) / scale, _positive(-z) / scale
    return (1 + (1 - (-up).exp()) - (1 - (-down).exp())) / 2


def _positive(z: Certified) -> Certified:
    return maximum([z, 0])

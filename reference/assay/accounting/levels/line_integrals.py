"""Bounds of integrals of what cuts keep of sampled Gaussian noise, along lines parallel to the real axis.

With the share of a cut, or of what lies between two of them,

    integral of  |share| |r(x + ia) r(x + ia')|^(t/2) e^(p (arg r(x + ia) + arg r(x + ia'))/2) phi(x) dx,

r(x) = 1 - q + rho, rho = q e^(mu x - mu^2/2).  For heights with 0 <= mu a <= pi/2 both |r(x + ia)|, whose
square is (1-q)^2 + 2 (1-q) rho cos(mu a) + rho^2, and arg r(x + ia) grow with x, and (ln |r|)' <= mu: the
axis is cut into cells in which every factor is bounded at an end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from ...exact._flint import arb, rational
from ...exact.order import ball_sign
from ..densities import phi
from .cuts import Sampled, Share


@dataclass(frozen=True)
class Way:
    """A pair of heights a >= 0 >= or <= a', the power t, the push p, and the factor C of the share.

    The push has to be 0 where a' < 0.
    """

    power: Fraction
    heights: tuple[Fraction, Fraction]
    push: Fraction
    cosine: arb


def polar(rest: arb, rho: arb, turn: tuple[arb, arb], with_argument: bool) -> tuple[arb, arb]:
    """(ln |r|^2, arg r) at 1 - q + rho (cos + i sin); the argument only where it is asked for."""
    real, imaginary = rest + rho * turn[0], rho * turn[1]
    square = (real * real + imaginary * imaginary).log()
    return square, arb.atan2(imaginary, real) if with_argument else arb(0)


def turns(distribution: Sampled, heights: Sequence[Fraction]) -> list[tuple[arb, arb]]:
    """(cos, sin) of mu a."""
    angles = [distribution.mu * rational(height) for height in heights]
    return [(angle.cos(), angle.sin()) for angle in angles]


def logarithms(distribution: Sampled, way: Way, x: arb) -> tuple[arb, arb]:
    """(t/2) (ln |r(x + ia)| + ln |r(x + ia')|) and (p/2) (the sum of the arguments)."""
    rest, rho = distribution.rest, distribution.rho(x)
    with_argument = way.push != 0
    found = [polar(rest, rho, turn, with_argument) for turn in turns(distribution, way.heights)]
    size = (found[0][0] + found[1][0]) * rational(way.power / 4)
    return size, (found[0][1] + found[1][1]) * rational(way.push / 2)


def along(distribution: Sampled, way: Way) -> Callable[[arb], arb]:
    """The sum of both `logarithms` along a line with equal heights, as a function of x."""
    rest, rate, mu, shift = (
        distribution.rest,
        rational(distribution.rate),
        distribution.mu,
        rational(distribution.mu_squared / 2),
    )
    (turn,), half, push = turns(distribution, way.heights[:1]), rational(way.power / 2), rational(way.push)

    def exponent(x: arb) -> arb:
        square, angle = polar(rest, rate * (mu * x - shift).exp(), turn, bool(push))
        return square * half + angle * push

    return exponent


def on_line(distribution: Sampled, way: Way, share: Share, first: int, last: int, cell: Fraction) -> arb:
    """An upper bound of the integral, by cells from first * cell <= 0 to last * cell >= 0 and by tails."""
    if not _is_legal(distribution, way):
        return arb.pos_inf()
    total, width = arb(0), rational(cell)
    known = []
    rest, (one, two) = distribution.rest, turns(distribution, way.heights)
    same, pushed = way.heights[0] == way.heights[1], way.push != 0
    ratio, rho = (distribution.mu * width).exp(), distribution.rho(arb(first * width))
    quarter, half = rational(way.power / 4), rational(way.push / 2)
    for i in range(first, last + 1):
        square, angle = polar(rest, rho, one, pushed)
        square2, angle2 = (square, angle) if same else polar(rest, rho, two, pushed)
        known.append(
            ((square + square2) * quarter, (angle + angle2) * half, *share.exponents(arb(i * width)))
        )
        rho *= ratio
    grows, turned_up, cosine = way.power >= 0, way.push > 0, way.cosine
    for i, (left, right) in enumerate(pairwise(known), first):
        near = arb(max(i, 0) if i >= 0 else i + 1) * width
        exponent = right[0] if grows else left[0]
        exponent += right[1] if turned_up else left[1]
        term = (exponent - cosine * left[2] - near * near / 2).exp()
        if right[3] is not None:
            term *= (1 - (-cosine * (right[3] - right[2])).exp()) / cosine
        total += term
    inside = total * width / (2 * arb.pi()).sqrt()
    left_end, right_end = arb(-first * width), arb(last * width)
    return inside + tails(distribution, way, share, left_end, right_end)


def _is_legal(distribution: Sampled, way: Way) -> bool:
    """Whether heights stay below pi/(2 mu), none is lower than 0 where there is a push, and C > 0."""
    highest = max(abs(height) for height in way.heights)
    inside = ball_sign(arb.pi() / 2 - distribution.mu * rational(highest)) == 1 and ball_sign(way.cosine) == 1
    return inside and (not way.push or min(way.heights) >= 0)


def tails(distribution: Sampled, way: Way, share: Share, left: arb, right: arb) -> arb:
    """Bounds of the integral below -left and above right, and of trapezoidal sums there.

    All bounds fall outwards.  On the left (e^(-C u) - e^(-C u'))/C <= u' <= u'(-left).

    Infinite where the bound does not hold: see `_right_tail`.
    """
    size, push = logarithms(distribution, way, -left)
    if way.power < 0:
        size = distribution.rest.log() * rational(way.power)
    if way.push < 0:
        push = arb(0)
    scale = arb(1) if share.lower is None else 1 / way.cosine
    low_share = scale if share.lower is None else scale.min(share.lower.exponent(-left))
    return (size + push).exp() * low_share * phi(-left) + scale * _right_tail(distribution, way, share, right)


def _right_tail(distribution: Sampled, way: Way, share: Share, right: arb) -> arb:
    """For t < 0, |r|^t falls.  For t >= 0, |r|^t <= |r(R)|^t e^(t mu (x - R)): where the cut falls as fast,
    nu C u(R) >= t mu, both together do; without a cut the exponential makes a normal tail, for R >= t mu.
    """
    size, _ = logarithms(distribution, way, right)
    growth = distribution.mu * rational(way.power)
    angle = distribution.mu * rational(max(way.heights)) * rational(max(way.push, Fraction(0)))
    cut = way.cosine * share.exponents(right)[0]
    if way.power < 0:
        return (size + angle - cut).exp() * phi(-right)
    if share.upper is not None:
        falls = ball_sign(rational(share.steepness) * cut - growth) == 1
        return (size + angle - cut).exp() * phi(-right) if falls else arb.pos_inf()
    if ball_sign(right - growth) != 1:
        return arb.pos_inf()
    return (size + angle - growth * right + growth * growth / 2).exp() * phi(growth - right)

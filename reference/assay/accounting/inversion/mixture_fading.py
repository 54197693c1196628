"""How the transform of sampled Gaussian noise fades far from the axis: cells of losses, and a variation.

    A(tau) = E r(X)^tau,   r(x) = 1 - q + q e^y,   y = mu x - mu^2/2,   X ~ N(0, 1).

Cut the losses into cells of length e.  For w_1 <= w <= w_2 the phases of a cell and of the a-th after it
differ by an angle in [(a - 1) e w_1, (a + 1) e w_2], so that of equal masses m in both at most
2 m max |cos(angle/2)| is left.  The rest of the distribution is bounded by its mass:

    |M(c + i w)|  <=  M(c) - sum over pairs of 2 m (1 - max |cos(angle/2)|).

Far out a bound V/|w| takes over, by integration by parts.  Frequencies are treated octave by octave.  Where
all angles between losses of the bulk are small, pairs as far apart as the bulk is wide save most.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from math import ceil

from ...exact._flint import arb, bounds, precision, rational
from ...exact.order import ball_sign
from ..densities import phi

BULK = 4
"""Deviations on either side within which cells are laid."""
MAX_CELLS = 400
PEAK_CELLS = 16
"""Cells per unit of x where the largest value of g is bounded."""
BITS = 64
NEAREST, FARTHEST = 6, 12
"""Pairs are this many cells apart at the upper and at the lower end of an octave."""
OCTAVES = range(-24, 64)
SPREAD, APARTS = 8, (4, 8, 16, 24)
"""Cells in a deviation of the outcome where angles are small, and the distances of pairs that are tried."""


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


def cells_of_bulk(mu: arb, q: arb, t: Fraction) -> tuple[Fraction, Sequence[arb]]:
    """The length of SPREAD cells in a deviation, and their masses; none where that is not known."""
    ends = bounds((_loss(mu, q, arb(1)) - _loss(mu, q, arb(-1))) / (2 * SPREAD))
    if ends is None or ends[0] <= 0:
        return Fraction(0), ()
    length = ends[0].limit_denominator(2**40 * ceil(1 / ends[0]))
    return length, cells(mu, q, t, length) or ()


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
    """The same beyond x, on the side away from 0 and from (|t| + 1) mu, where the bound falls.

    For t > -1, r <= 1 on the left, and on the right ln r grows by at most mu a unit; for others r >= 1 - q.
    """
    power = arb(rational(t)) + 1
    base = q * (mu * x - mu**2 / 2).exp() + 1 - q
    if t <= -1:
        base = 1 - q
    elif ball_sign(x) == -1:
        base = arb(1)
    return base**power * (-(mu * x - mu**2 / 2) - x * x / 2).exp()


def upper_end(ball: arb) -> Fraction:
    """The upper end of a finite ball."""
    ends = bounds(ball)
    if ends is None:
        raise ArithmeticError("a bound has no finite enclosure at this precision")
    return ends[1]


@dataclass
class Fading:
    """What a tilted distribution says about its transform; `whole` bounds M(c), `variation` is a V as above.

    `cells(length)` gives lower bounds of the masses of consecutive cells, or None where they are too many.
    """

    cells: Callable[[Fraction], Sequence[arb] | None]
    whole: Fraction
    variation: Fraction
    bulk: tuple[Fraction, Sequence[arb]] = (Fraction(0), ())
    """Cells as above with their length, which serve where all angles are small."""
    known: dict[int, Fraction | None] = field(default_factory=dict)

    def beyond(self, omega: Fraction) -> Fraction:
        """An upper bound of |M(c + i w)| for all |w| >= omega."""
        best = Fraction(0)
        for octave in range(_octave(omega), OCTAVES.stop):
            start = max(omega, Fraction(2) ** octave)
            by_parts = min(self.whole, self.variation / start)
            saved = self._saved(octave)
            if saved is None or by_parts <= max(best, self.whole - saved):
                return max(best, by_parts)
            best = max(best, self.whole - saved)
        return self.whole

    def _saved(self, octave: int) -> Fraction | None:
        """The least that pairs cancel for 2^octave <= w <= 2^(octave + 1)."""
        if octave not in self.known:
            low = Fraction(2) ** octave
            length = Fraction(355, 113) / (2 * low * NEAREST)
            with precision(BITS):
                near, masses = nearby_saving(self.bulk[1], self.bulk[0], low), self.cells(length)
                far = Fraction(0) if masses is None else least_saving(masses, length, low)
                self.known[octave] = max(near, far) if near or masses is not None else None
        return self.known[octave]


def _octave(omega: Fraction) -> int:
    """The largest n with 2^n <= omega."""
    guess = omega.numerator.bit_length() - omega.denominator.bit_length()
    return guess if Fraction(2) ** guess <= omega else guess - 1


def nearby_saving(masses: Sequence[arb], length: Fraction, low: Fraction) -> Fraction:
    """What pairs at one distance cancel at least, for every w in [low, 2 low]; angles are below 2 pi."""
    found = [Fraction(0)]
    for apart in APARTS:
        half_angles = rational((apart - 1) * length * low / 2), rational((apart + 1) * length * low)
        if len(masses) < 2 * apart or ball_sign(arb.pi() - half_angles[1]) != 1:
            continue
        left = arb(half_angles[0]).cos().max(-arb(half_angles[1]).cos())
        ends = bounds(_matched(masses, apart) * (1 - left))
        found.append(Fraction(0) if ends is None else ends[0])
    return max(found)


def least_saving(masses: Sequence[arb], length: Fraction, low: Fraction) -> Fraction:
    """A lower bound of what pairs of these cells cancel, for every w in [low, 2 low]."""
    return min(saving(masses, length, low, apart) for apart in range(NEAREST, FARTHEST))


def saving(masses: Sequence[arb], length: Fraction, low: Fraction, apart: int) -> Fraction:
    """The same by pairs at one distance, for the frequencies from low * 12/(apart + 1) to low * 12/apart."""
    first, last = low * FARTHEST / (apart + 1), low * FARTHEST / apart
    half_angles = (rational((apart - 1) * length * first / 2), rational((apart + 1) * length * last / 2))
    left = arb(half_angles[0]).cos().max(-arb(half_angles[1]).cos())
    found = bounds(_matched(masses, apart) * (1 - left))
    return max(Fraction(0), found[0]) if found else Fraction(0)


def _matched(masses: Sequence[arb], apart: int) -> arb:
    """The mass in pairs of cells that are `apart` from each other: twice the smaller of the two, summed."""
    total = arb(0)
    for start in range(0, len(masses) - 2 * apart + 1, 2 * apart):
        for i in range(start, start + apart):
            total += masses[i].min(masses[i + apart])
    return 2 * total

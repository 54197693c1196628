"""The best of K outputs that are computed from Gaussian noise, in whatever order the outputs are ranked.

With f the generating function of K, mu the distance of the means in deviations, g(u) = Phi(Phi^-1(u) - mu),

    delta(epsilon) <= (1 - e^epsilon)_+ f(0)
                      + integral of f'(Phi(x)) (phi(x) - e^(epsilon - r) phi(x + mu))_+ dx,
    r = max over u of ln f'(u) - ln f'(g(u)),

in both orders: u is the probability that an output is worse, g(u) at most what it is for the neighbour, and
the sum of both losses is worst where they grow together.  The proof is in section 17 of spec/accounting.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from heapq import heappop, heappush
from itertools import takewhile
from math import exp
from statistics import NormalDist

from ..budgets.progress import checkpoint
from ..composition.pair import working_precision
from ..exact import Log, ln, log_value
from ..exact._flint import arb, precision, rational
from ..exact.bracket import LEAST_PROBABILITY, Bracket, probability
from .densities import phi
from .hull import Tabulated
from .moment_conversions import DEPTH, FARTHEST, hull_of
from .repetitions import Repetitions
from .total_loss import Total

SLACK, MOST_CELLS = 1e-3, 400
"""r is known to this part of it, or from so many cells."""
BITS, SHORT_BITS = 128, 40
WIDE = 0.5
"""From such cells on values at the ends say more than derivatives."""
TAILS = (4.0, 8.0, 16.0, 32.0, 64.0)
"""How far out cells begin; beyond, one inequality."""
PARTS, HALVES = 150, 8
"""Of the integral."""
FAR = 30.0
NORMAL = NormalDist()
MOST_BITS = 2**14
DEEP = Fraction(exp(-DEPTH))
"""Farther out the pair of the hull has a mass at infinity."""


@dataclass(frozen=True)
class Steepest:
    """max of h(x) = ln f'(Phi(x)) - ln f'(Phi(x - mu)) over all x: an upper end, and where it is near."""

    upper: Fraction
    place: float


@dataclass(frozen=True)
class Ranks:
    """h, for K and mu^2."""

    repetitions: Repetitions
    mu_squared: Fraction

    @property
    def mu(self) -> arb:
        """The distance of the means."""
        return arb(rational(self.mu_squared)).sqrt()

    def steepest(self) -> Steepest:
        """The largest value by bisection of the cell with the largest upper end."""
        with precision(BITS):
            low, high, outside = self._inside()
            best, place = float("-inf"), 0.0
            waiting = [(-self._above(low, high), low, high)]
            for done in range(MOST_CELLS):
                checkpoint("cells", done)
                _, a, b = waiting[0]
                middle = (a + b) / 2
                value = float(self.at(arb(middle)).mid())
                if value > best:
                    best, place = value, middle
                if -waiting[0][0] <= best * (1 + SLACK):
                    break
                heappop(waiting)
                for one, other in ((a, middle), (middle, b)):
                    heappush(waiting, (-self._above(one, other), one, other))
            return Steepest(Fraction(max(-waiting[0][0], outside)), place)

    def _inside(self) -> tuple[float, float, float]:
        """Two places, and an upper end of h below the first and above the second.

        Where x <= a it is at most D(1) - D(Phi(-a)), and at most D(Phi(mu - b)) where x >= b.
        """
        middle, enough = float(self.mu.mid()), float(self.at(self.mu / 2).mid()) / 4
        far = next((far for far in TAILS if self._outside(-far, middle + far) <= enough), TAILS[-1])
        return -far, middle + far, self._outside(-far, middle + far)

    def _outside(self, a: float, b: float) -> float:
        decay = self.repetitions.decay
        below = decay(arb(1)) - decay(phi(-arb(a)))
        return _up(below.max(decay(phi(self.mu - arb(b)))))

    def at(self, x: arb) -> arb:
        """h(x)."""
        return self.repetitions.decay(phi(self.mu - x)) - self.repetitions.decay(phi(-x))

    def _above(self, a: float, b: float) -> float:
        """An upper end of h between a and b: both terms are monotone, or by the theorem of the mean."""
        decay, slope = self.repetitions.decay, self.repetitions.decay_slope
        if b - a > WIDE:
            return _up(decay(phi(self.mu - arb(a))) - decay(phi(-arb(b))))
        middle, half = (arb(a) + arb(b)) / 2, (arb(b) - arb(a)) / 2
        x = middle + arb(0, 1) * half
        moved = slope(phi(-x)) * _density(x) - slope(phi(self.mu - x)) * _density(self.mu - x)
        return _up(self.at(middle) + abs(moved) * half)


def _density(x: arb) -> arb:
    """phi(x); the square of a ball around 0 is not negative."""
    return (-(x**2).max(arb(0)) / 2).exp() / (2 * arb.pi()).sqrt()


def _up(x: arb) -> float:
    """A float that is not below the ball."""
    if not x.is_finite():
        return float("inf")
    found = float(x.upper())
    while not bool(arb(found) >= x):
        found += abs(found) * 2.0**-52 + 2.0**-1000
    return found


@dataclass(frozen=True)
class SelectedGaussian(Total):
    """The bound as a distribution of losses; its brackets are of the bound, whose upper ends hold."""

    repetitions: Repetitions
    mu_squared: Fraction

    @cached_property
    def steepest(self) -> Steepest:
        """r, and where it is attained."""
        return _steepest(Ranks(self.repetitions, self.mu_squared))

    def delta(self, epsilon: Log) -> Bracket:
        """An upper end of the bound, with as many bits as it takes."""
        bits, upper = 192, Fraction(1)
        while bits <= MOST_BITS:
            point = epsilon.enclosure(bits)
            with precision(bits):
                found = probability(self._integral(point))
            width = found.relative_width
            upper = Fraction(1) if found.upper is None else found.upper
            if upper <= LEAST_PROBABILITY or (width is not None and width <= SLACK):
                break
            bits *= 4
        return Bracket.exactly(few_bits_above(upper))

    def _integral(self, epsilon: arb) -> arb:
        """From where the integrand is positive: all of f(Phi) less an integral against the other mean.

        Where K = 0 is possible, nothing is released with the same probability f(0) under both.
        """
        mu, top = arb(rational(self.mu_squared)).sqrt(), arb(rational(self.steepest.upper))
        start = (epsilon - top) / mu - mu / 2
        other = self._against(mu, start)
        none = self.repetitions.generating(arb(0)) * (1 - epsilon.exp()).max(arb(0))
        return none + (self.repetitions.above(phi(-start)) - (epsilon - top).exp() * other).max(arb(0))

    @cached_property
    def _kept(self) -> dict[int, list[arb]]:
        """Sums of parts from the right, by precision."""
        return {}

    def _against(self, mu: arb, start: arb) -> arb:
        """A lower end of the integral of f'(Phi(x)) phi(x + mu) from the ball `start` on."""
        sums = self._kept.setdefault(working_precision(), [arb(0)])
        ends: list[arb | None] = [None, *(arb(x) for x in takewhile(lambda x: start < x, self._places))]
        for begin, end in zip(ends[len(sums) :], ends[len(sums) - 1 :], strict=False):
            sums.append(sums[-1] + self._part(mu, begin or arb(0), end))
        return self._part(mu, start, ends[-1]) + sums[len(ends) - 1]

    def _part(self, mu: arb, start: arb, end: arb | None) -> arb:
        """A lower end of the integral over a part: f' is least at its start, and so is the loss."""
        tail, shifted = phi(-start), phi(-start - mu)
        slope = self.repetitions.mean() * (-self.repetitions.decay(tail)).exp()
        if end is None:
            return slope * shifted
        mass = self.repetitions.above(tail) - self.repetitions.above(phi(-end))
        return (slope * (shifted - phi(-end - mu))).max(mass * (-mu * end - mu * mu / 2).exp())

    @cached_property
    def _places(self) -> list[float]:
        """Where ln f' has changed by equal parts, and far out by halves of one; from the right."""
        with precision(BITS):
            whole = float(self.repetitions.decay(arb(1)).mid())
        changes = [whole * i / PARTS for i in range(PARTS - 1, 0, -1)]
        changes += [whole / PARTS / 2**i for i in range(1, HALVES)]
        shares = [self.repetitions.share_at(each) for each in changes]
        found = sorted({-NORMAL.inv_cdf(t) for t in shares if 0 < t < 1}, reverse=True)
        return [x for x in found if abs(x) < FAR]


@lru_cache(maxsize=64)
def _steepest(ranks: Ranks) -> Steepest:
    """Kept, as the members that nearly attain the bound need it, too."""
    return ranks.steepest()


def few_bits_above(x: Fraction) -> Fraction:
    """x > 0 rounded up to a few bits; 0 stays."""
    scale = SHORT_BITS - (x.numerator.bit_length() - x.denominator.bit_length())
    power = Fraction(2) ** scale
    return min(Fraction(1), Fraction(-((-x * power) // 1)) / power) if x else x


@lru_cache(maxsize=64)
def pair_of(bound: SelectedGaussian) -> Tabulated:
    """The hull of the bound at places on both sides of 0, which dominates in both orders."""
    far = 1e-9
    while far < FARTHEST and bound.delta(log_value(Fraction(far))).lower > DEEP:
        far *= 1.25
    return hull_of(lambda y, _: bound.delta(ln(y)).lower, far, bound.delta(log_value(0)).lower)

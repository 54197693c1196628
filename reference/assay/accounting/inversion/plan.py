"""Which line an inversion takes, whether noise is added to make it short, and what it costs.

A transform that fades too late by itself is made smooth by a little Gaussian noise.  Let
f(epsilon) = E (1 - e^(epsilon - L))_+ and g the same for L + Z, Z ~ N(tau^2/2, tau^2) independent: one more
Gaussian round with mu = tau, whose transform fades at frequencies of some 1/tau.  Then

    0  <=  g(epsilon) - f(epsilon)  <=  C tau^2 w(epsilon),   C = 1 + (tau/2) Phi(tau/2)/phi(tau/2),

w the density of L + Z under P, which the same nodes give.  The proof is in spec/accounting.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import erfc, exp, log, pi, sqrt

from ...errors import BudgetExceeded
from ...exact._flint import arb, precision, rational
from ...exact.bracket import log2_of
from ..densities import phi
from ..planning.inversion_line import Exponent, Line, choose_line
from ..planning.loss_sketch import short
from ..question import Question
from .integral import Table
from .transform import GaussianTransform, Transform, points

Transforms = tuple[tuple[Transform, int], ...]
FEW = 200
"""A line of so few nodes is not made shorter; nor is one whose planning itself takes long."""
SECONDS_A_NODE = 4e-5
"""What the sums of a search for an epsilon take at each node; values of the transforms come on top."""
LEAST = 1e-30
LARGEST_TAU, HALVINGS = 20.0, 20


@dataclass(frozen=True)
class Plan:
    """A line; the variance of the noise, None where none is added."""

    line: Line
    variance: Fraction | None

    def table(self, transforms: Sequence[tuple[Transform, int]]) -> Table | Smoothed:
        """The values on the line, at the precision in force."""
        if self.variance is None:
            return Table.on(self.line, transforms)
        return Smoothed.on(self.line, transforms, self.variance)

    def cost(self, transforms: Sequence[tuple[Transform, int]]) -> float:
        """Seconds, roughly."""
        width = self.line.step * (self.line.count - 1)
        return self.line.count * (SECONDS_A_NODE + seconds_a_node(transforms, self.line.c, width))


def seconds_a_node(transforms: Sequence[tuple[Transform, int]], c: Fraction, width: Fraction) -> float:
    """What the values of all transforms at a node take."""
    with precision(128):
        return sum(transform.cost(c, width) for transform, _ in transforms)


@lru_cache(maxsize=64)
def plan_for(transforms: Transforms, c: Fraction, epsilon: float, bits: int, share: float) -> Plan | None:
    """The shorter of the line itself and of one with noise; None where both need too many nodes.

    bits: what is left out is about 2^-bits of delta.  share: what the noise may add, relatively.
    """
    plain = _line(transforms, c, epsilon, bits)
    is_quadrature = any(transform.is_quadrature for transform, _ in transforms)
    if plain is not None and (plain.count <= FEW or is_quadrature):
        return Plan(plain, None)
    variance = variance_for(share, float(c))
    noisy = _line((*transforms, (GaussianTransform(variance), 1)), c, epsilon, bits)
    if noisy is not None and (plain is None or noisy.count < plain.count):
        return Plan(noisy, variance)
    return None if plain is None else Plan(plain, None)


def _line(transforms: Transforms, c: Fraction, epsilon: float, bits: int) -> Line | None:
    try:
        return choose_line(Exponent(transforms), c, epsilon, bits)
    except (BudgetExceeded, OverflowError):
        return None


LOG2 = log(2)
LEAST_FADING = 10
"""By so many bits a transform has to fade, however wide the bracket may be."""
FACTORS = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
"""In terms of the frequencies of a Gaussian loss, where a transform may have faded."""


def nodes_on(question: Question, fades: bool) -> tuple[float, float]:
    """How many nodes a line through the saddle point has, and its largest frequency.

    They end where the transform has faded by itself, or by as much noise as is allowed.
    """
    look, bits = question.look, max(LEAST_FADING, -log2_of(question.wanted))
    saddle, needed = look.saddle, (bits + 8) * LOG2
    c, period = max(saddle.c, 1e-300), 2 * needed / max(saddle.c, 1e-300)
    share = float(question.wanted) * (1.0 if question.delta is None else max(saddle.epsilon, 1e-12) * c)
    omega = sqrt(2 * needed * 3 * c * (c + 1) / share)
    bulk = sqrt(2 * needed / max(saddle.variance, 1e-300))
    for factor in FACTORS if fades else ():
        if factor * bulk < omega and look.picture.fading(c, factor * bulk) <= exp((4 - bits) * LOG2):
            omega = factor * bulk
    return omega * period / (2 * pi), omega


def variance_for(share: float, c: float) -> Fraction:
    """A tau^2 for which the difference is about `share` of delta, near c: there w is c (c + 1) delta.

    C is near 1 for a small tau, but grows like e^(tau^2/8).
    """
    most = share / max(abs(c * (1 + c)), LEAST)
    low, high = 0.0, min(sqrt(most), LARGEST_TAU)
    for _ in range(HALVINGS):
        tau = (low + high) / 2
        density = exp(-tau * tau / 8) / sqrt(2 * pi)
        factor = 1 + tau / 2 * erfc(-tau / sqrt(8)) / 2 / density
        low, high = (tau, high) if tau * tau * factor < most else (low, tau)
    return short(high * high)


@dataclass(frozen=True)
class Smoothed:
    """The table of the noisy total, and what the noise may have added."""

    table: Table
    variance: Fraction
    rest: arb
    """A bound of the modulus of the transform of the rounds, without the noise, beyond the last node."""

    @staticmethod
    def on(line: Line, transforms: Sequence[tuple[Transform, int]], variance: Fraction) -> Smoothed:
        """The table of a composition, at the precision in force."""
        omega, rest = line.step * (line.count - 1), arb(1)
        for transform, count in transforms:
            rest *= transform.beyond(line.c, omega) ** count
        noisy = (*transforms, (GaussianTransform(variance), 1))
        return Smoothed(Table.on(line, noisy), variance, arb(rest.upper()))

    def tail(self, epsilon: arb) -> arb:
        """E (1 - e^(epsilon - L))_+ over the finite losses, without the noise."""
        tau = arb(rational(self.variance)).sqrt()
        density = (-tau * tau / 8).exp() / (2 * arb.pi()).sqrt()
        factor = 1 + tau * phi(tau / 2) / (2 * density)
        added = factor * tau * tau * self.density(epsilon)
        return self.table.tail(epsilon) - arb(0).union(arb(added.upper()).max(arb(0)))

    def slope(self, epsilon: arb) -> arb:
        """d/d epsilon of that, roughly."""
        return self.table.slope(epsilon)

    def density(self, epsilon: arb) -> arb:
        """An upper bound of w: the trapezoidal sum, whose aliases are positive, and the terms cut off.

        These are at most rest e^(tau^2 (c^2 + c)/2) times the sum of e^(-tau^2 u^2/2) over the nodes beyond
        the last, u > Omega, which step by step is at most e^(-tau^2 Omega^2/2)/(tau^2 Omega).
        """
        line, variance = self.table.line, rational(self.variance)
        nodes = points(line.c, line.step, line.count)
        terms = [term * s * (s + 1) for term, s in zip(self.table.terms, nodes, strict=True)]
        c, omega = arb(rational(line.c)), arb(rational(line.step * (line.count - 1)))
        scale = (-c * epsilon).exp()
        value = self.table.sum(epsilon, terms) * scale * arb(rational(line.step)) / (2 * arb.pi())
        fading = ((c * c + c - omega * omega) * variance / 2).exp() / (omega * variance)
        return arb((value + self.rest * fading * scale / arb.pi()).upper())

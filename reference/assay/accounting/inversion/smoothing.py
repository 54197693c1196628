"""A total loss made smooth by a little Gaussian noise, where its transform fades too late by itself.

Let f(epsilon) = E (1 - e^(epsilon - L))_+ and g the same for L + Z, Z ~ N(tau^2/2, tau^2) independent: one
more Gaussian round with mu = tau, whose transform fades at frequencies of some 1/tau.  Then

    0  <=  g(epsilon) - f(epsilon)  <=  C tau^2 w(epsilon),   C = 1 + (tau/2) Phi(tau/2)/phi(tau/2),

w the density of L + Z under P, which the same nodes give.  The proof is in spec/accounting.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import erfc, exp, pi, sqrt

from ...exact._flint import arb, rational
from ..densities import phi
from ..planning.inversion_line import Line
from ..planning.loss_sketch import short
from .closed_forms import GaussianTransform
from .integral import Table
from .transform import Transform, points

LEAST = 1e-30
LARGEST_TAU, HALVINGS = 20.0, 20


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

"""Transforms in closed form: Gaussian and Laplace noise, and bounded range."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ...exact._flint import acb, arb, rational
from .transform import Transform, points


@dataclass(frozen=True)
class GaussianTransform(Transform):
    """exp(mu^2 (s^2 + s)/2)."""

    mu_squared: Fraction

    def values(self, c: Fraction, step: Fraction, count: int) -> list[acb]:
        """The closed form."""
        half = rational(self.mu_squared / 2)
        return [(s * (s + 1) * half).exp() for s in points(c, step, count)]

    def beyond(self, c: Fraction, omega: Fraction) -> arb:
        """|M(c + i w)| = exp(mu^2 (c^2 + c - w^2)/2) falls with |w|."""
        return (arb(rational((c * c + c - omega * omega) * self.mu_squared)) / 2).exp()


@dataclass(frozen=True)
class LaplaceTransform(Transform):
    """Atoms at +-e of mass 1/2 and e^-e/2, and the density e^((l - e)/2)/4 between."""

    epsilon: Fraction

    def values(self, c: Fraction, step: Fraction, count: int) -> list[acb]:
        """The atoms, and (e^(s e) - e^(-(s + 1) e))/(4 s + 2) for the density."""
        e, found = arb(rational(self.epsilon)), []
        fading = (-e).exp()
        for s in points(c, step, count):
            up = (s * e).exp()
            down = fading / up
            if (s + arb(rational(Fraction(1, 2)))).is_zero():
                # at s = -1/2 the density has mass e^(-e/2)/4 per unit of loss
                found.append((up + down) / 2 + (-e / 2).exp() * e / 2)
                continue
            found.append((up + down) / 2 + (up - down) / (4 * s + 2))
        return found

    def beyond(self, c: Fraction, omega: Fraction) -> arb:
        """Atoms do not fade; the density e^(c l) p(l) is monotone: its variation, at most twice its largest
        value, over omega bounds its transform.
        """
        e, s = arb(rational(self.epsilon)), acb(rational(c))
        largest = ((s.real * e).exp()).max((-(s.real + 1) * e).exp()) / 4
        density = 2 * largest / arb(rational(omega))
        atoms = ((s.real * e).exp() + (-(s.real + 1) * e).exp()) / 2
        return atoms + density.min(self.at(c) - atoms)


@dataclass(frozen=True)
class BoundedRangeTransform(Transform):
    """The density e^((l - eta)/2)/(2 (1 - e^-eta)) between -eta and eta."""

    eta: Fraction

    def values(self, c: Fraction, step: Fraction, count: int) -> list[acb]:
        """(e^(s eta) - e^(-(s + 1) eta))/((2 s + 1) (1 - e^-eta)), and its limit at s = -1/2."""
        eta, found = arb(rational(self.eta)), []
        mass = -(-eta).expm1()
        for s in points(c, step, count):
            if (s + arb(rational(Fraction(1, 2)))).is_zero():
                found.append(acb(eta * (-eta / 2).exp() / mass))
                continue
            found.append(((s * eta).exp() - (-(s + 1) * eta).exp()) / ((2 * s + 1) * mass))
        return found

    def beyond(self, c: Fraction, omega: Fraction) -> arb:
        """e^(c l) p(l) is monotone: its variation, at most twice its largest value, over omega."""
        eta, power = arb(rational(self.eta)), rational(c)
        largest = ((power * eta).exp()).max((-(1 + arb(power)) * eta).exp()) / (-2 * (-eta).expm1())
        return (2 * largest / arb(rational(omega))).min(self.at(c))

"""Moment generating functions of the loss of one round, and upper bounds of their modulus far from the axis.

    M(s) = E_P[e^(s L); L finite]

A transform answers two questions: the values M(c + i n eta) for n = 0, 1, ..., as balls; and, for a frequency
Omega, a bound of |M(c + i omega)| for all |omega| >= Omega.  Gaussian and Laplace noise and bounded range
have one in closed form.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from ...budgets.progress import checkpoint, track
from ...composition.pair import working_precision
from ...exact._flint import acb, acb_mat, arb, rational


class Transform:
    """The moment generating function of the finite loss of one round; see the module."""

    @property
    def is_quadrature(self) -> bool:
        """Whether values are themselves integrals."""
        return False

    @property
    def is_bounded(self) -> bool:
        """Whether values are integrals, but `above` has a bound that is none."""
        return False

    @property
    def fades(self) -> bool:
        """Whether `beyond` knows of more than M(c)."""
        return True

    def values(self, c: Fraction, step: Fraction, count: int) -> list[acb]:
        """M(c + i n step) for 0 <= n < count, at the precision in force."""
        raise TypeError(f"{type(self).__name__} has no values")

    def at(self, c: Fraction) -> arb:
        """M(c) for a real c."""
        return self.values(c, Fraction(1), 1)[0].real

    def beyond(self, c: Fraction, omega: Fraction) -> arb:
        """An upper bound of |M(c + i w)| for all |w| >= omega; M(c) always is one."""
        return self.at(c)

    def above(self, c: Fraction) -> arb:
        """An upper bound of M(c), quicker than it where it is a quadrature."""
        return self.at(c)

    def cost(self, c: Fraction, width: Fraction) -> float:
        """The seconds that each value takes on a line from c to c + i width, roughly."""
        return 6e-6


def points(c: Fraction, step: Fraction, count: int) -> list[acb]:
    """c + i n step."""
    real, between = arb(rational(c)), rational(step)
    return [acb(real, n * between) for n in range(count)]


def product(
    transforms: Sequence[tuple[Transform, int]], c: Fraction, step: Fraction, count: int
) -> list[acb]:
    """The transform of the sum of independent losses along the line."""
    result = [acb(1)] * count
    for transform, times in transforms:
        values = transform.values(c, step, count)
        for first in range(0, count, CLOCKED):
            checkpoint("nodes", first, count)
            few = slice(first, first + CLOCKED)
            result[few] = [r * v**times for r, v in zip(result[few], values[few], strict=True)]
    return result


CLOCKED = 1000
"""So many nodes are a fraction of a second."""


def moments(weights: list[arb], losses: list[arb], step: Fraction, count: int) -> list[acb]:
    """sum_j w_j e^(i n step l_j) for 0 <= n < count, as products of matrices: n = a + b block."""
    block = max(1, isqrt(count))
    blocks = -(-count // block)
    turned, columns = powers(losses, step, block), powers(losses, step * block, blocks)
    sums, size = acb_mat(block, blocks), losses_at_a_time(block * blocks)
    for first in track(range(0, len(losses), size), "losses"):
        few = slice(first, first + size)
        rows = [[w * z for w, z in zip(weights[few], row[few], strict=True)] for row in turned]
        sums += acb_mat(rows) * acb_mat([row[few] for row in columns]).transpose()
    return [sums[n % block, n // block] for n in range(count)]


PRODUCTS = 3 * 10**9
"""Bits of products in about half a second, after which the clock is read."""


def losses_at_a_time(nodes: int) -> int:
    """How many losses: a product of fewer rows would convert all columns again each time."""
    return max(1, PRODUCTS // (max(1, nodes) * working_precision()))


def powers(losses: list[arb], step: Fraction, count: int) -> list[list[acb]]:
    """e^(i n step l_j) for 0 <= n < count, as products of two of half the exponent: few roundings."""
    rows = [[acb(1)] * len(losses)]
    if count > 1:
        rows.append([acb(0, loss * rational(step)).exp() for loss in losses])
    for n in range(2, count):
        checkpoint("powers", n, count)
        rows.append([x * z for x, z in zip(rows[n // 2], rows[n - n // 2], strict=True)])
    return rows


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

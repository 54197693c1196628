"""Pairs of discrete noise, and the worst pairs of a guarantee that is all that is known.

The discrete Laplace (two-sided geometric) mechanism and the pairs of pure and approximate differential
privacy have finitely many losses, with exact masses.  The loss of discrete Gaussian noise is linear in
the outcome: a lattice with infinitely many points, cut where what is left fits into the precision in force.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import ceil, sqrt

from ..arguments import positive_integer, positive_rational
from ..composition.arguments import freeze
from ..composition.finite_pair import ONE, FinitePair, LossAtom
from ..composition.pair import (
    BallAtom,
    DominatingPair,
    SymmetricDensity,
    Tail,
    WithoutDensity,
    working_precision,
)
from ..errors import BudgetExceeded, InvalidValue
from ..exact import EpsilonLike, ExactLike, Log, eps, log_value, number
from ..exact._flint import arb, fmpq, rational
from ..exact.real import brief


@dataclass(frozen=True)
class DiscreteLaplace(WithoutDensity):
    """`discrete_laplace` with masses as balls: for very small scales, whose powers of e are too high."""

    rate: Fraction
    distance: int
    is_symmetric = True
    """Reflection exchanges P and Q."""

    def __post_init__(self) -> None:
        """Read the arguments.  Raises InvalidValue unless both are positive."""
        freeze(self, "rate", positive_rational(self.rate, "rate"))
        positive_integer(self.distance, "distance")

    @property
    def name(self) -> str:
        """The parameters."""
        return f"discrete Laplace(scale = {1 / self.rate}, sensitivity {self.distance})"

    def point_masses(self) -> Sequence[BallAtom]:
        """Losses (2 j - D)/scale with their masses."""
        _check_atoms(self.distance, self.name)
        r, top = (-arb(rational(self.rate))).exp(), self.distance
        masses = [r ** (top - j) * (1 if j in (0, top) else 1 - r) / (1 + r) for j in range(top + 1)]
        return tuple(
            BallAtom(arb(rational((2 * j - top) * self.rate)), masses[j], masses[top - j])
            for j in range(top + 1)
        )

    def extremes(self) -> tuple[Log, Log]:
        """+-D/scale."""
        top = log_value(self.distance * self.rate)
        return -top, top


def discrete_laplace(scale: ExactLike, sensitivity: int = 1) -> DominatingPair:
    """Noise with P(Z = z) proportional to e^(-|z|/scale) on the integers, and an integer sensitivity D.

    With r = e^(-1/scale) the losses are (2 j - D)/scale for j = 0, ..., D:  at the ends the masses under P
    are r^D/(1 + r) and 1/(1 + r), and (1 - r) r^(D - j)/(1 + r) between; Q is the same read backwards.
    """
    width, distance = positive_rational(scale, "scale"), positive_integer(sensitivity, "sensitivity")
    try:
        return _exactly(width, distance)
    except BudgetExceeded:
        return DiscreteLaplace(1 / width, distance)


def _exactly(width: Fraction, distance: int) -> FinitePair:
    """The pair in exact numbers.  Raises BudgetExceeded where powers of e are too many."""
    _check_atoms(distance, f"discrete Laplace(scale = {brief(width)}, sensitivity {brief(distance)})")
    r = log_value(-1 / width).exp()
    inner = (ONE - r) / (ONE + r)
    masses = [r**distance / (ONE + r)]
    masses += [inner * r ** (distance - j) for j in range(1, distance)] + [ONE / (ONE + r)]
    atoms = [
        LossAtom(log_value(Fraction(2 * j - distance) / width), masses[j], masses[distance - j])
        for j in range(distance + 1)
    ]
    return FinitePair(tuple(atoms), number(0))


def pure(epsilon: EpsilonLike) -> FinitePair:
    """Randomised response with parameter epsilon: it dominates every (epsilon, 0)-private mechanism.

    Source: Kairouz, Oh and Viswanath, "The Composition Theorem for Differential Privacy", ICML 2015.
    """
    return approximate(epsilon, 0)


def approximate(epsilon: EpsilonLike, delta: ExactLike) -> FinitePair:
    """The pair that dominates every (epsilon, delta)-private mechanism.

    With probability delta everything is revealed; otherwise it is randomised response.

    Raises InvalidValue for an infinite or negative epsilon, and unless 0 <= delta <= 1.
    """
    bound, lost = eps(epsilon), number(delta, "delta")
    if bound.is_infinite or lost < 0 or lost > 1:
        raise InvalidValue(
            f"epsilon = {bound}, delta = {lost}: give a finite epsilon >= 0 and 0 <= delta <= 1"
        )
    if lost == 1:
        return FinitePair((), ONE)
    kept = ONE - lost
    if bound == 0:
        return FinitePair((LossAtom(log_value(0), kept, kept),), lost)
    high = kept * bound.exp() / (ONE + bound.exp())
    low = kept - high
    return FinitePair((LossAtom(-bound, low, high), LossAtom(bound, high, low)), lost)


@dataclass(frozen=True)
class DiscreteGaussian(SymmetricDensity):
    """P(Z = z) proportional to e^(-z^2/(2 sigma^2)) on the integers, moved by an integer sensitivity D.

    The loss at z is D (2 z - D)/(2 sigma^2).  Source: Canonne, Kamath and Steinke, NeurIPS 2020.
    """

    sigma_squared: Fraction
    sensitivity: int

    def __post_init__(self) -> None:
        """Read the arguments.  Raises InvalidValue unless both are positive."""
        freeze(self, "sigma_squared", positive_rational(self.sigma_squared, "sigma_squared"))
        positive_integer(self.sensitivity, "sensitivity")

    @staticmethod
    def of(sigma: ExactLike, sensitivity: int = 1) -> DiscreteGaussian:
        """The mechanism with parameter sigma and the stated sensitivity."""
        value = positive_rational(sigma, "sigma")
        return DiscreteGaussian(value * value, positive_integer(sensitivity, "sensitivity"))

    @property
    def name(self) -> str:
        """The parameters."""
        return f"discrete Gaussian(sigma^2 = {self.sigma_squared}, sensitivity {self.sensitivity})"

    def point_masses(self) -> Sequence[BallAtom]:
        """The outcomes near both centres."""
        return _lattice_atoms(self, working_precision())

    def radius(self, bits: int) -> int:
        """R, beyond which of a centre a mass below 2^-bits lies."""
        s = float(self.sigma_squared)
        return ceil(sqrt(2 * s * (bits + 8) * 0.6931472) + sqrt(s)) + 2

    def beyond(self, c: Fraction) -> arb:
        """An upper bound of E_P[e^(c L)] over what the atoms leave, at the precision in force.

        P(z) e^(c L(z)) is at most e^((c^2 + c) D^2/(2 s)) times e^(-(z - D - c D)^2/(2 s)), of which the sum
        from a distance r > 0 of the centre on is at most (1 + s/r) e^(-r^2/(2 s)).
        """
        s, shift, bits = arb(rational(self.sigma_squared)), self.sensitivity, working_precision()
        radius = self.radius(bits)
        centre = arb(rational(shift * (1 + c)))
        found = arb(0)
        for room in (radius + shift + 1 - centre, centre + radius + 1):
            if not bool(room > 0):
                return arb.pos_inf()
            found += (-room * room / (2 * s)).exp() * (1 + s / room)
        return found * (arb(rational((c * c + c) * shift * shift)) / (2 * s)).exp()

    def _rest(self) -> Tail:
        """What the atoms leave: a mass in [0, 2^-precision], somewhere beyond them."""
        small = arb(0).union(arb(2) ** -working_precision())
        return Tail(small, small)

    def tail(self, loss: arb) -> Tail:
        """The rest may lie anywhere."""
        return self._rest()

    def total(self) -> Tail:
        """The rest."""
        return self._rest()


MOST_ATOMS = 2**21
"""Outcomes of discrete noise that are listed one by one."""


def _check_atoms(count: int, name: str) -> None:
    """Raises BudgetExceeded for more outcomes than can be listed."""
    if count > MOST_ATOMS:
        raise BudgetExceeded(
            f"{name} has {brief(count)} outcomes that matter, more than {MOST_ATOMS}; give a smaller "
            "sensitivity or scale, or the continuous noise (gaussian, laplace)"
        )


@lru_cache(maxsize=32)
def _lattice_atoms(pair: DiscreteGaussian, bits: int) -> tuple[BallAtom, ...]:
    """All z within R of both centres, where the mass beyond R of a centre is below 2^-bits.

    The sum over |z| > R of e^(-z^2/(2 s)) is at most 2 e^(-R^2/(2 s)) (1 + s/R) for R >= 1, and the whole sum
    is at least 1.
    """
    s, shift, radius = pair.sigma_squared, pair.sensitivity, pair.radius(bits)
    _check_atoms(2 * radius + shift, pair.name)
    variance = arb(rational(s))
    rest = 2 * (-(arb(radius) ** 2) / (2 * variance)).exp() * (1 + variance / radius)
    weights = [(-arb(z * z) / (2 * variance)).exp() for z in range(radius + shift + 1)]  # of |z|
    norm = weights[0] + 2 * sum(weights[1:], arb(0)) + arb(0).union(rest)
    atoms = []
    for z in range(-radius, radius + shift + 1):
        loss = arb(fmpq(shift * (2 * z - shift), 2)) / variance
        atoms.append(BallAtom(loss, weights[abs(z - shift)] / norm, weights[abs(z)] / norm))
    return tuple(atoms)

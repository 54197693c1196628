"""Noise on all the integers, x -> x + Z: mechanisms of unbounded support, with exact or certified privacy.

    discrete_laplace    P(Z = z) = (1 - r)/(1 + r) r^|z|,  r = e^(-1/scale)                exact, pure
    discrete_gaussian   P(Z = z) = e^(-z^2/(2 variance))/theta                             certified
    skellam             P(Z = z) = e^(-variance) I_|z|(variance), the difference of two    certified
                        Poisson variables of mean variance/2

Neighbours are integers at most D = sensitivity apart, any integers.  The privacy depends on x - x' alone:

    delta(epsilon) = max over d = 1, ..., D of sum_y max(P(Z = y) - e^epsilon P(Z = y - d), 0).

No `Mechanism` lists infinitely many outputs.  Discrete Laplace noise on 0..n loses nothing by being clamped
there, because the ratio of any two inputs is the same beyond both (`geometric_clamped`); the other two do.
Source: Inusah and Kozubowski 2006; Canonne, Kamath and Steinke 2020; Agarwal, Kairouz and Liu, "The Skellam
mechanism for differentially private federated learning", NeurIPS 2021.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from ..arguments import integer, positive_integer, positive_rational
from ..budgets.sizes import check_size
from ..errors import InvalidValue
from ..exact import (
    INFINITY,
    Certified,
    EpsilonLike,
    ExactLike,
    Log,
    Number,
    eps,
    exp,
    integer_text,
    maximum,
    number,
)
from ..exact._flint import arb, precision
from ..exact._flint import rational as flint_rational
from ..exact.real import brief

Weights = Callable[[int], tuple[list[arb], arb]]
"""From bits: P(Z = 0), ..., P(Z = K), and a bound on P(Z > K)."""

MOST_SHIFTS = 1 << 8


@dataclass(frozen=True)
class DiscreteLaplace:
    """x + Z with P(Z = z) = (1 - r)/(1 + r) r^|z|, r = e^(-1/scale); all exact."""

    scale: Fraction
    sensitivity: int = 1

    def __post_init__(self) -> None:
        _read(self, "scale")

    def probability(self, y: int, x: int = 0) -> Number:
        """P(y | x)."""
        r = exp(-1 / self.scale)
        return (1 - r) / (1 + r) * r ** abs(integer(y, "y") - integer(x, "x"))

    def epsilon(self) -> Log:
        """sensitivity/scale."""
        return eps(self.sensitivity / self.scale)

    def delta(self, epsilon: EpsilonLike) -> Number:
        """delta(epsilon) at the distance D, where it is largest: outputs below 0 and above D are one each."""
        level, distance = eps(epsilon), self.sensitivity
        if not level < self.epsilon():
            return number(0)
        r, factor = exp(-1 / self.scale), level.exp()
        inner = (1 - r) / (1 + r)
        masses = [1 / (1 + r), *(inner * r**j for j in range(1, distance)), r**distance / (1 + r)]
        gains = (p - factor * q for p, q in zip(masses, reversed(masses), strict=True))
        return sum((gain for gain in gains if gain > 0), number(0))


@dataclass(frozen=True)
class _WithoutBound:
    """x + Z for even noise whose loss has no bound; `variance` as the class says, D = sensitivity."""

    variance: Fraction
    sensitivity: int = 1

    def __post_init__(self) -> None:
        _read(self, "variance")

    def probability(self, y: int, x: int = 0) -> Certified:
        """P(Z = y - x), certified."""
        return _probability(self._weights, integer(y, "y") - integer(x, "x"), repr(self))

    def epsilon(self) -> Log:
        """Infinite: the loss grows without bound."""
        return INFINITY

    def delta(self, epsilon: EpsilonLike) -> Certified:
        """delta(epsilon), certified; InvalidValue for epsilon = infinity, where it is 0."""
        return _delta(self._weights, epsilon, self.sensitivity, repr(self))

    @abstractmethod
    def _weights(self, bits: int) -> tuple[list[arb], arb]:
        """P(Z = 0), ..., P(Z = K), and a bound of P(Z > K)."""


class DiscreteGaussian(_WithoutBound):
    """x + Z with P(Z = z) proportional to e^(-z^2/(2 variance)) on the integers."""

    def _weights(self, bits: int) -> tuple[list[arb], arb]:
        """exp(-z^2/(2 v)) for z <= K; beyond, a geometric series of the ratio e^(-(K + 1)/v)."""
        reach = 3 + isqrt(int(2 * self.variance * bits))
        check_size(reach, "outputs", f"variance = {brief(self.variance)}", "use a smaller one")
        half = 1 / arb(flint_rational(2 * self.variance))
        found = [(-(z * z) * half).exp() for z in range(reach + 2)]
        last = found.pop()
        tail = last / (1 - (-2 * (reach + 1) * half).exp())
        mass = found[0] + 2 * sum(found[1:], arb(0)) + 2 * _upto(tail)
        return [w / mass for w in found], tail / mass


class Skellam(_WithoutBound):
    """x + Z, Z the difference of two Poisson variables of mean variance/2: e^(-variance) I_|z|(variance)."""

    def _weights(self, bits: int) -> tuple[list[arb], arb]:
        """I_(z + 1)(v) < v/(2 (z + 1)) I_z(v), as I_z = I_(z + 2) + 2 (z + 1)/v I_(z + 1)."""
        reach = 2 + int(2 * self.variance) + bits
        check_size(reach, "outputs", f"variance = {brief(self.variance)}", "use a smaller one", 1 << 15)
        mean = arb(flint_rational(self.variance))
        small = (-mean).exp()
        found = [small * mean.bessel_i(arb(z)) for z in range(reach + 1)]
        ratio = mean / (2 * (reach + 1))
        return found, found[-1] * ratio / (1 - ratio)


def _read(noise: DiscreteLaplace | _WithoutBound, width: str) -> None:
    """A rational width > 0 and an integer sensitivity >= 1."""
    object.__setattr__(noise, width, positive_rational(getattr(noise, width), width))
    distance = positive_integer(noise.sensitivity, "sensitivity")
    because = f"sensitivity = {integer_text(distance)}"
    check_size(distance, "distances", because, "give a smaller one", MOST_SHIFTS)
    object.__setattr__(noise, "sensitivity", distance)


def _probability(weights: Weights, z: int, name: str) -> Certified:
    def ball(bits: int) -> arb:
        with precision(bits + 32):
            found, tail = weights(bits + 32)
            return found[abs(z)] if abs(z) < len(found) else _upto(tail)

    return Certified(ball, f"P(Z = {integer_text(z)}) of {name}")


def _delta(weights: Weights, epsilon: EpsilonLike, sensitivity: int, name: str) -> Certified:
    level = eps(epsilon)
    if level.is_infinite:
        raise InvalidValue("epsilon = inf: delta is 0 there, every output is possible; give a finite one")
    return maximum(
        Certified(_ball(weights, level, distance), f"delta({brief(level)}) of {name} at distance {distance}")
        for distance in range(1, sensitivity + 1)
    )


def _ball(weights: Weights, level: Log, distance: int) -> Callable[[int], arb]:
    """sum over |y| <= K of max(p(y) - e^epsilon p(y - d), 0), and at most P(Z < -K) beyond."""

    def ball(bits: int) -> arb:
        with precision(bits + 32):
            found, tail = weights(bits + 32)
            factor, last, total = level.enclosure(bits + 32).exp(), len(found) - 1, arb(0)
            for y in range(-last, last + 1):
                other = found[abs(y - distance)] if abs(y - distance) <= last else _upto(tail)
                total += (found[abs(y)] - factor * other).max(arb(0))
            return total + 2 * _upto(tail)

    return ball


def _upto(bound: arb) -> arb:
    """An interval from 0 to the bound."""
    half = bound.abs_upper() / 2
    return half + half * arb(0, 1)


def discrete_laplace(scale: ExactLike, sensitivity: int = 1) -> DiscreteLaplace:
    """Discrete Laplace noise on all integers; InvalidType, InvalidValue unless scale > 0 is rational."""
    return DiscreteLaplace(positive_rational(scale, "scale"), sensitivity)


def discrete_gaussian(variance: ExactLike, sensitivity: int = 1) -> DiscreteGaussian:
    """Discrete Gaussian noise on all integers; InvalidType, InvalidValue unless variance > 0 is rational."""
    return DiscreteGaussian(positive_rational(variance, "variance"), sensitivity)


def skellam(variance: ExactLike, sensitivity: int = 1) -> Skellam:
    """Skellam noise; InvalidType, InvalidValue unless variance > 0 is rational."""
    return Skellam(positive_rational(variance, "variance"), sensitivity)

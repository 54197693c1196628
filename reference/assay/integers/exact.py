"""Noise whose loss is bounded, and exact: discrete Laplace and staircase noise.

    discrete_laplace    P(Z = z) = (1 - r)/(1 + r) r^|z|,  r = e^(-1/scale)
    staircase           P(Z = z) = c b^(k + [j >= width]),  |z| = k D + j,  b = e^(-epsilon)

Neighbours are integers at most D = sensitivity apart, any integers.  The privacy depends on x - x' alone, and

    delta(epsilon) = max over d = 1, ..., D of sum_y max(P(Z = y) - e^epsilon P(Z = y - d), 0)

is largest at d = D: the losses of the first are (2 j - D)/scale, those of the second 0 and +-epsilon, so that
delta is a multiple of the total variation of the two, which grows with d for noise that falls on both sides.
Outputs below 0 have the loss of 0 and those above D that of D.  So x + Z is, on 0 and D, as private as what
is clamped to 0..D: a finite `Mechanism`, with every measure, verdict, plot and composition (`worst_pair`).
Source: Inusah and Kozubowski 2006; Geng and Viswanath 2016.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from ..adjacency import all_pairs
from ..arguments import integer, positive_integer, positive_rational
from ..budgets.sizes import check_size
from ..dp import Mechanism, Verdict
from ..errors import InvalidValue
from ..exact import Certified, EpsilonLike, ExactLike, Log, Number, eps, exp, integer_text
from ..mechanisms import discrete_laplace_clamped, staircase_clamped
from ..mechanisms._arguments import decay
from ..mechanisms.staircase import staircase_mass
from .noise import NoiseOnIntegers

MOST_SHIFTS = 1 << 8


class ExactNoise(NoiseOnIntegers):
    """Noise whose worst pair of inputs is that of a finite mechanism."""

    @abstractmethod
    def worst_pair(self) -> Mechanism[int, str]:
        """x + Z clamped to 0..D, on the inputs 0 and D: as private as x + Z on all integers."""

    def epsilon(self, delta: ExactLike = 0) -> Log:
        """The smallest epsilon at delta, exactly."""
        return self.worst_pair().epsilon(delta)

    def delta(self, epsilon: EpsilonLike) -> Number | Certified:
        """delta(epsilon), exact; certified where e^epsilon is in no exact field with the noise."""
        return self.worst_pair().delta(epsilon)

    def audit(self, epsilon: EpsilonLike, delta: ExactLike = 0) -> Verdict:
        """The verdict on (epsilon, delta), decided exactly."""
        return self.worst_pair().audit(epsilon, delta)

    def _pair(self, clamped: Mechanism[int, int], distance: int) -> Mechanism[int, str]:
        """The clamped mechanism with its outputs named by what they stand for."""

        def name(y: int) -> str:
            return "y <= 0" if y == 0 else f"y >= {distance}" if y == distance else f"y = {y}"

        return Mechanism(
            lambda x: clamped.distribution(x).map(name), (0, distance), all_pairs(), name=repr(self)
        )


@dataclass(frozen=True, repr=False)
class DiscreteLaplace(ExactNoise):
    """x + Z with P(Z = z) = (1 - r)/(1 + r) r^|z|, r = e^(-1/scale)."""

    scale: Fraction
    sensitivity: int = 1

    constructor: ClassVar[str] = "discrete_laplace"

    def __post_init__(self) -> None:
        object.__setattr__(self, "scale", positive_rational(self.scale, "scale"))
        object.__setattr__(self, "sensitivity", distance_of(self.sensitivity))

    def arguments(self) -> Mapping[str, object]:
        """What the constructor was given."""
        return {"scale": self.scale, "sensitivity": self.sensitivity}

    def probability(self, y: int, x: int = 0) -> Number:
        """P(y | x)."""
        r = exp(-1 / self.scale)
        return (1 - r) / (1 + r) * r ** abs(integer(y, "y") - integer(x, "x"))

    def worst_pair(self) -> Mechanism[int, str]:
        """Clamped to 0..D, on the inputs 0 and D."""
        top = self.sensitivity
        return self._pair(discrete_laplace_clamped(self.scale, 0, top, sensitivity=top), top)


@dataclass(frozen=True, repr=False)
class Staircase(ExactNoise):
    """x + Z with P(Z = z) = c b^(k + [j >= width]), |z| = k D + j and b = e^(-rate), rate the epsilon."""

    rate: Log
    sensitivity: int = 2
    width: int = 1

    constructor: ClassVar[str] = "staircase"

    def __post_init__(self) -> None:
        object.__setattr__(self, "rate", eps(self.rate, "epsilon"))
        object.__setattr__(self, "sensitivity", distance_of(self.sensitivity))
        object.__setattr__(self, "width", integer(self.width, "width", 1, self.sensitivity))
        if self.rate == 0:
            raise InvalidValue(
                "epsilon = 0 (Log): no staircase on all integers has probability 1; give epsilon > 0"
            )

    def arguments(self) -> Mapping[str, object]:
        """What the constructor was given."""
        return {"epsilon": self.rate, "sensitivity": self.sensitivity, "width": self.width}

    def probability(self, y: int, x: int = 0) -> Number:
        """P(y | x)."""
        return staircase_mass(
            decay(self.rate), self.sensitivity, self.width, integer(y, "y") - integer(x, "x")
        )

    def worst_pair(self) -> Mechanism[int, str]:
        """Clamped to 0..D, on the inputs 0 and D."""
        top = self.sensitivity
        return self._pair(staircase_clamped(top, self.rate, sensitivity=top, width=self.width), top)


def distance_of(sensitivity: object) -> int:
    """A sensitivity: an integer >= 1, not too large for a distribution to be listed for each."""
    distance = positive_integer(sensitivity, "sensitivity")
    because = f"sensitivity = {integer_text(distance)}"
    check_size(distance, "distances", because, "give a smaller one", MOST_SHIFTS)
    return distance


def discrete_laplace(scale: ExactLike, *, sensitivity: int = 1) -> DiscreteLaplace:
    """x + Z with P(Z = z) = (1 - r)/(1 + r) r^|z| on all integers, r = e^(-1/scale).

    The exact epsilon is sensitivity/scale.
    Raises InvalidType, InvalidValue unless scale > 0 is rational, BudgetExceeded for a sensitivity above 256.
    Source: Inusah and Kozubowski, "A discrete analogue of the Laplace distribution", 2006.
    """
    return DiscreteLaplace(positive_rational(scale, "scale"), sensitivity)


def staircase(epsilon: EpsilonLike, *, sensitivity: int = 2, width: int = 1) -> Staircase:
    """x + Z with P(Z = z) = c b^(k + [j >= width]) on all integers, |z| = k D + j, b = e^(-epsilon).

    c and D as in `staircase_mass`.  The exact epsilon is epsilon; delta(e) = (1 - e^(e - epsilon)) P(loss =
    epsilon).  Raises InvalidValue unless 1 <= width <= sensitivity and epsilon > 0, BudgetExceeded for a
    sensitivity above 256.
    Source: Geng and Viswanath, "The optimal noise-adding mechanism in differential privacy", 2016.
    """
    return Staircase(eps(epsilon, "epsilon"), sensitivity, width)

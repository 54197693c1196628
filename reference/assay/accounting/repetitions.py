"""How often a mechanism is run before its best output is released: K by its generating function.

    truncated negative binomial   f(x) = ((1 - (1 - gamma) x)^-eta - 1)/(gamma^-eta - 1),  eta > -1, eta != 0,
                                  f(x) = ln(1 - (1 - gamma) x)/ln(gamma),                  eta = 0,
    Poisson                       f(x) = e^(mean (x - 1)),

with 0 < gamma < 1; eta = 1 is the geometric distribution, and the first two have K >= 1.
Source: Papernot and Steinke, "Hyperparameter Tuning with Renyi Differential Privacy", ICLR 2022, section 3.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ..arguments import positive_rational, rational
from ..composition.arguments import freeze
from ..errors import InvalidValue
from ..exact import Number, number
from ..exact._flint import arb
from ..exact._flint import rational as ball


class Repetitions:
    """The distribution of K."""

    @property
    def name(self) -> str:
        """The distribution."""
        return type(self).__name__

    def generating(self, x: arb) -> arb:
        """f(x) = E x^K for 0 <= x <= 1."""
        raise TypeError(f"{type(self).__name__} has no generating function")

    def generating_exactly(self, x: Number) -> Number | None:
        """f(x) as an exact number; None where it is none of those."""
        return None

    def mean(self) -> arb:
        """E K = f'(1)."""
        raise TypeError(f"{type(self).__name__} has no mean")

    @property
    def may_be_none(self) -> bool:
        """Whether K = 0 is possible; something that does not depend on the data is released then."""
        return False


@dataclass(frozen=True)
class TruncatedNegativeBinomial(Repetitions):
    """K >= 1 with the parameters eta > -1 and 0 < gamma < 1."""

    eta: Fraction
    gamma: Fraction

    def __post_init__(self) -> None:
        """Read the arguments.  Raises InvalidValue for others."""
        freeze(self, "eta", rational(self.eta, "eta"))
        freeze(self, "gamma", positive_rational(self.gamma, "gamma"))
        if self.eta <= -1 or self.gamma >= 1:
            raise InvalidValue(f"eta = {self.eta}, gamma = {self.gamma}: give eta > -1 and 0 < gamma < 1")

    @property
    def name(self) -> str:
        """The parameters."""
        return f"truncated negative binomial(eta = {self.eta}, gamma = {self.gamma})"

    def generating(self, x: arb) -> arb:
        """The two formulas of the module."""
        gamma, eta = arb(ball(self.gamma)), arb(ball(self.eta))
        rest = 1 - (1 - gamma) * x
        if not self.eta:
            return rest.log() / gamma.log()
        if self.eta.denominator == 1 and self.eta <= MOST_POWER:
            power = int(self.eta)
            return (rest**-power - 1) / (gamma**-power - 1)
        return (-eta * rest.log()).expm1() / (-eta * gamma.log()).expm1()

    def generating_exactly(self, x: Number) -> Number | None:
        """For a whole eta >= 1 a rational function."""
        if self.eta.denominator != 1 or not 1 <= self.eta <= MOST_POWER:
            return None
        power, rest = int(self.eta), 1 - (1 - number(self.gamma)) * x
        return ((1 / rest) ** power - 1) / ((1 / number(self.gamma)) ** power - 1)

    def mean(self) -> arb:
        """eta (1 - gamma)/(gamma (1 - gamma^eta)); (1/gamma - 1)/ln(1/gamma) for eta = 0."""
        gamma, eta = arb(ball(self.gamma)), arb(ball(self.eta))
        share = -gamma.log() if not self.eta else -(eta * gamma.log()).expm1() / eta
        return (1 - gamma) / (gamma * share)


MOST_POWER = 16
"""The largest eta for which values are exact."""


@dataclass(frozen=True)
class PoissonRepetitions(Repetitions):
    """K with P(K = k) = e^-mean mean^k/k!."""

    average: Fraction

    def __post_init__(self) -> None:
        """Read the argument.  Raises InvalidValue unless it is positive."""
        freeze(self, "average", positive_rational(self.average, "mean"))

    @property
    def name(self) -> str:
        """The mean."""
        return f"Poisson(mean {self.average})"

    def generating(self, x: arb) -> arb:
        """e^(mean (x - 1))."""
        return (ball(self.average) * (x - 1)).exp()

    def mean(self) -> arb:
        """The parameter."""
        return arb(ball(self.average))

    @property
    def may_be_none(self) -> bool:
        """K = 0 has probability e^-mean."""
        return True

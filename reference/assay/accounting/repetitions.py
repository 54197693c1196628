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
from math import expm1

from ..arguments import positive_rational, rational
from ..composition.arguments import freeze
from ..errors import InvalidValue
from ..exact import Number, number
from ..exact._flint import arb
from ..exact._flint import rational as ball
from ..exact.order import ball_sign


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

    def above(self, t: arb) -> arb:
        """1 - f(1 - t), with a small relative error where t is small."""
        raise TypeError(f"{type(self).__name__} has no generating function")

    def decay(self, t: arb) -> arb:
        """ln f'(1) - ln f'(1 - t), which grows with t."""
        raise TypeError(f"{type(self).__name__} has no generating function")

    def decay_slope(self, t: arb) -> arb:
        """Its derivative."""
        raise TypeError(f"{type(self).__name__} has no generating function")

    def share_at(self, decay: float) -> float:
        """The t with that decay, in floats."""
        raise TypeError(f"{type(self).__name__} has no generating function")

    def place(self, order: int, log_ratio: arb, growth: arb) -> arb:
        """The v with g(growth v) = e^log_ratio g(v) for the first or second derivative g of f, if it is below
        1/growth; growth > 1.
        """
        raise TypeError(f"{type(self).__name__} has no generating function")

    def place_from_above(self, order: int, log_ratio: arb, growth: arb) -> arb:
        """The y with g(1 - y/growth) = e^log_ratio g(1 - y), if it is below 1; else something above."""
        raise TypeError(f"{type(self).__name__} has no generating function")

    def level_slope(self, log_ratio: arb) -> arb:
        """-ln du/dv along f''(u) = e^log_ratio f''(v), a line."""
        raise TypeError(f"{type(self).__name__} has no generating function")

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

    def above(self, t: arb) -> arb:
        """(1 - (1 + (1/gamma - 1) t)^-eta)/(1 - gamma^eta), and its limit for eta = 0."""
        gamma, eta, grown = arb(ball(self.gamma)), arb(ball(self.eta)), self._grown(t)
        if not self.eta:
            return -grown / gamma.log()
        return (-eta * grown).expm1() / (eta * gamma.log()).expm1()

    def decay(self, t: arb) -> arb:
        """(1 + eta) ln(1 + (1/gamma - 1) t)."""
        return ball(1 + self.eta) * self._grown(t)

    def decay_slope(self, t: arb) -> arb:
        """(1 + eta)/(1/(1/gamma - 1) + t)."""
        return ball(1 + self.eta) / (ball(self.gamma / (1 - self.gamma)) + t)

    def share_at(self, decay: float) -> float:
        """(e^(decay/(1 + eta)) - 1)/(1/gamma - 1)."""
        return expm1(decay / float(1 + self.eta)) / float(1 / self.gamma - 1)

    def place(self, order: int, log_ratio: arb, growth: arb) -> arb:
        """g(x) is a multiple of (1 - (1 - gamma) x)^-(order + eta)."""
        root = log_ratio / ball(order + self.eta)
        return root.expm1() / (ball(1 - self.gamma) * (growth * root.exp() - 1))

    def place_from_above(self, order: int, log_ratio: arb, growth: arb) -> arb:
        """As `place`; [0, 1] where it is not known to be finite."""
        root = log_ratio / ball(order + self.eta)
        rest = 1 - root.exp() / growth
        if ball_sign(rest) != 1:
            return arb(0).union(arb(1))
        return ball(self.gamma / (1 - self.gamma)) * root.expm1() / rest

    def level_slope(self, log_ratio: arb) -> arb:
        """log_ratio/(2 + eta)."""
        return log_ratio / ball(2 + self.eta)

    def _grown(self, t: arb) -> arb:
        return (ball(1 / self.gamma - 1) * t).log1p()


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

    def above(self, t: arb) -> arb:
        """1 - e^(-mean t)."""
        return -(-ball(self.average) * t).expm1()

    def decay(self, t: arb) -> arb:
        """mean t."""
        return ball(self.average) * t

    def decay_slope(self, t: arb) -> arb:
        """mean."""
        return arb(ball(self.average))

    def share_at(self, decay: float) -> float:
        """decay/mean."""
        return decay / float(self.average)

    def place(self, order: int, log_ratio: arb, growth: arb) -> arb:
        """Every derivative is a multiple of e^(mean x)."""
        return log_ratio / (ball(self.average) * (growth - 1))

    def place_from_above(self, order: int, log_ratio: arb, growth: arb) -> arb:
        """As `place`."""
        return log_ratio / (ball(self.average) * (1 - 1 / growth))

    def level_slope(self, log_ratio: arb) -> arb:
        """0: u - v is constant."""
        return arb(0)

    @property
    def may_be_none(self) -> bool:
        """K = 0 has probability e^-mean."""
        return True

"""The pair of bounded range, which the exponential mechanism has: losses within an interval of length eta.

If the losses of (P, Q) lie in [t - eta, t], then delta(epsilon) = E_Q (e^L - e^epsilon)_+ is at most what
the chord of that convex function gives, since E_Q e^L = 1: randomised response with the losses t and t -
eta.  The largest over 0 <= t <= eta is reached at t = (epsilon + eta)/2:

    H(epsilon) = (1 - e^((epsilon - eta)/2))^2/(1 - e^-eta),     -eta <= epsilon <= eta,

which is again the delta of one pair: its losses have a density, and

    P(L > l) = (1 - e^((l - eta)/2))/(1 - e^-eta),   Q(L > l) = (e^(-(eta + l)/2) - e^-eta)/(1 - e^-eta).

Source: Dong, Durfee and Rogers, "Optimal Differential Privacy Composition for Exponential Mechanisms", ICML
2020.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ..arguments import nonnegative_rational, positive_rational
from ..composition.arguments import freeze
from ..composition.finite_pair import NOTHING
from ..composition.pair import DominatingPair, SymmetricDensity, Tail
from ..exact import ExactLike, Log, log_value
from ..exact._flint import arb, rational


@dataclass(frozen=True)
class BoundedRange(SymmetricDensity):
    """The pair that dominates every pair whose losses lie in an interval of length eta > 0."""

    eta: Fraction

    def __post_init__(self) -> None:
        """Read the argument.  Raises InvalidValue unless it is positive."""
        freeze(self, "eta", positive_rational(self.eta, "eta"))

    @staticmethod
    def of(eta: ExactLike) -> DominatingPair:
        """The pair; that without loss for eta = 0.  Raises InvalidValue for a negative eta."""
        length = nonnegative_rational(eta, "range")
        return BoundedRange(length) if length else NOTHING

    @property
    def name(self) -> str:
        """eta determines the pair."""
        return f"bounded range(eta = {self.eta})"

    def tail(self, loss: arb) -> Tail:
        """The two formulas of the module, between -eta and eta."""
        e = arb(rational(self.eta))
        inside, whole = loss.min(e).max(-e), -(-e).expm1()
        p = -((inside - e) / 2).expm1()
        return Tail(p / whole, (-e).exp() * ((e - inside) / 2).expm1() / whole)

    def extremes(self) -> tuple[Log, Log]:
        """+-eta."""
        return log_value(-self.eta), log_value(self.eta)
